// float16, bfloat16, float32: medium, 1812 bytes of helpers a5ea8143
fn apply(x0: f32) -> f32 {
  let v1 = m_acos(x0);
  return v1;
}

// float64: long, 22215 bytes of helpers dd2254bd
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_acos(x0);
  return v1;
}

