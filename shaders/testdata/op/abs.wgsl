// uint8, uint16, uint32, uint8 on words, uint16 on words: brief
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
  let v1 = abs(x0);
  return v1;
}

// int64: brief, 529 bytes of helpers 6320e482
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_abs64(x0);
  return v1;
}

// float16, bfloat16, float32: brief, 131 bytes of helpers ca9f4894
fn apply(x0: f32) -> f32 {
  let v1 = m_abs(x0);
  return v1;
}

// float64: brief, 86 bytes of helpers 435fcf4f
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_fabs64(x0);
  return v1;
}

// int8 on words: brief, 385 bytes of helpers 34aade16
fn apply(x0: u32) -> u32 {
  let v1 = m_lanes_abs(x0, 0x80808080u);
  return v1;
}

// int16 on words: brief, 385 bytes of helpers 34aade16
fn apply(x0: u32) -> u32 {
  let v1 = m_lanes_abs(x0, 0x80008000u);
  return v1;
}

// float16 on words, bfloat16 on words: brief
fn apply(x0: u32) -> u32 {
  let v1 = x0 & ~0x80008000u;
  return v1;
}

