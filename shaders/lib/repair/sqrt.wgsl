// The correctly rounded square root, for adapters whose own is not; see div.wgsl.

fn raw_sqrt(x: f32) -> f32 { return sqrt(x); }

fn base_sqrt(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  if ((b << 1u) == 0u || b == 0x7f800000u) { return x; }
  if (b > 0x7f800000u) { return m_nan(); }
  let n = m_norm(b);
  let odd = u32(n.e & 1);
  // s = floor(2^24 * sqrt(m)) for m in [1, 4). If the adapter is at most 7 units off, the estimate
  // less 15 is at most 31 too small. r is m * 2^48 - s * s, modulo 2^32.
  var s = u32(raw_sqrt(select(n.m, n.m * 2.0, odd != 0u)) * 16777216.0) - 15u;
  var r = (((bitcast<u32>(n.m) & 0x7fffffu) | 0x800000u) << (25u + odd)) - s * s;
  for (var k = 16u; k > 0u; k = k >> 1u) {
    let t = (2u * s + k) * k;
    if (r >= t) { r -= t; s += k; }
  }
  // No root of 24 bits lies halfway between two numbers of 24 bits.
  return bitcast<f32>(((s + 1u) >> 1u) + (u32((n.e >> 1u) + 126) << 23u));
}
