// float16, bfloat16, float32: medium, 2353 bytes of helpers b5fa87b1
fn apply(x0: f32) -> f32 {
  let v1 = m_rsqrt(x0);
  return v1;
}

// float64: medium, 6156 bytes of helpers 5c42959c
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_fdiv64(m_fone64(), m_fsqrt64(x0));
  return v1;
}

