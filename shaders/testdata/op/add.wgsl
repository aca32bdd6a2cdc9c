// bool: brief
fn apply(x0: bool, x1: bool) -> bool {
  let v2 = x0 || x1;
  return v2;
}

// uint8, uint16, uint32: brief
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = x0 + x1;
  return v2;
}

// uint64, int64: brief, 144 bytes of helpers 666c4dc8
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_add64(x0, x1);
  return v2;
}

// int8, int16, int32: brief
fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = x0 + x1;
  return v2;
}

// float16, bfloat16, float32: brief
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = x0 + x1;
  return v2;
}

// float64: medium, 3943 bytes of helpers bec6a315
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_fadd64(x0, x1);
  return v2;
}

// bool on words: brief
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = x0 | x1;
  return v2;
}

// uint8 on words, int8 on words: brief, 245 bytes of helpers 91967178
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_lanes_add(x0, x1, 0x80808080u);
  return v2;
}

// uint16 on words, int16 on words: brief, 245 bytes of helpers 91967178
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_lanes_add(x0, x1, 0x80008000u);
  return v2;
}

