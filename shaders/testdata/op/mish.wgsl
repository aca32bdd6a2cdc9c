// float16, bfloat16, float32: medium, 3542 bytes of helpers 79e00072
fn apply(x0: f32) -> f32 {
  let v1 = m_mish(x0);
  return v1;
}

// float64: long, 22999 bytes of helpers 62ae8a87
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_mish(x0);
  return v1;
}

