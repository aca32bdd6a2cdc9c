// logaddexp and logaddexp2. Along the curve where they are 0 the larger operand cancels against the
// logarithm. Around the curve they are the logarithm of a sum of exponentials in two parts. Next to
// it, where up to 55 bits cancel, they are computed in fixed point.

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

// p + q, the larger first.
fn m_pair_sum(p: MPair, q: MPair) -> MPair {
  let s = m_bar(p.hi + q.hi);
  return MPair(s, m_bar(q.hi - m_bar(s - p.hi)) + (p.lo + q.lo));
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

// a + l / log(2). Where the two cancel the sum of the upper parts is mostly exact.
fn m_add_log2(a: f32, l: f32) -> f32 {
  let h = m_hi12(l);
  return m_bar(a + h * 1.44238281) + m_bar(m_bar(l - h) * 1.44269502 + h * 0.000312228396);
}

// Whether r lost digits. r is the sum above, or the logarithm of a sum in two parts. It did if it
// is between -c/2 and 2 * c, where c is the lesser of -a and 2^-13.
fn m_near_one(a: f32, r: f32) -> bool {
  let c = min(m_abits(a), 0x39000000u);
  let s = m_abits(r);
  let near = select(s < c + 0x00800000u, s + 0x00800000u < c, m_sbit(r) != 0u);
  return near && m_sbit(a) != 0u && c != 0u;
}

// log(base^a + base^-(k + z)) / log(base) next to 0. What is taken the logarithm of is 1 + d;
// 2^k * d / log(base) is 1 / log(base) - z * growth(z * log(base)) + 2^k * a * growth(...).
fn m_log_near_one(a: f32, k: i32, z: MFix, log: MFix, per: MFix, by: f32) -> f32 {
  let p = m_norm(m_abits(a));
  let m = (bitcast<u32>(p.m) & 0x7fffffu) | 0x800000u;
  let e = p.e - 23;
  if (e + k > -22) { return a; } // where subnormals are flushed, the other one may not count
  var sum = per; var x = z; var scaled = z;
  for (var i = 0; i < 2; i = i + 1) { // drivers inline every call, so there is only one of growth
    sum = m_fix_minus(sum, m_fix_times(scaled, m_fix_growth(m_fix_times(x, log))));
    x = m_fix(m, e); scaled = m_fix(m, e + k);
  }
  let d = m_fix_parts(sum);
  let n = d.n - k;
  let q = m_xor(d.hi * m_pow2(max(n, -126)) * by, d.sign);
  let r = m_bar(d.lo - d.hi * (q * (0.5 - q * 0.33333334))) + d.hi; // log1p
  return m_or(m_ldexp(r, max(n, -250)), d.sign);
}

// The parts of b, -b = k log(2) + z, and log(e) and its inverse.
fn m_logaddexp_near(a: f32, b: f32) -> f32 {
  let k = i32(floor(-b * 1.44269502 - 1e-4));
  let y = m_fix(u32(-b * 16777216.0), -24);
  let l = m_fix_log2();
  let z = m_fix_carry(m_fix_carry(MFix(y.h - k * l.h, y.l - k * l.l)));
  return m_log_near_one(a, k, z, m_fix_one(), m_fix_one(), 1.0);
}

// The same for -b = k + z, log(2) and its inverse.
fn m_logaddexp2_near(a: f32, b: f32) -> f32 {
  let k = floor(-b);
  let per = MFix(vec4<i32>(11818, 4569, 2396, 766), vec4<i32>(750, 8003, 8173, 210));
  return m_log_near_one(a, i32(k), m_fix(u32(m_bar(-b - k) * 16777216.0), -24), m_fix_log2(), per, 0.693147182);
}

fn m_fix_log2() -> MFix { return MFix(vec4<i32>(5678, 2143, 7144, 7415), vec4<i32>(4951, 4728, 7580, 6148)); }

// Whether a is next to 0 and b far below. Then the logarithm is a + by * exp(t + tl). An adapter
// might flush its parts, though not the sum. Times 2^64 it flushes none.
fn m_tiny(a: f32, b: f32) -> bool { return abs(a) < 3.9443045e-31 && b < -60.0; }

fn m_tiny_sum(a: f32, by: f32, t: f32, tl: f32) -> f32 {
  let e = m_bar(by * m_exp_core(max(t, -105.0), tl, 64));
  return m_bar(a * 1.8446744e+19 + select(e, 0.0, t < -104.5)); // 2^-150.8, of no number half a unit
}

// max + log1p(exp(min - max)). The smaller operand is cut off where it no longer counts in
// the sum.
fn m_logaddexp(x: f32, y: f32) -> f32 {
  let a = m_max(x, y); let b = m_min(x, y);
  if (!m_isfinite(x) || !m_isfinite(y)) { return select(a, 0.0, m_abits(a) == 0u); }
  let d = m_bar(b - a);
  let dl = select(m_diff_err(b, a, d), 0.0, d < -105.0);
  let far = a < -1.2 || a > -1.220703125e-4;
  var e: MPair;
  if (far) {
    e = m_exp_parts(m_exp_pair(max(d, -105.0), dl));
  } else {
    e = m_pair_sum(m_exp_wide_e(a), m_exp_wide_e(max(b, -60.0)));
  }
  let l = m_log1p_sum(0.0, select(0.0, 1.0, far), e.hi, e.lo);
  var r = select(l, m_bar(l) + a, far);
  let tiny = m_tiny(a, b);
  if (tiny) { r = m_tiny_sum(a, 1.0, d, dl); }
  if (m_near_one(select(a, a * 1.8446744e+19, tiny), r)) { return m_logaddexp_near(a, b); }
  if (tiny) { r = r * 5.421011e-20; }
  return select(r, 0.0, r == 0.0);
}

fn m_logaddexp2(x: f32, y: f32) -> f32 {
  let a = m_max(x, y); let b = m_min(x, y);
  if (!m_isfinite(x) || !m_isfinite(y)) { return select(a, 0.0, m_abits(a) == 0u); }
  let d = m_bar(b - a);
  let dl = select(m_diff_err(b, a, d), 0.0, d < -151.0);
  let z = max(d, -151.0);
  let t = m_bar(z * 0.693147182);
  let tl = m_prod_err(z, 0.693147182, t) + (0.693147182 * dl - z * 1.90465421e-09);
  let far = a < -1.5 || a > -1.220703125e-4;
  var e: MPair;
  if (far) {
    e = m_exp_parts(m_exp_pair(t, tl));
  } else {
    e = m_pair_sum(m_exp_wide_2(a), m_exp_wide_2(max(b, -80.0)));
  }
  let l = m_log1p_sum(0.0, select(0.0, 1.0, far), e.hi, e.lo);
  var r = select(1.44269502 * l, m_add_log2(a, m_bar(l)), far);
  let tiny = m_tiny(a, b);
  if (tiny) { r = m_tiny_sum(a, 1.44269502, t, tl); }
  if (m_near_one(select(a, a * 1.8446744e+19, tiny), r)) { return m_logaddexp2_near(a, b); }
  if (tiny) { r = r * 5.421011e-20; }
  return select(r, 0.0, r == 0.0);
}
