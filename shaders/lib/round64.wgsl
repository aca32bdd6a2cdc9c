// Whole numbers near a float64 (see float64.wgsl).

// How many of the bits of x are its fraction: all but the sign where |x| < 1.
fn m_fplaces64(x: vec2<u32>) -> u32 {
  let e = m_fexponent64(x);
  return select(u32(max(1075 - e, 0)), 63u, e < 1023);
}

// What the bits of the fraction are of x.
fn m_ffraction64(x: vec2<u32>) -> vec2<u32> {
  return x & m_sub64(m_left64(vec2<u32>(1u, 0u), m_fplaces64(x)), vec2<u32>(1u, 0u));
}

// x without its fraction, and one further from 0 where away is true. The next whole number
// is the next significand, or the first of the next exponent.
fn m_ftowards64(x: vec2<u32>, away: bool) -> vec2<u32> {
  let n = m_fplaces64(x);
  if (n == 63u) { return m_fcopysign64(select(vec2<u32>(0u), m_fone64(), away), x); }
  return m_add64(x ^ m_ffraction64(x), select(vec2<u32>(0u), m_left64(vec2<u32>(1u, 0u), n), away));
}

fn m_ftrunc64(x: vec2<u32>) -> vec2<u32> { return m_ftowards64(x, false); }

fn m_ffloor64(x: vec2<u32>) -> vec2<u32> {
  return m_ftowards64(x, m_negative64(x) && !m_eq64(m_ffraction64(x), vec2<u32>(0u)));
}

fn m_fceil64(x: vec2<u32>) -> vec2<u32> {
  return m_ftowards64(x, !m_negative64(x) && !m_eq64(m_ffraction64(x), vec2<u32>(0u)));
}

// Halves to the even number. The last bit of a whole number is next to its fraction. The bit of 1
// is not stored, but the last bit of its exponent is there and is set.
fn m_fround_even64(x: vec2<u32>) -> vec2<u32> {
  let n = m_fplaces64(x);
  if (n == 63u) { return m_ftowards64(x, m_ult64(vec2<u32>(0u, 0x3fe00000u), m_fabs64(x))); }
  let twice = m_left64(m_ffraction64(x), 1u);
  let odd = (m_right64(x, n, 0u).x & 1u) != 0u;
  let one = m_left64(vec2<u32>(1u, 0u), n);
  return m_ftowards64(x, n > 0u && (m_ult64(one, twice) || (m_eq64(one, twice) && odd)));
}

fn m_ffrac64(x: vec2<u32>) -> vec2<u32> { return m_fsub64(x, m_ftrunc64(x)); }
