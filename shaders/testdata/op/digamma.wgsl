// float16, bfloat16, float32: medium, 4818 bytes of helpers 9f39b668
fn apply(x0: f32) -> f32 {
  let v1 = m_digamma(x0);
  return v1;
}

// float64: long, 30313 bytes of helpers 6a63933e
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_digamma(x0);
  return v1;
}

