// float16, bfloat16, float32: medium, 1985 bytes of helpers 2d1b388b
fn apply(x0: f32) -> f32 {
  let v1 = m_cosh(x0);
  return v1;
}

// float64: long, 23337 bytes of helpers cb28aaf4
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_cosh(x0);
  return v1;
}

