// float16, bfloat16, float32: medium, 2186 bytes of helpers c7e7ae00
fn apply(x0: f32) -> f32 {
  let v1 = m_tanh(x0);
  return v1;
}

// float64: long, 22455 bytes of helpers b949252b
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_tanh(x0);
  return v1;
}

