// float16, bfloat16, float32: medium, 3004 bytes of helpers cfe207c3
fn apply(x0: f32) -> f32 {
  let v1 = m_asinh(x0);
  return v1;
}

// float64: long, 24217 bytes of helpers 5189e111
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_asinh(x0);
  return v1;
}

