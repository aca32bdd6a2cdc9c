// floats pass m_bar on their way: brief, 626 bytes of helpers 5ef4d053
fn apply(x0: f32, x1: f32, s2: f32) -> f32 {
  let v3 = m_bar(x0 * s2);
  let v4 = m_bar(v3 + x1);
  let v5 = m_relu(v4);
  return v5;
}

// integers and bools do not: brief
fn apply(x0: i32, x1: i32) -> bool {
  let v2 = x0 * x1;
  let v3 = v2 + x1;
  let v4 = v3 < x0;
  return v4;
}

// small integers wrap: brief
fn apply(x0: i32, x1: u32, s2: i32) -> u32 {
  let v3 = ((x0 * s2) << 24u) >> 24u;
  let v4 = bitcast<u32>(v3) & 255u;
  let v5 = v4 * x1;
  return v5;
}

// halves are rounded: brief, 2060 bytes of helpers 5cd153c9
fn apply(x0: f32, s1: f32) -> f32 {
  let t2_1 = m_twin(x0);
  let v2 = m_round_f16(x0 + t2_1);
  let v3 = m_bar(m_round_bf16(v2));
  let v4 = m_round_bf16(v3 * s1);
  let v5 = m_relu(v4);
  return v5;
}

// a value taken twice passes m_twin: medium, 2315 bytes of helpers b46a54d5
fn apply(x0: f32) -> f32 {
  let t1_1 = m_twin(x0);
  let v1 = m_bar(x0 - t1_1);
  let v2 = m_bar(m_exp(v1));
  let t3_1 = m_twin(v2);
  let v3 = base_div(v2, t3_1);
  return v3;
}

// and so does one result beside another: brief, 730 bytes of helpers 0ad77c85
fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_bar(x0 + x1);
  let v3 = m_bar(x1 + x0);
  let t4_1 = m_twin(v3);
  let v4 = v2 - t4_1;
  return v4;
}

// scalars of every type: brief, 1094 bytes of helpers 25c6c015
fn apply(x0: f32, s1: bool, s2: i32, s3: u32, s4: f32) -> f32 {
  let v5 = m_bar(m_i2f(s2));
  let v6 = m_bar(m_u2f(s3));
  let t7_1 = m_twin(v6);
  let v7 = m_bar(v5 + t7_1);
  let v8 = m_bar(v7 + s4);
  let v9 = select(x0, v8, s1);
  return v9;
}

// on words nothing is rounded: brief, 769 bytes of helpers 3ed4fc3b
fn apply(x0: u32, x1: u32, s2: u32) -> u32 {
  let v3 = m_lanes_add(x0, s2, 0x80808080u);
  let v4 = m_lanes_lt(v3, x1, 0x80808080u);
  let v5 = m_lanes_where(v4, v3, x1);
  return v5;
}

