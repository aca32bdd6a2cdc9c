// ---- copy ----

// (%0 float32)
// return %0
// out0 strided aligned @1, in0 strided aligned loop-invariant @2, rank 2, row-blocked 4xvec4
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
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  out0_vector_stride: u32,
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
  let in_tail = thread >= params.body_threads;
  let number = select(thread, thread - params.body_threads, in_tail);
  let row = m_quotient(number, params.per_row_vectors);
  let row_vector = number - row * params.row_vectors;
  let inner = row_vector * 4u;
  let position = row;
  let first = select(position * 4u, params.body + position, in_tail);
  let out0_at0 = ((params.out0_offset + first * params.out0_stride0 + inner) >> 2u);
  let in0_at0 = ((params.in0_offset + inner) >> 2u);
  let in0_0 = buf2[in0_at0];
  if (!in_tail) {
    {
      buf1[out0_at0] = vec4<u32>(in0_0.x, in0_0.y, in0_0.z, in0_0.w);
    }
    let out0_at1 = out0_at0 + params.out0_vector_stride;
    {
      buf1[out0_at1] = vec4<u32>(in0_0.x, in0_0.y, in0_0.z, in0_0.w);
    }
    let out0_at2 = out0_at1 + params.out0_vector_stride;
    {
      buf1[out0_at2] = vec4<u32>(in0_0.x, in0_0.y, in0_0.z, in0_0.w);
    }
    let out0_at3 = out0_at2 + params.out0_vector_stride;
    {
      buf1[out0_at3] = vec4<u32>(in0_0.x, in0_0.y, in0_0.z, in0_0.w);
    }
  }
  for (var e = select(4u, 0u, in_tail); e < 4u; e++) {
    let i0 = first;
    let i1 = inner + e;
    let in0_at = params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1;
    let b0 = buf2[(in0_at) >> 2u][(in0_at) & 3u];
    let out0_at = params.out0_offset + i0 * params.out0_stride0 + i1 * params.out0_stride1;
    buf1[(out0_at) >> 2u][(out0_at) & 3u] = b0;
  }
}

// ---- add ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// return %2
// out0 strided aligned @1, in0 strided aligned loop-invariant @2, in1 strided aligned @3, rank 2, row-blocked 4xvec4
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
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  out0_vector_stride: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
  in1_offset: u32,
  in1_stride0: u32,
  in1_stride1: u32,
  in1_vector_stride: u32,
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
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (thread >= params.threads) { return; }
  let in_tail = thread >= params.body_threads;
  let number = select(thread, thread - params.body_threads, in_tail);
  let row = m_quotient(number, params.per_row_vectors);
  let row_vector = number - row * params.row_vectors;
  let inner = row_vector * 4u;
  let position = row;
  let first = select(position * 4u, params.body + position, in_tail);
  let out0_at0 = ((params.out0_offset + first * params.out0_stride0 + inner) >> 2u);
  let in0_at0 = ((params.in0_offset + inner) >> 2u);
  let in0_0 = buf2[in0_at0];
  let in1_at0 = ((params.in1_offset + first * params.in1_stride0 + inner) >> 2u);
  if (!in_tail) {
    {
      let in1_0 = buf3[in1_at0];
      let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0.x));
      let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0.y));
      let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0.z));
      let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0.w));
      buf1[out0_at0] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
    }
    let out0_at1 = out0_at0 + params.out0_vector_stride;
    let in1_at1 = in1_at0 + params.in1_vector_stride;
    {
      let in1_0 = buf3[in1_at1];
      let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0.x));
      let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0.y));
      let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0.z));
      let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0.w));
      buf1[out0_at1] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
    }
    let out0_at2 = out0_at1 + params.out0_vector_stride;
    let in1_at2 = in1_at1 + params.in1_vector_stride;
    {
      let in1_0 = buf3[in1_at2];
      let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0.x));
      let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0.y));
      let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0.z));
      let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0.w));
      buf1[out0_at2] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
    }
    let out0_at3 = out0_at2 + params.out0_vector_stride;
    let in1_at3 = in1_at2 + params.in1_vector_stride;
    {
      let in1_0 = buf3[in1_at3];
      let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0.x));
      let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0.y));
      let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0.z));
      let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0.w));
      buf1[out0_at3] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
    }
  }
  for (var e = select(4u, 0u, in_tail); e < 4u; e++) {
    let i0 = first;
    let i1 = inner + e;
    let in0_at = params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1;
    let x0 = bitcast<f32>(buf2[(in0_at) >> 2u][(in0_at) & 3u]);
    let in1_at = params.in1_offset + i0 * params.in1_stride0 + i1 * params.in1_stride1;
    let x1 = bitcast<f32>(buf3[(in1_at) >> 2u][(in1_at) & 3u]);
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i0 * params.out0_stride0 + i1 * params.out0_stride1;
    buf1[(out0_at) >> 2u][(out0_at) & 3u] = bitcast<u32>(y);
  }
}

// ---- cast ----

// (%0 uint8)
// %1 float32 = cast %0
// return %1
// out0 strided aligned @1, in0 strided aligned loop-invariant @2, rank 2, row-blocked 4xvec4
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
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  out0_vector_stride: u32,
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
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (thread >= params.threads) { return; }
  let in_tail = thread >= params.body_threads;
  let number = select(thread, thread - params.body_threads, in_tail);
  let row = m_quotient(number, params.per_row_vectors);
  let row_vector = number - row * params.row_vectors;
  let inner = row_vector * 4u;
  let position = row;
  let first = select(position * 4u, params.body + position, in_tail);
  let out0_at0 = ((params.out0_offset + first * params.out0_stride0 + inner) >> 2u);
  let in0_at0 = ((params.in0_offset + inner) >> 2u);
  let in0_0 = buf2[in0_at0];
  if (!in_tail) {
    {
      let y0 = apply(m_byte(in0_0, 0u));
      let y1 = apply(m_byte(in0_0, 1u));
      let y2 = apply(m_byte(in0_0, 2u));
      let y3 = apply(m_byte(in0_0, 3u));
      buf1[out0_at0] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
    }
    let out0_at1 = out0_at0 + params.out0_vector_stride;
    {
      let y0 = apply(m_byte(in0_0, 0u));
      let y1 = apply(m_byte(in0_0, 1u));
      let y2 = apply(m_byte(in0_0, 2u));
      let y3 = apply(m_byte(in0_0, 3u));
      buf1[out0_at1] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
    }
    let out0_at2 = out0_at1 + params.out0_vector_stride;
    {
      let y0 = apply(m_byte(in0_0, 0u));
      let y1 = apply(m_byte(in0_0, 1u));
      let y2 = apply(m_byte(in0_0, 2u));
      let y3 = apply(m_byte(in0_0, 3u));
      buf1[out0_at2] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
    }
    let out0_at3 = out0_at2 + params.out0_vector_stride;
    {
      let y0 = apply(m_byte(in0_0, 0u));
      let y1 = apply(m_byte(in0_0, 1u));
      let y2 = apply(m_byte(in0_0, 2u));
      let y3 = apply(m_byte(in0_0, 3u));
      buf1[out0_at3] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
    }
  }
  for (var e = select(4u, 0u, in_tail); e < 4u; e++) {
    let i0 = first;
    let i1 = inner + e;
    let in0_at = params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1;
    let x0 = m_byte(buf2[in0_at >> 2u], in0_at);
    let y = apply(x0);
    let out0_at = params.out0_offset + i0 * params.out0_stride0 + i1 * params.out0_stride1;
    buf1[(out0_at) >> 2u][(out0_at) & 3u] = bitcast<u32>(y);
  }
}

// ---- fused ----

// (%0 float32, %1 float32; %2 float32)
// %3 float32 = mul %0 %2
// %4 float32 = add %3 %1
// %5 float32 = relu %4
// return %5
// out0 strided aligned @1, in0 strided aligned loop-invariant @2, in1 strided aligned @3, rank 2, row-blocked 4xvec4
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
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  out0_vector_stride: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
  in1_offset: u32,
  in1_stride0: u32,
  in1_stride1: u32,
  in1_vector_stride: u32,
  s2: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<vec4<u32>>;

// 0, but compilers know none of its bits. The length keeps it from being a mere uniform: llvmpipe
// compiles uniforms that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// v, but compilers know nothing of it: they do not rearrange, contract or fold through a word that
// was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

// Negative numbers and -0 have the bits from 0x80000000 to 0xff800000; NaN has others.
fn m_relu(x: f32) -> f32 { return select(x, 0.0, bitcast<u32>(x) - 0x80000000u <= 0x7f800000u); }

// n / d for n < 2^21, from 1 / d. (n + 0.5) / d is at least 0.5 / d from every integer. The
// product's error is smaller: at most 1.5 * 2^-23 of itself.
fn m_quotient(n: u32, inverse: f32) -> u32 {
  return bitcast<u32>(i32((f32(bitcast<i32>(n)) + 0.5) * inverse));
}

fn apply(x0: f32, x1: f32, s2: f32) -> f32 {
  let v3 = m_bar(x0 * s2);
  let v4 = m_bar(v3 + x1);
  let v5 = m_relu(v4);
  return v5;
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
  let inner = row_vector * 4u;
  let position = row;
  let first = select(position * 4u, params.body + position, in_tail);
  let out0_at0 = ((params.out0_offset + first * params.out0_stride0 + inner) >> 2u);
  let in0_at0 = ((params.in0_offset + inner) >> 2u);
  let in0_0 = buf2[in0_at0];
  let in1_at0 = ((params.in1_offset + first * params.in1_stride0 + inner) >> 2u);
  let s2 = m_bar(bitcast<f32>(params.s2));
  if (!in_tail) {
    {
      let in1_0 = buf3[in1_at0];
      let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0.x), s2);
      let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0.y), s2);
      let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0.z), s2);
      let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0.w), s2);
      buf1[out0_at0] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
    }
    let out0_at1 = out0_at0 + params.out0_vector_stride;
    let in1_at1 = in1_at0 + params.in1_vector_stride;
    {
      let in1_0 = buf3[in1_at1];
      let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0.x), s2);
      let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0.y), s2);
      let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0.z), s2);
      let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0.w), s2);
      buf1[out0_at1] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
    }
    let out0_at2 = out0_at1 + params.out0_vector_stride;
    let in1_at2 = in1_at1 + params.in1_vector_stride;
    {
      let in1_0 = buf3[in1_at2];
      let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0.x), s2);
      let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0.y), s2);
      let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0.z), s2);
      let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0.w), s2);
      buf1[out0_at2] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
    }
    let out0_at3 = out0_at2 + params.out0_vector_stride;
    let in1_at3 = in1_at2 + params.in1_vector_stride;
    {
      let in1_0 = buf3[in1_at3];
      let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0.x), s2);
      let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0.y), s2);
      let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0.z), s2);
      let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0.w), s2);
      buf1[out0_at3] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
    }
  }
  for (var e = select(4u, 0u, in_tail); e < 4u; e++) {
    let i0 = first;
    let i1 = inner + e;
    let in0_at = params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1;
    let x0 = bitcast<f32>(buf2[(in0_at) >> 2u][(in0_at) & 3u]);
    let in1_at = params.in1_offset + i0 * params.in1_stride0 + i1 * params.in1_stride1;
    let x1 = bitcast<f32>(buf3[(in1_at) >> 2u][(in1_at) & 3u]);
    let y = apply(x0, x1, m_bar(bitcast<f32>(params.s2)));
    let out0_at = params.out0_offset + i0 * params.out0_stride0 + i1 * params.out0_stride1;
    buf1[(out0_at) >> 2u][(out0_at) & 3u] = bitcast<u32>(y);
  }
}

