// bool: brief
fn apply(x0: bool) -> bool {
  let v1 = x0;
  return v1;
}

// uint8, uint16, uint32: brief
fn apply(x0: u32) -> u32 {
  let v1 = min(x0, 1u);
  return v1;
}

// uint64: brief, 87 bytes of helpers c0fb81ff
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_usign64(x0);
  return v1;
}

// int8, int16, int32: brief
fn apply(x0: i32) -> i32 {
  let v1 = sign(x0);
  return v1;
}

// int64: brief, 271 bytes of helpers 3bfbef5b
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_isign64(x0);
  return v1;
}

// float16, bfloat16, float32: brief, 413 bytes of helpers 1dfb3c95
fn apply(x0: f32) -> f32 {
  let v1 = m_sign(x0);
  return v1;
}

// float64: brief, 533 bytes of helpers 7192eb68
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_fsign64(x0);
  return v1;
}

// bool on words: brief
fn apply(x0: u32) -> u32 {
  let v1 = x0;
  return v1;
}

