// float16, bfloat16, float32: medium, 5298 bytes of helpers ffed5942
fn apply(x0: f32) -> f32 {
  let v1 = m_lgamma(x0);
  return v1;
}

// float64: long, 31799 bytes of helpers 32b3619d
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_lgamma(x0);
  return v1;
}

