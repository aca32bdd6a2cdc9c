// Conversions of float64 (see float64.wgsl) from and to the other types.

// Exact. Subnormals of float32 are normal numbers here.
fn m_f2d(x: f32) -> vec2<u32> {
  let a = m_abits(x);
  if (a >= 0x7f800000u) { return select(vec2<u32>(0u, 0x7ff00000u | m_sbit(x)), m_fnan64(), m_isnan(x)); }
  if (a == 0u) { return vec2<u32>(0u, m_sbit(x)); }
  let m = select(a, (a & 0x7fffffu) | 0x800000u, a > 0x7fffffu);
  return m_fround64(m_sbit(x), m_fnormal64(936 + i32(max(a >> 23u, 1u)), vec2<u32>(m, 0u)));
}

fn m_ul2d(x: vec2<u32>) -> vec2<u32> {
  if (m_eq64(x, vec2<u32>(0u))) { return x; }
  return m_fround64(0u, m_fnormal64(1086, x));
}

fn m_l2d(x: vec2<u32>) -> vec2<u32> {
  let r = m_ul2d(m_abs64(x));
  return vec2<u32>(r.x, r.y | (x.y & 0x80000000u));
}

fn m_u2d(x: u32) -> vec2<u32> { return m_ul2d(vec2<u32>(x, 0u)); }

fn m_i2d(x: i32) -> vec2<u32> { return m_l2d(m_i2l(x)); }

// The whole part of |x| < 2^64.
fn m_fwhole64(x: vec2<u32>) -> vec2<u32> {
  let e = m_fexponent64(x);
  return select(m_right64(m_fsignificand64(x), u32(1086 - e) & 63u, 0u), vec2<u32>(0u), e < 1023);
}

// Truncated and saturated; NaN gives 0.
fn m_d2ul(x: vec2<u32>) -> vec2<u32> {
  if (m_negative64(x) || m_fisnan64(x)) { return vec2<u32>(0u); }
  return select(m_fwhole64(x), vec2<u32>(0xffffffffu), x.y >= 0x43f00000u); // 2^64
}

fn m_d2l(x: vec2<u32>) -> vec2<u32> {
  if (m_fisnan64(x)) { return vec2<u32>(0u); }
  let negative = m_negative64(x);
  let limit = select(vec2<u32>(0xffffffffu, 0x7fffffffu), vec2<u32>(0u, 0x80000000u), negative);
  return select(m_negate64(m_fwhole64(x), negative), limit, (x.y & 0x7fffffffu) >= 0x43e00000u); // 2^63
}

fn m_d2u(x: vec2<u32>) -> u32 {
  let r = m_d2ul(x);
  return select(r.x, 0xffffffffu, r.y != 0u);
}

fn m_d2i(x: vec2<u32>) -> i32 {
  let r = m_d2l(x);
  let limit = select(2147483647, bitcast<i32>(0x80000000u), m_negative64(r));
  return select(limit, bitcast<i32>(r.x), m_eq64(m_i2l(bitcast<i32>(r.x)), r));
}

// The same for the narrower types.
fn m_d2i8(x: vec2<u32>) -> i32 { return clamp(m_d2i(x), -128, 127); }

fn m_d2i16(x: vec2<u32>) -> i32 { return clamp(m_d2i(x), -32768, 32767); }

fn m_d2u8(x: vec2<u32>) -> u32 { return min(m_d2u(x), 255u); }

fn m_d2u16(x: vec2<u32>) -> u32 { return min(m_d2u(x), 65535u); }

// |x|, a number, as a float32 before rounding; at the end of the range as if the exponent
// went on. Below the normal numbers, bits fall off first.
fn m_dtop(x: vec2<u32>) -> MTop64 {
  let e = m_fexponent64(x) - 896;
  let n = m_sticky64(m_fsignificand64(x), u32(clamp(1 - e, 0, 64)));
  return MTop64(u32(max(e, 1) - 1), n.y >> 8u, (n.y << 24u) | (n.x >> 8u) | min(n.x & 255u, 1u));
}

fn m_d2f(x: vec2<u32>) -> f32 {
  if (m_fisnan64(x)) { return m_nan(); }
  let t = m_dtop(x);
  let up = t.rest > 0x80000000u || (t.rest == 0x80000000u && (t.m & 1u) != 0u);
  let r = (min(t.e, 254u) << 23u) + t.m + select(0u, 1u, up);
  return bitcast<f32>(min(r, 0x7f800000u) | (x.y & 0x80000000u));
}

// For rounding to a narrower type, see m_ul2f_sticky; what is finite stays so.
fn m_d2f_sticky(x: vec2<u32>) -> f32 {
  if (m_fisnan64(x)) { return m_nan(); }
  let t = m_dtop(x);
  let r = (min(t.e, 254u) << 23u) + (t.m | min(t.rest, 1u));
  let limit = select(0x7f800000u, 0x7f7fffffu, m_fisfinite64(x));
  return bitcast<f32>(min(r, limit) | (x.y & 0x80000000u));
}
