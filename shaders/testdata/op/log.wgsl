// float16, bfloat16, float32: medium, 1880 bytes of helpers 11ef1aa8
fn apply(x0: f32) -> f32 {
  let v1 = m_log(x0);
  return v1;
}

// float64: long, 22953 bytes of helpers 5e633250
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_log(x0);
  return v1;
}

