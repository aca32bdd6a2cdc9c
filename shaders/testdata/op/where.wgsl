// bool: brief
fn apply(x0: bool, x1: bool, x2: bool) -> bool {
  let v3 = select(x2, x1, x0);
  return v3;
}

// uint8, uint16, uint32: brief
fn apply(x0: bool, x1: u32, x2: u32) -> u32 {
  let v3 = select(x2, x1, x0);
  return v3;
}

// uint64, int64, float64: brief
fn apply(x0: bool, x1: vec2<u32>, x2: vec2<u32>) -> vec2<u32> {
  let v3 = select(x2, x1, x0);
  return v3;
}

// int8, int16, int32: brief
fn apply(x0: bool, x1: i32, x2: i32) -> i32 {
  let v3 = select(x2, x1, x0);
  return v3;
}

// float16, bfloat16, float32: brief
fn apply(x0: bool, x1: f32, x2: f32) -> f32 {
  let v3 = select(x2, x1, x0);
  return v3;
}

// bool on words, uint8 on words, int8 on words: brief, 195 bytes of helpers 38bb1af8
fn apply(x0: u32, x1: u32, x2: u32) -> u32 {
  let v3 = m_lanes_where(x0, x1, x2);
  return v3;
}

