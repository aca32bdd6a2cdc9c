// float16, bfloat16, float32: medium, 1880 bytes of helpers ffcc17f4
fn apply(x0: f32) -> f32 {
  let v1 = m_log(x0);
  return v1;
}

// float64: long, 22855 bytes of helpers 8e64ae19
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_log(x0);
  return v1;
}

