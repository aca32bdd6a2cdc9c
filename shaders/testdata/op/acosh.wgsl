// float16, bfloat16, float32: medium, 2647 bytes of helpers c853ef01
fn apply(x0: f32) -> f32 {
  let v1 = m_acosh(x0);
  return v1;
}

// float64: long, 24457 bytes of helpers acdd39b0
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_acosh(x0);
  return v1;
}

