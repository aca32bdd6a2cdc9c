// float16, bfloat16, float32: medium, 4371 bytes of helpers f2c0b883
fn apply(x0: f32) -> f32 {
  let v1 = m_tan(x0);
  return v1;
}

// float64: long, 23680 bytes of helpers ca7fcc82
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_tan(x0);
  return v1;
}

