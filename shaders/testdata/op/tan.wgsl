// float16, bfloat16, float32: medium, 4476 bytes of helpers faece8a1
fn apply(x0: f32) -> f32 {
  let v1 = m_tan(x0);
  return v1;
}

// float64: long, 24553 bytes of helpers 2c9baa99
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_tan(x0);
  return v1;
}

