// uint8, uint16, uint32: medium, 238 bytes of helpers 9329e4c4
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_upow(x0, x1);
  return v2;
}

// uint64: medium, 1182 bytes of helpers 71bf007c
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_upow64(x0, x1);
  return v2;
}

// int8, int16, int32: medium, 485 bytes of helpers ba79358a
fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = m_ipow(x0, x1);
  return v2;
}

// int64: medium, 1948 bytes of helpers 6d4f2e3c
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_ipow64(x0, x1);
  return v2;
}

// float16, bfloat16, float32: medium, 4474 bytes of helpers b97c6b0b
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_pow(x0, x1);
  return v2;
}

// float64: long, 25113 bytes of helpers c50b7115
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = libm_pow(x0, x1);
  return v2;
}

