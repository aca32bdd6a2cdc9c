// bool: brief
fn apply(x0: bool) -> bool {
  let v1 = x0;
  return v1;
}

// uint8, uint16, uint32, bool on words, uint8 on words, uint16 on words: brief
fn apply(x0: u32) -> u32 {
  let v1 = x0;
  return v1;
}

// uint64: brief
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = x0;
  return v1;
}

// int8, int16, int32: brief
fn apply(x0: i32) -> i32 {
  let v1 = max(x0, 0);
  return v1;
}

// int64: brief, 227 bytes of helpers 1d5c3091
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_imax64(x0, vec2<u32>(0u));
  return v1;
}

// float16, bfloat16, float32: brief, 187 bytes of helpers 1cfe0ff5
fn apply(x0: f32) -> f32 {
  let v1 = m_relu(x0);
  return v1;
}

// float64: brief, 276 bytes of helpers 4e3f56d4
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_frelu64(x0);
  return v1;
}

// int8 on words: brief, 155 bytes of helpers 0155f831
fn apply(x0: u32) -> u32 {
  let v1 = x0 & ~m_lanes_fill(x0 & 0x80808080u, 0x80808080u);
  return v1;
}

// int16 on words: brief, 155 bytes of helpers 0155f831
fn apply(x0: u32) -> u32 {
  let v1 = x0 & ~m_lanes_fill(x0 & 0x80008000u, 0x80008000u);
  return v1;
}

