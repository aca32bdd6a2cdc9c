// float16, bfloat16, float32: medium, 3897 bytes of helpers fedbf87b
fn apply(x0: f32) -> f32 {
  let v1 = m_gelu_tanh(x0);
  return v1;
}

// float64: long, 24617 bytes of helpers b4255f8f
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_gelu_tanh(x0);
  return v1;
}

