// float16, bfloat16, float32: medium, 1787 bytes of helpers e61d3866
fn apply(x0: f32) -> f32 {
  let v1 = m_exp2(x0);
  return v1;
}

// float64: long, 21911 bytes of helpers 41685b20
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_exp2(x0);
  return v1;
}

