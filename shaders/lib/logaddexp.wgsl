// logaddexp and logaddexp2: the larger operand, and the logarithm that it may cancel against. So the
// logarithm has two parts. Where more than 12 bits cancel it is computed in fixed point.

struct MPair { hi: f32, lo: f32 }

// What rounding x - y to d lost, exactly.
fn m_diff_err(x: f32, y: f32, d: f32) -> f32 {
  let back = m_bar(d - x);
  return m_bar(x - m_bar(d - back)) - m_bar(y + back);
}

// log1p(x) / x of x = 2^n <= 1.
fn m_log1p_over(x: f32, n: i32) -> MPair {
  if (n == 0) { return MPair(0.693147182, -1.9046542e-09); }
  if (n == -1) { return MPair(0.810930192, 2.3745779e-08); }
  if (n == -2) { return MPair(0.892574191, 1.4163394e-08); }
  if (n == -3) { return MPair(0.942264259, 2.638952523e-08); }
  var p = -0.143201202;
  p = p * x + 0.19850786;
  p = p * x - 0.249958828;
  p = p * x + 0.333332926;
  let hi = m_bar(1.0 - 0.5 * x);
  return MPair(hi, p * x * x + (m_bar(1.0 - hi) - 0.5 * x));
}

// What t has beyond 3 + v * r, over r * r: derivatives of log1p(x * exp(r)) from the fourth to the
// tenth.
fn m_log1p_exp_more(v: f32, r: f32) -> f32 {
  let s = v * v; let w = r * r;
  let d10 = 5.12566128e-05 - s * (0.00109126984 - s * (0.00416666688 - s * (0.00546875 - s * 0.00234375)));
  let d9 = -0.00102513225 + s * (0.00625 - s * (0.0104166670 - s * 0.00520833349));
  let d8 = -0.00063244049 + s * (0.00859375 - s * (0.01953125 - s * 0.01171875));
  let d7 = 0.0101190479 - s * (0.0357142873 - s * 0.0267857146);
  let d6 = 0.00833333377 - s * (0.0625 - s * 0.0625);
  let d5 = -0.1 + s * 0.15;
  let d4 = -0.125 + s * 0.375;
  return d4 + w * (d6 + w * (d8 + w * d10)) + v * r * (d5 + w * (d7 + w * d9));
}

// log1p(x * exp(r)) / x of x = 2^n <= 1 and |r| <= 0.35. Times x, its error is some 2^-36. It is
// Taylor's series: log1p(x) / x + y + y^2 / 6 * t with q = 1 / (1 + x), y = q * r, v = (1 - x) * q and
// t = 3 + v * r + ... Parts named h have 12 bits, so that their products are exact.
fn m_log1p_exp_pair(r: MPair, n: i32) -> MPair {
  let x = m_pow2(max(n, -126));
  let xx = x * x; let x4 = xx * xx; let x8 = x4 * x4;
  let inverse = (1.0 - x) * (1.0 + xx) * (1.0 + x4) * (1.0 + x8) * (1.0 + x8 * x8);
  let q = select(inverse, 0.5, n == 0);
  let qh = m_hi12(q); let ql = q * m_bar(m_bar(1.0 - qh) - qh * x);
  let vq = m_bar(1.0 - 2.0 * x * qh);
  let vh = m_hi12(vq); let vl = m_bar(m_bar(vq - vh) - 2.0 * x * ql);
  let rh = m_hi12(r.hi); let rl = m_bar(r.hi - rh) + r.lo;
  let yp = m_bar(qh * rh); let yr = m_bar(qh * rl + ql * r.hi);
  let y = m_bar(yp + yr);
  let yh = m_hi12(y); let yl = yr - m_bar(yh - yp);
  let zh = m_hi12(yh * yh * 0.166666672);
  let zl = (m_bar(yh * yh - 6.0 * zh) + yl * (y + yh)) * 0.166666672;
  let tr = m_bar(m_log1p_exp_more(vh + vl, r.hi) * r.hi * r.hi + (vh * rl + vl * r.hi));
  let tp = m_bar(vh * rh);
  let t = m_bar(3.0 + tp) + tr;
  let th = m_hi12(t); let tl = tr - m_bar(m_bar(th - 3.0) - tp);
  let l = m_log1p_over(x, n);
  let p = m_bar(zh * th);
  let a = m_bar(l.hi + yp);
  let b = m_bar(a + p);
  let lost = m_bar(yp - m_bar(a - l.hi)) + m_bar(p - m_bar(b - a));
  return MPair(b, m_bar(zh * tl + zl * t + yr + l.lo + lost));
}

// Whether a + l, of which r is the sum, lost digits: r is next to 0, and no small part of a.
fn m_near_one(a: f32, r: f32) -> bool {
  let c = m_abits(a);
  let of_a = select(c + 0x00800000u, max(c, 0x00800000u) - 0x00800000u, m_sbit(r) != 0u); // 2a or a/2
  return m_abits(r) < min(of_a, 0x39800000u) && m_sbit(a) != 0u && c != 0u;
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

struct MSum { r: f32, near: bool }

// a + l * 2^n, and whether the two cancel. An adapter might flush parts of a sum next to 0, though not
// the sum. Times 2^64 it flushes none.
fn m_log_sum_pair(a: f32, b: f32, l: MPair, n: i32) -> MSum {
  let up = select(0, 64, abs(a) < 3.9443045e-31 && b < -60.0);
  let x = m_pow2(max(n + up, -126));
  let c = a * m_pow2(up); let h = l.hi * x;
  let s = m_bar(c + h);
  let r = m_bar(m_diff_err(c, -h, s) + l.lo * x) + s;
  return MSum(select(r * m_pow2(-up), 0.0, r == 0.0), m_near_one(c, r));
}

// max + log1p(exp(d + dl)); d + dl is n * log(2) + r.
fn m_logaddexp(x: f32, y: f32) -> f32 {
  let a = m_max(x, y); let b = m_min(x, y);
  if (!m_isfinite(x) || !m_isfinite(y)) { return select(a, 0.0, m_abits(a) == 0u); }
  let d = m_bar(b - a);
  let dl = select(m_diff_err(b, a, d), 0.0, d < -110.0);
  let z = max(d, -110.0);
  let n = floor(z * 1.44269502 + 0.5);
  let p = m_bar(z - n * 0.693359375); // exact, as is q
  let q = n * -0.00021219254;
  let h = m_bar(p - q);
  let r = MPair(h, m_diff_err(p, q, h) + (n * 1.9046542e-09 + dl));
  let l = m_log_sum_pair(a, b, m_log1p_exp_pair(r, i32(n)), i32(n));
  if (l.near) { return m_logaddexp_near(a, b); }
  return l.r;
}

fn m_logaddexp2(x: f32, y: f32) -> f32 {
  let a = m_max(x, y); let b = m_min(x, y);
  if (!m_isfinite(x) || !m_isfinite(y)) { return select(a, 0.0, m_abits(a) == 0u); }
  let d = m_bar(b - a);
  let dl = select(m_diff_err(b, a, d), 0.0, d < -160.0);
  let z = max(d, -160.0);
  let n = floor(z + 0.5);
  let q = m_bar(z - n);
  let h = m_bar(q * 0.693147182);
  let r = MPair(h, m_prod_err(q, 0.693147182, h) + (0.693147182 * dl - q * 1.90465421e-09));
  let e = m_log1p_exp_pair(r, i32(n));
  let g = m_bar(e.hi * 1.44269502); // over log(2)
  let p = MPair(g, m_prod_err(e.hi, 1.44269502, g) + (e.lo * 1.44269502 + e.hi * 1.925963e-08));
  let l = m_log_sum_pair(a, b, p, i32(n));
  if (l.near) { return m_logaddexp2_near(a, b); }
  return l.r;
}
