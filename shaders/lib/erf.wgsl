// erf(x) for |x| < 0.925: x + p x, on a larger scale where p x might be subnormal.
fn m_erf_small(x: f32) -> f32 {
  let w = x * x;
  var p = 7.99664995e-05;
  p = p * w - 0.000804976968;
  p = p * w + 0.00519240508;
  p = p * w - 0.0268557314;
  p = p * w + 0.112836257;
  p = p * w - 0.376126289;
  p = p * w + 0.128379166;
  let k = select(0, 60, m_abits(x) < 0x0d800000u);
  let y = m_bar(x * m_pow2(k));
  return m_bar(m_bar(p * y) + y) * m_pow2(-k);
}

// 1 - exp(-t p) beyond 0.925; from 3.95 on that is 1.
fn m_erf(x: f32) -> f32 {
  if (m_isnan(x)) { return x; }
  let a = abs(x);
  if (a < 0.925) { return m_erf_small(x); }
  let t = min(a, 3.95);
  var p = 4.94126834e-06;
  p = p * t - 4.56132948e-05;
  p = p * t - 4.94466403e-05;
  p = p * t + 0.00292982883;
  p = p * t - 0.0226736907;
  p = p * t + 0.105262347;
  p = p * t + 0.635625422;
  p = p * t + 1.12855172;
  return m_or(1.0 - m_exp_near(-(p * t)), m_sbit(x));
}

// f * erfc(x + dx) for x >= 0.45 and a dx below its last place: exp(-x^2) p / (1 + 2x), a
// quotient that must be rounded correctly. What dx adds, and what the sums p and 1 + 2x
// lost, goes into the exponent; 2^n comes last, for subnormal results.
fn m_erfc_tail(x0: f32, dx: f32, f: f32) -> f32 {
  let x = min(x0, 10.2);
  let q = base_div(x - 2.0, x + 2.0);
  var p = -0.000259625464;
  p = p * q - 0.00126222626;
  p = p * q + 0.00117536762;
  p = p * q + 0.00866080821;
  p = p * q - 0.00801447965;
  p = p * q - 0.0542130135;
  p = p * q + 0.164049864;
  p = p * q - 0.166030511;
  p = p * q - 0.0927638113;
  let u = m_bar(p * q);
  let num = m_bar(1.27697837 + u);
  let den = m_bar(1.0 + 2.0 * x);
  let z = base_div(num, den);
  let lost = (m_bar(1.27697837 - num) + u) - z * (2.0 * x - m_bar(den - 1.0));
  let s = m_hi12(x);
  let d = m_bar(s - x) * (s + x);
  let e = m_exp_pair(-(s * s), d - dx * (2.0 * x + 1.65 * z) + 0.833 * lost);
  let eh = m_hi12(e.hi + e.lo);
  let el = m_bar(e.hi - eh) + e.lo;
  let zh = m_hi12(z);
  return m_ldexp((m_bar(m_bar(z - zh) * eh + z * el) + zh * eh) * f, e.n);
}

fn m_erfc(x: f32) -> f32 {
  if (m_isnan(x)) { return x; }
  let a = abs(x);
  if (a < 0.46875) { return 1.0 - m_erf_small(x); }
  let v = select(m_erfc_tail(a, 0.0, 1.0), 0.0, a > 10.2);
  return select(v, 2.0 - v, m_sbit(x) != 0u);
}

// x/2 (1 + erf(x / sqrt(2))), in the tail x/2 erfc(-x / sqrt(2)). NaN of -Inf, as
// PyTorch has it: -Inf * 0.
fn m_gelu(x: f32) -> f32 {
  if (m_isnan(x)) { return x; }
  let a = abs(x);
  let t = m_bar(a * 0.707106769);
  let neg = m_sbit(x) != 0u;
  if (a < 0.66) { return 0.5 * x * (1.0 + m_xor(m_erf_small(t), m_sbit(x))); }
  if (a > 14.4) { return select(x, select(m_or(0.0, 0x80000000u), m_nan(), m_isinf(x)), neg); }
  // a / sqrt(2) - t, by parts of a and of 1 / sqrt(2) whose products are exact
  let h = m_hi12(a);
  let lost = m_bar(m_bar(h * 0.707031250 - t) + h * 7.55190849e-05) + m_bar(a - h) * 0.707106769 + a * 1.21016175e-08;
  let tail = m_erfc_tail(t, lost, 0.5 * a);
  return select(x - tail, m_or(tail, 0x80000000u), neg);
}
