// float16, bfloat16, float32: brief, 1915 bytes of helpers 3edbfb64
fn apply(x0: f32) -> f32 {
  let v1 = m_tanh(x0);
  return v1;
}

// float64: long, 22521 bytes of helpers 859fa118
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_tanh(x0);
  return v1;
}

