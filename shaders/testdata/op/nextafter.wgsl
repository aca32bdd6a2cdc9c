// float16: medium, 2268 bytes of helpers abc0daea
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_nextafter_f16(x0, x1);
  return v2;
}

// bfloat16: medium, 1561 bytes of helpers c81b3b1a
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_nextafter_bf16(x0, x1);
  return v2;
}

// float32: medium, 1212 bytes of helpers b3f99f01
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_nextafter(x0, x1);
  return v2;
}

// float64: medium, 3113 bytes of helpers 8fc4c8b3
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_fnextafter64(x0, x1);
  return v2;
}

