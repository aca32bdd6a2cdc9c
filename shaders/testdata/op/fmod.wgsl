// uint8, uint16, uint32: brief, 94 bytes of helpers 33d9addb
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_umod(x0, x1);
  return v2;
}

// uint64: medium, 3493 bytes of helpers 92775f04
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_umod64(x0, x1);
  return v2;
}

// int8, int16, int32: brief, 128 bytes of helpers 5d9f7556
fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = m_irem(x0, x1);
  return v2;
}

// int64: medium, 4101 bytes of helpers 51e20a8d
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_irem64(x0, x1);
  return v2;
}

// float16, bfloat16, float32: medium, 1632 bytes of helpers 43f3c2eb
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_fmod(x0, x1);
  return v2;
}

// float64: medium, 4832 bytes of helpers 926831e4
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_fmod64(x0, x1);
  return v2;
}

