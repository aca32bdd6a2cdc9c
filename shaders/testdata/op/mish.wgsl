// float16, bfloat16, float32: medium, 3595 bytes of helpers f2233e4e
fn apply(x0: f32) -> f32 {
  let v1 = m_mish(x0);
  return v1;
}

// float64: long, 23097 bytes of helpers bb6f9435
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_mish(x0);
  return v1;
}

