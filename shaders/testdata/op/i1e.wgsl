// float16, bfloat16, float32: medium, 2957 bytes of helpers ab1d35dd
fn apply(x0: f32) -> f32 {
  let v1 = m_i1e(x0);
  return v1;
}

// float64: long, 23993 bytes of helpers d163d0d4
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_i1e(x0);
  return v1;
}

