// ---- clamp uint32 ----

// (%0 uint32, %1 uint32, %2 uint32)
// %3 uint32 = clamp %0 %1 %2
// return %3
// out0 contiguous @1, in0 contiguous @2, in1 contiguous @3, in2 contiguous @4
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  out0_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
  in2_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;
@group(0) @binding(4) var<storage, read> buf4: array<u32>;

fn apply(x0: u32, x1: u32, x2: u32) -> u32 {
  let v3 = min(max(x0, x1), x2);
  return v3;
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
  let in1_at = params.in1_offset + i;
  let x1 = buf3[in1_at];
  let in2_at = params.in2_offset + i;
  let x2 = buf4[in2_at];
  let y = apply(x0, x1, x2);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = y;
}

// ---- clamp int32 ----

// (%0 int32, %1 int32, %2 int32)
// %3 int32 = clamp %0 %1 %2
// return %3
// out0 contiguous @1, in0 contiguous @2, in1 contiguous @3, in2 contiguous @4
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  out0_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
  in2_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;
@group(0) @binding(4) var<storage, read> buf4: array<u32>;

fn apply(x0: i32, x1: i32, x2: i32) -> i32 {
  let v3 = min(max(x0, x1), x2);
  return v3;
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
  let in1_at = params.in1_offset + i;
  let x1 = bitcast<i32>(buf3[in1_at]);
  let in2_at = params.in2_offset + i;
  let x2 = bitcast<i32>(buf4[in2_at]);
  let y = apply(x0, x1, x2);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- clamp float32 ----

// (%0 float32, %1 float32, %2 float32)
// %3 float32 = clamp %0 %1 %2
// return %3
// out0 contiguous @1, in0 contiguous @2, in1 contiguous @3, in2 contiguous @4
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  out0_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
  in2_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;
@group(0) @binding(4) var<storage, read> buf4: array<u32>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// An integer that grows with x, a number; equal for both zeros.
fn m_order(x: f32) -> i32 {
  let a = bitcast<i32>(m_abits(x));
  return select(a, 0 - a, m_sbit(x) != 0u);
}

// m_order, but -0 lies below 0.
fn m_total(x: f32) -> i32 {
  let b = bitcast<i32>(x);
  return b ^ ((b >> 31u) & 0x7fffffff);
}

fn m_max(x: f32, y: f32) -> f32 {
  let r = select(y, x, m_total(x) > m_total(y));
  return select(select(r, y, m_isnan(y)), x, m_isnan(x));
}

fn m_min(x: f32, y: f32) -> f32 {
  let r = select(y, x, m_total(x) < m_total(y));
  return select(select(r, y, m_isnan(y)), x, m_isnan(x));
}

fn apply(x0: f32, x1: f32, x2: f32) -> f32 {
  let v3 = m_min(m_max(x0, x1), x2);
  return v3;
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
  let in2_at = params.in2_offset + i;
  let x2 = bitcast<f32>(buf4[in2_at]);
  let y = apply(x0, x1, x2);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

