// h - 1/4h for h = e^|x|/2; cosh(x) is their sum.
fn m_sinh(x: f32) -> f32 {
  let b = m_abits(x);
  if (b >= 0x7f800000u || b < 0x39800000u) { return x; }
  let a = abs(x);
  if (a < 1.0) {
    let w = x * x;
    return m_bar(x * w * (0.166666672 + w * (0.00833331142 + w * (0.000198426351 + w * 2.78392554e-06)))) + x;
  }
  let h = m_exp_core(min(a, 95.0), 0.0, -1);
  var r = h - base_div(0.25, h);
  r = select(r, h, a > 20.0);
  r = select(r, m_inf(), a > 89.4159851);
  return m_or(r, m_sbit(x));
}

fn m_cosh(x: f32) -> f32 {
  if (m_isnan(x)) { return x; }
  let a = abs(x);
  let h = m_exp_core(min(a, 95.0), 0.0, -1);
  var r = h + base_div(0.25, h);
  r = select(r, h, a > 20.0);
  return select(r, m_inf(), a > 89.4159851);
}

// 1 - 2 / (e^2|x| + 1), without a branch: software drivers compute both sides, and SwiftShader then
// merges all that either side has made.
fn m_tanh(x: f32) -> f32 {
  let b = m_abits(x);
  let a = abs(x);
  let w = x * x;
  let near = m_bar(x * w * (-0.333332837 + w * (0.133314848 + w * (-0.0537430048 + w * (0.0206491034 + w * -0.0057154987))))) + x;
  let e = m_exp_near(2.0 * min(a, 12.0));
  let far = m_or(1.0 - base_div(2.0, e + 1.0), m_sbit(x));
  return select(select(far, near, a < 0.625), x, b > 0x7f800000u || b < 0x39800000u);
}

// log1p(x + sqrt(1 + x^2) - 1); log(2x) where that is the same, before the square overflows.
fn m_asinh(x: f32) -> f32 {
  let b = m_abits(x);
  if (b >= 0x7f800000u || b < 0x39800000u) { return x; }
  let a = abs(x);
  if (a < 0.5) {
    let w = x * x;
    return m_bar(x * w * (-0.166666433 + w * (0.0749864131 + w * (-0.0443832017 + w * (0.0281629208 + w * -0.0132274693))))) + x;
  }
  let big = a > 67108864.0;
  let y = min(a, 67108864.0);
  let w = y * y;
  let z = base_div(w, 1.0 + base_sqrt(1.0 + w));
  let v = m_bar(y + z);
  let lo = m_bar(y - v) + z;
  let r = m_log1p_sum(select(0.0, 1.0, big), 1.0, select(v, a, big), select(lo, 0.0, big));
  return m_or(r, m_sbit(x));
}

// log1p(t + sqrt(2t + t^2)) for t = x - 1; log(2x) where that is the same.
fn m_acosh(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  if (b == 0x7f800000u) { return x; }
  if (b < 0x3f800000u || b > 0x7f800000u) { return m_nan(); }
  let big = x > 67108864.0;
  let t = min(x, 67108864.0) - 1.0;
  let s = base_sqrt(2.0 * t + t * t);
  let v = m_bar(s + t);
  let lo = m_bar(s - v) + t;
  return m_log1p_sum(select(0.0, 1.0, big), 1.0, select(v, x, big), select(lo, 0.0, big));
}

// log1p(2|x| / (1 - |x|)) / 2.
fn m_atanh(x: f32) -> f32 {
  let b = m_abits(x);
  if (b > 0x3f800000u) { return m_nan(); }
  if (b == 0x3f800000u) { return m_or(m_inf(), m_sbit(x)); }
  if (b < 0x39800000u) { return x; }
  let a = abs(x);
  if (a < 0.5) {
    let w = x * x;
    return m_bar(x * w * (0.333332986 + w * (0.200026006 + w * (0.142212942 + w * (0.118352473 + w * (0.0509457402 + w * 0.177242965)))))) + x;
  }
  return m_or(0.5 * m_log1p(base_div(2.0 * a, 1.0 - a)), m_sbit(x));
}
