// float16, bfloat16, float32: brief, 1914 bytes of helpers 52472140
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_hypot(x0, x1);
  return v2;
}

// float64: long, 21545 bytes of helpers 2919e384
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = libm_hypot(x0, x1);
  return v2;
}

