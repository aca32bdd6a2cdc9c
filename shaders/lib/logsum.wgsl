// log(sum(exp(x))): the sum, in two parts, of exp(x - base). The base is an element that at most
// e^30 exceeds, so it changes rarely, and what has been rounded then counts little.

// special is NaN, infinity, or -infinity. hi is 0 until there is a finite element.
struct MLogSum { special: f32, base: f32, hi: f32, lo: f32 }

fn m_logsum_begin() -> MLogSum { return MLogSum(-m_inf(), 0.0, 0.0, 0.0); }

// exp(x - y) for x <= y + 30.
fn m_exp_diff(x: f32, y: f32) -> f32 {
  let d = m_bar(x - y);
  let near = m_abits(d) < 0x42c80000u; // 100
  return select(0.0, m_exp_core(select(0.0, d, near), select(0.0, m_diff_err(x, y, d), near), 0), near);
}

// s, to the base of t.
fn m_logsum_rebase(s: MLogSum, base: f32) -> MLogSum {
  let e = m_exp_diff(s.base, base);
  let p = m_bar(s.hi * e);
  return MLogSum(s.special, base, p, m_prod_err(s.hi, e, p) + s.lo * e);
}

fn m_logsum_plus(s: MLogSum, hi: f32, lo: f32) -> MLogSum {
  let sum = m_bar(s.hi + hi);
  let rest = m_bar(m_diff_err(s.hi, -hi, sum) + (s.lo + lo));
  let top = m_bar(sum + rest);
  return MLogSum(s.special, s.base, top, m_bar(sum - top) + rest);
}

fn m_logsum_add(s: MLogSum, x: f32) -> MLogSum {
  if (!m_isfinite(x)) { return MLogSum(m_max(s.special, x), s.base, s.hi, s.lo); }
  if (s.hi == 0.0) { return MLogSum(s.special, x, 1.0, 0.0); }
  if (m_bar(x - s.base) > 30.0) { return m_logsum_plus(m_logsum_rebase(s, x), 1.0, 0.0); }
  return m_logsum_plus(s, m_exp_diff(x, s.base), 0.0);
}

fn m_logsum_merge(s: MLogSum, t: MLogSum) -> MLogSum {
  let special = m_max(s.special, t.special);
  if (t.hi == 0.0) { return MLogSum(special, s.base, s.hi, s.lo); }
  if (s.hi == 0.0) { return MLogSum(special, t.base, t.hi, t.lo); }
  let base = m_max(s.base, t.base);
  let a = m_logsum_rebase(s, base);
  let b = m_logsum_rebase(t, base);
  return m_logsum_plus(MLogSum(special, base, a.hi, a.lo), b.hi, b.lo);
}

fn m_logsum_end(s: MLogSum) -> f32 {
  if (!m_isneginf(s.special) || s.hi == 0.0) { return s.special; }
  let l = m_log_split(bitcast<u32>(s.hi));
  let up = l.k * 0.693359375; // exact
  let h = m_bar(s.base + up);
  let rest = m_bar(m_diff_err(s.base, -up, h) + (base_div(s.lo, s.hi) + l.k * -2.12194440e-4));
  return m_bar(m_log_sum(MLog(0.0, l.f), rest)) + h;
}

fn m_logsum_save(s: MLogSum) -> array<u32, 4> {
  return array<u32, 4>(bitcast<u32>(s.special), bitcast<u32>(s.base), bitcast<u32>(s.hi), bitcast<u32>(s.lo));
}

fn m_logsum_load(w: array<u32, 4>) -> MLogSum {
  return MLogSum(bitcast<f32>(w[0]), bitcast<f32>(w[1]), bitcast<f32>(w[2]), bitcast<f32>(w[3]));
}
