// float16, bfloat16, float32: medium, 3345 bytes of helpers a557c80c
fn apply(x0: f32) -> f32 {
  let v1 = m_silu(x0);
  return v1;
}

// float64: long, 22649 bytes of helpers 00232f61
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_silu(x0);
  return v1;
}

