// Half-precision numbers as f32. WGSL does not say in which direction its own conversions round,
// and devices may flush subnormals. So integers and sums convert them.

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

// What |x| < 2^-14 is in units of 2^-24, float16's below the normal numbers, to the nearest,
// ties to even: 0.5 has such units, too. Shifting by an amount of each element's own is what
// drivers without such an instruction do element by element.
fn m_f16_low(a: u32) -> u32 { return bitcast<u32>(bitcast<f32>(a) + 0.5) - 0x3f000000u; }

// The bits of the float16 nearest to x, ties to even.
fn m_f32_to_f16(x: f32) -> u32 {
  let a = m_abits(x);
  let high = (a - 0x38000000u + 0xfffu + ((a >> 13u) & 1u)) >> 13u;
  let r = min(select(high, m_f16_low(a), a < 0x38800000u), 0x7c00u);
  return select(r, 0x7e00u, a > 0x7f800000u) | (m_sbit(x) >> 16u);
}

// The float16 nearest to x, as f32; NaN stays.
fn m_round_f16(x: f32) -> f32 {
  let a = m_abits(x);
  let low = bitcast<u32>(f32(bitcast<i32>(m_f16_low(a))) * 5.9604645e-8);
  let high = (a + 0xfffu + ((a >> 13u) & 1u)) & 0xffffe000u;
  let r = select(select(high, 0x7f800000u, high > 0x477fe000u), low, a < 0x38800000u);
  return bitcast<f32>(select(r, a, a > 0x7f800000u) | m_sbit(x));
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

// Integers that f32 may not hold. A bit in place of the low nine says whether any of them was set.
// So a later rounding to half precision is the only one.
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
