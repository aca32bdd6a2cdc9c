// logaddexp and logaddexp2. Along the curve where they are 0 the larger operand cancels
// against the logarithm; there they are the logarithm of a sum of exponentials in two parts.

struct MPair { hi: f32, lo: f32 }

// c + cl + r * h, for |r * h| below c.
fn m_pair_step(r: MPair, h: MPair, c: f32, cl: f32) -> MPair {
  let p = m_bar(r.hi * h.hi);
  let pl = m_prod_err(r.hi, h.hi, p) + (r.hi * h.lo + r.lo * h.hi);
  let s = m_bar(c + p);
  return MPair(s, m_bar(m_bar(p - m_bar(s - c)) + pl) + cl);
}

// exp(r) * 2^n for |r| <= 0.35 and n >= -126, to some 42 bits: Taylor's series, in two parts
// up to the fifth power.
fn m_exp_wide(r: MPair, n: i32) -> MPair {
  var p = 2.8629236e-07;
  p = p * r.hi + 2.757915e-06;
  p = p * r.hi + 2.4800036e-05;
  p = p * r.hi + 0.0001984127;
  p = p * r.hi + 0.0013888889;
  let t = m_bar(p * r.hi);
  let s = m_bar(0.00833333377 + t);
  var h = MPair(s, m_bar(t - m_bar(s - 0.00833333377)) - 4.34617203e-10);
  h = m_pair_step(r, h, 0.0416666679, -1.24176347e-09);
  h = m_pair_step(r, h, 0.166666672, -4.96705388e-09);
  h = m_pair_step(r, h, 0.5, 0.0);
  h = m_pair_step(r, h, 1.0, 0.0);
  h = m_pair_step(r, h, 1.0, 0.0);
  let unit = m_pow2(n);
  return MPair(h.hi * unit, h.lo * unit);
}

// log(p + q), the larger first.
fn m_log_of_sum(p: MPair, q: MPair) -> f32 {
  let s = m_bar(p.hi + q.hi);
  let lo = m_bar(q.hi - m_bar(s - p.hi)) + (p.lo + q.lo);
  return m_log_sum(m_log_split(bitcast<u32>(s)), base_div(lo, s));
}

// What rounding x - y to d lost, exactly.
fn m_diff_err(x: f32, y: f32, d: f32) -> f32 {
  let back = m_bar(d - x);
  return m_bar(x - m_bar(d - back)) - m_bar(y + back);
}

// exp(x) for -87 <= x <= 1; n * log(2) comes in three parts, of which two are exact.
fn m_exp_wide_e(x: f32) -> MPair {
  let n = floor(x * 1.44269502 + 0.5);
  let a = m_bar(x - n * 0.693359375);
  let b = n * -0.00021219254;
  let r = m_bar(a - b);
  return m_exp_wide(MPair(r, m_diff_err(a, b, r) + n * 1.9046542e-09), i32(n));
}

// 2^x for -126 <= x <= 1.
fn m_exp_wide_2(x: f32) -> MPair {
  let n = floor(x + 0.5);
  let q = m_bar(x - n);
  let r = m_bar(q * 0.693147182);
  return m_exp_wide(MPair(r, m_prod_err(q, 0.693147182, r) - q * 1.90465421e-09), i32(n));
}

// a + (per + perl) * log1p(exp(t + tl)) for -110 <= t <= 0. Where the sum of subnormals is 0,
// it has the sign that it has before rounding.
fn m_logaddexp_sum(a: f32, t: f32, tl: f32, per: f32, perl: f32) -> f32 {
  let p = m_exp_split(t, tl);
  let l = m_log1p_sum(0.0, m_bar(m_ldexp(p.hi, p.n)), p.lo * m_pow2(max(p.n, -126)));
  let r = m_bar(l * per + l * perl) + a;
  let scaled = m_bar(a * 16777216.0) + m_ldexp(p.hi * per, p.n + 24);
  return select(r, m_or(0.0, m_sbit(scaled)), r == 0.0);
}

// max + log1p(exp(min - max)). The smaller operand is cut off where it no longer counts in
// the sum.
fn m_logaddexp(x: f32, y: f32) -> f32 {
  let a = m_max(x, y); let b = m_min(x, y);
  if (!m_isfinite(x) || !m_isfinite(y)) { return select(a, 0.0, m_abits(a) == 0u); }
  let d = m_bar(b - a);
  let dl = select(m_diff_err(b, a, d), 0.0, d < -105.0);
  if (a < -1.2 || a > -1e-6) { return m_logaddexp_sum(a, max(d, -105.0), dl, 1.0, 0.0); }
  return m_log_of_sum(m_exp_wide_e(a), m_exp_wide_e(max(b, -60.0)));
}

fn m_logaddexp2(x: f32, y: f32) -> f32 {
  let a = m_max(x, y); let b = m_min(x, y);
  if (!m_isfinite(x) || !m_isfinite(y)) { return select(a, 0.0, m_abits(a) == 0u); }
  let d = m_bar(b - a);
  let dl = select(m_diff_err(b, a, d), 0.0, d < -151.0);
  let z = max(d, -151.0);
  let t = m_bar(z * 0.693147182);
  let tl = m_prod_err(z, 0.693147182, t) + (0.693147182 * dl - z * 1.90465421e-09);
  if (a < -1.5 || a > -1e-6) { return m_logaddexp_sum(a, t, tl, 1.44269502, 1.92596303e-08); }
  return 1.44269502 * m_log_of_sum(m_exp_wide_2(a), m_exp_wide_2(max(b, -80.0)));
}
