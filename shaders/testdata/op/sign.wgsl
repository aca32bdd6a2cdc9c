// ---- sign bool ----

// (%0 bool)
// %1 bool = sign %0
// return %1
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
  let v1 = x0;
  return v1;
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

// ---- sign uint32 ----

// (%0 uint32)
// %1 uint32 = sign %0
// return %1
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

fn apply(x0: u32) -> u32 {
  let v1 = min(x0, 1u);
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
  let in0_at = params.in0_offset + i;
  let x0 = buf2[in0_at];
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = y;
}

// ---- sign int32 ----

// (%0 int32)
// %1 int32 = sign %0
// return %1
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

fn apply(x0: i32) -> i32 {
  let v1 = sign(x0);
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
  let in0_at = params.in0_offset + i;
  let x0 = bitcast<i32>(buf2[in0_at]);
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- sign float32 ----

// (%0 float32)
// %1 float32 = sign %0
// return %1
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

fn m_sign(x: f32) -> f32 {
  if (m_isnan(x)) { return x; }
  if (m_abits(x) == 0u) { return 0.0; }
  return m_or(1.0, m_sbit(x));
}

fn apply(x0: f32) -> f32 {
  let v1 = m_sign(x0);
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
  let in0_at = params.in0_offset + i;
  let x0 = bitcast<f32>(buf2[in0_at]);
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

