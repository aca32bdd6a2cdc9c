// uint8, uint16, uint32: brief
fn apply(x0: u32) -> u32 {
  let v1 = 0u - x0;
  return v1;
}

// uint64, int64: brief, 204 bytes of helpers 67613d13
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_neg64(x0);
  return v1;
}

// int8, int16, int32: brief
fn apply(x0: i32) -> i32 {
  let v1 = -x0;
  return v1;
}

// float16, bfloat16, float32: brief, 212 bytes of helpers c78f4914
fn apply(x0: f32) -> f32 {
  let v1 = m_neg(x0);
  return v1;
}

// float64: brief, 86 bytes of helpers 72ab4ce5
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_fneg64(x0);
  return v1;
}

// uint8 on words, int8 on words: brief, 97 bytes of helpers ef66a21e
fn apply(x0: u32) -> u32 {
  let v1 = m_lanes_sub(0u, x0, 0x80808080u);
  return v1;
}

// uint16 on words, int16 on words: brief, 97 bytes of helpers ef66a21e
fn apply(x0: u32) -> u32 {
  let v1 = m_lanes_sub(0u, x0, 0x80008000u);
  return v1;
}

// float16 on words, bfloat16 on words: brief
fn apply(x0: u32) -> u32 {
  let v1 = x0 ^ 0x80008000u;
  return v1;
}

