// float16, bfloat16, float32: medium, 3905 bytes of helpers 4b2b479b
fn apply(x0: f32) -> f32 {
  let v1 = m_logsigmoid(x0);
  return v1;
}

// float64: long, 26601 bytes of helpers 0ad7bd61
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = libm_log_sigmoid(x0);
  return v1;
}

