// log(sum(exp(x))) of float64: the sum of exp(x - base) in 96 bits, which count in 2^-62. The base is an
// element that others exceed by at most 1. So the sum is at least 1, and no element changes the base
// unless it makes what was rounded before count less.

struct MLogSum64 { flags: u32, base: vec2<u32>, sum: vec3<u32> } // flags are 1 for NaN, 2 for infinity

fn m_logsum64_begin() -> MLogSum64 { return MLogSum64(0u, vec2<u32>(), vec3<u32>()); }

fn m_logsum64_some(s: MLogSum64) -> bool { return (s.sum.x | s.sum.y | s.sum.z) != 0u; }

// Whether x becomes the base.
fn m_logsum64_rises(s: MLogSum64, x: vec2<u32>) -> bool {
  return m_ilt64(m_forder64(m_fone64()), m_forder64(m_fsub64(x, s.base)));
}

// What exp is taken of, to add x: 0 for the first element and for what is no number.
fn m_logsum64_distance(s: MLogSum64, x: vec2<u32>) -> vec2<u32> {
  let d = m_fsub64(x, s.base);
  return select(vec2<u32>(), m_fcopysign64(d, vec2<u32>(0u, d.y | select(0u, 0x80000000u, m_logsum64_rises(s, x)))), m_fisfinite64(x) && m_logsum64_some(s));
}

// x >= 0 in units of 2^-62.
fn m_logsum64_fixed(x: vec2<u32>) -> vec3<u32> {
  let m = m_fsignificand64(x);
  let k = m_fexponent64(x) - 1024;
  let high = select(0u, m.y >> u32(clamp(32 - k, 0, 31)), k > 0);
  return vec3<u32>(select(m_right64(m, u32(clamp(-k, 0, 63)), 0u), m_left64(m, u32(clamp(k, 0, 31))), k > 0), high);
}

fn m_logsum64_float(s: vec3<u32>) -> vec2<u32> {
  return select(m_fwide64(0u, 1056, MWide64(vec2<u32>(0u, s.x), s.yz)), vec2<u32>(), (s.x | s.y | s.z) == 0u);
}

// Adds x, where e is exp of the distance.
fn m_logsum64_add(s: MLogSum64, x: vec2<u32>, e: vec2<u32>) -> MLogSum64 {
  if (!m_fisfinite64(x)) { return MLogSum64(s.flags | select(select(2u, 0u, m_negative64(x)), 1u, m_fisnan64(x)), s.base, s.sum); }
  let one = vec3<u32>(0u, 0x40000000u, 0u);
  if (!m_logsum64_some(s)) { return MLogSum64(s.flags, x, one); }
  let rises = m_logsum64_rises(s, x);
  let p = m_logsum64_fixed(m_fmul64(m_logsum64_float(s.sum), e));
  return MLogSum64(s.flags, select(s.base, x, rises), m_add96(select(s.sum, p, rises), select(m_logsum64_fixed(e), one, rises)));
}

// What exp is taken of, to merge: the distance of the lower base from the higher one.
fn m_logsum64_between(s: MLogSum64, t: MLogSum64) -> vec2<u32> {
  let d = m_fsub64(s.base, t.base);
  return select(vec2<u32>(), vec2<u32>(d.x, d.y | 0x80000000u), m_logsum64_some(s) && m_logsum64_some(t));
}

fn m_logsum64_merge(s: MLogSum64, t: MLogSum64, e: vec2<u32>) -> MLogSum64 {
  let flags = s.flags | t.flags;
  if (!m_logsum64_some(t)) { return MLogSum64(flags, s.base, s.sum); }
  if (!m_logsum64_some(s)) { return MLogSum64(flags, t.base, t.sum); }
  let swap = m_ilt64(m_forder64(s.base), m_forder64(t.base));
  let low = select(t.sum, s.sum, swap);
  let p = m_logsum64_fixed(m_fmul64(m_logsum64_float(low), e));
  return MLogSum64(flags, select(s.base, t.base, swap), m_add96(select(s.sum, t.sum, swap), p));
}

// The result, where l is the logarithm of the sum.
fn m_logsum64_end(s: MLogSum64, l: vec2<u32>) -> vec2<u32> {
  if (s.flags != 0u) { return select(vec2<u32>(0u, 0x7ff00000u), m_fnan64(), (s.flags & 1u) != 0u); }
  return select(vec2<u32>(0u, 0xfff00000u), m_fadd64(s.base, l), m_logsum64_some(s));
}
