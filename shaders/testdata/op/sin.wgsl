// float16, bfloat16, float32: medium, 4475 bytes of helpers f408aea5
fn apply(x0: f32) -> f32 {
  let v1 = m_sin(x0);
  return v1;
}

// float64: long, 24249 bytes of helpers ef63ad61
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_sin(x0);
  return v1;
}

