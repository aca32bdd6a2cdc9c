// bool: brief
fn apply(x0: bool, x1: bool) -> bool {
  let v2 = x0 != x1;
  return v2;
}

// uint8, uint16, uint32: brief
fn apply(x0: u32, x1: u32) -> bool {
  let v2 = x0 != x1;
  return v2;
}

// uint64, int64: brief, 87 bytes of helpers 53728f3a
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> bool {
  let v2 = !m_eq64(x0, x1);
  return v2;
}

// int8, int16, int32: brief
fn apply(x0: i32, x1: i32) -> bool {
  let v2 = x0 != x1;
  return v2;
}

// float16, bfloat16, float32: brief, 601 bytes of helpers 0a254503
fn apply(x0: f32, x1: f32) -> bool {
  let v2 = m_ne(x0, x1);
  return v2;
}

// float64: brief, 490 bytes of helpers 29b39942
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> bool {
  let v2 = !m_feq64(x0, x1);
  return v2;
}

// bool on words: brief
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = x0 ^ x1;
  return v2;
}

// uint8 on words, int8 on words: brief, 111 bytes of helpers e3b83eb5
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_lanes_ne(x0, x1, 0x80808080u);
  return v2;
}

