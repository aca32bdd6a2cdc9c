// bool to bool: brief
fn apply(x0: bool) -> bool {
  let v1 = x0;
  return v1;
}

// bool to uint8, bool to uint16, bool to uint32: brief
fn apply(x0: bool) -> u32 {
  let v1 = select(0u, 1u, x0);
  return v1;
}

// bool to uint64, bool to int64: brief
fn apply(x0: bool) -> vec2<u32> {
  let v1 = vec2<u32>(select(0u, 1u, x0), 0u);
  return v1;
}

// bool to int8, bool to int16, bool to int32: brief
fn apply(x0: bool) -> i32 {
  let v1 = select(0, 1, x0);
  return v1;
}

// bool to float16, bool to bfloat16, bool to float32: brief
fn apply(x0: bool) -> f32 {
  let v1 = select(0.0, 1.0, x0);
  return v1;
}

// bool to float64: brief, 67 bytes of helpers 016732a3
fn apply(x0: bool) -> vec2<u32> {
  let v1 = select(vec2<u32>(0u), m_fone64(), x0);
  return v1;
}

// uint8 to bool, uint16 to bool, uint32 to bool: brief
fn apply(x0: u32) -> bool {
  let v1 = x0 != 0u;
  return v1;
}

// uint8 to uint8, uint8 to uint16, uint8 to uint32, uint16 to uint16, uint16 to uint32, uint32 to
// uint32, bool to bool on words, bool to uint8 on words, bool to int8 on words, uint8 to uint8 on
// words, uint8 to int8 on words, uint16 to uint16 on words, uint16 to int16 on words, int8 to uint8
// on words, int8 to int8 on words, int16 to uint16 on words, int16 to int16 on words, float16 to
// float16 on words, bfloat16 to bfloat16 on words: brief
fn apply(x0: u32) -> u32 {
  let v1 = x0;
  return v1;
}

// uint8 to uint64, uint8 to int64, uint16 to uint64, uint16 to int64, uint32 to uint64, uint32 to
// int64: brief
fn apply(x0: u32) -> vec2<u32> {
  let v1 = vec2<u32>(x0, 0u);
  return v1;
}

// uint8 to int8, uint16 to int8, uint32 to int8: brief
fn apply(x0: u32) -> i32 {
  let v1 = (bitcast<i32>(x0) << 24u) >> 24u;
  return v1;
}

// uint8 to int16, uint8 to int32, uint16 to int32, uint32 to int32: brief
fn apply(x0: u32) -> i32 {
  let v1 = bitcast<i32>(x0);
  return v1;
}

// uint8 to float16, uint8 to bfloat16, uint8 to float32, uint16 to float32: brief
fn apply(x0: u32) -> f32 {
  let v1 = f32(x0);
  return v1;
}

// uint8 to float64, uint16 to float64, uint32 to float64: brief, 2294 bytes of helpers 6cc31ede
fn apply(x0: u32) -> vec2<u32> {
  let v1 = m_u2d(x0);
  return v1;
}

// uint16 to uint8, uint32 to uint8: brief
fn apply(x0: u32) -> u32 {
  let v1 = x0 & 255u;
  return v1;
}

// uint16 to int16, uint32 to int16: brief
fn apply(x0: u32) -> i32 {
  let v1 = (bitcast<i32>(x0) << 16u) >> 16u;
  return v1;
}

// uint16 to float16: brief, 871 bytes of helpers e80eaf34
fn apply(x0: u32) -> f32 {
  let v1 = m_round_f16(f32(x0));
  return v1;
}

// uint16 to bfloat16: brief, 341 bytes of helpers 7df70e68
fn apply(x0: u32) -> f32 {
  let v1 = m_round_bf16(f32(x0));
  return v1;
}

// uint32 to uint16: brief
fn apply(x0: u32) -> u32 {
  let v1 = x0 & 65535u;
  return v1;
}

// uint32 to float16: brief, 1159 bytes of helpers f7c137ed
fn apply(x0: u32) -> f32 {
  let v1 = m_round_f16(f32(m_sticky_u(x0)));
  return v1;
}

// uint32 to bfloat16: brief, 629 bytes of helpers 1c7cd91d
fn apply(x0: u32) -> f32 {
  let v1 = m_round_bf16(f32(m_sticky_u(x0)));
  return v1;
}

// uint32 to float32: brief, 294 bytes of helpers c2dd6055
fn apply(x0: u32) -> f32 {
  let v1 = m_u2f(x0);
  return v1;
}

// uint64 to bool, int64 to bool: brief, 87 bytes of helpers 53728f3a
fn apply(x0: vec2<u32>) -> bool {
  let v1 = !m_eq64(x0, vec2<u32>(0u));
  return v1;
}

// uint64 to uint8, int64 to uint8: brief
fn apply(x0: vec2<u32>) -> u32 {
  let v1 = x0.x & 255u;
  return v1;
}

// uint64 to uint16, int64 to uint16: brief
fn apply(x0: vec2<u32>) -> u32 {
  let v1 = x0.x & 65535u;
  return v1;
}

// uint64 to uint32, int64 to uint32: brief
fn apply(x0: vec2<u32>) -> u32 {
  let v1 = x0.x;
  return v1;
}

// uint64 to uint64, uint64 to int64, int64 to uint64, int64 to int64, float64 to float64: brief
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = x0;
  return v1;
}

// uint64 to int8, int64 to int8: brief
fn apply(x0: vec2<u32>) -> i32 {
  let v1 = (bitcast<i32>(x0.x) << 24u) >> 24u;
  return v1;
}

// uint64 to int16, int64 to int16: brief
fn apply(x0: vec2<u32>) -> i32 {
  let v1 = (bitcast<i32>(x0.x) << 16u) >> 16u;
  return v1;
}

// uint64 to int32, int64 to int32: brief
fn apply(x0: vec2<u32>) -> i32 {
  let v1 = bitcast<i32>(x0.x);
  return v1;
}

// uint64 to float16: brief, 2096 bytes of helpers 44b650cd
fn apply(x0: vec2<u32>) -> f32 {
  let v1 = m_round_f16(m_ul2f_sticky(x0));
  return v1;
}

// uint64 to bfloat16: brief, 1566 bytes of helpers 3759abb1
fn apply(x0: vec2<u32>) -> f32 {
  let v1 = m_round_bf16(m_ul2f_sticky(x0));
  return v1;
}

// uint64 to float32: brief, 1163 bytes of helpers e52193ba
fn apply(x0: vec2<u32>) -> f32 {
  let v1 = m_ul2f(x0);
  return v1;
}

// uint64 to float64: brief, 2226 bytes of helpers a5e7387c
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_ul2d(x0);
  return v1;
}

// int8 to bool, int16 to bool, int32 to bool: brief
fn apply(x0: i32) -> bool {
  let v1 = x0 != 0;
  return v1;
}

// int8 to uint8, int16 to uint8, int32 to uint8: brief
fn apply(x0: i32) -> u32 {
  let v1 = bitcast<u32>(x0) & 255u;
  return v1;
}

// int8 to uint16, int16 to uint16, int32 to uint16: brief
fn apply(x0: i32) -> u32 {
  let v1 = bitcast<u32>(x0) & 65535u;
  return v1;
}

// int8 to uint32, int16 to uint32, int32 to uint32: brief
fn apply(x0: i32) -> u32 {
  let v1 = bitcast<u32>(x0);
  return v1;
}

// int8 to uint64, int8 to int64, int16 to uint64, int16 to int64, int32 to uint64, int32 to int64:
// brief, 94 bytes of helpers 82d49d9c
fn apply(x0: i32) -> vec2<u32> {
  let v1 = m_i2l(x0);
  return v1;
}

// int8 to int8, int8 to int16, int8 to int32, int16 to int16, int16 to int32, int32 to int32: brief
fn apply(x0: i32) -> i32 {
  let v1 = x0;
  return v1;
}

// int8 to float16, int8 to bfloat16, int8 to float32, int16 to float32: brief
fn apply(x0: i32) -> f32 {
  let v1 = f32(x0);
  return v1;
}

// int8 to float64, int16 to float64, int32 to float64: brief, 3031 bytes of helpers bf959f6c
fn apply(x0: i32) -> vec2<u32> {
  let v1 = m_i2d(x0);
  return v1;
}

// int16 to int8, int32 to int8: brief
fn apply(x0: i32) -> i32 {
  let v1 = (x0 << 24u) >> 24u;
  return v1;
}

// int16 to float16: brief, 871 bytes of helpers e80eaf34
fn apply(x0: i32) -> f32 {
  let v1 = m_round_f16(f32(x0));
  return v1;
}

// int16 to bfloat16: brief, 341 bytes of helpers 7df70e68
fn apply(x0: i32) -> f32 {
  let v1 = m_round_bf16(f32(x0));
  return v1;
}

// int32 to int16: brief
fn apply(x0: i32) -> i32 {
  let v1 = (x0 << 16u) >> 16u;
  return v1;
}

// int32 to float16: brief, 1020 bytes of helpers 95282c88
fn apply(x0: i32) -> f32 {
  let v1 = m_round_f16(f32(m_sticky_i(x0)));
  return v1;
}

// int32 to bfloat16: brief, 490 bytes of helpers d4b2d402
fn apply(x0: i32) -> f32 {
  let v1 = m_round_bf16(f32(m_sticky_i(x0)));
  return v1;
}

// int32 to float32: brief, 70 bytes of helpers bdb08395
fn apply(x0: i32) -> f32 {
  let v1 = m_i2f(x0);
  return v1;
}

// int64 to float16: brief, 2804 bytes of helpers d9d681b4
fn apply(x0: vec2<u32>) -> f32 {
  let v1 = m_round_f16(m_l2f_sticky(x0));
  return v1;
}

// int64 to bfloat16: brief, 2274 bytes of helpers 1b53844b
fn apply(x0: vec2<u32>) -> f32 {
  let v1 = m_round_bf16(m_l2f_sticky(x0));
  return v1;
}

// int64 to float32: brief, 1857 bytes of helpers c90d2d02
fn apply(x0: vec2<u32>) -> f32 {
  let v1 = m_l2f(x0);
  return v1;
}

// int64 to float64: brief, 2878 bytes of helpers 10c82ffc
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_l2d(x0);
  return v1;
}

// float16 to bool, bfloat16 to bool, float32 to bool: brief, 69 bytes of helpers 78f2fc9d
fn apply(x0: f32) -> bool {
  let v1 = m_abits(x0) != 0u;
  return v1;
}

// float16 to uint8, bfloat16 to uint8, float32 to uint8: brief, 332 bytes of helpers e7a404f7
fn apply(x0: f32) -> u32 {
  let v1 = m_f2u8(x0);
  return v1;
}

// float16 to uint16, bfloat16 to uint16, float32 to uint16: brief, 335 bytes of helpers 031ec5d5
fn apply(x0: f32) -> u32 {
  let v1 = m_f2u16(x0);
  return v1;
}

// float16 to uint32, bfloat16 to uint32, float32 to uint32: brief, 274 bytes of helpers c82b58b5
fn apply(x0: f32) -> u32 {
  let v1 = m_f2u(x0);
  return v1;
}

// float16 to uint64, bfloat16 to uint64, float32 to uint64: brief, 1055 bytes of helpers 950a81b7
fn apply(x0: f32) -> vec2<u32> {
  let v1 = m_f2ul(x0);
  return v1;
}

// float16 to int8, bfloat16 to int8, float32 to int8: brief, 465 bytes of helpers 49698dda
fn apply(x0: f32) -> i32 {
  let v1 = m_f2i8(x0);
  return v1;
}

// float16 to int16, bfloat16 to int16, float32 to int16: brief, 434 bytes of helpers f715d993
fn apply(x0: f32) -> i32 {
  let v1 = m_f2i16(x0);
  return v1;
}

// float16 to int32, bfloat16 to int32, float32 to int32: brief, 364 bytes of helpers f3bdd7f0
fn apply(x0: f32) -> i32 {
  let v1 = m_f2i(x0);
  return v1;
}

// float16 to int64, bfloat16 to int64, float32 to int64: brief, 1459 bytes of helpers 9d65f9e5
fn apply(x0: f32) -> vec2<u32> {
  let v1 = m_f2l(x0);
  return v1;
}

// float16 to float16, float16 to float32, bfloat16 to bfloat16, bfloat16 to float32, float32 to
// float32: brief
fn apply(x0: f32) -> f32 {
  let v1 = x0;
  return v1;
}

// float16 to bfloat16, float32 to bfloat16: brief, 341 bytes of helpers 7df70e68
fn apply(x0: f32) -> f32 {
  let v1 = m_round_bf16(x0);
  return v1;
}

// float16 to float64, bfloat16 to float64, float32 to float64: brief, 2791 bytes of helpers
// c36ba918
fn apply(x0: f32) -> vec2<u32> {
  let v1 = m_f2d(x0);
  return v1;
}

// bfloat16 to float16, float32 to float16: brief, 871 bytes of helpers e80eaf34
fn apply(x0: f32) -> f32 {
  let v1 = m_round_f16(x0);
  return v1;
}

// float64 to bool: brief, 76 bytes of helpers 65740c79
fn apply(x0: vec2<u32>) -> bool {
  let v1 = !m_fiszero64(x0);
  return v1;
}

// float64 to uint8: brief, 1733 bytes of helpers 1a33eaaf
fn apply(x0: vec2<u32>) -> u32 {
  let v1 = m_d2u8(x0);
  return v1;
}

// float64 to uint16: brief, 1736 bytes of helpers e78641c6
fn apply(x0: vec2<u32>) -> u32 {
  let v1 = m_d2u16(x0);
  return v1;
}

// float64 to uint32: brief, 1669 bytes of helpers f66c685a
fn apply(x0: vec2<u32>) -> u32 {
  let v1 = m_d2u(x0);
  return v1;
}

// float64 to uint64: brief, 1567 bytes of helpers 26010672
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_d2ul(x0);
  return v1;
}

// float64 to int8: brief, 2506 bytes of helpers fb7cae42
fn apply(x0: vec2<u32>) -> i32 {
  let v1 = m_d2i8(x0);
  return v1;
}

// float64 to int16: brief, 2475 bytes of helpers cae558fc
fn apply(x0: vec2<u32>) -> i32 {
  let v1 = m_d2i16(x0);
  return v1;
}

// float64 to int32: brief, 2399 bytes of helpers c0525874
fn apply(x0: vec2<u32>) -> i32 {
  let v1 = m_d2i(x0);
  return v1;
}

// float64 to int64: brief, 2005 bytes of helpers 264124a0
fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_d2l(x0);
  return v1;
}

// float64 to float16: medium, 4301 bytes of helpers 2a1ed715
fn apply(x0: vec2<u32>) -> f32 {
  let v1 = m_round_f16(m_d2f_sticky(x0));
  return v1;
}

// float64 to bfloat16: medium, 3771 bytes of helpers ae105113
fn apply(x0: vec2<u32>) -> f32 {
  let v1 = m_round_bf16(m_d2f_sticky(x0));
  return v1;
}

// float64 to float32: brief, 2442 bytes of helpers b9f9baf4
fn apply(x0: vec2<u32>) -> f32 {
  let v1 = m_d2f(x0);
  return v1;
}

// uint8 to bool on words, int8 to bool on words: brief, 111 bytes of helpers e3b83eb5
fn apply(x0: u32) -> u32 {
  let v1 = m_lanes_ne(x0, 0u, 0x80808080u);
  return v1;
}

