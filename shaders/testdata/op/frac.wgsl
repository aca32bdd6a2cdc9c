// float16, bfloat16, float32: brief, 788 bytes of helpers 830bacb8
fn apply(x0: f32) -> f32 {
  let v1 = m_frac(x0);
  return v1;
}

// float64: medium, 5284 bytes of helpers a3d23e7f
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_ffrac64(x0);
  return v1;
}

