struct MLog { k: f32, f: f32 }

// A positive number from its bits: 2^k * (1 + f) with f around 0.
fn m_log_split(bits: u32) -> MLog {
  var b = bits;
  var e = 0;
  if (b < 0x00800000u) { let s = countLeadingZeros(b) - 8u; b = b << s; e = -i32(s); }
  let k = bitcast<i32>(b - 0x3f3504f3u) >> 23u;
  let m = bitcast<f32>(b - (bitcast<u32>(k) << 23u));
  return MLog(f32(k + e), m - 1.0);
}

// (log1p(f) - f + f^2/2) / f^3.
fn m_log_poly(f: f32) -> f32 {
  var p = 0.0674954057;
  p = p * f - 0.116701834;
  p = p * f + 0.118834712;
  p = p * f - 0.124062084;
  p = p * f + 0.142203629;
  p = p * f - 0.166679904;
  p = p * f + 0.200020716;
  p = p * f - 0.250000089;
  p = p * f + 0.333333135;
  return p;
}

// k * log(2) + log1p(f) + c.
fn m_log_sum(s: MLog, c: f32) -> f32 {
  let f = s.f;
  let w = f * f;
  let lo = m_bar(m_bar(w * f * m_log_poly(f) + (s.k * -2.12194440e-4 + c)) - 0.5 * w);
  return m_bar(f + lo) + s.k * 0.693359375;
}

// The logarithm of bits that are no positive finite number.
fn m_log_special(b: u32) -> f32 {
  if ((b << 1u) == 0u) { return -m_inf(); }
  if (b == 0x7f800000u) { return m_inf(); }
  return m_nan();
}

fn m_log(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  if (b - 1u >= 0x7f7fffffu) { return m_log_special(b); }
  return m_log_sum(m_log_split(b), 0.0);
}

// A number in two parts, the upper one of 12 bits.
struct MHL { hi: f32, lo: f32 }

// log1p(f).
fn m_log_hl(f: f32) -> MHL {
  let w = f * f;
  let hf = 0.5 * w;
  let hi = m_hi12(f - hf);
  let lo = m_bar(m_bar(f - hi) - hf) + w * f * m_log_poly(f);
  return MHL(hi, lo);
}

fn m_log2(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  if (b - 1u >= 0x7f7fffffu) { return m_log_special(b); }
  let s = m_log_split(b);
  let l = m_log_hl(s.f);
  let a = l.hi * 1.44238281;
  let t = l.lo * 1.44269502 + l.hi * 0.000312228396;
  let w = m_bar(s.k + a);
  return m_bar(m_bar(a - m_bar(w - s.k)) + t) + w;
}

fn m_log10(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  if (b - 1u >= 0x7f7fffffu) { return m_log_special(b); }
  let s = m_log_split(b);
  let l = m_log_hl(s.f);
  let a = l.hi * 0.434204102;
  let t = m_bar(l.lo * 0.434294492 + l.hi * 9.03803375e-05) + s.k * 4.60503907e-06;
  let kk = s.k * 0.301025391;
  let w = m_bar(kk + a);
  return m_bar(m_bar(a - m_bar(w - kk)) + t) + w;
}

// k * log(2) + log(one + x + lo) for a one of 0 or 1, a finite x above -one and a lo below its
// last place. Next to 1 the logarithm is that of 1 + x; k is 0 there.
fn m_log1p_sum(k: f32, one: f32, x: f32, lo: f32) -> f32 {
  var s = MLog(0.0, x);
  var c = lo * (1.0 - x * (1.0 - x));
  if (one == 0.0 || x <= -0.2928932 || x >= 0.4142135) {
    let u = m_bar(one + x);
    let lost = select(m_bar(x - m_bar(u - one)), m_bar(one - m_bar(u - x)), x >= 1.0);
    s = m_log_split(bitcast<u32>(u));
    s.k = s.k + k;
    c = base_div(select(lost + lo, 0.0, x > 67108864.0), u);
  }
  return m_log_sum(s, c);
}

fn m_log1p(x: f32) -> f32 {
  if (m_abits(x) < 0x33000000u) { return x; }
  let b = bitcast<u32>(1.0 + x);
  if (b - 1u >= 0x7f7fffffu) { return m_log_special(b); }
  return m_log1p_sum(0.0, 1.0, x, 0.0);
}
