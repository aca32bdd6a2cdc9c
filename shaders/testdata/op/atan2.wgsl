// float16, bfloat16, float32: medium, 2655 bytes of helpers fab1b455
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_atan2(x0, x1);
  return v2;
}

// float64: long, 22569 bytes of helpers acfc2bfd
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = libm_atan2(x0, x1);
  return v2;
}

