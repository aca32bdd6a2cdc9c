// float16, bfloat16, float32: medium, 2214 bytes of helpers b01a61c1
fn apply(x0: f32) -> f32 {
  let v1 = m_sigmoid(x0);
  return v1;
}

// float64: long, 22697 bytes of helpers 19120b5b
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_sigmoid(x0);
  return v1;
}

