// uint8, uint16, uint32: medium, 598 bytes of helpers 86d0ff4f
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_ulcm(x0, x1);
  return v2;
}

// uint64: medium, 4754 bytes of helpers 23dd1090
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_ulcm64(x0, x1);
  return v2;
}

// int8, int16, int32: medium, 778 bytes of helpers 005c7065
fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = m_ilcm(x0, x1);
  return v2;
}

// int64: medium, 5255 bytes of helpers fd29f897
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_ilcm64(x0, x1);
  return v2;
}

