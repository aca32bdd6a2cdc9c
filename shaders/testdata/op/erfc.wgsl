// float16, bfloat16, float32: medium, 3611 bytes of helpers 6c34fd3b
fn apply(x0: f32) -> f32 {
  let v1 = m_erfc(x0);
  return v1;
}

// float64: long, 25897 bytes of helpers 28abf193
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_erfc(x0);
  return v1;
}

