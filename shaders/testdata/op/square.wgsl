// uint8, uint16, uint32: brief
fn apply(x0: u32) -> u32 {
  let v1 = x0 * x0;
  return v1;
}

// uint64, int64: brief, 471 bytes of helpers 4dda4a21
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_mul64(x0, x0);
  return v1;
}

// int8, int16, int32: brief
fn apply(x0: i32) -> i32 {
  let v1 = x0 * x0;
  return v1;
}

// float16, bfloat16, float32: brief
fn apply(x0: f32) -> f32 {
  let v1 = x0 * x0;
  return v1;
}

// float64: medium, 4471 bytes of helpers c1af2106
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_fmul64(x0, x0);
  return v1;
}

