// ---- 8 and 2 bytes, the same along a row ----

// (%0 int64, %1 float16)
// return %0 %1
// out0 strided aligned @1, out1 strided aligned @2, in0 strided splat @3, in1 strided splat @4, rank 2, row-blocked 4xvec4 no-tail exact-grid
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  row_vectors: u32,
  per_row_vectors: f32,
  blocks: u32,
  per_blocks: f32,
  size0: u32,
  per_size0: f32,
  size1: u32,
  per_size1: f32,
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  out1_offset: u32,
  out1_stride0: u32,
  out1_stride1: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
  in1_offset: u32,
  in1_stride0: u32,
  in1_stride1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> buf2: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;
@group(0) @binding(4) var<storage, read> buf4: array<u32>;

// n / d for n < 2^21, from 1 / d. (n + 0.5) / d is at least 0.5 / d from every integer. The
// product's error is smaller: at most 1.5 * 2^-23 of itself.
fn m_quotient(n: u32, inverse: f32) -> u32 {
  return bitcast<u32>(i32((f32(bitcast<i32>(n)) + 0.5) * inverse));
}

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = group.x * 256u + lane;
  let row = m_quotient(thread, params.per_row_vectors);
  let row_vector = thread - row * params.row_vectors;
  let inner = row_vector * 4u;
  let position = row;
  let first = position * 4u;
  let out0_at0 = params.out0_offset + first * params.out0_stride0 + row_vector * 2u;
  let out1_at0 = params.out1_offset + first * params.out1_stride0 + row_vector;
  let in0_at0 = params.in0_offset + first * params.in0_stride0;
  let in1_at0 = params.in1_offset + first * params.in1_stride0;
  {
    let in0_0 = vec2<u32>(buf3[in0_at0 * 2u], buf3[in0_at0 * 2u + 1u]);
    let in1_0 = m_short(buf4[in1_at0 >> 1u], in1_at0);
    let out0_bits0 = in0_0;
    let out0_bits1 = in0_0;
    let out0_bits2 = in0_0;
    let out0_bits3 = in0_0;
    buf1[out0_at0] = vec4<u32>(out0_bits0.x, out0_bits0.y, out0_bits1.x, out0_bits1.y);
    buf1[out0_at0 + 1u] = vec4<u32>(out0_bits2.x, out0_bits2.y, out0_bits3.x, out0_bits3.y);
    buf2[out1_at0] = vec2<u32>((in1_0) | ((in1_0) << 16u), (in1_0) | ((in1_0) << 16u));
  }
  let out0_at1 = out0_at0 + params.out0_stride0;
  let out1_at1 = out1_at0 + params.out1_stride0;
  let in0_at1 = in0_at0 + params.in0_stride0;
  let in1_at1 = in1_at0 + params.in1_stride0;
  {
    let in0_0 = vec2<u32>(buf3[in0_at1 * 2u], buf3[in0_at1 * 2u + 1u]);
    let in1_0 = m_short(buf4[in1_at1 >> 1u], in1_at1);
    let out0_bits0 = in0_0;
    let out0_bits1 = in0_0;
    let out0_bits2 = in0_0;
    let out0_bits3 = in0_0;
    buf1[out0_at1] = vec4<u32>(out0_bits0.x, out0_bits0.y, out0_bits1.x, out0_bits1.y);
    buf1[out0_at1 + 1u] = vec4<u32>(out0_bits2.x, out0_bits2.y, out0_bits3.x, out0_bits3.y);
    buf2[out1_at1] = vec2<u32>((in1_0) | ((in1_0) << 16u), (in1_0) | ((in1_0) << 16u));
  }
  let out0_at2 = out0_at1 + params.out0_stride0;
  let out1_at2 = out1_at1 + params.out1_stride0;
  let in0_at2 = in0_at1 + params.in0_stride0;
  let in1_at2 = in1_at1 + params.in1_stride0;
  {
    let in0_0 = vec2<u32>(buf3[in0_at2 * 2u], buf3[in0_at2 * 2u + 1u]);
    let in1_0 = m_short(buf4[in1_at2 >> 1u], in1_at2);
    let out0_bits0 = in0_0;
    let out0_bits1 = in0_0;
    let out0_bits2 = in0_0;
    let out0_bits3 = in0_0;
    buf1[out0_at2] = vec4<u32>(out0_bits0.x, out0_bits0.y, out0_bits1.x, out0_bits1.y);
    buf1[out0_at2 + 1u] = vec4<u32>(out0_bits2.x, out0_bits2.y, out0_bits3.x, out0_bits3.y);
    buf2[out1_at2] = vec2<u32>((in1_0) | ((in1_0) << 16u), (in1_0) | ((in1_0) << 16u));
  }
  let out0_at3 = out0_at2 + params.out0_stride0;
  let out1_at3 = out1_at2 + params.out1_stride0;
  let in0_at3 = in0_at2 + params.in0_stride0;
  let in1_at3 = in1_at2 + params.in1_stride0;
  {
    let in0_0 = vec2<u32>(buf3[in0_at3 * 2u], buf3[in0_at3 * 2u + 1u]);
    let in1_0 = m_short(buf4[in1_at3 >> 1u], in1_at3);
    let out0_bits0 = in0_0;
    let out0_bits1 = in0_0;
    let out0_bits2 = in0_0;
    let out0_bits3 = in0_0;
    buf1[out0_at3] = vec4<u32>(out0_bits0.x, out0_bits0.y, out0_bits1.x, out0_bits1.y);
    buf1[out0_at3 + 1u] = vec4<u32>(out0_bits2.x, out0_bits2.y, out0_bits3.x, out0_bits3.y);
    buf2[out1_at3] = vec2<u32>((in1_0) | ((in1_0) << 16u), (in1_0) | ((in1_0) << 16u));
  }
}

// ---- the same for a thread's rows ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// return %2
// out0 strided aligned @1, in0 strided splat loop-invariant @2, in1 strided aligned @3, rank 3, row-blocked 4xvec4 no-tail
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  row_vectors: u32,
  per_row_vectors: f32,
  blocks: u32,
  per_blocks: f32,
  size0: u32,
  per_size0: f32,
  size1: u32,
  per_size1: f32,
  size2: u32,
  per_size2: f32,
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  out0_stride2: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
  in0_stride2: u32,
  in1_offset: u32,
  in1_stride0: u32,
  in1_stride1: u32,
  in1_stride2: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<vec4<u32>>;

// n / d for n < 2^21, from 1 / d. (n + 0.5) / d is at least 0.5 / d from every integer. The
// product's error is smaller: at most 1.5 * 2^-23 of itself.
fn m_quotient(n: u32, inverse: f32) -> u32 {
  return bitcast<u32>(i32((f32(bitcast<i32>(n)) + 0.5) * inverse));
}

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
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (thread >= params.threads) { return; }
  let row = m_quotient(thread, params.per_row_vectors);
  let row_vector = thread - row * params.row_vectors;
  let inner = row_vector * 4u;
  let block = m_quotient(row, params.per_blocks);
  let position = (row - block * params.blocks);
  let first = position * 4u;
  let i0 = block;
  let out0_at0 = params.out0_offset + i0 * params.out0_stride0 + first * params.out0_stride1 + row_vector;
  let in0_at0 = params.in0_offset + i0 * params.in0_stride0;
  let in0_0 = buf2[in0_at0];
  let in1_at0 = params.in1_offset + i0 * params.in1_stride0 + first * params.in1_stride1 + row_vector;
  {
    let in1_0 = buf3[in1_at0];
    let y0 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0.x));
    let y1 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0.y));
    let y2 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0.z));
    let y3 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0.w));
    buf1[out0_at0] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
  }
  let out0_at1 = out0_at0 + params.out0_stride1;
  let in1_at1 = in1_at0 + params.in1_stride1;
  {
    let in1_0 = buf3[in1_at1];
    let y0 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0.x));
    let y1 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0.y));
    let y2 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0.z));
    let y3 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0.w));
    buf1[out0_at1] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
  }
  let out0_at2 = out0_at1 + params.out0_stride1;
  let in1_at2 = in1_at1 + params.in1_stride1;
  {
    let in1_0 = buf3[in1_at2];
    let y0 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0.x));
    let y1 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0.y));
    let y2 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0.z));
    let y3 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0.w));
    buf1[out0_at2] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
  }
  let out0_at3 = out0_at2 + params.out0_stride1;
  let in1_at3 = in1_at2 + params.in1_stride1;
  {
    let in1_0 = buf3[in1_at3];
    let y0 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0.x));
    let y1 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0.y));
    let y2 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0.z));
    let y3 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0.w));
    buf1[out0_at3] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
  }
}

// ---- few rows ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// return %2
// out0 strided aligned @1, in0 strided aligned @2, in1 strided aligned @3, rank 2, row-blocked 1xvec4 no-tail exact-grid
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  row_vectors: u32,
  per_row_vectors: f32,
  size0: u32,
  per_size0: f32,
  size1: u32,
  per_size1: f32,
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
  in1_offset: u32,
  in1_stride0: u32,
  in1_stride1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<vec4<u32>>;

// n / d for n < 2^21, from 1 / d. (n + 0.5) / d is at least 0.5 / d from every integer. The
// product's error is smaller: at most 1.5 * 2^-23 of itself.
fn m_quotient(n: u32, inverse: f32) -> u32 {
  return bitcast<u32>(i32((f32(bitcast<i32>(n)) + 0.5) * inverse));
}

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = x0 + x1;
  return v2;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = group.x * 256u + lane;
  let row = m_quotient(thread, params.per_row_vectors);
  let row_vector = thread - row * params.row_vectors;
  let inner = row_vector * 4u;
  let i0 = row;
  let out0_at0 = params.out0_offset + i0 * params.out0_stride0 + row_vector;
  let in0_at0 = params.in0_offset + i0 * params.in0_stride0 + row_vector;
  let in1_at0 = params.in1_offset + i0 * params.in1_stride0 + row_vector;
  {
    let in0_0 = buf2[in0_at0];
    let in1_0 = buf3[in1_at0];
    let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0.x));
    let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0.y));
    let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0.z));
    let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0.w));
    buf1[out0_at0] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
  }
}

// ---- halves on words, the same along a row ----

// (%0 float16)
// %1 float16 = neg %0
// return %1
// out0 strided aligned @1, in0 strided splat @2, rank 2, row-blocked 4xvec8 no-tail exact-grid
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  row_vectors: u32,
  per_row_vectors: f32,
  blocks: u32,
  per_blocks: f32,
  size0: u32,
  per_size0: f32,
  size1: u32,
  per_size1: f32,
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

// n / d for n < 2^21, from 1 / d. (n + 0.5) / d is at least 0.5 / d from every integer. The
// product's error is smaller: at most 1.5 * 2^-23 of itself.
fn m_quotient(n: u32, inverse: f32) -> u32 {
  return bitcast<u32>(i32((f32(bitcast<i32>(n)) + 0.5) * inverse));
}

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn apply(x0: u32) -> u32 {
  let v1 = x0 ^ 0x80008000u;
  return v1;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = group.x * 256u + lane;
  let row = m_quotient(thread, params.per_row_vectors);
  let row_vector = thread - row * params.row_vectors;
  let inner = row_vector * 8u;
  let position = row;
  let first = position * 4u;
  let out0_at0 = params.out0_offset + first * params.out0_stride0 + row_vector;
  let in0_at0 = params.in0_offset + first * params.in0_stride0;
  {
    let in0_0 = m_short(buf2[in0_at0 >> 1u], in0_at0);
    let y0 = apply((in0_0) * 0x00010001u);
    let y1 = apply((in0_0) * 0x00010001u);
    let y2 = apply((in0_0) * 0x00010001u);
    let y3 = apply((in0_0) * 0x00010001u);
    buf1[out0_at0] = vec4<u32>(y0, y1, y2, y3);
  }
  let out0_at1 = out0_at0 + params.out0_stride0;
  let in0_at1 = in0_at0 + params.in0_stride0;
  {
    let in0_0 = m_short(buf2[in0_at1 >> 1u], in0_at1);
    let y0 = apply((in0_0) * 0x00010001u);
    let y1 = apply((in0_0) * 0x00010001u);
    let y2 = apply((in0_0) * 0x00010001u);
    let y3 = apply((in0_0) * 0x00010001u);
    buf1[out0_at1] = vec4<u32>(y0, y1, y2, y3);
  }
  let out0_at2 = out0_at1 + params.out0_stride0;
  let in0_at2 = in0_at1 + params.in0_stride0;
  {
    let in0_0 = m_short(buf2[in0_at2 >> 1u], in0_at2);
    let y0 = apply((in0_0) * 0x00010001u);
    let y1 = apply((in0_0) * 0x00010001u);
    let y2 = apply((in0_0) * 0x00010001u);
    let y3 = apply((in0_0) * 0x00010001u);
    buf1[out0_at2] = vec4<u32>(y0, y1, y2, y3);
  }
  let out0_at3 = out0_at2 + params.out0_stride0;
  let in0_at3 = in0_at2 + params.in0_stride0;
  {
    let in0_0 = m_short(buf2[in0_at3 >> 1u], in0_at3);
    let y0 = apply((in0_0) * 0x00010001u);
    let y1 = apply((in0_0) * 0x00010001u);
    let y2 = apply((in0_0) * 0x00010001u);
    let y3 = apply((in0_0) * 0x00010001u);
    buf1[out0_at3] = vec4<u32>(y0, y1, y2, y3);
  }
}

// ---- rows of odd length with a tail ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// return %2
// out0 strided @1, in0 strided @2, in1 strided loop-invariant @3, rank 3, row-blocked 4xvec1
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  row_vectors: u32,
  per_row_vectors: f32,
  blocks: u32,
  per_blocks: f32,
  body_threads: u32,
  body: u32,
  rest: u32,
  size0: u32,
  per_size0: f32,
  size1: u32,
  per_size1: f32,
  size2: u32,
  per_size2: f32,
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  out0_stride2: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
  in0_stride2: u32,
  in1_offset: u32,
  in1_stride0: u32,
  in1_stride1: u32,
  in1_stride2: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

// n / d for n < 2^21, from 1 / d. (n + 0.5) / d is at least 0.5 / d from every integer. The
// product's error is smaller: at most 1.5 * 2^-23 of itself.
fn m_quotient(n: u32, inverse: f32) -> u32 {
  return bitcast<u32>(i32((f32(bitcast<i32>(n)) + 0.5) * inverse));
}

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
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (thread >= params.threads) { return; }
  let in_tail = thread >= params.body_threads;
  let number = select(thread, thread - params.body_threads, in_tail);
  let row = m_quotient(number, params.per_row_vectors);
  let row_vector = number - row * params.row_vectors;
  let inner = row_vector;
  let blocks = select(params.blocks, params.rest, in_tail);
  let block = row / blocks;
  let position = row - block * blocks;
  let first = select(position * 4u, params.body + position, in_tail);
  let i0 = block;
  let out0_at0 = params.out0_offset + i0 * params.out0_stride0 + first * params.out0_stride1 + inner * params.out0_stride2;
  let in0_at0 = params.in0_offset + i0 * params.in0_stride0 + first * params.in0_stride1 + inner * params.in0_stride2;
  let in1_at0 = params.in1_offset + i0 * params.in1_stride0 + inner * params.in1_stride2;
  let in1_0 = buf3[in1_at0];
  if (!in_tail) {
    {
      let in0_0 = buf2[in0_at0];
      let y0 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0));
      buf1[out0_at0] = bitcast<u32>(y0);
    }
    let out0_at1 = out0_at0 + params.out0_stride1;
    let in0_at1 = in0_at0 + params.in0_stride1;
    {
      let in0_0 = buf2[in0_at1];
      let y0 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0));
      buf1[out0_at1] = bitcast<u32>(y0);
    }
    let out0_at2 = out0_at1 + params.out0_stride1;
    let in0_at2 = in0_at1 + params.in0_stride1;
    {
      let in0_0 = buf2[in0_at2];
      let y0 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0));
      buf1[out0_at2] = bitcast<u32>(y0);
    }
    let out0_at3 = out0_at2 + params.out0_stride1;
    let in0_at3 = in0_at2 + params.in0_stride1;
    {
      let in0_0 = buf2[in0_at3];
      let y0 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0));
      buf1[out0_at3] = bitcast<u32>(y0);
    }
  }
  for (var e = select(1u, 0u, in_tail); e < 1u; e++) {
    let i1 = first;
    let i2 = inner + e;
    let in0_at = params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1 + i2 * params.in0_stride2;
    let x0 = bitcast<f32>(buf2[in0_at]);
    let in1_at = params.in1_offset + i0 * params.in1_stride0 + i1 * params.in1_stride1 + i2 * params.in1_stride2;
    let x1 = bitcast<f32>(buf3[in1_at]);
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i0 * params.out0_stride0 + i1 * params.out0_stride1 + i2 * params.out0_stride2;
    buf1[out0_at] = bitcast<u32>(y);
  }
}

// ---- few elements ----

// (%0 float32)
// %1 uint8 = cast %0
// return %1
// out0 strided aligned @1, in0 strided aligned @2, rank 2, row-blocked 1xvec4 looped
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  row_vectors: u32,
  per_row_vectors: f32,
  size0: u32,
  per_size0: f32,
  size1: u32,
  per_size1: f32,
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

fn m_f2u(x: f32) -> u32 {
  if (m_isnan(x) || x <= 0.0) { return 0u; }
  if (x >= 4294967296.0) { return 0xffffffffu; }
  return u32(x);
}

fn m_f2u8(x: f32) -> u32 { return min(m_f2u(x), 255u); }

// n / d for n < 2^21, from 1 / d. (n + 0.5) / d is at least 0.5 / d from every integer. The
// product's error is smaller: at most 1.5 * 2^-23 of itself.
fn m_quotient(n: u32, inverse: f32) -> u32 {
  return bitcast<u32>(i32((f32(bitcast<i32>(n)) + 0.5) * inverse));
}

fn apply(x0: f32) -> u32 {
  let v1 = m_f2u8(x0);
  return v1;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (thread >= params.threads) { return; }
  let row = m_quotient(thread, params.per_row_vectors);
  let row_vector = thread - row * params.row_vectors;
  let inner = row_vector * 4u;
  let i0 = row;
  for (var e = 0u; e < 4u; e++) {
    let i1 = inner + e;
    let in0_at = params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1;
    let x0 = bitcast<f32>(buf2[(in0_at) >> 2u][(in0_at) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i0 * params.out0_stride0 + i1 * params.out0_stride1;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((y & 255u) << out0_shift);
  }
}

// ---- few elements on words ----

// (%0 uint8, %1 uint8)
// %2 uint8 = add %0 %1
// return %2
// out0 strided aligned @1, in0 strided aligned @2, in1 strided aligned @3, rank 2, row-blocked 1xvec16 looped
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  row_vectors: u32,
  per_row_vectors: f32,
  size0: u32,
  per_size0: f32,
  size1: u32,
  per_size1: f32,
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
  in1_offset: u32,
  in1_stride0: u32,
  in1_stride1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<vec4<u32>>;

// Arithmetic on all lanes of a word at once. h has the highest bit of every lane set:
// keeping these apart lets no carry pass from lane to lane.
fn m_lanes_add(x: u32, y: u32, h: u32) -> u32 { return ((x & ~h) + (y & ~h)) ^ ((x ^ y) & h); }

// n / d for n < 2^21, from 1 / d. (n + 0.5) / d is at least 0.5 / d from every integer. The
// product's error is smaller: at most 1.5 * 2^-23 of itself.
fn m_quotient(n: u32, inverse: f32) -> u32 {
  return bitcast<u32>(i32((f32(bitcast<i32>(n)) + 0.5) * inverse));
}

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_lanes_add(x0, x1, 0x80808080u);
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
  let row = m_quotient(thread, params.per_row_vectors);
  let row_vector = thread - row * params.row_vectors;
  let inner = row_vector * 16u;
  let i0 = row;
  for (var e = 0u; e < 16u; e++) {
    let i1 = inner + e;
    let in0_at = params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1;
    let x0 = (m_byte(buf2[(in0_at >> 2u) >> 2u][(in0_at >> 2u) & 3u], in0_at)) * 0x01010101u;
    let in1_at = params.in1_offset + i0 * params.in1_stride0 + i1 * params.in1_stride1;
    let x1 = (m_byte(buf3[(in1_at >> 2u) >> 2u][(in1_at >> 2u) & 3u], in1_at)) * 0x01010101u;
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i0 * params.out0_stride0 + i1 * params.out0_stride1;
    let out0_word = buf1[(out0_at >> 2u) >> 2u][(out0_at >> 2u) & 3u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[(out0_at >> 2u) >> 2u][(out0_at >> 2u) & 3u] = (out0_word & ~(255u << out0_shift)) | (((y) & 255u) << out0_shift);
  }
}

// ---- transposed, of few rows ----

// (%0 float32)
// return %0
// out0 strided aligned @1, in0 strided transposed-load @2, rank 2, row-blocked 4xvec4 no-tail
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  row_vectors: u32,
  per_row_vectors: f32,
  blocks: u32,
  per_blocks: f32,
  size0: u32,
  per_size0: f32,
  size1: u32,
  per_size1: f32,
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

// n / d for n < 2^21, from 1 / d. (n + 0.5) / d is at least 0.5 / d from every integer. The
// product's error is smaller: at most 1.5 * 2^-23 of itself.
fn m_quotient(n: u32, inverse: f32) -> u32 {
  return bitcast<u32>(i32((f32(bitcast<i32>(n)) + 0.5) * inverse));
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (thread >= params.threads) { return; }
  let row = m_quotient(thread, params.per_row_vectors);
  let row_vector = thread - row * params.row_vectors;
  let inner = row_vector * 4u;
  let position = row;
  let first = position * 4u;
  let out0_at0 = params.out0_offset + first * params.out0_stride0 + row_vector;
  let in0_at0 = params.in0_offset + first * params.in0_stride0 + inner * params.in0_stride1;
  let in0_column0 = buf2[(in0_at0 >> 2u)];
  let in0_at0_1 = in0_at0 + params.in0_stride1;
  let in0_column1 = buf2[(in0_at0_1 >> 2u)];
  let in0_at0_2 = in0_at0 + params.in0_stride1 * 2u;
  let in0_column2 = buf2[(in0_at0_2 >> 2u)];
  let in0_at0_3 = in0_at0 + params.in0_stride1 * 3u;
  let in0_column3 = buf2[(in0_at0_3 >> 2u)];
  {
    let in0_0 = in0_column0.x;
    let in0_1 = in0_column1.x;
    let in0_2 = in0_column2.x;
    let in0_3 = in0_column3.x;
    buf1[out0_at0] = vec4<u32>(in0_0, in0_1, in0_2, in0_3);
  }
  let out0_at1 = out0_at0 + params.out0_stride0;
  {
    let in0_0 = in0_column0.y;
    let in0_1 = in0_column1.y;
    let in0_2 = in0_column2.y;
    let in0_3 = in0_column3.y;
    buf1[out0_at1] = vec4<u32>(in0_0, in0_1, in0_2, in0_3);
  }
  let out0_at2 = out0_at1 + params.out0_stride0;
  {
    let in0_0 = in0_column0.z;
    let in0_1 = in0_column1.z;
    let in0_2 = in0_column2.z;
    let in0_3 = in0_column3.z;
    buf1[out0_at2] = vec4<u32>(in0_0, in0_1, in0_2, in0_3);
  }
  let out0_at3 = out0_at2 + params.out0_stride0;
  {
    let in0_0 = in0_column0.w;
    let in0_1 = in0_column1.w;
    let in0_2 = in0_column2.w;
    let in0_3 = in0_column3.w;
    buf1[out0_at3] = vec4<u32>(in0_0, in0_1, in0_2, in0_3);
  }
}

// ---- five operands ----

// (%0 float32, %1 float32, %2 float32, %3 float32)
// %4 float32 = add %0 %1
// %5 float32 = add %2 %3
// %6 float32 = mul %4 %5
// return %6
// out0 strided aligned @1, in0 strided aligned @2, in1 strided aligned @3, in2 strided aligned @4, in3 strided aligned loop-invariant @5, rank 2, row-blocked 2xvec4 no-tail exact-grid
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  row_vectors: u32,
  per_row_vectors: f32,
  blocks: u32,
  per_blocks: f32,
  size0: u32,
  per_size0: f32,
  size1: u32,
  per_size1: f32,
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
  in1_offset: u32,
  in1_stride0: u32,
  in1_stride1: u32,
  in2_offset: u32,
  in2_stride0: u32,
  in2_stride1: u32,
  in3_offset: u32,
  in3_stride0: u32,
  in3_stride1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> buf4: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> buf5: array<vec4<u32>>;

// 0, but compilers know none of its bits. The length keeps it from being a mere uniform: llvmpipe
// compiles uniforms that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// v, but compilers know nothing of it: they do not rearrange, contract or fold through a word that
// was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

// v, but it is not known to equal v. After m_bar, operations with the same zero fold away, or make
// a known 0 of a 0. llvmpipe must not divide by a known 0: it then drops the store.
fn m_twin(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | (params.none & ~arrayLength(&buf1))); }

// n / d for n < 2^21, from 1 / d. (n + 0.5) / d is at least 0.5 / d from every integer. The
// product's error is smaller: at most 1.5 * 2^-23 of itself.
fn m_quotient(n: u32, inverse: f32) -> u32 {
  return bitcast<u32>(i32((f32(bitcast<i32>(n)) + 0.5) * inverse));
}

fn apply(x0: f32, x1: f32, x2: f32, x3: f32) -> f32 {
  let v4 = m_bar(x0 + x1);
  let v5 = m_bar(x2 + x3);
  let t6_1 = m_twin(v5);
  let v6 = v4 * t6_1;
  return v6;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = group.x * 256u + lane;
  let row = m_quotient(thread, params.per_row_vectors);
  let row_vector = thread - row * params.row_vectors;
  let inner = row_vector * 4u;
  let position = row;
  let first = position * 2u;
  let out0_at0 = params.out0_offset + first * params.out0_stride0 + row_vector;
  let in0_at0 = params.in0_offset + first * params.in0_stride0 + row_vector;
  let in1_at0 = params.in1_offset + first * params.in1_stride0 + row_vector;
  let in2_at0 = params.in2_offset + first * params.in2_stride0 + row_vector;
  let in3_at0 = params.in3_offset + row_vector;
  let in3_0 = buf5[in3_at0];
  {
    let in0_0 = buf2[in0_at0];
    let in1_0 = buf3[in1_at0];
    let in2_0 = buf4[in2_at0];
    let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0.x), bitcast<f32>(in2_0.x), bitcast<f32>(in3_0.x));
    let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0.y), bitcast<f32>(in2_0.y), bitcast<f32>(in3_0.y));
    let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0.z), bitcast<f32>(in2_0.z), bitcast<f32>(in3_0.z));
    let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0.w), bitcast<f32>(in2_0.w), bitcast<f32>(in3_0.w));
    buf1[out0_at0] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
  }
  let out0_at1 = out0_at0 + params.out0_stride0;
  let in0_at1 = in0_at0 + params.in0_stride0;
  let in1_at1 = in1_at0 + params.in1_stride0;
  let in2_at1 = in2_at0 + params.in2_stride0;
  {
    let in0_0 = buf2[in0_at1];
    let in1_0 = buf3[in1_at1];
    let in2_0 = buf4[in2_at1];
    let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0.x), bitcast<f32>(in2_0.x), bitcast<f32>(in3_0.x));
    let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0.y), bitcast<f32>(in2_0.y), bitcast<f32>(in3_0.y));
    let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0.z), bitcast<f32>(in2_0.z), bitcast<f32>(in3_0.z));
    let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0.w), bitcast<f32>(in2_0.w), bitcast<f32>(in3_0.w));
    buf1[out0_at1] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
  }
}

// ---- more threads than floats count ----

// (%0 float32)
// return %0
// out0 strided aligned @1, in0 strided aligned loop-invariant @2, rank 2, row-blocked 4xvec4 no-tail exact-grid large-grid
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  row_vectors: u32,
  blocks: u32,
  size0: u32,
  size1: u32,
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = group.x * 256u + lane;
  let row = thread / params.row_vectors;
  let row_vector = thread - row * params.row_vectors;
  let inner = row_vector * 4u;
  let position = row;
  let first = position * 4u;
  let out0_at0 = params.out0_offset + first * params.out0_stride0 + row_vector;
  let in0_at0 = params.in0_offset + row_vector;
  let in0_0 = buf2[in0_at0];
  {
    buf1[out0_at0] = vec4<u32>(in0_0.x, in0_0.y, in0_0.z, in0_0.w);
  }
  let out0_at1 = out0_at0 + params.out0_stride0;
  {
    buf1[out0_at1] = vec4<u32>(in0_0.x, in0_0.y, in0_0.z, in0_0.w);
  }
  let out0_at2 = out0_at1 + params.out0_stride0;
  {
    buf1[out0_at2] = vec4<u32>(in0_0.x, in0_0.y, in0_0.z, in0_0.w);
  }
  let out0_at3 = out0_at2 + params.out0_stride0;
  {
    buf1[out0_at3] = vec4<u32>(in0_0.x, in0_0.y, in0_0.z, in0_0.w);
  }
}

