// float16, bfloat16, float32: medium, 4042 bytes of helpers 5a12b7d8
fn apply(x0: f32) -> f32 {
  let v1 = m_erfinv(x0);
  return v1;
}

// float64: long, 28633 bytes of helpers fae26a1b
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_erfinv(x0);
  return v1;
}

