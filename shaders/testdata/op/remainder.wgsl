// uint8, uint16, uint32: brief, 94 bytes of helpers 33d9addb
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_umod(x0, x1);
  return v2;
}

// uint64: medium, 3493 bytes of helpers 92775f04
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_umod64(x0, x1);
  return v2;
}

// int8, int16, int32: brief, 263 bytes of helpers c76cbb64
fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = m_imod(x0, x1);
  return v2;
}

// int64: medium, 4217 bytes of helpers 9910ec0e
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_imod64(x0, x1);
  return v2;
}

// float16, bfloat16, float32: medium, 3089 bytes of helpers 2b022769
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_remainder(x0, x1);
  return v2;
}

// float64: medium, 6119 bytes of helpers 6f73b953
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_fremainder64(x0, x1);
  return v2;
}

