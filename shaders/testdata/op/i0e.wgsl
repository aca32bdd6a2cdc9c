// float16, bfloat16, float32: medium, 2754 bytes of helpers baae1d0f
fn apply(x0: f32) -> f32 {
  let v1 = m_i0e(x0);
  return v1;
}

// float64: long, 23801 bytes of helpers 37382505
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_i0e(x0);
  return v1;
}

