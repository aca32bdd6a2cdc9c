// float16, bfloat16, float32: medium, 5010 bytes of helpers fc3048fb
fn apply(x0: f32) -> f32 {
  let v1 = m_ndtri(x0);
  return v1;
}

// float64: long, 33801 bytes of helpers 8082929a
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_ndtri(x0);
  return v1;
}

