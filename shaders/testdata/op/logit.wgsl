// float16, bfloat16, float32: medium, 3900 bytes of helpers e5519bf4
fn apply(x0: f32) -> f32 {
  let v1 = m_logit(x0);
  return v1;
}

// float64: long, 23223 bytes of helpers 3c006a1c
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_logit(x0);
  return v1;
}

