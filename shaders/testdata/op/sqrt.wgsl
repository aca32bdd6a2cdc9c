// float16, bfloat16, float32: brief, 49 bytes of helpers 297b288a
fn apply(x0: f32) -> f32 {
  let v1 = base_sqrt(x0);
  return v1;
}

// float64: medium, 3936 bytes of helpers 6264341f
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_fsqrt64(x0);
  return v1;
}

