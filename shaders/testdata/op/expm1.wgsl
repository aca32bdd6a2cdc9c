// float16, bfloat16, float32: medium, 2675 bytes of helpers 794a217c
fn apply(x0: f32) -> f32 {
  let v1 = m_expm1(x0);
  return v1;
}

// float64: long, 22729 bytes of helpers 9e106dc0
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_expm1(x0);
  return v1;
}

