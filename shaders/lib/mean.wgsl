// The sum of integers of 64 bits in 96 bits, two's complement, which 2^32 terms never overflow.

fn m_add96(x: vec3<u32>, y: vec3<u32>) -> vec3<u32> {
  let low = m_add64(x.xy, y.xy);
  return vec3<u32>(low, x.z + y.z + select(0u, 1u, m_ult64(low, y.xy)));
}

// x / n, rounded once.
fn m_mean96(x: vec3<u32>, n: u32) -> f32 {
  let sign = x.z & 0x80000000u;
  let a = m_add96(x ^ vec3<u32>(0u - (sign >> 31u)), vec3<u32>(sign >> 31u, 0u, 0u));
  var r = m_real(sign, a, 0u, 181);
  if (a.z == 0u) { r = m_real(sign, vec3<u32>(0u, a.xy), 0u, 149); }
  if ((a.z | a.y) == 0u) { r = m_real(sign, vec3<u32>(0u, 0u, a.x), 0u, 117); }
  return m_real_f32(m_real_over(r, n), false);
}
