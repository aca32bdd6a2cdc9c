// float16, bfloat16, float32: medium, 2647 bytes of helpers 0d512b9f
fn apply(x0: f32) -> f32 {
  let v1 = m_acosh(x0);
  return v1;
}

// float64: long, 24359 bytes of helpers 0b1ec335
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_acosh(x0);
  return v1;
}

