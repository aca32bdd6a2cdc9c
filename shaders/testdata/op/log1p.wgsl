// float16, bfloat16, float32: medium, 2667 bytes of helpers 01409a50
fn apply(x0: f32) -> f32 {
  let v1 = m_log1p(x0);
  return v1;
}

// float64: long, 23209 bytes of helpers cd9a4d0c
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_log1p(x0);
  return v1;
}

