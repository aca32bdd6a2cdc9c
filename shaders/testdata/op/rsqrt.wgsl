// float16, bfloat16, float32: medium, 2293 bytes of helpers fda0f8fc
fn apply(x0: f32) -> f32 {
  let v1 = m_rsqrt(x0);
  return v1;
}

// float64: long, 6129 bytes of helpers 5d5420cf
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_rsqrt(x0);
  return v1;
}

