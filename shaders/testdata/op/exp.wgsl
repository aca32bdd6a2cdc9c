// float16, bfloat16, float32: medium, 1970 bytes of helpers 53950f87
fn apply(x0: f32) -> f32 {
  let v1 = m_exp(x0);
  return v1;
}

// float64: long, 21945 bytes of helpers e4bebbdf
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_exp(x0);
  return v1;
}

