// float16: brief, 2274 bytes of helpers e22c2830
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_nextafter_f16(x0, x1);
  return v2;
}

// bfloat16: brief, 1567 bytes of helpers 76a085af
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_nextafter_bf16(x0, x1);
  return v2;
}

// float32: brief, 1218 bytes of helpers c1d68f7b
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_nextafter(x0, x1);
  return v2;
}

// float64: medium, 3211 bytes of helpers a6a81277
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_fnextafter64(x0, x1);
  return v2;
}

