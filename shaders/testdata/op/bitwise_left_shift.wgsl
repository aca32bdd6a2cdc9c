// uint8, uint16, uint32: brief, 83 bytes of helpers 93ecb77d
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_shl_u(x0, x1);
  return v2;
}

// uint64, int64: brief, 610 bytes of helpers c41e5388
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_shl64(x0, x1);
  return v2;
}

// int8, int16, int32: brief, 186 bytes of helpers 72d6c410
fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = m_shl_i(x0, x1);
  return v2;
}

