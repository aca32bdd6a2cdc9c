// float16, bfloat16, float32: medium, 2762 bytes of helpers 38ef886f
fn apply(x0: f32) -> f32 {
  let v1 = m_i0(x0);
  return v1;
}

// float64: long, 23689 bytes of helpers 6f500196
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_i0(x0);
  return v1;
}

