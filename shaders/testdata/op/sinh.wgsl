// float16, bfloat16, float32: medium, 2394 bytes of helpers 8732e90b
fn apply(x0: f32) -> f32 {
  let v1 = m_sinh(x0);
  return v1;
}

// float64: long, 23209 bytes of helpers cd20fa7c
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_sinh(x0);
  return v1;
}

