// sqrt(w) less than the normal number of probability (1 - sqrt(1 - exp(-w))) / 2, by x = sqrt(w) - 7.
fn m_normal_end(x: f32) -> f32 {
  var p = -2.9265501e-09;
  p = p * x + 2.1229148e-08;
  p = p * x - 6.874884e-08;
  p = p * x + 3.6425584e-07;
  p = p * x - 2.310125e-06;
  p = p * x + 8.840548e-06;
  p = p * x + 8.9043615e-06;
  p = p * x - 0.0007253348;
  p = p * x + 0.4263696;
  p = p * x + 2.7142608;
  return p;
}

// sqrt(2) erfinv(a) for 0 <= a < 1, by w = -log(1 - a^2).
fn m_normal(a: f32, w: f32) -> f32 {
  if (w > 16.81) {
    let s = m_bar(base_sqrt(w));
    return s + m_normal_end(s - 7.0);
  }
  return m_normal_below(a, w);
}

fn m_erfinv(x: f32) -> f32 {
  let b = m_abits(x);
  if (b >= 0x3f800000u) { return select(m_nan(), m_or(m_inf(), m_sbit(x)), b == 0x3f800000u); }
  if (b < 0x21800000u) { return 0.886226925 * x; } // the parts of the sum below may be subnormal
  let a = abs(x);
  let y = m_normal(a, m_minus_log(m_bar(m_bar(1.0 - a) * m_bar(1.0 + a))));
  return m_or(0.707106769 * y, m_sbit(x));
}

fn m_ndtri(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  if ((b << 1u) == 0u) { return -m_inf(); }
  if (b >= 0x3f800000u) { return select(m_nan(), m_inf(), b == 0x3f800000u); }
  let low = x < 0.5;
  let q = select(m_bar(1.0 - x), x, low);
  var w = 0.0;
  if (q < 0.0001) { // 4q(1-q) may be subnormal, and log(1-q) is -q
    w = -m_log_sum(m_log_split(bitcast<u32>(q)), 1.38629436 - q);
  } else {
    w = m_minus_log(m_bar(4.0 * q * m_bar(1.0 - q)));
  }
  return m_xor(m_normal(m_bar(1.0 - 2.0 * q), w), select(0u, 0x80000000u, low));
}
