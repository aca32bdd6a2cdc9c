// bool: brief
fn apply(x0: bool) -> bool {
  let v1 = true;
  return v1;
}

// uint8, uint16, uint32: brief
fn apply(x0: u32) -> bool {
  let v1 = true;
  return v1;
}

// uint64, int64: brief
fn apply(x0: vec2<u32>) -> bool {
  let v1 = true;
  return v1;
}

// int8, int16, int32: brief
fn apply(x0: i32) -> bool {
  let v1 = true;
  return v1;
}

// float16, bfloat16, float32: brief, 137 bytes of helpers a3b23059
fn apply(x0: f32) -> bool {
  let v1 = m_isfinite(x0);
  return v1;
}

// float64: brief, 78 bytes of helpers 20243a11
fn apply(x0: vec2<u32>) -> bool {
  let v1 = m_fisfinite64(x0);
  return v1;
}

