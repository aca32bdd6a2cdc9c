// float16, bfloat16, float32: medium, 2790 bytes of helpers 9f48a528
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_ldexp2(x0, x1);
  return v2;
}

// float64: long, 22969 bytes of helpers b8844153
fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = libm_ldexp(x0, x1);
  return v2;
}

