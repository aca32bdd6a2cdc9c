// Remainders of float64 (see float64.wgsl).

// Exact: long division of the significands, eleven bits a round.
fn m_fmod64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  if (!m_fisfinite64(x) || m_fisnan64(y) || m_fiszero64(y)) { return m_fnan64(); }
  if (m_ult64(m_fabs64(x), m_fabs64(y))) { return x; }
  let p = m_fopen64(x); let q = m_fopen64(y);
  let d = m_right64(q.m, 11u, 0u);
  var r = m_right64(p.m, 11u, 0u);
  if (!m_ult64(r, d)) { r = m_sub64(r, d); }
  var n = p.e - q.e;
  while (n > 0 && !m_eq64(r, vec2<u32>(0u))) {
    r = m_fdigit64(r, d, u32(min(n, 11))).r;
    n -= 11;
  }
  if (m_eq64(r, vec2<u32>(0u))) { return m_fcopysign64(r, x); }
  return m_fround64(x.y & 0x80000000u, m_fnormal64(q.e + 11, r));
}

// A zero takes the sign of y.
fn m_fremainder64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let m = m_fmod64(x, y);
  if (m_fiszero64(m)) { return m_fcopysign64(m, y); }
  if (!m_fisnan64(m) && m_negative64(m ^ y)) { return m_fadd64(m, y); }
  return m;
}

// See m_floor_div.
fn m_ffloor_div64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let m = m_fmod64(x, y);
  if (m_fisnan64(m)) { return select(m, m_fdiv64(x, y), m_fiszero64(y)); }
  var d = m_fdiv64(m_fsub64(x, m), y);
  if (!m_fiszero64(m) && m_negative64(m ^ y)) { d = m_fsub64(d, m_fone64()); }
  if (m_fiszero64(d)) { return vec2<u32>(0u, (x.y ^ y.y) & 0x80000000u); }
  let f = m_ffloor64(d);
  let up = m_flt64(vec2<u32>(0u, 0x3fe00000u), m_fsub64(d, f));
  return select(f, m_fadd64(f, m_fone64()), up);
}
