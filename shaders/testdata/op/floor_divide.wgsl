// uint8, uint16, uint32: brief, 94 bytes of helpers c57415a7
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_udiv(x0, x1);
  return v2;
}

// uint64: medium, 3493 bytes of helpers fd5ae5b3
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_udiv64(x0, x1);
  return v2;
}

// int8, int16, int32: brief, 478 bytes of helpers 1397cbf7
fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = m_ifloordiv(x0, x1);
  return v2;
}

// int64: medium, 4207 bytes of helpers a65cf79d
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_ifloordiv64(x0, x1);
  return v2;
}

// float16, bfloat16, float32: medium, 2675 bytes of helpers 27351bfc
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_floor_div(x0, x1);
  return v2;
}

// float64: long, 12197 bytes of helpers 2c953787
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_ffloor_div64(x0, x1);
  return v2;
}

