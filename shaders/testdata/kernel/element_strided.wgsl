// ---- copy ----

// (%0 float32)
// return %0
// out0 strided @1, in0 strided @2, rank 3
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  size1: u32,
  size2: u32,
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  out0_stride2: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
  in0_stride2: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let i = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (i >= params.len) { return; }
  let q2 = i / params.size2;
  let i2 = i - q2 * params.size2;
  let q1 = q2 / params.size1;
  let i1 = q2 - q1 * params.size1;
  let i0 = q1;
  let in0_at = params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1 + i2 * params.in0_stride2;
  let b0 = buf2[in0_at];
  let out0_at = params.out0_offset + i0 * params.out0_stride0 + i1 * params.out0_stride1 + i2 * params.out0_stride2;
  buf1[out0_at] = b0;
}

// ---- add ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// return %2
// out0 strided @1, in0 strided @2, in1 scalar @3, rank 3
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  size1: u32,
  size2: u32,
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  out0_stride2: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
  in0_stride2: u32,
  in1_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
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
  let q2 = i / params.size2;
  let i2 = i - q2 * params.size2;
  let q1 = q2 / params.size1;
  let i1 = q2 - q1 * params.size1;
  let i0 = q1;
  let in0_at = params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1 + i2 * params.in0_stride2;
  let x0 = bitcast<f32>(buf2[in0_at]);
  let in1_at = params.in1_offset;
  let x1 = bitcast<f32>(buf3[in1_at]);
  let y = apply(x0, x1);
  let out0_at = params.out0_offset + i0 * params.out0_stride0 + i1 * params.out0_stride1 + i2 * params.out0_stride2;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast ----

// (%0 uint8)
// %1 float32 = cast %0
// return %1
// out0 strided @1, in0 strided @2, rank 3
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  size1: u32,
  size2: u32,
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  out0_stride2: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
  in0_stride2: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

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
  let q2 = i / params.size2;
  let i2 = i - q2 * params.size2;
  let q1 = q2 / params.size1;
  let i1 = q2 - q1 * params.size1;
  let i0 = q1;
  let in0_at = params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1 + i2 * params.in0_stride2;
  let x0 = m_byte(buf2[in0_at >> 2u], in0_at);
  let y = apply(x0);
  let out0_at = params.out0_offset + i0 * params.out0_stride0 + i1 * params.out0_stride1 + i2 * params.out0_stride2;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- fused ----

// (%0 float32, %1 float32; %2 float32)
// %3 float32 = mul %0 %2
// %4 float32 = add %3 %1
// %5 float32 = relu %4
// return %5
// out0 strided @1, in0 strided @2, in1 scalar @3, rank 3
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  size1: u32,
  size2: u32,
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  out0_stride2: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
  in0_stride2: u32,
  in1_offset: u32,
  s2: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

// 0, but compilers know none of its bits. The length keeps it from being a mere uniform: llvmpipe
// compiles uniforms that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// v, but compilers know nothing of it: they do not rearrange, contract or fold through a word that
// was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

// Negative numbers and -0 have the bits from 0x80000000 to 0xff800000; NaN has others.
fn m_relu(x: f32) -> f32 { return select(x, 0.0, bitcast<u32>(x) - 0x80000000u <= 0x7f800000u); }

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
  let i = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (i >= params.len) { return; }
  let q2 = i / params.size2;
  let i2 = i - q2 * params.size2;
  let q1 = q2 / params.size1;
  let i1 = q2 - q1 * params.size1;
  let i0 = q1;
  let in0_at = params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1 + i2 * params.in0_stride2;
  let x0 = bitcast<f32>(buf2[in0_at]);
  let in1_at = params.in1_offset;
  let x1 = bitcast<f32>(buf3[in1_at]);
  let y = apply(x0, x1, m_bar(bitcast<f32>(params.s2)));
  let out0_at = params.out0_offset + i0 * params.out0_stride0 + i1 * params.out0_stride1 + i2 * params.out0_stride2;
  buf1[out0_at] = bitcast<u32>(y);
}

