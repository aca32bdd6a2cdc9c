// float16, bfloat16, float32: medium, 1953 bytes of helpers 28d25b3c
fn apply(x0: f32) -> f32 {
  let v1 = m_asin(x0);
  return v1;
}

// float64: long, 21769 bytes of helpers e92bb3f6
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_asin(x0);
  return v1;
}

