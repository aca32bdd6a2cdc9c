// psi(3/2 + t) for |t| <= 1/2, by its zero at -t = 0.038367855.
fn m_digamma_near(t: f32) -> f32 {
  var p = 0.008819949;
  p = p * t - 0.015768595;
  p = p * t + 0.018548412;
  p = p * t - 0.026118606;
  p = p * t + 0.040498104;
  p = p * t - 0.061996307;
  p = p * t + 0.09502085;
  p = p * t - 0.1484027;
  p = p * t + 0.24054119;
  p = p * t - 0.42362744;
  p = p * t + 0.9510559;
  return (m_bar(t + 0.0383678563) - 1.26227906e-09) * p;
}

// psi(x) for 0 < x < 4, by psi(x + 1) = psi(x) + 1/x.
fn m_digamma_steps(x: f32) -> f32 {
  if (x < 1.0) { return m_digamma_near(m_bar(x - 0.5)) - base_div(1.0, x); }
  var steps = 0.0;
  var u = x;
  if (u >= 3.0) { u = u - 1.0; steps = base_div(1.0, u); }
  if (u >= 2.0) { u = u - 1.0; steps = steps + base_div(1.0, u); }
  return m_digamma_near(m_bar(u - 1.5)) + steps;
}

// psi(x) - log(x) + 1/2x for x >= 4, by r = 1/x: the derivative of Stirling's series.
fn m_digamma_large(r: f32) -> f32 {
  let w = r * r;
  return -w * (0.0833333358 + w * (-0.00833333377 + w * (0.00396825396 + w * (-0.00416666688 + w * 0.00757575734))));
}

// (1/r - pi/tan(pi r)) / r for |r| <= 1/2, by w = r^2.
fn m_digamma_turn(w: f32) -> f32 {
  var p = 5.2379055;
  p = p * w + 0.69783163;
  p = p * w + 2.237063;
  p = p * w + 1.987586;
  p = p * w + 2.0354838;
  p = p * w + 2.164637;
  p = p * w + 3.289868;
  return p;
}

// psi(-a) = psi(a + 1) + pi/tan(pi a) for a > 0. Next to its zeros the two parts cancel what was
// much larger: 1/r, and the multiple of log(2) in log(a).
fn m_digamma_below(a: f32) -> f32 {
  let r = m_bar(a - floor(a + 0.5));
  let q = base_div(1.0, r);
  let qr = m_bar(q * r);
  let lost = m_bar(m_bar(1.0 - qr) - m_prod_err(q, r, qr)) * q;
  var k = 0.0;
  var y = 0.0;
  if (a < 1.0) {
    y = m_digamma_near(m_bar(a - 0.5));
  } else {
    let i = base_div(1.0, a);
    if (a < 4.0) {
      y = m_digamma_steps(a) + i;
    } else {
      let s = m_log_split(bitcast<u32>(a));
      k = s.k * 0.693359375;
      y = m_log_sum(MLog(0.0, s.f), s.k * -2.12194440e-4 + (0.5 * i + m_digamma_large(i)));
    }
  }
  let top = m_bar(k + q);
  let b = m_bar(top - k);
  let rest = m_bar(m_bar(k - m_bar(top - b)) + m_bar(q - b)) + lost;
  return m_bar(m_bar(y - r * m_digamma_turn(r * r)) + rest) + top;
}

fn m_digamma(x: f32) -> f32 {
  if (m_isnan(x) || (m_isinf(x) && x > 0.0)) { return x; }
  if (m_abits(x) < 0x33000000u) { return base_div(-1.0, x); }
  if (x >= 4.0) {
    let r = base_div(1.0, x);
    return m_log_sum(m_log_split(bitcast<u32>(x)), m_digamma_large(r) - 0.5 * r);
  }
  if (x > 0.0) { return m_digamma_steps(x); }
  if (floor(x) == x) { return m_nan(); }
  return m_digamma_below(-x);
}
