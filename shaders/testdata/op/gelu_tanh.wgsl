// float16, bfloat16, float32: medium, 3829 bytes of helpers 3d2a6508
fn apply(x0: f32) -> f32 {
  let v1 = m_gelu_tanh(x0);
  return v1;
}

// float64: long, 24551 bytes of helpers 1fd266c0
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_gelu_tanh(x0);
  return v1;
}

