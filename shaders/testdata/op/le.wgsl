// bool: brief
fn apply(x0: bool, x1: bool) -> bool {
  let v2 = !x0 || x1;
  return v2;
}

// uint8, uint16, uint32: brief
fn apply(x0: u32, x1: u32) -> bool {
  let v2 = x0 <= x1;
  return v2;
}

// uint64: brief, 103 bytes of helpers 90123080
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> bool {
  let v2 = !m_ult64(x1, x0);
  return v2;
}

// int8, int16, int32: brief
fn apply(x0: i32, x1: i32) -> bool {
  let v2 = x0 <= x1;
  return v2;
}

// int64: brief, 133 bytes of helpers f37a2398
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> bool {
  let v2 = !m_ilt64(x1, x0);
  return v2;
}

// float16, bfloat16, float32: brief, 544 bytes of helpers f528fff9
fn apply(x0: f32, x1: f32) -> bool {
  let v2 = m_le(x0, x1);
  return v2;
}

// float64: brief, 1114 bytes of helpers 19be804f
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> bool {
  let v2 = m_fle64(x0, x1);
  return v2;
}

// bool on words: brief
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = (x0 ^ (0x80808080u >> 7u)) | x1;
  return v2;
}

// uint8 on words: brief, 282 bytes of helpers c8a2ed9b
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_lanes_le(x0, x1, 0x80808080u);
  return v2;
}

// int8 on words: brief, 282 bytes of helpers c8a2ed9b
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_lanes_le(x0 ^ 0x80808080u, x1 ^ 0x80808080u, 0x80808080u);
  return v2;
}

