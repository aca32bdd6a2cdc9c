// uint8, uint16, uint32: brief, 94 bytes of helpers c57415a7
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_udiv(x0, x1);
  return v2;
}

// uint64: medium, 3493 bytes of helpers fd5ae5b3
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_udiv64(x0, x1);
  return v2;
}

// int8, int16, int32: brief, 195 bytes of helpers 68794472
fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = m_idiv(x0, x1);
  return v2;
}

// int64: medium, 4137 bytes of helpers 6c9c51b5
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_idiv64(x0, x1);
  return v2;
}

// float16, bfloat16, float32: brief, 54 bytes of helpers 8982b711
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = trunc(base_div(x0, x1));
  return v2;
}

// float64: medium, 6236 bytes of helpers efce056f
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_ftrunc64(m_fdiv64(x0, x1));
  return v2;
}

