// float16, bfloat16, float32: medium, 4189 bytes of helpers 5d0b5cd6
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_celu(x0, x1);
  return v2;
}

// float64: long, 24281 bytes of helpers 286899ea
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = libm_celu(x0, x1);
  return v2;
}

