// bool: brief
fn apply(x0: bool) -> bool {
  let v1 = false;
  return v1;
}

// uint8, uint16, uint32: brief
fn apply(x0: u32) -> bool {
  let v1 = false;
  return v1;
}

// uint64: brief
fn apply(x0: vec2<u32>) -> bool {
  let v1 = false;
  return v1;
}

// int8, int16, int32: brief
fn apply(x0: i32) -> bool {
  let v1 = x0 < 0;
  return v1;
}

// int64, float64: brief, 69 bytes of helpers 8307d734
fn apply(x0: vec2<u32>) -> bool {
  let v1 = m_negative64(x0);
  return v1;
}

// float16, bfloat16, float32: brief, 126 bytes of helpers 76e3bb4b
fn apply(x0: f32) -> bool {
  let v1 = m_signbit(x0);
  return v1;
}

