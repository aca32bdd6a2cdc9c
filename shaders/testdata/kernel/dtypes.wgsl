// ---- where(bool, x, scalar) ----

// (%0 bool, %1 uint8, %2 uint16, %3 uint32, %4 uint64, %5 int8, %6 int16, %7 int32, %8 int64, %9 float16, %10 bfloat16, %11 float32, %12 float64; %13 bool, %14 uint8, %15 uint16, %16 uint32, %17 uint64, %18 int8, %19 int16, %20 int32, %21 int64, %22 float16, %23 bfloat16, %24 float32, %25 float64, %26 bool)
// %27 bool = where %26 %0 %13
// %28 uint8 = where %26 %1 %14
// %29 uint16 = where %26 %2 %15
// %30 uint32 = where %26 %3 %16
// %31 uint64 = where %26 %4 %17
// %32 int8 = where %26 %5 %18
// %33 int16 = where %26 %6 %19
// %34 int32 = where %26 %7 %20
// %35 int64 = where %26 %8 %21
// %36 float16 = where %26 %9 %22
// %37 bfloat16 = where %26 %10 %23
// %38 float32 = where %26 %11 %24
// %39 float64 = where %26 %12 %25
// return %27 %28 %29 %30 %31 %32 %33 %34 %35 %36 %37 %38 %39
// out0 contiguous aligned @1, out1 contiguous aligned @2, out2 contiguous aligned @3, out3 contiguous aligned @4, out4 contiguous aligned @5, out5 contiguous aligned @6, out6 contiguous aligned @7, out7 contiguous aligned @8, out8 contiguous aligned @9, out9 contiguous aligned @10, out10 contiguous aligned @11, out11 contiguous aligned @12, out12 contiguous aligned @13, in0 contiguous aligned @14, in1 contiguous aligned @15, in2 contiguous aligned @16, in3 contiguous aligned @17, in4 contiguous aligned @18, in5 contiguous aligned @19, in6 contiguous aligned @20, in7 contiguous aligned @21, in8 contiguous aligned @22, in9 contiguous aligned @23, in10 contiguous aligned @24, in11 contiguous aligned @25, in12 contiguous aligned @26, flat 1xvec4 looped
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  body_threads: u32,
  body: u32,
  phase: u32,
  head: u32,
  first: u32,
  out0_offset: u32,
  out1_offset: u32,
  out2_offset: u32,
  out3_offset: u32,
  out4_offset: u32,
  out5_offset: u32,
  out6_offset: u32,
  out7_offset: u32,
  out8_offset: u32,
  out9_offset: u32,
  out10_offset: u32,
  out11_offset: u32,
  out12_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
  in2_offset: u32,
  in3_offset: u32,
  in4_offset: u32,
  in5_offset: u32,
  in6_offset: u32,
  in7_offset: u32,
  in8_offset: u32,
  in9_offset: u32,
  in10_offset: u32,
  in11_offset: u32,
  in12_offset: u32,
  s13: u32,
  s14: u32,
  s15: u32,
  s16: u32,
  s17: u32,
  high17: u32,
  s18: u32,
  s19: u32,
  s20: u32,
  s21: u32,
  high21: u32,
  s22: u32,
  s23: u32,
  s24: u32,
  s25: u32,
  high25: u32,
  s26: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;
@group(0) @binding(3) var<storage, read_write> buf3: array<vec2<u32>>;
@group(0) @binding(4) var<storage, read_write> buf4: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read_write> buf5: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read_write> buf6: array<u32>;
@group(0) @binding(7) var<storage, read_write> buf7: array<vec2<u32>>;
@group(0) @binding(8) var<storage, read_write> buf8: array<vec4<u32>>;
@group(0) @binding(9) var<storage, read_write> buf9: array<vec4<u32>>;
@group(0) @binding(10) var<storage, read_write> buf10: array<vec2<u32>>;
@group(0) @binding(11) var<storage, read_write> buf11: array<vec2<u32>>;
@group(0) @binding(12) var<storage, read_write> buf12: array<vec4<u32>>;
@group(0) @binding(13) var<storage, read_write> buf13: array<vec4<u32>>;
@group(0) @binding(14) var<storage, read> buf14: array<u32>;
@group(0) @binding(15) var<storage, read> buf15: array<u32>;
@group(0) @binding(16) var<storage, read> buf16: array<vec2<u32>>;
@group(0) @binding(17) var<storage, read> buf17: array<vec4<u32>>;
@group(0) @binding(18) var<storage, read> buf18: array<vec4<u32>>;
@group(0) @binding(19) var<storage, read> buf19: array<u32>;
@group(0) @binding(20) var<storage, read> buf20: array<vec2<u32>>;
@group(0) @binding(21) var<storage, read> buf21: array<vec4<u32>>;
@group(0) @binding(22) var<storage, read> buf22: array<vec4<u32>>;
@group(0) @binding(23) var<storage, read> buf23: array<vec2<u32>>;
@group(0) @binding(24) var<storage, read> buf24: array<vec2<u32>>;
@group(0) @binding(25) var<storage, read> buf25: array<vec4<u32>>;
@group(0) @binding(26) var<storage, read> buf26: array<vec4<u32>>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

// 0, but compilers know none of its bits. The length keeps it from being a mere uniform: llvmpipe
// compiles uniforms that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// v, but compilers know nothing of it: they do not rearrange, contract or fold through a word that
// was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

// v, but not known to be a uniform. llvmpipe looks for branches that uniforms alone decide. It
// follows both operands of every step down to them, which takes exponential time in a function.
fn m_bar64(v: vec2<u32>) -> vec2<u32> { return v | vec2<u32>(m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

// What |x| < 2^-14 is in units of 2^-24, float16's below the normal numbers, to the nearest,
// ties to even: 0.5 has such units, too. Shifting by an amount of each element's own is what
// drivers without such an instruction do element by element.
fn m_f16_low(a: u32) -> u32 { return bitcast<u32>(bitcast<f32>(a) + 0.5) - 0x3f000000u; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

// The bits of the float16 nearest to x, ties to even.
fn m_f32_to_f16(x: f32) -> u32 {
  let a = m_abits(x);
  let high = (a - 0x38000000u + 0xfffu + ((a >> 13u) & 1u)) >> 13u;
  let r = min(select(high, m_f16_low(a), a < 0x38800000u), 0x7c00u);
  return select(r, 0x7e00u, a > 0x7f800000u) | (m_sbit(x) >> 16u);
}

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

struct Results { y0: bool, y1: u32, y2: u32, y3: u32, y4: vec2<u32>, y5: i32, y6: i32, y7: i32, y8: vec2<u32>, y9: f32, y10: f32, y11: f32, y12: vec2<u32> }
fn apply(x0: bool, x1: u32, x2: u32, x3: u32, x4: vec2<u32>, x5: i32, x6: i32, x7: i32, x8: vec2<u32>, x9: f32, x10: f32, x11: f32, x12: vec2<u32>, s13: bool, s14: u32, s15: u32, s16: u32, s17: vec2<u32>, s18: i32, s19: i32, s20: i32, s21: vec2<u32>, s22: f32, s23: f32, s24: f32, s25: vec2<u32>, s26: bool) -> Results {
  let v27 = select(s13, x0, s26);
  let v28 = select(s14, x1, s26);
  let v29 = select(s15, x2, s26);
  let v30 = select(s16, x3, s26);
  let v31 = select(s17, x4, s26);
  let v32 = select(s18, x5, s26);
  let v33 = select(s19, x6, s26);
  let v34 = select(s20, x7, s26);
  let v35 = select(s21, x8, s26);
  let v36 = select(s22, x9, s26);
  let v37 = select(s23, x10, s26);
  let v38 = select(s24, x11, s26);
  let v39 = select(s25, x12, s26);
  return Results(v27, v28, v29, v30, v31, v32, v33, v34, v35, v36, v37, v38, v39);
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (thread >= params.threads) { return; }
  for (var e = 0u; e < 4u; e++) {
    let rest = thread * 4u + e;
    let slot = select(rest, rest + params.body, rest >= params.head);
    if (slot < params.phase || slot >= params.len + params.phase) { continue; }
    let i = slot - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = m_byte(buf14[in0_at >> 2u], in0_at) != 0u;
    let in1_at = params.in1_offset + i;
    let x1 = m_byte(buf15[in1_at >> 2u], in1_at);
    let in2_at = params.in2_offset + i;
    let x2 = m_short(buf16[(in2_at >> 1u) >> 1u][(in2_at >> 1u) & 1u], in2_at);
    let in3_at = params.in3_offset + i;
    let x3 = buf17[(in3_at) >> 2u][(in3_at) & 3u];
    let in4_at = params.in4_offset + i;
    let x4 = vec2<u32>(buf18[(in4_at * 2u) >> 2u][(in4_at * 2u) & 3u], buf18[(in4_at * 2u + 1u) >> 2u][(in4_at * 2u + 1u) & 3u]);
    let in5_at = params.in5_offset + i;
    let x5 = bitcast<i32>(m_byte(buf19[in5_at >> 2u], in5_at) << 24u) >> 24u;
    let in6_at = params.in6_offset + i;
    let x6 = bitcast<i32>(m_short(buf20[(in6_at >> 1u) >> 1u][(in6_at >> 1u) & 1u], in6_at) << 16u) >> 16u;
    let in7_at = params.in7_offset + i;
    let x7 = bitcast<i32>(buf21[(in7_at) >> 2u][(in7_at) & 3u]);
    let in8_at = params.in8_offset + i;
    let x8 = vec2<u32>(buf22[(in8_at * 2u) >> 2u][(in8_at * 2u) & 3u], buf22[(in8_at * 2u + 1u) >> 2u][(in8_at * 2u + 1u) & 3u]);
    let in9_at = params.in9_offset + i;
    let x9 = m_f16_to_f32(m_short(buf23[(in9_at >> 1u) >> 1u][(in9_at >> 1u) & 1u], in9_at));
    let in10_at = params.in10_offset + i;
    let x10 = m_bf16_to_f32(m_short(buf24[(in10_at >> 1u) >> 1u][(in10_at >> 1u) & 1u], in10_at));
    let in11_at = params.in11_offset + i;
    let x11 = bitcast<f32>(buf25[(in11_at) >> 2u][(in11_at) & 3u]);
    let in12_at = params.in12_offset + i;
    let x12 = vec2<u32>(buf26[(in12_at * 2u) >> 2u][(in12_at * 2u) & 3u], buf26[(in12_at * 2u + 1u) >> 2u][(in12_at * 2u + 1u) & 3u]);
    let y = apply(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, params.s13 != 0u, params.s14, params.s15, params.s16, vec2<u32>(params.s17, params.high17), bitcast<i32>(params.s18 << 24u) >> 24u, bitcast<i32>(params.s19 << 16u) >> 16u, bitcast<i32>(params.s20), vec2<u32>(params.s21, params.high21), m_bar(m_f16_to_f32(params.s22)), m_bar(m_bf16_to_f32(params.s23)), m_bar(bitcast<f32>(params.s24)), m_bar64(vec2<u32>(params.s25, params.high25)), params.s26 != 0u);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((select(0u, 1u, y.y0)) << out0_shift);
    let out1_at = params.out1_offset + i;
    let out1_word = buf2[out1_at >> 2u];
    let out1_shift = (out1_at & 3u) * 8u;
    buf2[out1_at >> 2u] = (out1_word & ~(255u << out1_shift)) | ((y.y1 & 255u) << out1_shift);
    let out2_at = params.out2_offset + i;
    let out2_word = buf3[(out2_at >> 1u) >> 1u][(out2_at >> 1u) & 1u];
    let out2_shift = (out2_at & 1u) * 16u;
    buf3[(out2_at >> 1u) >> 1u][(out2_at >> 1u) & 1u] = (out2_word & ~(65535u << out2_shift)) | ((y.y2 & 65535u) << out2_shift);
    let out3_at = params.out3_offset + i;
    buf4[(out3_at) >> 2u][(out3_at) & 3u] = y.y3;
    let out4_at = params.out4_offset + i;
    let out4_bits = y.y4;
    buf5[(out4_at * 2u) >> 2u][(out4_at * 2u) & 3u] = out4_bits.x;
    buf5[(out4_at * 2u + 1u) >> 2u][(out4_at * 2u + 1u) & 3u] = out4_bits.y;
    let out5_at = params.out5_offset + i;
    let out5_word = buf6[out5_at >> 2u];
    let out5_shift = (out5_at & 3u) * 8u;
    buf6[out5_at >> 2u] = (out5_word & ~(255u << out5_shift)) | ((bitcast<u32>(y.y5) & 255u) << out5_shift);
    let out6_at = params.out6_offset + i;
    let out6_word = buf7[(out6_at >> 1u) >> 1u][(out6_at >> 1u) & 1u];
    let out6_shift = (out6_at & 1u) * 16u;
    buf7[(out6_at >> 1u) >> 1u][(out6_at >> 1u) & 1u] = (out6_word & ~(65535u << out6_shift)) | ((bitcast<u32>(y.y6) & 65535u) << out6_shift);
    let out7_at = params.out7_offset + i;
    buf8[(out7_at) >> 2u][(out7_at) & 3u] = bitcast<u32>(y.y7);
    let out8_at = params.out8_offset + i;
    let out8_bits = y.y8;
    buf9[(out8_at * 2u) >> 2u][(out8_at * 2u) & 3u] = out8_bits.x;
    buf9[(out8_at * 2u + 1u) >> 2u][(out8_at * 2u + 1u) & 3u] = out8_bits.y;
    let out9_at = params.out9_offset + i;
    let out9_word = buf10[(out9_at >> 1u) >> 1u][(out9_at >> 1u) & 1u];
    let out9_shift = (out9_at & 1u) * 16u;
    buf10[(out9_at >> 1u) >> 1u][(out9_at >> 1u) & 1u] = (out9_word & ~(65535u << out9_shift)) | ((m_f32_to_f16(y.y9)) << out9_shift);
    let out10_at = params.out10_offset + i;
    let out10_word = buf11[(out10_at >> 1u) >> 1u][(out10_at >> 1u) & 1u];
    let out10_shift = (out10_at & 1u) * 16u;
    buf11[(out10_at >> 1u) >> 1u][(out10_at >> 1u) & 1u] = (out10_word & ~(65535u << out10_shift)) | ((m_f32_to_bf16(y.y10)) << out10_shift);
    let out11_at = params.out11_offset + i;
    buf12[(out11_at) >> 2u][(out11_at) & 3u] = bitcast<u32>(y.y11);
    let out12_at = params.out12_offset + i;
    let out12_bits = y.y12;
    buf13[(out12_at * 2u) >> 2u][(out12_at * 2u) & 3u] = out12_bits.x;
    buf13[(out12_at * 2u + 1u) >> 2u][(out12_at * 2u + 1u) & 3u] = out12_bits.y;
  }
}

