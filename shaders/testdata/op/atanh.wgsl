// float16, bfloat16, float32: medium, 3310 bytes of helpers cd28ed86
fn apply(x0: f32) -> f32 {
  let v1 = m_atanh(x0);
  return v1;
}

// float64: long, 23417 bytes of helpers d3e644bb
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_atanh(x0);
  return v1;
}

