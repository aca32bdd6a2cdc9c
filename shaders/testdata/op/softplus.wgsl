// float16, bfloat16, float32: medium, 7835 bytes of helpers 0ea9a11b
fn apply(x0: f32, x1: f32, x2: f32) -> f32 {
  let v3 = m_softplus(x0, x1, x2);
  return v3;
}

// float64: long, 25225 bytes of helpers 248df10c
fn apply(x0: vec2<u32>, x1: vec2<u32>, x2: vec2<u32>) -> vec2<u32> {
  let v3 = libm_softplus(x0, x1, x2);
  return v3;
}

