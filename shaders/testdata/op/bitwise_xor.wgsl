// bool: brief
fn apply(x0: bool, x1: bool) -> bool {
  let v2 = x0 != x1;
  return v2;
}

// uint8, uint16, uint32, bool on words, uint8 on words, uint16 on words, int8 on words, int16 on
// words: brief
fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = x0 ^ x1;
  return v2;
}

// uint64, int64: brief
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = x0 ^ x1;
  return v2;
}

// int8, int16, int32: brief
fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = x0 ^ x1;
  return v2;
}

