// uint8, uint16, uint32: brief, 83 bytes of helpers 45aaa812
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_shr_u(x0, x1);
  return v2;
}

// uint64: brief, 571 bytes of helpers a11556ef
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_ushr64(x0, x1);
  return v2;
}

// int8, int16, int32: brief, 78 bytes of helpers 5a5fcb62
fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = m_shr_i(x0, x1);
  return v2;
}

// int64: brief, 699 bytes of helpers 7639cf00
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_ishr64(x0, x1);
  return v2;
}

