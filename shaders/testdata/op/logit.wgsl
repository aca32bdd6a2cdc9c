// float16, bfloat16, float32: medium, 3928 bytes of helpers eae95023
fn apply(x0: f32) -> f32 {
  let v1 = m_logit(x0);
  return v1;
}

// float64: long, 23289 bytes of helpers e495a111
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_logit(x0);
  return v1;
}

