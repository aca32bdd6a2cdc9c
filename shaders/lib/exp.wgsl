struct MExp { hi: f32, lo: f32, n: i32 }

// exp(x + d) as (hi + lo) * 2^n for |x| <= 105 and small |d|; |lo| is below hi / 8.
fn m_exp_pair(x: f32, d: f32) -> MExp {
  let n = floor((x + d) * 1.44269502 + 0.5);
  let a = m_bar(x - n * 0.693359375);
  let b = m_bar(n * 2.12194440e-4 + d);
  let r = m_bar(a + b);
  let c = m_bar(a - r) + b;
  var p = 0.00139439607;
  p = p * r + 0.00837010052;
  p = p * r + 0.0416663662;
  p = p * r + 0.166665092;
  p = p * r + 0.5;
  let s = m_bar(1.0 + r);
  let t = m_bar(r - m_bar(s - 1.0)) + m_bar(p * r * r + c);
  return MExp(s, m_bar(t), i32(n));
}

// exp(x + d) * 2^sc for |x| <= 105 and small |d|.
fn m_exp_core(x: f32, d: f32, sc: i32) -> f32 {
  let e = m_exp_pair(x, d);
  return m_ldexp(e.lo + e.hi, e.n + sc);
}

// From -104 down the last product is less than half of any number.
fn m_exp(x: f32) -> f32 {
  let r = m_exp_core(clamp(x, -105.0, 90.0), 0.0, 0);
  return select(select(r, m_inf(), x > 88.7228394), x, m_isnan(x));
}

// exp(x - n log(2)) - 1, where that exponent is at most 0.35.
fn m_expm1_rest(x: f32, n: f32) -> f32 {
  let r = m_bar(x - n * 0.693359375) + n * 2.12194440e-4;
  var p = 0.00138734723;
  p = p * r + 0.00836762972;
  p = p * r + 0.0416674241;
  p = p * r + 0.16666536;
  p = p * r + 0.49999997;
  return m_bar(p * r * r + r);
}

// exp(x) for |x| <= 80, within a unit.
fn m_exp_near(x: f32) -> f32 {
  let n = floor(x * 1.44269502 + 0.5);
  return (1.0 + m_expm1_rest(x, n)) * m_pow2(i32(n));
}

// 2^(q + ql) for |q| <= 0.5.
fn m_exp2_poly(q: f32, ql: f32) -> f32 {
  var p = 0.00015464134;
  p = p * q + 0.00133920659;
  p = p * q + 0.00961805973;
  p = p * q + 0.055503577;
  p = p * q + 0.240226507;
  let h = m_hi12(q);
  let u = h * 0.693115234;
  let v = m_bar(m_bar(q - h) + ql) * 0.693147182 + h * 3.19461833e-05;
  let s = m_bar(1.0 + u);
  let t = m_bar(u - m_bar(s - 1.0)) + m_bar(p * q * q + v);
  return m_bar(t) + s;
}

// 2^n - 1 + 2^n expm1(r) for x = n log(2) + r.
fn m_expm1(x: f32) -> f32 {
  if (m_abits(x) < 0x33000000u || m_isnan(x)) { return x; }
  if (x > 60.0) { return m_exp(x); }
  if (x < -17.4) { return -1.0; }
  let n = floor(x * 1.44269502 + 0.5);
  let p = m_expm1_rest(x, n);
  if (n == 0.0) { return p; }
  let t = m_pow2(i32(n));
  return m_bar(t * p) + m_bar(t - 1.0);
}

fn m_exp2(x: f32) -> f32 {
  if (m_isnan(x)) { return x; }
  let y = clamp(x, -152.0, 130.0);
  let n = floor(y + 0.5);
  var r = m_ldexp(m_exp2_poly(m_bar(y - n), 0.0), i32(n));
  r = select(r, m_inf(), x >= 128.0);
  return select(r, 0.0, x < -151.0);
}

// 1 or e^-|x| over 1 + e^-|x|, correctly rounded, and corrected by what the exponential and
// the sum lost.
fn m_sigmoid(x: f32) -> f32 {
  let p = m_exp_pair(-min(abs(x), 104.0), 0.0);
  let h = m_bar(p.hi + p.lo);
  let e = m_ldexp(h, p.n);
  let lo = m_bar(m_bar(p.hi - h) + p.lo) * m_pow2(max(p.n, -126));
  let den = m_bar(1.0 + e);
  let lost = m_bar(e - m_bar(den - 1.0)) + lo;
  let neg = m_sbit(x) != 0u;
  let q = base_div(select(1.0, e, neg), den);
  let r = q + m_bar(select(0.0, lo, neg) - q * lost) * select(q, 1.0 - q, neg);
  return select(r, x, m_isnan(x));
}
