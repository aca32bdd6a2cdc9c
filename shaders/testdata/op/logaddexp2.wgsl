// float16, bfloat16, float32: long, 12598 bytes of helpers 5c10e39f
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_logaddexp2(x0, x1);
  return v2;
}

// float64: long, 37385 bytes of helpers 33135369
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = libm_log_add_exp2(x0, x1);
  return v2;
}

