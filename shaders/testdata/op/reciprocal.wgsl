// float16, bfloat16, float32: brief, 54 bytes of helpers 8982b711
fn apply(x0: f32) -> f32 {
  let v1 = base_div(1.0, x0);
  return v1;
}

// float64: medium, 5219 bytes of helpers 44846078
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_fdiv64(m_fone64(), x0);
  return v1;
}

