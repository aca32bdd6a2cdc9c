// float16, bfloat16, float32: medium, 2300 bytes of helpers 8f14eca8
fn apply(x0: f32) -> f32 {
  let v1 = m_rsqrt(x0);
  return v1;
}

// float64: medium, 6063 bytes of helpers d1ca7f1b
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_fdiv64(m_fone64(), m_fsqrt64(x0));
  return v1;
}

