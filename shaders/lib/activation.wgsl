// Activations that are steep or cancel. Quotients are corrected by what rounding took from their
// operands, as q + (lost from num - q * lost from den) / den.

// x * sigmoid(z + d) for small |d|, where x is at least -110 if z is negative. With
// e = exp(-|z + d|) that is x / (1 + e), or x * e / (1 + e) for negative z.
fn m_gate(x: f32, z: f32, d: f32) -> f32 {
  let neg = m_sbit(z) != 0u;
  let p = m_exp_split(m_exp_pair(-min(abs(z), 110.0), select(-d, d, neg)));
  let unit = m_pow2(max(p.n, -126));
  let e = m_bar(p.hi * unit);
  let den = m_bar(1.0 + e);
  let lost = m_bar(e - m_bar(den - 1.0)) + p.lo * unit;
  let num = m_bar(x * select(1.0, p.hi, neg));
  let q = m_bar(base_div(num, den));
  let r = m_bar(select(0.0, m_prod_err(x, p.hi, num) + x * p.lo, neg) - q * lost);
  return m_or(m_ldexp(q + base_div(r, den), select(0, p.n, neg)), m_sbit(x));
}

fn m_silu(x: f32) -> f32 {
  if (!m_isfinite(x)) { return select(m_nan(), x, m_isposinf(x)); }
  let z = max(x, -110.0);
  return m_gate(z, z, 0.0);
}

// x * sigmoid(z) with z = x * (a + b * x^2), a = 2 * sqrt(2/pi) and b = 0.044715 * a. z is in two
// parts, since its error becomes the result's relative error.
fn m_gelu_tanh(x: f32) -> f32 {
  if (!m_isfinite(x)) { return select(m_nan(), x, m_isposinf(x)); }
  let c = clamp(x, -12.0, 12.0);
  let w = m_bar(c * c);
  let t = m_bar(w * 0.0713548139);
  let tl = m_prod_err(w, 0.0713548139, t) + (m_prod_err(c, c, w) * 0.0713548139 + w * 2.39883246e-09);
  let s = m_bar(1.5957692 + t);
  let back = m_bar(s - t);
  let sl = m_bar(m_bar(1.5957692 - back) + m_bar(t - m_bar(s - back))) + (tl - 4.53406788e-08);
  let z = m_bar(c * s);
  return m_gate(max(x, -12.0), z, m_prod_err(c, s, z) + c * sl);
}

// tanh(log1p(exp(x))) is (1 + 2e) / (1 + 2e + 2e^2) with e = exp(-|x|), or
// e * (2 + e) / (2 + 2e + e^2) for negative x.
fn m_mish(x: f32) -> f32 {
  if (!m_isfinite(x)) { return select(m_nan(), x, m_isposinf(x)); }
  let neg = m_sbit(x) != 0u;
  let y = max(x, -110.0);
  let p = m_exp_split(m_exp_pair(-min(abs(x), 110.0), 0.0));
  let unit = m_pow2(max(p.n, -126));
  let e = m_bar(p.hi * unit); let el = p.lo * unit;
  let one = select(1.0, 2.0, neg);
  let part = select(2.0 * e, e, neg);
  let num = m_bar(one + part);
  let numl = m_bar(part - m_bar(num - one)) + select(2.0 * el, el, neg);
  let sum = m_bar(one + 2.0 * e);
  let square = m_bar(e * part);
  let den = m_bar(sum + square);
  let suml = m_bar(2.0 * e - m_bar(sum - one)) + 2.0 * el;
  let denl = m_bar(square - m_bar(den - sum)) + suml + 2.0 * el * part;
  let q = m_bar(base_div(num, den));
  let ql = base_div(numl - q * denl, den);
  let v = m_bar(y * select(1.0, p.hi, neg));
  let vl = select(0.0, m_prod_err(y, p.hi, v) + y * p.lo, neg);
  return m_or(m_ldexp(v * q + m_bar(v * ql + vl * q), select(0, p.n, neg)), m_sbit(x));
}

// x if it is positive, else alpha * (e^t - 1) for t = x / alpha, which is x where t is tiny.
// The quotient of the significands carries its residual into the exponential, of which both
// parts are multiplied. Only a negative alpha makes t, and the exponent of e^t, large.
fn m_celu(x: f32, alpha: f32) -> f32 {
  if (m_isnan(x) || (m_sbit(x) == 0u && m_abits(x) != 0u)) { return x; }
  let b = m_abits(x); let a = m_abits(alpha); let up = m_sbit(alpha) != 0u;
  if (a > 0x7f800000u || (a == b && (b == 0u || m_isinf(x))) || (a == 0u && up)) { return m_nan(); }
  if (b == 0u || m_isinf(alpha)) { return x; }
  if (a == 0u || m_isinf(x)) { return select(m_xor(alpha, 0x80000000u), x, up); }
  let v = m_norm(b); let w = m_norm(a);
  let unit = m_pow2(clamp(v.e - w.e, -100, 9));
  let q = m_bar(base_div(v.m, w.m));
  if (q * unit < 5.9604645e-08) { return x; }
  let back = m_bar(q * w.m);
  let rest = base_div(m_bar(v.m - back) - m_prod_err(q, w.m, back), w.m);
  let t = min(q * unit, select(80.0, 215.0, up));
  let p = m_exp_pair(select(-t, t, up), select(-rest, rest, up) * unit);
  var hi = p.hi; var lo = p.lo; var n = p.n;
  if (t < 60.0 || !up) {
    let s = m_pow2(n);
    let h = m_bar(p.hi * s);
    hi = m_bar(h - 1.0);
    lo = m_bar(h - m_bar(hi + 1.0)) + p.lo * s;
    n = 0;
  }
  let e = m_bar(hi + lo);
  let y = m_bar(e * w.m);
  let yl = m_prod_err(e, w.m, y) + m_bar(m_bar(hi - e) + lo) * w.m;
  return m_or(m_ldexp(m_bar(y + yl), min(n + w.e, 250)), 0x80000000u);
}

// |x| - 1 + 2 / (exp(2|x|) + 1) from 1 on. Below, x^3 in two parts times a polynomial, 1/4
// of which is exact.
fn m_tanhshrink(x: f32) -> f32 {
  if (m_isnan(x)) { return x; }
  let a = abs(x);
  if (a < 1.0) {
    let tiny = a < 9.5367432e-7; // 2^-20; scaled, or an adapter would flush parts of a normal result
    let y = x * select(1.0, 1.0995116e12, tiny);
    let w = m_bar(y * y);
    let v = m_bar(y * w);
    let vl = m_prod_err(y, w, v) + y * m_prod_err(y, y, w);
    let z = select(w, 0.0, tiny);
    var p = -0.00020825089;
    p = p * z + 0.0011581747;
    p = p * z - 0.0035389184;
    p = p * z + 0.008932421;
    p = p * z - 0.021915365;
    p = p * z + 0.053978562;
    p = p * z - 0.13333413;
    p = p * z + 0.0833333358;
    let s = m_bar(m_bar(v * p + vl * (m_bar(p) + 0.25)) + v * 0.25) * select(1.0, 7.523164e-37, tiny); // 2^-120
    return m_or(s, select(m_sbit(x), 0u, a == 0.0));
  }
  let e = m_exp_near(2.0 * min(a, 12.0));
  return m_or(m_bar(a - 1.0) + base_div(2.0, e + 1.0), m_sbit(x));
}
