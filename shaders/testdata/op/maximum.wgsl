// bool: brief
fn apply(x0: bool, x1: bool) -> bool {
  let v2 = x0 || x1;
  return v2;
}

// uint8, uint16, uint32: brief
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = max(x0, x1);
  return v2;
}

// uint64: brief, 197 bytes of helpers 8ddc1faa
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_umax64(x0, x1);
  return v2;
}

// int8, int16, int32: brief
fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = max(x0, x1);
  return v2;
}

// int64: brief, 227 bytes of helpers 1d5c3091
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_imax64(x0, x1);
  return v2;
}

// float16, bfloat16, float32: brief, 653 bytes of helpers f146dd87
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_max(x0, x1);
  return v2;
}

// float64: brief, 1238 bytes of helpers e39b7dd5
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_fmax64(x0, x1);
  return v2;
}

// bool on words: brief
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = x0 | x1;
  return v2;
}

// uint8 on words: brief, 475 bytes of helpers 35a2ccbc
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_lanes_max(x0, x1, 0x80808080u);
  return v2;
}

// uint16 on words: brief, 475 bytes of helpers 35a2ccbc
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_lanes_max(x0, x1, 0x80008000u);
  return v2;
}

// int8 on words: brief, 475 bytes of helpers 35a2ccbc
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_lanes_max(x0 ^ 0x80808080u, x1 ^ 0x80808080u, 0x80808080u) ^ 0x80808080u;
  return v2;
}

// int16 on words: brief, 475 bytes of helpers 35a2ccbc
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_lanes_max(x0 ^ 0x80008000u, x1 ^ 0x80008000u, 0x80008000u) ^ 0x80008000u;
  return v2;
}

