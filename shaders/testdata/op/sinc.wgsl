// float16, bfloat16, float32: medium, 2037 bytes of helpers 1042356c
fn apply(x0: f32) -> f32 {
  let v1 = m_sinc(x0);
  return v1;
}

// float64: long, 22345 bytes of helpers 7786d235
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_sinc(x0);
  return v1;
}

