// sqrt(x*x + y*y) of operands scaled to where their squares neither overflow nor vanish.
fn m_hypot(x: f32, y: f32) -> f32 {
  let a = max(m_abits(x), m_abits(y)); let b = min(m_abits(x), m_abits(y));
  if (m_isinf(x) || m_isinf(y)) { return m_inf(); }
  if (a > 0x7f800000u) { return m_nan(); }
  if (b == 0u) { return bitcast<f32>(a); }
  let p = m_norm(a); let q = m_norm(b);
  let s = q.m * m_pow2(max(q.e - p.e, -60));
  return m_ldexp(base_sqrt(p.m * p.m + s * s), p.e);
}

// x * 2^y. Where y is whole, 2^0 is exactly 1 and m_ldexp rounds once.
fn m_ldexp2(x: f32, y: f32) -> f32 {
  let a = m_abits(x);
  if (a > 0x7f800000u || m_isnan(y)) { return m_nan(); }
  if (m_isinf(y)) {
    let up = m_sbit(y) == 0u;
    if (a == select(0x7f800000u, 0u, up)) { return m_nan(); }
    return m_or(select(0.0, m_inf(), up), m_sbit(x));
  }
  if (a == 0u || a == 0x7f800000u) { return x; }
  let z = clamp(y, -400.0, 400.0);
  let n = floor(z + 0.5);
  let p = m_norm(a);
  return m_or(m_ldexp(p.m * m_exp2_poly(m_bar(z - n), 0.0), clamp(p.e + i32(n), -250, 250)), m_sbit(x));
}
