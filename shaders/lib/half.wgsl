// Half-precision numbers as f32. All is done with integers: WGSL does not say in which
// direction its own conversions round, and devices may flush what is subnormal.

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(a) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

// The bits of the float16 nearest to x, ties to even. Of a subnormal result more than the
// usual 13 bits are lost, all of them if it is 0.
fn m_f32_to_f16(x: f32) -> u32 {
  let a = m_abits(x);
  let low = a < 0x38800000u;
  let v = select(a - 0x38000000u, (a & 0x7fffffu) | 0x800000u, low);
  let n = select(13u, min(126u - min(a >> 23u, 126u), 25u), low);
  let r = min((v + (1u << (n - 1u)) - 1u + ((v >> n) & 1u)) >> n, 0x7c00u);
  return select(r, 0x7e00u, a > 0x7f800000u) | (m_sbit(x) >> 16u);
}

// The float16 nearest to x, as f32; NaN stays.
fn m_round_f16(x: f32) -> f32 {
  let a = m_abits(x);
  let n = clamp(126u - min(a >> 23u, 126u), 13u, 23u);
  var r = ((a + (1u << (n - 1u)) - 1u + ((a >> n) & 1u)) >> n) << n;
  r = select(r, select(0u, 0x33800000u, a > 0x33000000u), a < 0x33800000u);
  r = select(select(r, 0x7f800000u, r > 0x477fe000u), a, a > 0x7f800000u);
  return bitcast<f32>(r | m_sbit(x));
}

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

// The bfloat16 nearest to x, as f32; NaN stays.
fn m_round_bf16(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  return bitcast<f32>(select((b + 0x7fffu + ((b >> 16u) & 1u)) & 0xffff0000u, b, m_isnan(x)));
}

// Integers that f32 may not hold, with a bit that says whether any of the low nine was
// set in their place: rounding to half precision afterwards is the only rounding.
fn m_sticky_u(x: u32) -> u32 {
  return select((x & 0xfffffe00u) | select(0u, 0x100u, (x & 0x1ffu) != 0u), x, x < 0x1000000u);
}

fn m_sticky_i(x: i32) -> i32 {
  let s = (x & -512) | select(0, 0x100, (x & 0x1ff) != 0);
  return select(s, x, x > -0x1000000 && x < 0x1000000);
}

// The bits of the half-precision number next to x towards y, which differs; h has x's.
fn m_half_step(h: u32, x: f32, y: f32) -> u32 {
  if (m_abits(x) == 0u) { return (m_sbit(y) >> 16u) | 1u; }
  let outwards = (m_order(x) < m_order(y)) == (m_sbit(x) == 0u);
  return select(h - 1u, h + 1u, outwards);
}

fn m_nextafter_f16(x: f32, y: f32) -> f32 {
  if (!m_numbers(x, y)) { return m_nan(); }
  if (m_order(x) == m_order(y)) { return y; }
  return m_f16_to_f32(m_half_step(m_f32_to_f16(x), x, y));
}

fn m_nextafter_bf16(x: f32, y: f32) -> f32 {
  if (!m_numbers(x, y)) { return m_nan(); }
  if (m_order(x) == m_order(y)) { return y; }
  return m_bf16_to_f32(m_half_step(m_f32_to_bf16(x), x, y));
}
