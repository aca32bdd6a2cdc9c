// uint8, uint16, uint32: medium, 430 bytes of helpers 622b60bb
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_ugcd(x0, x1);
  return v2;
}

// uint64: medium, 2195 bytes of helpers 7a55cb40
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_ugcd64(x0, x1);
  return v2;
}

// int8, int16, int32: medium, 610 bytes of helpers 87bb6933
fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = m_igcd(x0, x1);
  return v2;
}

// int64: medium, 2696 bytes of helpers b16a39af
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_igcd64(x0, x1);
  return v2;
}

