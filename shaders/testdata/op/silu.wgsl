// float16, bfloat16, float32: medium, 3310 bytes of helpers 2dd99dbd
fn apply(x0: f32) -> f32 {
  let v1 = m_silu(x0);
  return v1;
}

// float64: long, 22583 bytes of helpers 444e957e
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_silu(x0);
  return v1;
}

