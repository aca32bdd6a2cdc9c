// float16, bfloat16, float32: medium, 3292 bytes of helpers 16d282ff
fn apply(x0: f32) -> f32 {
  let v1 = m_silu(x0);
  return v1;
}

// float64: long, 22551 bytes of helpers 83082d0e
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_silu(x0);
  return v1;
}

