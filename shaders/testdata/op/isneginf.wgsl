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

// uint64, int64: brief
fn apply(x0: vec2<u32>) -> bool {
  let v1 = false;
  return v1;
}

// int8, int16, int32: brief
fn apply(x0: i32) -> bool {
  let v1 = false;
  return v1;
}

// float16, bfloat16, float32: brief, 74 bytes of helpers 1de247a5
fn apply(x0: f32) -> bool {
  let v1 = m_isneginf(x0);
  return v1;
}

// float64: brief, 87 bytes of helpers 53728f3a
fn apply(x0: vec2<u32>) -> bool {
  let v1 = m_eq64(x0, vec2<u32>(0u, 0xfff00000u));
  return v1;
}

