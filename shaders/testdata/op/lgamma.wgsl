// float16, bfloat16, float32: medium, 5298 bytes of helpers 3b3afff8
fn apply(x0: f32) -> f32 {
  let v1 = m_lgamma(x0);
  return v1;
}

// float64: long, 31897 bytes of helpers 7b8e9384
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_lgamma(x0);
  return v1;
}

