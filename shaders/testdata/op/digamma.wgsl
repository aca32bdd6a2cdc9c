// float16, bfloat16, float32: medium, 4818 bytes of helpers 9f39b668
fn apply(x0: f32) -> f32 {
  let v1 = m_digamma(x0);
  return v1;
}

// float64: long, 30304 bytes of helpers a031cc54
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_digamma(x0);
  return v1;
}

