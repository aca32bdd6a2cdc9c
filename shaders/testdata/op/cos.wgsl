// float16, bfloat16, float32: medium, 4432 bytes of helpers 697ab982
fn apply(x0: f32) -> f32 {
  let v1 = m_cos(x0);
  return v1;
}

// float64: long, 24217 bytes of helpers 020097bc
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_cos(x0);
  return v1;
}

