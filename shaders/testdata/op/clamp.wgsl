// uint8, uint16, uint32: brief
fn apply(x0: u32, x1: u32, x2: u32) -> u32 {
  let v3 = min(max(x0, x1), x2);
  return v3;
}

// uint64: brief, 287 bytes of helpers ce723119
fn apply(x0: vec2<u32>, x1: vec2<u32>, x2: vec2<u32>) -> vec2<u32> {
  let v3 = m_umin64(m_umax64(x0, x1), x2);
  return v3;
}

// int8, int16, int32: brief
fn apply(x0: i32, x1: i32, x2: i32) -> i32 {
  let v3 = min(max(x0, x1), x2);
  return v3;
}

// int64: brief, 317 bytes of helpers b0be8c0e
fn apply(x0: vec2<u32>, x1: vec2<u32>, x2: vec2<u32>) -> vec2<u32> {
  let v3 = m_imin64(m_imax64(x0, x1), x2);
  return v3;
}

// float16, bfloat16, float32: brief, 797 bytes of helpers 7ea44d4e
fn apply(x0: f32, x1: f32, x2: f32) -> f32 {
  let v3 = m_min(m_max(x0, x1), x2);
  return v3;
}

// float64: medium, 1419 bytes of helpers d222914a
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

