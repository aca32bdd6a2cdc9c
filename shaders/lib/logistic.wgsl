// The functions around 1 / (1 + exp(-x)).

// The same number, but hi is p rounded and lo what that lost.
fn m_exp_split(p: MExp) -> MExp {
  let hi = m_bar(p.hi + p.lo);
  return MExp(hi, m_bar(m_bar(p.hi - hi) + p.lo), p.n);
}

// The same number without its exponent.
fn m_exp_parts(p: MExp) -> MPair {
  let s = m_exp_split(p);
  return MPair(m_bar(m_ldexp(s.hi, s.n)), s.lo * m_pow2(max(s.n, -126)));
}

// log1p(p).
fn m_log1p_exp(p: MExp) -> f32 {
  let e = m_exp_parts(p);
  return m_log1p_sum(0.0, 1.0, e.hi, e.lo);
}

// -log1p(exp(-x)).
fn m_logsigmoid(x: f32) -> f32 {
  if (m_isnan(x)) { return x; }
  return m_xor(max(-x, 0.0) + m_log1p_exp(m_exp_pair(-min(abs(x), 105.0), 0.0)), 0x80000000u);
}

// Whether x * y is above p of its sign, to which it may round. All may be subnormal; an infinite
// p is that of an infinite operand, or beyond the largest number.
fn m_rounded_down(x: f32, y: f32, p: f32) -> bool {
  let xb = m_abits(x); let yb = m_abits(y);
  let neg = m_sbit(x) != m_sbit(y);
  if (xb == 0u || yb == 0u) { return false; }
  if (!m_isfinite(p)) { return neg && m_isfinite(x) && m_isfinite(y); }
  if (m_abits(p) == 0u) { return !neg; }
  let xn = m_norm(xb); let yn = m_norm(yb); let pn = m_norm(m_abits(p));
  let m = m_bar(xn.m * yn.m);
  let more = m_bar(m - m_ldexp(pn.m, clamp(pn.e - xn.e - yn.e, -250, 250))) + m_prod_err(xn.m, yn.m, m);
  return select(more > 0.0, more < 0.0, neg);
}

// Whether x * y, which rounds to p, is above a limit.
fn m_above(x: f32, y: f32, p: f32, limit: f32) -> bool {
  let sign = m_sbit(x) ^ m_sbit(y);
  let flushed = m_abits(p) < 0x00800000u && m_abits(x) != 0u && m_abits(y) != 0u; // it may be
  if (!flushed && !m_eq(limit, p)) { return m_lt(limit, p); }
  let more = m_rounded_down(x, y, select(p, limit, flushed));
  if (flushed) { return !m_isnan(limit) && select(sign == 0u, more, m_sbit(limit) == sign); }
  return more;
}

// log(exp(p) + 1) / beta with p = x * beta, whose rounding error d counts. It is x itself where p +
// d is above the threshold, or so large that the result is x anyway. Far below 0 the exponential
// keeps its exponent apart: a small beta makes a large quotient.
fn m_softplus(x: f32, beta: f32, threshold: f32) -> f32 {
  // Small operands are scaled: an adapter may flush them, or parts of them; m_above does not.
  let k = m_grown(x); let h = m_grown(beta);
  let q = m_bar(k.v * h.v);
  let p = m_bar(m_bar(q * k.back) * h.back);
  if (m_isnan(p)) { return p; }
  let d = select(0.0, m_prod_err(k.v, h.v, q) * k.back * h.back, abs(p) <= 215.0);
  if (p > 20.0 || m_above(x, beta, p, threshold)) { return x; }
  let e = m_exp_pair(-min(abs(p), 215.0), select(-d, d, p < 0.0));
  var l = e.lo + e.hi; var sc = e.n;
  if (p > -18.0) {
    l = m_bar(m_log1p_exp(e) + select(0.0, d, p > 0.0)) + max(p, 0.0);
    sc = 0;
  }
  let b = m_abits(beta);
  if (b == 0u) { return m_or(m_inf(), m_sbit(beta)); }
  let n = m_norm(b);
  return m_or(m_ldexp(base_div(l, n.m), clamp(sc - n.e, -250, 250)), m_sbit(beta));
}

// log(x / (1 - x)). Around 1/2 it is twice the inverse hyperbolic tangent of 2x - 1, which is exact
// there. Elsewhere it is log(y) - log1p(-y), where y is the smaller of x and 1 - x.
fn m_logit(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  if ((b << 1u) == 0u) { return -m_inf(); }
  if (b == 0x3f800000u) { return m_inf(); }
  if (b > 0x3f800000u) { return m_nan(); }
  let s = m_bar(2.0 * x - 1.0);
  if (abs(s) < 0.5) { return 2.0 * m_atanh(s); }
  let y = select(x, m_bar(1.0 - x), x > 0.5);
  let r = m_log_sum(m_log_split(bitcast<u32>(y)), -m_log_sum(MLog(0.0, -y), 0.0));
  return select(r, -r, x > 0.5);
}
