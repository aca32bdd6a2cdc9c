// float16, bfloat16, float32: medium, 4363 bytes of helpers 860f2185
fn apply(x0: f32) -> f32 {
  let v1 = m_gelu(x0);
  return v1;
}

// float64: long, 26007 bytes of helpers 08a6e7e3
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_gelu(x0);
  return v1;
}

