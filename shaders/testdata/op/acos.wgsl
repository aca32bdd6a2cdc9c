// float16, bfloat16, float32: medium, 1805 bytes of helpers ee55c0c1
fn apply(x0: f32) -> f32 {
  let v1 = m_acos(x0);
  return v1;
}

// float64: long, 22214 bytes of helpers 52cbe9df
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_acos(x0);
  return v1;
}

