// float16, bfloat16, float32: medium, 1921 bytes of helpers 46f4e30a
fn apply(x0: f32) -> f32 {
  let v1 = m_cbrt(x0);
  return v1;
}

// float64: long, 21719 bytes of helpers d6b5c63f
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_cbrt(x0);
  return v1;
}

