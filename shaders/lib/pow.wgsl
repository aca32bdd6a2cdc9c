// Powers of a positive x != 1 from its bits: 2^(y * log2(x)), the logarithm in two parts.
fn m_pow_core(ab: u32, y0: f32) -> f32 {
  let s0 = m_log_split(ab);
  let f = s0.f;
  let den = m_bar(f) + 2.0;
  let dh = m_hi12(den);
  let dl = m_bar(f - m_bar(dh - 2.0));
  let rc = base_div(1.0, den);
  let s = f * rc;
  let sh = m_hi12(s);
  let sl = rc * (m_bar(m_bar(f - sh * dh) - sh * dl));
  let w = s * s;
  var r = w * w * (0.600000024 + w * (0.42855832 + w * (0.33435908 + w * 0.25828439)));
  r = r + sl * (sh + s);
  let h2 = sh * sh;
  let th = m_hi12(3.0 + h2 + r);
  let tl = r - m_bar(m_bar(th - 3.0) - h2);
  let u = sh * th;
  let v = m_bar(sl * th + tl * s);
  let ph = m_hi12(u + v);
  let pl = v - m_bar(ph - u);
  let zh = 0.961669922 * ph;
  let zl = 0.000126772051 * ph + pl * 0.961796701;
  let t1 = m_hi12(m_bar(zh + zl) + s0.k);
  let t2 = zl - m_bar(m_bar(t1 - s0.k) - zh);
  let y = clamp(y0, -8589934592.0, 8589934592.0);
  let y1 = m_hi12(y);
  let lo = m_bar(m_bar(y - y1) * t1 + y * t2);
  let hi = y1 * t1;
  let z = clamp(hi + lo, -160.0, 140.0);
  let n = floor(z + 0.5);
  let over = z >= 128.0 && m_bar(hi - 128.0) + lo >= -4.2995665694e-08;
  let qa = m_bar(hi - n);
  let q = m_bar(qa + lo);
  let e = m_ldexp(m_exp2_poly(clamp(q, -0.6, 0.6), clamp(m_bar(qa - q) + lo, -1e-6, 1e-6)), i32(n));
  return select(select(e, m_inf(), over || z > 128.5), 0.0, z < -151.0);
}

fn m_pow(x: f32, y: f32) -> f32 {
  let xb = bitcast<u32>(x); let yb = bitcast<u32>(y);
  let ax = xb & 0x7fffffffu; let ay = yb & 0x7fffffffu;
  if (ay == 0u || xb == 0x3f800000u) { return 1.0; }
  if (ax > 0x7f800000u || ay > 0x7f800000u) { return m_nan(); }
  // yi: 0 where y is not whole, 1 where it is odd, 2 where even.
  var yi = 0u;
  if (ay >= 0x4b800000u) { yi = 2u; }
  else if (ay >= 0x3f800000u) {
    let sh = 150u - (ay >> 23u);
    let m = (ay & 0x7fffffu) | 0x800000u;
    if (((m >> sh) << sh) == m) { yi = 2u - ((m >> sh) & 1u); }
  }
  let yneg = (yb >> 31u) != 0u;
  if (ay == 0x7f800000u) {
    if (ax == 0x3f800000u) { return 1.0; }
    return select(0.0, m_inf(), (ax > 0x3f800000u) != yneg);
  }
  let sg = select(0u, xb & 0x80000000u, yi == 1u);
  if (ax == 0u || ax == 0x7f800000u) {
    return m_or(select(0.0, m_inf(), (ax != 0u) != yneg), sg);
  }
  if ((xb >> 31u) != 0u && yi == 0u) { return m_nan(); }
  if (ax == 0x3f800000u) { return m_or(1.0, sg); }
  return m_or(m_pow_core(ax, y), sg);
}
