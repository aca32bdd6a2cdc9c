// uint8, uint16, uint32, uint8 on words, uint16 on words, int8 on words, int16 on words: brief
fn apply(x0: u32) -> u32 {
  let v1 = x0;
  return v1;
}

// uint64, int64: brief
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = x0;
  return v1;
}

// int8, int16, int32: brief
fn apply(x0: i32) -> i32 {
  let v1 = x0;
  return v1;
}

// float16, bfloat16, float32: brief
fn apply(x0: f32) -> f32 {
  let v1 = ceil(x0);
  return v1;
}

// float64: brief, 2028 bytes of helpers c78371ec
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_fceil64(x0);
  return v1;
}

