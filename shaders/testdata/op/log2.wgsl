// float16, bfloat16, float32: medium, 2252 bytes of helpers 6bf0220d
fn apply(x0: f32) -> f32 {
  let v1 = m_log2(x0);
  return v1;
}

// float64: long, 23065 bytes of helpers 4c4343d8
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_log2(x0);
  return v1;
}

