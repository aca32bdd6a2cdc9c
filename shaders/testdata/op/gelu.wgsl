// float16, bfloat16, float32: medium, 4416 bytes of helpers be49be34
fn apply(x0: f32) -> f32 {
  let v1 = m_gelu(x0);
  return v1;
}

// float64: long, 26105 bytes of helpers 8317f7dc
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_gelu(x0);
  return v1;
}

