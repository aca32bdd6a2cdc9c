// float16, bfloat16, float32: brief, 1381 bytes of helpers 4f2f0485
fn apply(x0: f32) -> f32 {
  let v1 = m_atan(x0);
  return v1;
}

// float64: long, 21913 bytes of helpers 8fb94828
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_atan(x0);
  return v1;
}

