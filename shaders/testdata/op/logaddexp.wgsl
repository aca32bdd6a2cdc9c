// float16, bfloat16, float32: long, 12293 bytes of helpers 33ba0db1
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_logaddexp(x0, x1);
  return v2;
}

// float64: long, 35641 bytes of helpers 9c920e2a
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = libm_log_add_exp(x0, x1);
  return v2;
}

