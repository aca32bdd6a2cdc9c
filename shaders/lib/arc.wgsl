// asin(sqrt(z)) / sqrt(z) - 1 for 0 <= z <= 1/4.
fn m_asin_p(z: f32) -> f32 {
  return z * (0.166667551 + z * (0.0749519169 + z * (0.0454837717 + z * (0.0241127945 + z * 0.0422807895))));
}

// The square root of 0 <= z <= 1/4.
fn m_sqrt_hl(z: f32) -> MHL {
  let s = base_sqrt(z);
  let hi = m_hi12(s);
  return MHL(hi, select(base_div(m_bar(z - hi * hi), s + hi), 0.0, z == 0.0));
}

// pi/2 - 2 asin(sqrt((1 - |x|) / 2)) where |x| > 1/2.
fn m_asin(x: f32) -> f32 {
  let b = m_abits(x);
  if (b > 0x3f800000u) { return m_nan(); }
  if (b < 0x39800000u) { return x; }
  if (b <= 0x3f000000u) { return m_bar(x * m_asin_p(x * x)) + x; }
  let z = (1.0 - abs(x)) * 0.5;
  let s = m_sqrt_hl(z);
  let p = m_bar(2.0 * (s.hi + s.lo) * m_asin_p(z)) - m_bar(-4.37113883e-08 - 2.0 * s.lo);
  let r = 0.785398185 - m_bar(p - m_bar(0.785398185 - 2.0 * s.hi));
  return m_or(r, m_sbit(x));
}

fn m_acos(x: f32) -> f32 {
  let b = m_abits(x);
  if (b > 0x3f800000u) { return m_nan(); }
  if (b <= 0x3f000000u) {
    return 1.57079637 - m_bar(x - m_bar(-4.37113883e-08 - x * m_asin_p(x * x)));
  }
  let z = (1.0 - abs(x)) * 0.5;
  let s = m_sqrt_hl(z);
  let w = m_asin_p(z) * (s.hi + s.lo) + s.lo;
  if (m_sbit(x) != 0u) { return 3.14159274 - 2.0 * m_bar(s.hi + m_bar(w + 4.37113883e-08)); }
  return 2.0 * m_bar(s.hi + w);
}

// atan(t) - t for 0 <= t <= 1.
fn m_atan_p(t: f32) -> f32 {
  let w = t * t;
  var p = -0.00182311598;
  p = p * w + 0.011046255;
  p = p * w - 0.0314221419;
  p = p * w + 0.0582012571;
  p = p * w - 0.0841754302;
  p = p * w + 0.109569333;
  p = p * w - 0.14265126;
  p = p * w + 0.199986279;
  p = p * w - 0.333333015;
  return p * w * t;
}

fn m_atan(x: f32) -> f32 {
  let b = m_abits(x);
  if (b > 0x7f800000u || b < 0x39800000u) { return x; }
  let a = abs(x);
  if (b <= 0x3f800000u) { return m_or(m_bar(m_atan_p(a)) + a, m_sbit(x)); }
  let t = base_div(1.0, min(a, 1e30));
  return m_or(1.57079637 - m_bar(t + m_bar(m_atan_p(t) + 4.37113883e-08)), m_sbit(x));
}

// 0 to pi by the octant of (|x|, y), from the arc tangent of the smaller over the larger.
fn m_atan2(y: f32, x: f32) -> f32 {
  let yb = m_abits(y); let xb = m_abits(x);
  if (max(xb, yb) > 0x7f800000u) { return m_nan(); }
  let most = max(xb, yb); let least = min(xb, yb);
  var t = 0.0;
  if (least == most && most != 0u) { t = 1.0; }
  else if (least != 0u && most != 0x7f800000u) {
    let n = m_norm(least); let d = m_norm(most);
    t = m_ldexp(base_div(n.m, d.m), max(n.e - d.e, -152));
  }
  let left = m_sbit(x) != 0u;
  var hi = 0.0; var lo = 0.0; var sg = 1.0;   // hi + lo + sg * atan(t)
  if (yb > xb) { hi = 1.57079637; lo = -4.37113883e-08; sg = select(-1.0, 1.0, left); }
  else if (left) { hi = 3.14159274; lo = -8.74227766e-08; sg = -1.0; }
  let r = m_bar(m_bar(sg * m_bar(m_atan_p(t)) + lo) + sg * t) + hi;
  return m_or(r, m_sbit(y));
}
