// float16, bfloat16, float32: medium, 1812 bytes of helpers 1a7fd9be
fn apply(x0: f32) -> f32 {
  let v1 = m_acos(x0);
  return v1;
}

// float64: long, 22313 bytes of helpers 5d02d0ec
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_acos(x0);
  return v1;
}

