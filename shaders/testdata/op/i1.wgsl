// float16, bfloat16, float32: medium, 2974 bytes of helpers 76c90246
fn apply(x0: f32) -> f32 {
  let v1 = m_i1(x0);
  return v1;
}

// float64: long, 23849 bytes of helpers c4b77e7a
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_i1(x0);
  return v1;
}

