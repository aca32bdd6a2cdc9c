// bool: brief
fn apply(x0: bool, x1: bool) -> bool {
  let v2 = x0 && x1;
  return v2;
}

// uint8, uint16, uint32: brief
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = x0 * x1;
  return v2;
}

// uint64, int64: brief, 471 bytes of helpers 4dda4a21
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_mul64(x0, x1);
  return v2;
}

// int8, int16, int32: brief
fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = x0 * x1;
  return v2;
}

// float16, bfloat16, float32: brief
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = x0 * x1;
  return v2;
}

// float64: medium, 4471 bytes of helpers c1af2106
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_fmul64(x0, x1);
  return v2;
}

// bool on words: brief
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = x0 & x1;
  return v2;
}

