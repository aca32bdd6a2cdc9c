// ---- in place ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// return %2
// out0 contiguous @1, in0 contiguous @1, in1 contiguous @2
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  out0_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = x0 + x1;
  return v2;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let i = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (i >= params.len) { return; }
  let in0_at = params.in0_offset + i;
  let x0 = bitcast<f32>(buf1[in0_at]);
  let in1_at = params.in1_offset + i;
  let x1 = bitcast<f32>(buf2[in1_at]);
  let y = apply(x0, x1);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- two inputs in one buffer ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// return %2
// out0 contiguous @1, in0 contiguous @2, in1 contiguous @2
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  out0_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = x0 + x1;
  return v2;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let i = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (i >= params.len) { return; }
  let in0_at = params.in0_offset + i;
  let x0 = bitcast<f32>(buf2[in0_at]);
  let in1_at = params.in1_offset + i;
  let x1 = bitcast<f32>(buf2[in1_at]);
  let y = apply(x0, x1);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- two outputs in one buffer ----

// (%0 int64, %1 int64)
// return %1 %0
// out0 contiguous @1, out1 contiguous @1, in0 contiguous @1, in1 contiguous @1
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  out0_offset: u32,
  out1_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let i = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (i >= params.len) { return; }
  let in0_at = params.in0_offset + i;
  let b0 = vec2<u32>(buf1[in0_at * 2u], buf1[in0_at * 2u + 1u]);
  let in1_at = params.in1_offset + i;
  let b1 = vec2<u32>(buf1[in1_at * 2u], buf1[in1_at * 2u + 1u]);
  let out0_at = params.out0_offset + i;
  let out0_bits = b1;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
  let out1_at = params.out1_offset + i;
  let out1_bits = b0;
  buf1[out1_at * 2u] = out1_bits.x;
  buf1[out1_at * 2u + 1u] = out1_bits.y;
}

// ---- two dtypes in one buffer, of the smaller one's vectors ----

// (%0 float32, %1 uint8)
// %2 float32 = cast %1
// %3 float32 = mul %0 %2
// return %3
// out0 contiguous aligned @1, in0 contiguous aligned @1, in1 contiguous aligned @1, flat 4xvec4
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
  in0_offset: u32,
  in1_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;

// 0, but compilers know none of its bits. The length keeps it from being a mere uniform: llvmpipe
// compiles uniforms that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// v, but compilers know nothing of it: they do not rearrange, contract or fold through a word that
// was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: f32, x1: u32) -> f32 {
  let v2 = m_bar(f32(x1));
  let v3 = x0 * v2;
  return v3;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (thread >= params.threads) { return; }
  let in_tail = thread >= params.body_threads;
  let stripe = thread & ~7u;
  let width = min(8u, params.body_threads - stripe);
  let vector = thread + stripe * 3u;
  let vector_stride = width * 4u;
  let i = vector * 4u + params.first;
  let out0_at0 = ((params.out0_offset + i) >> 0u);
  let in0_at0 = ((params.in0_offset + i) >> 0u);
  let in1_at0 = ((params.in1_offset + i) >> 2u);
  if (!in_tail) {
    {
      let in0_0 = buf1[in0_at0];
      let in0_1 = buf1[in0_at0 + 1u];
      let in0_2 = buf1[in0_at0 + 2u];
      let in0_3 = buf1[in0_at0 + 3u];
      let in1_0 = buf1[in1_at0];
      let y0 = apply(bitcast<f32>(in0_0), m_byte(in1_0, 0u));
      let y1 = apply(bitcast<f32>(in0_1), m_byte(in1_0, 1u));
      let y2 = apply(bitcast<f32>(in0_2), m_byte(in1_0, 2u));
      let y3 = apply(bitcast<f32>(in0_3), m_byte(in1_0, 3u));
      buf1[out0_at0] = bitcast<u32>(y0);
      buf1[out0_at0 + 1u] = bitcast<u32>(y1);
      buf1[out0_at0 + 2u] = bitcast<u32>(y2);
      buf1[out0_at0 + 3u] = bitcast<u32>(y3);
    }
    let out0_at1 = out0_at0 + ((vector_stride) >> 0u);
    let in0_at1 = in0_at0 + ((vector_stride) >> 0u);
    let in1_at1 = in1_at0 + ((vector_stride) >> 2u);
    {
      let in0_0 = buf1[in0_at1];
      let in0_1 = buf1[in0_at1 + 1u];
      let in0_2 = buf1[in0_at1 + 2u];
      let in0_3 = buf1[in0_at1 + 3u];
      let in1_0 = buf1[in1_at1];
      let y0 = apply(bitcast<f32>(in0_0), m_byte(in1_0, 0u));
      let y1 = apply(bitcast<f32>(in0_1), m_byte(in1_0, 1u));
      let y2 = apply(bitcast<f32>(in0_2), m_byte(in1_0, 2u));
      let y3 = apply(bitcast<f32>(in0_3), m_byte(in1_0, 3u));
      buf1[out0_at1] = bitcast<u32>(y0);
      buf1[out0_at1 + 1u] = bitcast<u32>(y1);
      buf1[out0_at1 + 2u] = bitcast<u32>(y2);
      buf1[out0_at1 + 3u] = bitcast<u32>(y3);
    }
    let out0_at2 = out0_at1 + ((vector_stride) >> 0u);
    let in0_at2 = in0_at1 + ((vector_stride) >> 0u);
    let in1_at2 = in1_at1 + ((vector_stride) >> 2u);
    {
      let in0_0 = buf1[in0_at2];
      let in0_1 = buf1[in0_at2 + 1u];
      let in0_2 = buf1[in0_at2 + 2u];
      let in0_3 = buf1[in0_at2 + 3u];
      let in1_0 = buf1[in1_at2];
      let y0 = apply(bitcast<f32>(in0_0), m_byte(in1_0, 0u));
      let y1 = apply(bitcast<f32>(in0_1), m_byte(in1_0, 1u));
      let y2 = apply(bitcast<f32>(in0_2), m_byte(in1_0, 2u));
      let y3 = apply(bitcast<f32>(in0_3), m_byte(in1_0, 3u));
      buf1[out0_at2] = bitcast<u32>(y0);
      buf1[out0_at2 + 1u] = bitcast<u32>(y1);
      buf1[out0_at2 + 2u] = bitcast<u32>(y2);
      buf1[out0_at2 + 3u] = bitcast<u32>(y3);
    }
    let out0_at3 = out0_at2 + ((vector_stride) >> 0u);
    let in0_at3 = in0_at2 + ((vector_stride) >> 0u);
    let in1_at3 = in1_at2 + ((vector_stride) >> 2u);
    {
      let in0_0 = buf1[in0_at3];
      let in0_1 = buf1[in0_at3 + 1u];
      let in0_2 = buf1[in0_at3 + 2u];
      let in0_3 = buf1[in0_at3 + 3u];
      let in1_0 = buf1[in1_at3];
      let y0 = apply(bitcast<f32>(in0_0), m_byte(in1_0, 0u));
      let y1 = apply(bitcast<f32>(in0_1), m_byte(in1_0, 1u));
      let y2 = apply(bitcast<f32>(in0_2), m_byte(in1_0, 2u));
      let y3 = apply(bitcast<f32>(in0_3), m_byte(in1_0, 3u));
      buf1[out0_at3] = bitcast<u32>(y0);
      buf1[out0_at3 + 1u] = bitcast<u32>(y1);
      buf1[out0_at3 + 2u] = bitcast<u32>(y2);
      buf1[out0_at3 + 3u] = bitcast<u32>(y3);
    }
  }
  for (var e = select(1u, 0u, in_tail); e < 1u; e++) {
    let rest = (thread - params.body_threads) + e;
    let slot = select(rest, rest + params.body, rest >= params.head);
    if (slot < params.phase || slot >= params.len + params.phase) { continue; }
    let i = slot - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = bitcast<f32>(buf1[in0_at]);
    let in1_at = params.in1_offset + i;
    let x1 = m_byte(buf1[in1_at >> 2u], in1_at);
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    buf1[out0_at] = bitcast<u32>(y);
  }
}

// ---- a piece of a long launch, two segments of one buffer ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// return %2
// out0 contiguous @1, in0 contiguous @2 beside an output, in1 contiguous @3
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  out0_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = x0 + x1;
  return v2;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let i = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (i >= params.len) { return; }
  let in0_at = params.in0_offset + i;
  let x0 = bitcast<f32>(buf2[in0_at]);
  let in1_at = params.in1_offset + i;
  let x1 = bitcast<f32>(buf3[in1_at]);
  let y = apply(x0, x1);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- elements of two vectors ----

// (%0 uint8, %1 int64)
// return %0 %1
// out0 contiguous aligned @1, out1 contiguous aligned @2, in0 contiguous aligned @3, in1 contiguous aligned @3, flat 4xvec4
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
  in0_offset: u32,
  in1_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read_write> buf2: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (thread >= params.threads) { return; }
  let in_tail = thread >= params.body_threads;
  let stripe = thread & ~7u;
  let width = min(8u, params.body_threads - stripe);
  let vector = thread + stripe * 3u;
  let vector_stride = width * 4u;
  let i = vector * 4u + params.first;
  let out0_at0 = ((params.out0_offset + i) >> 2u);
  let out1_at0 = ((params.out1_offset + i) >> 1u);
  let in0_at0 = ((params.in0_offset + i) >> 2u);
  let in1_at0 = ((params.in1_offset + i) * 2u);
  if (!in_tail) {
    {
      let in0_0 = buf3[in0_at0];
      let in1_0 = buf3[in1_at0];
      let in1_1 = buf3[in1_at0 + 1u];
      let in1_2 = buf3[in1_at0 + 2u];
      let in1_3 = buf3[in1_at0 + 3u];
      let in1_4 = buf3[in1_at0 + 4u];
      let in1_5 = buf3[in1_at0 + 5u];
      let in1_6 = buf3[in1_at0 + 6u];
      let in1_7 = buf3[in1_at0 + 7u];
      buf1[out0_at0] = (m_byte(in0_0, 0u)) | ((m_byte(in0_0, 1u)) << 8u) | ((m_byte(in0_0, 2u)) << 16u) | ((m_byte(in0_0, 3u)) << 24u);
      let out1_bits0 = vec2<u32>(in1_0, in1_1);
      let out1_bits1 = vec2<u32>(in1_2, in1_3);
      let out1_bits2 = vec2<u32>(in1_4, in1_5);
      let out1_bits3 = vec2<u32>(in1_6, in1_7);
      buf2[out1_at0] = vec4<u32>(out1_bits0.x, out1_bits0.y, out1_bits1.x, out1_bits1.y);
      buf2[out1_at0 + 1u] = vec4<u32>(out1_bits2.x, out1_bits2.y, out1_bits3.x, out1_bits3.y);
    }
    let out0_at1 = out0_at0 + ((vector_stride) >> 2u);
    let out1_at1 = out1_at0 + ((vector_stride) >> 1u);
    let in0_at1 = in0_at0 + ((vector_stride) >> 2u);
    let in1_at1 = in1_at0 + ((vector_stride) * 2u);
    {
      let in0_0 = buf3[in0_at1];
      let in1_0 = buf3[in1_at1];
      let in1_1 = buf3[in1_at1 + 1u];
      let in1_2 = buf3[in1_at1 + 2u];
      let in1_3 = buf3[in1_at1 + 3u];
      let in1_4 = buf3[in1_at1 + 4u];
      let in1_5 = buf3[in1_at1 + 5u];
      let in1_6 = buf3[in1_at1 + 6u];
      let in1_7 = buf3[in1_at1 + 7u];
      buf1[out0_at1] = (m_byte(in0_0, 0u)) | ((m_byte(in0_0, 1u)) << 8u) | ((m_byte(in0_0, 2u)) << 16u) | ((m_byte(in0_0, 3u)) << 24u);
      let out1_bits0 = vec2<u32>(in1_0, in1_1);
      let out1_bits1 = vec2<u32>(in1_2, in1_3);
      let out1_bits2 = vec2<u32>(in1_4, in1_5);
      let out1_bits3 = vec2<u32>(in1_6, in1_7);
      buf2[out1_at1] = vec4<u32>(out1_bits0.x, out1_bits0.y, out1_bits1.x, out1_bits1.y);
      buf2[out1_at1 + 1u] = vec4<u32>(out1_bits2.x, out1_bits2.y, out1_bits3.x, out1_bits3.y);
    }
    let out0_at2 = out0_at1 + ((vector_stride) >> 2u);
    let out1_at2 = out1_at1 + ((vector_stride) >> 1u);
    let in0_at2 = in0_at1 + ((vector_stride) >> 2u);
    let in1_at2 = in1_at1 + ((vector_stride) * 2u);
    {
      let in0_0 = buf3[in0_at2];
      let in1_0 = buf3[in1_at2];
      let in1_1 = buf3[in1_at2 + 1u];
      let in1_2 = buf3[in1_at2 + 2u];
      let in1_3 = buf3[in1_at2 + 3u];
      let in1_4 = buf3[in1_at2 + 4u];
      let in1_5 = buf3[in1_at2 + 5u];
      let in1_6 = buf3[in1_at2 + 6u];
      let in1_7 = buf3[in1_at2 + 7u];
      buf1[out0_at2] = (m_byte(in0_0, 0u)) | ((m_byte(in0_0, 1u)) << 8u) | ((m_byte(in0_0, 2u)) << 16u) | ((m_byte(in0_0, 3u)) << 24u);
      let out1_bits0 = vec2<u32>(in1_0, in1_1);
      let out1_bits1 = vec2<u32>(in1_2, in1_3);
      let out1_bits2 = vec2<u32>(in1_4, in1_5);
      let out1_bits3 = vec2<u32>(in1_6, in1_7);
      buf2[out1_at2] = vec4<u32>(out1_bits0.x, out1_bits0.y, out1_bits1.x, out1_bits1.y);
      buf2[out1_at2 + 1u] = vec4<u32>(out1_bits2.x, out1_bits2.y, out1_bits3.x, out1_bits3.y);
    }
    let out0_at3 = out0_at2 + ((vector_stride) >> 2u);
    let out1_at3 = out1_at2 + ((vector_stride) >> 1u);
    let in0_at3 = in0_at2 + ((vector_stride) >> 2u);
    let in1_at3 = in1_at2 + ((vector_stride) * 2u);
    {
      let in0_0 = buf3[in0_at3];
      let in1_0 = buf3[in1_at3];
      let in1_1 = buf3[in1_at3 + 1u];
      let in1_2 = buf3[in1_at3 + 2u];
      let in1_3 = buf3[in1_at3 + 3u];
      let in1_4 = buf3[in1_at3 + 4u];
      let in1_5 = buf3[in1_at3 + 5u];
      let in1_6 = buf3[in1_at3 + 6u];
      let in1_7 = buf3[in1_at3 + 7u];
      buf1[out0_at3] = (m_byte(in0_0, 0u)) | ((m_byte(in0_0, 1u)) << 8u) | ((m_byte(in0_0, 2u)) << 16u) | ((m_byte(in0_0, 3u)) << 24u);
      let out1_bits0 = vec2<u32>(in1_0, in1_1);
      let out1_bits1 = vec2<u32>(in1_2, in1_3);
      let out1_bits2 = vec2<u32>(in1_4, in1_5);
      let out1_bits3 = vec2<u32>(in1_6, in1_7);
      buf2[out1_at3] = vec4<u32>(out1_bits0.x, out1_bits0.y, out1_bits1.x, out1_bits1.y);
      buf2[out1_at3 + 1u] = vec4<u32>(out1_bits2.x, out1_bits2.y, out1_bits3.x, out1_bits3.y);
    }
  }
  for (var e = select(4u, 0u, in_tail); e < 4u; e++) {
    let rest = (thread - params.body_threads) * 4u + e;
    let slot = select(rest, rest + params.body, rest >= params.head);
    if (slot < params.phase || slot >= params.len + params.phase) { continue; }
    let i = slot - params.phase;
    let in0_at = params.in0_offset + i;
    let b0 = m_byte(buf3[in0_at >> 2u], in0_at);
    let in1_at = params.in1_offset + i;
    let b1 = vec2<u32>(buf3[in1_at * 2u], buf3[in1_at * 2u + 1u]);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((b0) << out0_shift);
    let out1_at = params.out1_offset + i;
    let out1_bits = b1;
    buf2[(out1_at * 2u) >> 2u][(out1_at * 2u) & 3u] = out1_bits.x;
    buf2[(out1_at * 2u + 1u) >> 2u][(out1_at * 2u + 1u) & 3u] = out1_bits.y;
  }
}

