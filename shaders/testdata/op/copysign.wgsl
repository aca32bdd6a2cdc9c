// float16, bfloat16, float32: brief, 224 bytes of helpers c3e9677f
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_copysign(x0, x1);
  return v2;
}

// float64: brief, 131 bytes of helpers c732b42d
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_fcopysign64(x0, x1);
  return v2;
}

// float16 on words, bfloat16 on words: brief
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = (x0 & ~0x80008000u) | (x1 & 0x80008000u);
  return v2;
}

