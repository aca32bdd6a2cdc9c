// I0(x) for |x| < 4, by w = x^2/4.
fn m_i0_small(w: f32) -> f32 {
  var p = 4.93044e-08;
  p = p * w + 1.8703101e-06;
  p = p * w + 6.961414e-05;
  p = p * w + 0.0017358597;
  p = p * w + 0.027777955;
  p = p * w + 0.24999996;
  return m_bar(p * w * w + w) + 1.0;
}

// 2/x I1(x) - 1 for |x| < 4, by w = x^2/4.
fn m_i1_small(w: f32) -> f32 {
  var p = 6.0098397e-09;
  p = p * w + 2.6916152e-07;
  p = p * w + 1.1592636e-05;
  p = p * w + 0.00034719458;
  p = p * w + 0.006944464;
  p = p * w + 0.08333333;
  return p * w * w + 0.5 * w;
}

// sqrt(x) exp(-x) I0(x) for x >= 4, by v = 4/x - 1/2.
fn m_i0_tail(v: f32) -> f32 {
  var p = 0.0025331513;
  p = p * v + 0.0016140674;
  p = p * v - 0.00231278;
  p = p * v - 0.0021115122;
  p = p * v + 0.00028279723;
  p = p * v + 0.0012498522;
  p = p * v + 0.0014851704;
  p = p * v + 0.0029411681;
  p = p * v + 0.014698837;
  p = p * v + 0.40568635;
  return p;
}

// sqrt(x) exp(-x) I1(x) for x >= 4, by v = 4/x - 1/2.
fn m_i1_tail(v: f32) -> f32 {
  var p = -0.0027282445;
  p = p * v - 0.0015811116;
  p = p * v + 0.0026124204;
  p = p * v + 0.002224621;
  p = p * v - 0.00042319304;
  p = p * v - 0.0014892011;
  p = p * v - 0.0018857277;
  p = p * v - 0.004503196;
  p = p * v - 0.04097288;
  p = p * v + 0.37941226;
  return p;
}

// y exp(a), which may be in range where exp(a) is not.
fn m_times_exp(y: f32, a: f32) -> f32 {
  let e = m_exp_pair(a, 0.0);
  return m_ldexp(m_bar(y * m_bar(e.lo + e.hi)), e.n);
}

fn m_i0(x: f32) -> f32 {
  let a = abs(x);
  if (a < 4.0) { return m_i0_small(0.25 * a * a); }
  if (m_isnan(x)) { return x; }
  if (a > 91.9007645) { return m_inf(); }
  return m_times_exp(base_div(m_i0_tail(base_div(4.0, a) - 0.5), base_sqrt(a)), a);
}

fn m_i0e(x: f32) -> f32 {
  let a = abs(x);
  if (a < 4.0) { return m_times_exp(m_i0_small(0.25 * a * a), -a); }
  if (m_isnan(x)) { return x; }
  if (m_isinf(x)) { return 0.0; }
  return base_div(m_i0_tail(base_div(4.0, a) - 0.5), base_sqrt(a));
}

fn m_i1(x: f32) -> f32 {
  let a = abs(x);
  let h = 0.5 * x;
  if (a < 4.0) { return h + h * m_i1_small(0.25 * a * a); }
  if (m_isnan(x)) { return x; }
  if (a > 91.9062576) { return m_or(m_inf(), m_sbit(x)); }
  return m_or(m_times_exp(base_div(m_i1_tail(base_div(4.0, a) - 0.5), base_sqrt(a)), a), m_sbit(x));
}

fn m_i1e(x: f32) -> f32 {
  let a = abs(x);
  if (a < 4.0) { return m_times_exp(1.0 + m_i1_small(0.25 * a * a), -a) * (0.5 * x); }
  if (m_isnan(x)) { return x; }
  if (m_isinf(x)) { return m_or(0.0, m_sbit(x)); }
  return m_or(base_div(m_i1_tail(base_div(4.0, a) - 0.5), base_sqrt(a)), m_sbit(x));
}
