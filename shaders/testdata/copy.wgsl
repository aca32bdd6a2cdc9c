// ---- copy float32 ----

// (%0 float32)
// return %0
// out0 contiguous @1, in0 contiguous @2
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  out0_offset: u32,
  in0_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

fn apply(x0: f32) -> f32 {
  return x0;
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
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- copy bool ----

// (%0 bool)
// return %0
// out0 contiguous packed @1, in0 contiguous @2
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  out0_offset: u32,
  in0_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

// Element at of a word that holds four bytes.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: bool) -> bool {
  return x0;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let first = (((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane) * 4u;
  if (first >= params.len) { return; }
  let n = min(params.len - first, 4u);
  var out0_word = 0u;
  for (var j = 0u; j < n; j++) {
    let i = first + j;
    let in0_at = params.in0_offset + i;
    let x0 = m_byte(buf2[in0_at >> 2u], in0_at) != 0u;
    let y = apply(x0);
    out0_word |= select(0u, 1u, y) << (8u * j);
  }
  let out0_at = (params.out0_offset + first) >> 2u;
  if (n < 4u) {
    out0_word |= buf1[out0_at] & (0xffffffffu << (8u * n));
  }
  buf1[out0_at] = out0_word;
}

// ---- transpose int32 ----

// (%0 int32)
// return %0
// out0 contiguous @1, in0 strided @2, rank 2
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  size1: u32,
  out0_offset: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

fn apply(x0: i32) -> i32 {
  return x0;
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
  let in0_at = params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1;
  let x0 = bitcast<i32>(buf2[in0_at]);
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- transpose bool ----

// (%0 bool)
// return %0
// out0 contiguous packed @1, in0 strided @2, rank 2
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  size1: u32,
  out0_offset: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

// Element at of a word that holds four bytes.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: bool) -> bool {
  return x0;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let first = (((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane) * 4u;
  if (first >= params.len) { return; }
  let n = min(params.len - first, 4u);
  var out0_word = 0u;
  for (var j = 0u; j < n; j++) {
    let i = first + j;
    let q1 = i / params.size1;
    let i1 = i - q1 * params.size1;
    let i0 = q1;
    let in0_at = params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1;
    let x0 = m_byte(buf2[in0_at >> 2u], in0_at) != 0u;
    let y = apply(x0);
    out0_word |= select(0u, 1u, y) << (8u * j);
  }
  let out0_at = (params.out0_offset + first) >> 2u;
  if (n < 4u) {
    out0_word |= buf1[out0_at] & (0xffffffffu << (8u * n));
  }
  buf1[out0_at] = out0_word;
}

// ---- fill float32 ----

// (; %0 float32)
// return %0
// out0 contiguous @1
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  out0_offset: u32,
  s0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;

// 0, of which no compiler knows a bit. The length keeps it from being a mere uniform:
// llvmpipe compiles those that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// v, but nothing is known of it: no rearranging, contracting or folding looks through
// a word that was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

fn apply(s0: f32) -> f32 {
  return s0;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let i = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (i >= params.len) { return; }
  let y = apply(m_bar(bitcast<f32>(params.s0)));
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- fill bool ----

// (; %0 bool)
// return %0
// out0 contiguous packed @1
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  out0_offset: u32,
  s0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;

fn apply(s0: bool) -> bool {
  return s0;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let first = (((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane) * 4u;
  if (first >= params.len) { return; }
  let n = min(params.len - first, 4u);
  var out0_word = 0u;
  for (var j = 0u; j < n; j++) {
    let i = first + j;
    let y = apply(params.s0 != 0u);
    out0_word |= select(0u, 1u, y) << (8u * j);
  }
  let out0_at = (params.out0_offset + first) >> 2u;
  if (n < 4u) {
    out0_word |= buf1[out0_at] & (0xffffffffu << (8u * n));
  }
  buf1[out0_at] = out0_word;
}

// ---- fill every other uint32 ----

// (; %0 uint32)
// return %0
// out0 strided @1, rank 1
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  out0_offset: u32,
  out0_stride0: u32,
  s0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;

fn apply(s0: u32) -> u32 {
  return s0;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let i = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (i >= params.len) { return; }
  let i0 = i;
  let y = apply(params.s0);
  let out0_at = params.out0_offset + i0 * params.out0_stride0;
  buf1[out0_at] = y;
}

