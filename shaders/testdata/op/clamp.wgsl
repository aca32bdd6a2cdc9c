// uint8, uint16, uint32: brief
fn apply(x0: u32, x1: u32, x2: u32) -> u32 {
  let v3 = min(max(x0, x1), x2);
  return v3;
}

// uint64: brief, 291 bytes of helpers 88bbc864
fn apply(x0: vec2<u32>, x1: vec2<u32>, x2: vec2<u32>) -> vec2<u32> {
  let v3 = m_umin64(m_umax64(x0, x1), x2);
  return v3;
}

// int8, int16, int32: brief
fn apply(x0: i32, x1: i32, x2: i32) -> i32 {
  let v3 = min(max(x0, x1), x2);
  return v3;
}

// int64: brief, 321 bytes of helpers 2734fcee
fn apply(x0: vec2<u32>, x1: vec2<u32>, x2: vec2<u32>) -> vec2<u32> {
  let v3 = m_imin64(m_imax64(x0, x1), x2);
  return v3;
}

// float16, bfloat16, float32: brief, 797 bytes of helpers 7ea44d4e
fn apply(x0: f32, x1: f32, x2: f32) -> f32 {
  let v3 = m_min(m_max(x0, x1), x2);
  return v3;
}

// float64: medium, 1423 bytes of helpers d5c328d7
fn apply(x0: vec2<u32>, x1: vec2<u32>, x2: vec2<u32>) -> vec2<u32> {
  let v3 = m_fmin64(m_fmax64(x0, x1), x2);
  return v3;
}

// uint8 on words: brief, 606 bytes of helpers f23ea6ba
fn apply(x0: u32, x1: u32, x2: u32) -> u32 {
  let v3 = m_lanes_min(m_lanes_max(x0, x1, 0x80808080u), x2, 0x80808080u);
  return v3;
}

// uint16 on words: brief, 606 bytes of helpers f23ea6ba
fn apply(x0: u32, x1: u32, x2: u32) -> u32 {
  let v3 = m_lanes_min(m_lanes_max(x0, x1, 0x80008000u), x2, 0x80008000u);
  return v3;
}

// int8 on words: brief, 606 bytes of helpers f23ea6ba
fn apply(x0: u32, x1: u32, x2: u32) -> u32 {
  let v3 = m_lanes_min(m_lanes_max(x0 ^ 0x80808080u, x1 ^ 0x80808080u, 0x80808080u), x2 ^ 0x80808080u, 0x80808080u) ^ 0x80808080u;
  return v3;
}

// int16 on words: brief, 606 bytes of helpers f23ea6ba
fn apply(x0: u32, x1: u32, x2: u32) -> u32 {
  let v3 = m_lanes_min(m_lanes_max(x0 ^ 0x80008000u, x1 ^ 0x80008000u, 0x80008000u), x2 ^ 0x80008000u, 0x80008000u) ^ 0x80008000u;
  return v3;
}

