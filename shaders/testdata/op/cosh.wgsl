// float16, bfloat16, float32: medium, 2038 bytes of helpers 1573daeb
fn apply(x0: f32) -> f32 {
  let v1 = m_cosh(x0);
  return v1;
}

// float64: long, 23337 bytes of helpers cb28aaf4
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_cosh(x0);
  return v1;
}

