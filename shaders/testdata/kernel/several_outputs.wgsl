// ---- two results and a copy ----

// (%0 float32, %1 float32)
// %2 float32 = mul %0 %1
// %3 bool = lt %0 %1
// return %2 %3 %0
// out0 contiguous aligned @1, out1 contiguous aligned @2, out2 contiguous aligned @3, in0 contiguous aligned @4, in1 contiguous aligned @5, flat 2xvec4 no-tail exact-grid
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  out0_offset: u32,
  out1_offset: u32,
  out2_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;
@group(0) @binding(3) var<storage, read_write> buf3: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> buf4: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> buf5: array<vec4<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

fn m_numbers(x: f32, y: f32) -> bool { return !m_isnan(x) && !m_isnan(y); }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

// An integer that grows with x, a number; equal for both zeros.
fn m_order(x: f32) -> i32 {
  let a = bitcast<i32>(m_abits(x));
  return select(a, 0 - a, m_sbit(x) != 0u);
}

fn m_lt(x: f32, y: f32) -> bool { return m_numbers(x, y) && m_order(x) < m_order(y); }

struct Results { y0: f32, y1: bool }
fn apply(x0: f32, x1: f32) -> Results {
  let v2 = x0 * x1;
  let v3 = m_lt(x0, x1);
  return Results(v2, v3);
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = group.x * 256u + lane;
  let stripe = thread & ~7u;
  let width = min(8u, params.threads - stripe);
  let vector = thread + stripe;
  let vector_stride = width * 4u;
  let i = vector * 4u;
  let out0_at0 = params.out0_offset + vector;
  let out1_at0 = params.out1_offset + vector;
  let out2_at0 = params.out2_offset + vector;
  let in0_at0 = params.in0_offset + vector;
  let in1_at0 = params.in1_offset + vector;
  {
    let in0_0 = buf4[in0_at0];
    let in1_0 = buf5[in1_at0];
    let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0.x));
    let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0.y));
    let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0.z));
    let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0.w));
    buf1[out0_at0] = vec4<u32>(bitcast<u32>(y0.y0), bitcast<u32>(y1.y0), bitcast<u32>(y2.y0), bitcast<u32>(y3.y0));
    buf2[out1_at0] = (select(0u, 1u, y0.y1)) | ((select(0u, 1u, y1.y1)) << 8u) | ((select(0u, 1u, y2.y1)) << 16u) | ((select(0u, 1u, y3.y1)) << 24u);
    buf3[out2_at0] = vec4<u32>(in0_0.x, in0_0.y, in0_0.z, in0_0.w);
  }
  let out0_at1 = out0_at0 + width;
  let out1_at1 = out1_at0 + width;
  let out2_at1 = out2_at0 + width;
  let in0_at1 = in0_at0 + width;
  let in1_at1 = in1_at0 + width;
  {
    let in0_0 = buf4[in0_at1];
    let in1_0 = buf5[in1_at1];
    let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0.x));
    let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0.y));
    let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0.z));
    let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0.w));
    buf1[out0_at1] = vec4<u32>(bitcast<u32>(y0.y0), bitcast<u32>(y1.y0), bitcast<u32>(y2.y0), bitcast<u32>(y3.y0));
    buf2[out1_at1] = (select(0u, 1u, y0.y1)) | ((select(0u, 1u, y1.y1)) << 8u) | ((select(0u, 1u, y2.y1)) << 16u) | ((select(0u, 1u, y3.y1)) << 24u);
    buf3[out2_at1] = vec4<u32>(in0_0.x, in0_0.y, in0_0.z, in0_0.w);
  }
}

// ---- two of them packed ----

// (%0 uint8, %1 float16)
// %2 float32 = cast %1
// return %0 %0 %2
// out0 strided @1, out1 strided @2, out2 strided @3, in0 strided @4, in1 strided @5, rank 1, word-owning along 0
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  span: u32,
  extent: u32,
  size0: u32,
  out0_offset: u32,
  out0_stride0: u32,
  out1_offset: u32,
  out1_stride0: u32,
  out2_offset: u32,
  out2_stride0: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in1_offset: u32,
  in1_stride0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;
@group(0) @binding(3) var<storage, read_write> buf3: array<u32>;
@group(0) @binding(4) var<storage, read> buf4: array<u32>;
@group(0) @binding(5) var<storage, read> buf5: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn apply(x1: f32) -> f32 {
  let v2 = x1;
  return v2;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (thread >= params.threads) { return; }
  let cluster = thread / params.span;
  let base = params.out0_offset;
  let first = (base & ~3u) + (thread - cluster * params.span) * 4u;
  var mask = 0u;
  var out0_word = 0u;
  var out1_word = 0u;
  for (var j = 0u; j < 4u; j++) {
    let r0 = first + j - base;
    if (r0 >= params.extent) { continue; }
    let i0 = r0 / params.out0_stride0;
    if (i0 >= params.size0) { continue; }
    let r1 = r0 - i0 * params.out0_stride0;
    if (r1 != 0u) { continue; }
    let in0_at = params.in0_offset + i0 * params.in0_stride0;
    let b0 = m_byte(buf4[in0_at >> 2u], in0_at);
    let in1_at = params.in1_offset + i0 * params.in1_stride0;
    let x1 = m_f16_to_f32(m_short(buf5[in1_at >> 1u], in1_at));
    let y = apply(x1);
    out0_word |= (b0) << (j * 8u);
    out1_word |= (b0) << (j * 8u);
    let out2_at = params.out2_offset + i0 * params.out2_stride0;
    buf3[out2_at] = bitcast<u32>(y);
    mask |= 255u << (j * 8u);
  }
  if (mask == 0u) { return; }
  let out0_at = first / 4u;
  buf1[out0_at] = (buf1[out0_at] & ~mask) | out0_word;
  let out1_at = (first + params.out1_offset - params.out0_offset) / 4u;
  buf2[out1_at] = (buf2[out1_at] & ~mask) | out1_word;
}

// ---- one of them by turns ----

// (%0 uint8)
// %1 float32 = cast %0
// return %0 %1
// out0 strided @1, out1 contiguous @2, in0 scalar @3, rank 2, multi-pass
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  pass_number: u32,
  size1: u32,
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  out1_offset: u32,
  in0_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: u32) -> f32 {
  let v1 = f32(x0);
  return v1;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let i = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (i >= params.len) { return; }
  let q1 = i / params.size1;
  let i1 = i - q1 * params.size1;
  let i0 = q1;
  if (((params.out0_offset + i0 * params.out0_stride0 + i1 * params.out0_stride1) & 3u) != params.pass_number) { return; }
  let in0_at = params.in0_offset;
  let b0 = m_byte(buf3[in0_at >> 2u], in0_at);
  let x0 = b0;
  let y = apply(x0);
  let out0_at = params.out0_offset + i0 * params.out0_stride0 + i1 * params.out0_stride1;
  let out0_shift = params.pass_number * 8u;
  buf1[out0_at / 4u] = (buf1[out0_at / 4u] & ~(255u << out0_shift)) | ((b0) << out0_shift);
  let out1_at = params.out1_offset + i;
  buf2[out1_at] = bitcast<u32>(y);
}

