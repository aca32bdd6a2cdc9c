// exp(x + d) * 2^sc for |x| <= 105 and small |d|.
fn m_exp_core(x: f32, d: f32, sc: i32) -> f32 {
  let n = floor(x * 1.44269502 + 0.5);
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
  return m_ldexp(m_bar(t) + s, i32(n) + sc);
}

fn m_exp(x: f32) -> f32 {
  if (m_isnan(x)) { return x; }
  var r = m_exp_core(clamp(x, -105.0, 90.0), 0.0, 0);
  r = select(r, m_inf(), x > 88.7228394);
  return select(r, 0.0, x < -104.0);
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

fn m_sigmoid(x: f32) -> f32 {
  if (m_isnan(x)) { return x; }
  let e = m_exp_core(-min(abs(x), 104.0), 0.0, 0);
  return base_div(select(e, 1.0, x >= 0.0), 1.0 + e);
}

fn m_tanh(x: f32) -> f32 {
  let b = m_abits(x);
  if (b > 0x7f800000u || b < 0x39800000u) { return x; }
  let a = abs(x);
  if (a < 0.625) {
    let w = x * x;
    return m_bar(x * w * (-0.333332837 + w * (0.133314848 + w * (-0.0537430048 + w * (0.0206491034 + w * -0.0057154987))))) + x;
  }
  let e = m_exp_core(2.0 * min(a, 12.0), 0.0, 0);
  return m_or(1.0 - base_div(2.0, e + 1.0), m_sbit(x));
}
