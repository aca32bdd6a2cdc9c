// ---- scalar ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// return %2
// out0 contiguous @1, in0 contiguous @2, in1 scalar @3
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
  let in1_at = params.in1_offset;
  let x1 = bitcast<f32>(buf3[in1_at]);
  let y = apply(x0, x1);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- every other element ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// return %2
// out0 contiguous @1, in0 contiguous @2, in1 strided @3, rank 1
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  out0_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
  in1_stride0: u32,
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
  let i0 = i;
  let in0_at = params.in0_offset + i;
  let x0 = bitcast<f32>(buf2[in0_at]);
  let in1_at = params.in1_offset + i0 * params.in1_stride0;
  let x1 = bitcast<f32>(buf3[in1_at]);
  let y = apply(x0, x1);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- reversed ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// return %2
// out0 contiguous @1, in0 contiguous @2, in1 strided @3, rank 1
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  out0_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
  in1_stride0: u32,
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
  let i0 = i;
  let in0_at = params.in0_offset + i;
  let x0 = bitcast<f32>(buf2[in0_at]);
  let in1_at = params.in1_offset + i0 * params.in1_stride0;
  let x1 = bitcast<f32>(buf3[in1_at]);
  let y = apply(x0, x1);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- row ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// return %2
// out0 contiguous @1, in0 contiguous @2, in1 strided @3, rank 2
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  size1: u32,
  out0_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
  in1_stride0: u32,
  in1_stride1: u32,
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
  let q1 = i / params.size1;
  let i1 = i - q1 * params.size1;
  let i0 = q1;
  let in0_at = params.in0_offset + i;
  let x0 = bitcast<f32>(buf2[in0_at]);
  let in1_at = params.in1_offset + i0 * params.in1_stride0 + i1 * params.in1_stride1;
  let x1 = bitcast<f32>(buf3[in1_at]);
  let y = apply(x0, x1);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- column ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// return %2
// out0 contiguous @1, in0 contiguous @2, in1 strided @3, rank 2
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  size1: u32,
  out0_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
  in1_stride0: u32,
  in1_stride1: u32,
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
  let q1 = i / params.size1;
  let i1 = i - q1 * params.size1;
  let i0 = q1;
  let in0_at = params.in0_offset + i;
  let x0 = bitcast<f32>(buf2[in0_at]);
  let in1_at = params.in1_offset + i0 * params.in1_stride0 + i1 * params.in1_stride1;
  let x1 = bitcast<f32>(buf3[in1_at]);
  let y = apply(x0, x1);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- rank 3 ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// return %2
// out0 contiguous @1, in0 contiguous @2, in1 strided @3, rank 3
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  size1: u32,
  size2: u32,
  out0_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
  in1_stride0: u32,
  in1_stride1: u32,
  in1_stride2: u32,
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
  let in0_at = params.in0_offset + i;
  let x0 = bitcast<f32>(buf2[in0_at]);
  let in1_at = params.in1_offset + i0 * params.in1_stride0 + i1 * params.in1_stride1 + i2 * params.in1_stride2;
  let x1 = bitcast<f32>(buf3[in1_at]);
  let y = apply(x0, x1);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- rank 5 ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// return %2
// out0 contiguous @1, in0 contiguous @2, in1 strided @3, rank 5
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  size1: u32,
  size2: u32,
  size3: u32,
  size4: u32,
  out0_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
  in1_stride0: u32,
  in1_stride1: u32,
  in1_stride2: u32,
  in1_stride3: u32,
  in1_stride4: u32,
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
  let q4 = i / params.size4;
  let i4 = i - q4 * params.size4;
  let q3 = q4 / params.size3;
  let i3 = q4 - q3 * params.size3;
  let q2 = q3 / params.size2;
  let i2 = q3 - q2 * params.size2;
  let q1 = q2 / params.size1;
  let i1 = q2 - q1 * params.size1;
  let i0 = q1;
  let in0_at = params.in0_offset + i;
  let x0 = bitcast<f32>(buf2[in0_at]);
  let in1_at = params.in1_offset + i0 * params.in1_stride0 + i1 * params.in1_stride1 + i2 * params.in1_stride2 + i3 * params.in1_stride3 + i4 * params.in1_stride4;
  let x1 = bitcast<f32>(buf3[in1_at]);
  let y = apply(x0, x1);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- output of rank 2, inputs of its order ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// return %2
// out0 strided @1, in0 strided @2, in1 strided @3, rank 2
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  size1: u32,
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
  let q1 = i / params.size1;
  let i1 = i - q1 * params.size1;
  let i0 = q1;
  let in0_at = params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1;
  let x0 = bitcast<f32>(buf2[in0_at]);
  let in1_at = params.in1_offset + i0 * params.in1_stride0 + i1 * params.in1_stride1;
  let x1 = bitcast<f32>(buf3[in1_at]);
  let y = apply(x0, x1);
  let out0_at = params.out0_offset + i0 * params.out0_stride0 + i1 * params.out0_stride1;
  buf1[out0_at] = bitcast<u32>(y);
}

