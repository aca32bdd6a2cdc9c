// lgamma(1 + t) for 0 <= t <= 1, zero at both ends.
fn m_lgamma_unit(t: f32) -> f32 {
  var p = -0.0021529905;
  p = p * t + 0.012208523;
  p = p * t - 0.032228783;
  p = p * t + 0.055237766;
  p = p * t - 0.07451616;
  p = p * t + 0.0920283;
  p = p * t - 0.115203075;
  p = p * t + 0.1554472;
  p = p * t - 0.24525212;
  p = p * t + 0.5772157;
  return m_bar(t * (t - 1.0)) * p;
}

// Stirling's series for x >= 8: (x - 1/2) * (log(x) - 1) + (log(2*pi) - 1)/2 + 1/12x - ...
fn m_lgamma_large(x: f32) -> f32 {
  let r = base_div(1.0, x);
  let w = r * r;
  let c = r * (0.0833333358 + w * (-0.00277777785 + w * 0.000793650805)) + 0.418938547;
  return m_bar((x - 0.5) * m_log_sum(m_log_split(bitcast<u32>(x)), -1.0)) + c;
}

// lgamma(1 + t) carried to -16 < x < 8 along gamma(x+1) = x * gamma(x): one logarithm of the
// product of the steps. Near the zeros below -2 it cancels what was much larger, so the
// product and its logarithm have two parts.
fn m_lgamma_steps(x: f32) -> f32 {
  let m = floor(x);
  let up = m >= 1.0;
  let n = select(1 - i32(m), i32(m) - 1, up);
  var p = 1.0; var pl = 0.0; var f = select(x, x - 1.0, up);
  for (var i = 0; i < min(n, 17); i++) { // n is 17 at most
    let q = m_bar(p * f);
    pl = m_prod_err(p, f, q) + pl * f;
    p = q;
    f = m_bar(f + select(1.0, -1.0, up));
  }
  let s = m_log_split(m_abits(p));
  let k = s.k * 0.693359375;
  let hi = m_bar(k + s.f);
  let w = s.f * s.f;
  let c = s.k * -2.12194440e-4 + base_div(pl, p);
  let lo = m_bar(s.f - m_bar(hi - k)) + m_bar(m_bar(w * s.f * m_log_poly(s.f) + c) - 0.5 * w);
  let g = m_lgamma_unit(m_bar(x - m));
  return select(g - lo, g + lo, up) + select(-hi, hi, up);
}

fn m_lgamma(x: f32) -> f32 {
  if (m_isnan(x)) { return x; }
  if (m_isinf(x) || (x <= 0.0 && floor(x) == x)) { return m_inf(); }
  if (x > -16.0 && x < 8.0) { return m_lgamma_steps(x); }
  let a = abs(x);
  let l = m_lgamma_large(a);
  if (x > 0.0) { return l; }
  // |gamma(x) * gamma(|x|) * x * sin(pi*x)| = pi; t is the distance from a whole number
  let t = abs(m_bar(a - floor(a + 0.5)));
  let s = select(m_cos_k(3.14159274 * m_bar(0.5 - t), 0.0), m_sin_k(3.14159274 * t, 0.0), t < 0.25);
  return m_bar(1.14472985 - m_log(a * s)) - l;
}
