// The correctly rounded quotient, for adapters whose own is not. Theirs is an estimate. Its
// remainder, in integers, gives the exact one. Flushing, rearranging and contracting do no harm
// there, and subnormals are rounded once.

fn raw_div(x: f32, y: f32) -> f32 { return x / y; }

fn base_div(x: f32, y: f32) -> f32 {
  let xb = m_abits(x); let yb = m_abits(y);
  let s = m_sbit(x) ^ m_sbit(y);
  if (min(xb, yb) == 0u || max(xb, yb) >= 0x7f800000u) { return m_or(r_div_special(xb, yb), s); }
  return bitcast<f32>(r_div(xb, yb) | s);
}

// Quotients with a zero, an infinity or NaN, without their sign.
fn r_div_special(xb: u32, yb: u32) -> f32 {
  if (max(xb, yb) > 0x7f800000u || xb == yb) { return m_nan(); }
  return select(0.0, m_inf(), xb == 0x7f800000u || yb == 0u);
}

// The bits of the quotient of two finite positive numbers, from theirs.
fn r_div(xb: u32, yb: u32) -> u32 {
  let x = m_norm(xb); let y = m_norm(yb);
  var n = (bitcast<u32>(x.m) & 0x7fffffu) | 0x800000u;
  let d = (bitcast<u32>(y.m) & 0x7fffffu) | 0x800000u;
  var e = x.e - y.e + 127;
  if (n < d) { n = n << 1u; e -= 1; }
  // q = floor(2^24 * n / d) has 25 bits. If the adapter is at most 3.5 units off, the estimate less
  // 8 is at most 15 too small. r is n * 2^24 - q * d, modulo 2^32 all the way.
  var q = u32(raw_div(f32(n), f32(d)) * 16777216.0) - 8u;
  var r = (n << 24u) - q * d;
  for (var k = 8u; k > 0u; k = k >> 1u) {
    if (r >= k * d) { r -= k * d; q += k; }
  }
  return r_round(q, r != 0u, e);
}

// The bits of (q + a fraction, if more) * 2^(e - 151), for 25 bits of q: to nearest even.
fn r_round(q: u32, more: bool, e: i32) -> u32 {
  if (e > 254) { return 0x7f800000u; }
  let v = (q << 1u) | select(0u, 1u, more);
  let drop = u32(clamp(3 - e, 2, 27)); // 2, and what a subnormal lacks
  let up = (1u << (drop - 1u)) - 1u + ((v >> drop) & 1u);
  return ((v + up) >> drop) + (u32(max(e, 1) - 1) << 23u);
}
