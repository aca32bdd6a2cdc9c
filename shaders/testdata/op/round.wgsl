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
  let v1 = round(x0);
  return v1;
}

// float64: medium, 2876 bytes of helpers c93c0b57
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_fround_even64(x0);
  return v1;
}

