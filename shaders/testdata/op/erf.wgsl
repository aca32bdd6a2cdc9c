// float16, bfloat16, float32: medium, 2318 bytes of helpers 52284813
fn apply(x0: f32) -> f32 {
  let v1 = m_erf(x0);
  return v1;
}

// float64: long, 23161 bytes of helpers c4c986a4
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_erf(x0);
  return v1;
}

