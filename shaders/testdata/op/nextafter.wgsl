// float16: brief, 2274 bytes of helpers cbf68915
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_nextafter_f16(x0, x1);
  return v2;
}

// bfloat16: brief, 1567 bytes of helpers 745f9676
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_nextafter_bf16(x0, x1);
  return v2;
}

// float32: brief, 1218 bytes of helpers f7ba3179
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_nextafter(x0, x1);
  return v2;
}

// float64: medium, 3119 bytes of helpers 3fc8c931
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_fnextafter64(x0, x1);
  return v2;
}

