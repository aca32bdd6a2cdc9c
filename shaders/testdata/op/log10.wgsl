// float16, bfloat16, float32: medium, 2313 bytes of helpers 26f369d5
fn apply(x0: f32) -> f32 {
  let v1 = m_log10(x0);
  return v1;
}

// float64: long, 23097 bytes of helpers 199684d3
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_log10(x0);
  return v1;
}

