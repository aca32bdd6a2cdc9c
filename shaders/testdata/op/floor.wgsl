// ---- floor uint32 ----

// (%0 uint32)
// %1 uint32 = floor %0
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
  let v1 = x0;
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

// ---- floor int32 ----

// (%0 int32)
// %1 int32 = floor %0
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
  let v1 = x0;
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

// ---- floor float32 ----

// (%0 float32)
// %1 float32 = floor %0
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

fn apply(x0: f32) -> f32 {
  let v1 = floor(x0);
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

