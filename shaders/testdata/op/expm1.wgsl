// float16, bfloat16, float32: medium, 2622 bytes of helpers fabd7d34
fn apply(x0: f32) -> f32 {
  let v1 = m_expm1(x0);
  return v1;
}

// float64: long, 22631 bytes of helpers 07d31846
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_expm1(x0);
  return v1;
}

