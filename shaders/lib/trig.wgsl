// The upper word of a product.
fn m_mulhi(a: u32, b: u32) -> u32 {
  let al = a & 0xffffu; let ah = a >> 16u;
  let bl = b & 0xffffu; let bh = b >> 16u;
  let t = al * bl;
  let u = ah * bl + (t >> 16u);
  let v = al * bh + (u & 0xffffu);
  return ah * bh + (u >> 16u) + (v >> 16u);
}

// The upper word of two, shifted to the left by up to 31 bits.
fn m_shifted(high: u32, low: u32, by: u32) -> u32 { return (high << by) | ((low >> 1u) >> (31u - by)); }

struct MRed { q: u32, r: f32, lo: f32 }

// A finite x as q*pi/2 + r modulo 2*pi, |r| <= pi/4. Payne and Hanek, in integers: x times
// those words of 2/pi that matter, so that no argument is too large.
fn m_trig_reduce(x: f32) -> MRed {
  let ab = m_abits(x);
  if (ab <= 0x3f490fdau) { return MRed(0u, x, 0.0); }
  let m = (ab & 0x7fffffu) | 0x800000u;
  let s = (ab >> 23u) - 120u;          // bit offset into 32 zero bits . 2/pi
  let i = s >> 5u; let sh = s & 31u;
  // words 0, 2/pi[0..6], selected without dynamic indexing
  let b4 = (i & 4u) != 0u; let b2 = (i & 2u) != 0u; let b1 = (i & 1u) != 0u;
  var a0 = select(0u, 0xf534ddc0u, b4);
  var a1 = select(0xa2f9836eu, 0xdb629599u, b4);
  var a2 = select(0x4e441529u, 0x3c439041u, b4);
  var a3 = select(0xfc2757d1u, 0xfe5163abu, b4);
  var a4 = select(0xf534ddc0u, 0xdebbc561u, b4);
  a0 = select(a0, a2, b2); a1 = select(a1, a3, b2); a2 = select(a2, a4, b2);
  a3 = select(a3, 0xdb629599u, b2); a4 = select(a4, 0x3c439041u, b2);
  a0 = select(a0, a1, b1); a1 = select(a1, a2, b1); a2 = select(a2, a3, b1); a3 = select(a3, a4, b1);
  let g0 = m_shifted(a0, a1, sh);
  let g1 = m_shifted(a1, a2, sh);
  let g2 = m_shifted(a2, a3, sh);
  let p1 = m * g1;
  let r1 = p1 + m_mulhi(m, g2);
  let r0 = m * g0 + m_mulhi(m, g1) + select(0u, 1u, r1 < p1);
  var q = r0 >> 30u;
  var hi = (r0 << 2u) | (r1 >> 30u);
  var lo = r1 << 2u;
  let neg = (hi >> 31u) != 0u;          // fraction >= 1/2: round up, r negative
  if (neg) { q += 1u; hi = ~hi; lo = ~lo; }   // (one-unit error of ~ is far below f32)
  let low = hi == 0u;
  hi = select(hi, lo, low);
  let z = countLeadingZeros(hi);
  let n = m_shifted(hi, select(lo, 0u, low), z);
  let zz = z + select(0u, 32u, low);
  // n: fraction normalised to 32 bits, value n*2^-(32+zz); times pi/2 = 0xC90FDAA2*2^-31
  let t = m_mulhi(n, 0xC90FDAA2u);
  // the upper 24 bits and the rest, so that both are converted exactly
  let half = 64u << (t >> 31u); // of the 24th bit
  let up = (t + half) & (0u - 2u * half);
  let unit = m_pow2(-31 - i32(zz));
  let r = f32(up) * unit;
  let rest = f32(bitcast<i32>(t - up)) * unit;
  var sgn = m_sbit(x);
  q = select(q, 0u - q, sgn != 0u);
  if (neg) { sgn = sgn ^ 0x80000000u; }
  return MRed(q & 3u, m_or(r, sgn), m_xor(rest, sgn));
}

// The sine, cosine and tangent of r + lo for |r| <= pi/4.
fn m_sin_k(r: f32, lo: f32) -> f32 {
  let w = r * r;
  let p = -0.166666672 + w * (0.0083333794 + w * (-0.000198530281 + w * 2.83177383e-06));
  return m_bar(r * w * p + lo * (1.0 - 0.5 * w)) + r;
}

fn m_cos_k(r: f32, lo: f32) -> f32 {
  let w = r * r;
  let h = 0.5 * w;
  let t = m_bar(1.0 - h);
  let p = 0.0416666456 + w * (-0.00138873013 + w * 2.44306684e-05);
  return m_bar(m_bar(m_bar(1.0 - t) - h) + (w * w * p - r * lo)) + t;
}

fn m_sin(x: f32) -> f32 {
  let b = m_abits(x);
  if (b >= 0x7f800000u) { return m_nan(); }
  if (b < 0x39800000u) { return x; }
  let t = m_trig_reduce(x);
  let v = select(m_sin_k(t.r, t.lo), m_cos_k(t.r, t.lo), (t.q & 1u) != 0u);
  return m_xor(v, (t.q & 2u) << 30u);
}

fn m_cos(x: f32) -> f32 {
  if (m_abits(x) >= 0x7f800000u) { return m_nan(); }
  let t = m_trig_reduce(x);
  let v = select(m_cos_k(t.r, t.lo), m_sin_k(t.r, t.lo), (t.q & 1u) != 0u);
  return m_xor(v, ((t.q + 1u) & 2u) << 30u);
}

// The tangent of the reduced argument in two parts, or -1 over both of them, which must be
// rounded correctly.
fn m_tan(x: f32) -> f32 {
  let b = m_abits(x);
  if (b >= 0x7f800000u) { return m_nan(); }
  if (b < 0x39800000u) { return x; }
  let t = m_trig_reduce(x);
  let r = t.r;
  let w = r * r;
  var p = 0.00437206449;
  p = p * w + 9.93037902e-05;
  p = p * w + 0.0108268047;
  p = p * w + 0.0212863721;
  p = p * w + 0.0540588982;
  p = p * w + 0.133326754;
  p = p * w + 0.333333492;
  let a = p * w * r;
  let near = a + r;
  let tail = m_bar(a + t.lo * (1.0 + near * near));
  let v = m_bar(r + tail);
  let q = base_div(-1.0, v);
  return select(v, q + q * q * (m_bar(r - v) + tail), (t.q & 1u) != 0u);
}

// sin(pi x) / (pi x). The distance r to the nearest whole number is exact, and where it is 0 the
// result is +0. Else it is (-1)^n r (1 + w p) / x, corrected by the quotient's remainder.
fn m_sinc(x: f32) -> f32 {
  let b = m_abits(x);
  if (b >= 0x7f800000u) { return m_nan(); }
  let a = abs(x);
  if (a >= 8388608.0) { return 0.0; }
  let n = round(a);
  let r = m_bar(a - n);
  let w = r * r;
  var p = -0.00221469137;
  p = p * w + 0.0261044297;
  p = p * w - 0.190745354;
  p = p * w + 0.811742008;
  p = p * w - 1.64493406;
  if (n == 0.0) { return m_bar(p * w) + 1.0; }
  if (r == 0.0) { return 0.0; }
  let u = m_bar(r * w * p);
  let num = m_bar(r + u);
  let per = base_div(1.0, a);
  let v = m_bar(num * per);
  let back = m_bar(v * a);
  let rest = m_bar(m_bar(num - back) - m_prod_err(v, a, back)) + (m_bar(r - num) + u);
  return m_xor(v + rest * per, u32(n) << 31u);
}
