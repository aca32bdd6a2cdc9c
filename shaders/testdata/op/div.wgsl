// float16, bfloat16, float32: brief, 54 bytes of helpers 8982b711
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = base_div(x0, x1);
  return v2;
}

// float64: medium, 5152 bytes of helpers 8fbbe864
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_fdiv64(x0, x1);
  return v2;
}

