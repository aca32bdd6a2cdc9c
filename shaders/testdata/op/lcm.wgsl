// uint8, uint16, uint32: medium, 598 bytes of helpers 9eb5f871
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_ulcm(x0, x1);
  return v2;
}

// uint64: medium, 4850 bytes of helpers c16343fe
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_ulcm64(x0, x1);
  return v2;
}

// int8, int16, int32: medium, 778 bytes of helpers 2918eae2
fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = m_ilcm(x0, x1);
  return v2;
}

// int64: medium, 5351 bytes of helpers 74d65fa3
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_ilcm64(x0, x1);
  return v2;
}

