// 64-bit integers (see int64.wgsl) and floats, by their bits: WGSL does not say which of
// two neighbours a conversion of its own rounds to.

struct MTop64 { e: u32, m: u32, rest: u32 }

// x as a float32 before rounding. It has the biased exponent less 1, the first 24 bits, and the
// bits after them as a fraction. The fraction's last bit says whether any further bit is set.
fn m_top64(x: vec2<u32>) -> MTop64 {
  let zeros = m_zeros64(x);
  let n = m_left64(x, min(zeros, 63u));
  return MTop64(select(189u - zeros, 0u, zeros > 63u), n.y >> 8u, (n.y << 24u) | (n.x >> 8u) | min(n.x & 255u, 1u));
}

fn m_ul2f(x: vec2<u32>) -> f32 {
  let t = m_top64(x);
  let up = t.rest > 0x80000000u || (t.rest == 0x80000000u && (t.m & 1u) != 0u);
  return bitcast<f32>((t.e << 23u) + t.m + select(0u, 1u, up));
}

// x in 23 bits, and a last one that says whether any bit is lost. So a later rounding to a type of
// at most 22 bits is the only one.
fn m_ul2f_sticky(x: vec2<u32>) -> f32 {
  let t = m_top64(x);
  return bitcast<f32>((t.e << 23u) + (t.m | min(t.rest, 1u)));
}

fn m_l2f(x: vec2<u32>) -> f32 { return m_or(m_ul2f(m_abs64(x)), x.y & 0x80000000u); }

fn m_l2f_sticky(x: vec2<u32>) -> f32 { return m_or(m_ul2f_sticky(m_abs64(x)), x.y & 0x80000000u); }

// The whole part of |x| < 2^64.
fn m_whole64(x: f32) -> vec2<u32> {
  let e = m_abits(x) >> 23u;
  let m = vec2<u32>((bitcast<u32>(x) & 0x7fffffu) | 0x800000u, 0u);
  return select(vec2<u32>(m.x >> min(150u - e, 31u), 0u), m_left64(m, (e - 150u) & 63u), e > 149u);
}

// Truncated and saturated; NaN gives 0.
fn m_f2ul(x: f32) -> vec2<u32> {
  let b = bitcast<u32>(x);
  if (m_sbit(x) != 0u || m_isnan(x)) { return vec2<u32>(0u); }
  return select(m_whole64(x), vec2<u32>(0xffffffffu), b >= 0x5f800000u); // 2^64
}

fn m_f2l(x: f32) -> vec2<u32> {
  if (m_isnan(x)) { return vec2<u32>(0u); }
  let negative = m_sbit(x) != 0u;
  let limit = select(vec2<u32>(0xffffffffu, 0x7fffffffu), vec2<u32>(0u, 0x80000000u), negative);
  return select(m_negate64(m_whole64(x), negative), limit, m_abits(x) >= 0x5f000000u); // 2^63
}

fn m_i2l(x: i32) -> vec2<u32> { return vec2<u32>(bitcast<u32>(x), bitcast<u32>(x >> 31u)); }
