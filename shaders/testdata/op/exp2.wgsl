// float16, bfloat16, float32: medium, 1840 bytes of helpers 1b98c59e
fn apply(x0: f32) -> f32 {
  let v1 = m_exp2(x0);
  return v1;
}

// float64: long, 22009 bytes of helpers ba4a1814
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_exp2(x0);
  return v1;
}

