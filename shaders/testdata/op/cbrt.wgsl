// float16, bfloat16, float32: brief, 1980 bytes of helpers fa81770e
fn apply(x0: f32) -> f32 {
  let v1 = m_cbrt(x0);
  return v1;
}

// float64: long, 21785 bytes of helpers afac0b38
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_cbrt(x0);
  return v1;
}

