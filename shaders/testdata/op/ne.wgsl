// ---- ne bool ----

// (%0 bool, %1 bool)
// %2 bool = ne %0 %1
// return %2
// out0 contiguous packed @1, in0 contiguous @2, in1 contiguous @3
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

// Element at of a word that holds four bytes.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: bool, x1: bool) -> bool {
  let v2 = x0 != x1;
  return v2;
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
    let in1_at = params.in1_offset + i;
    let x1 = m_byte(buf3[in1_at >> 2u], in1_at) != 0u;
    let y = apply(x0, x1);
    out0_word |= select(0u, 1u, y) << (8u * j);
  }
  let out0_at = (params.out0_offset + first) >> 2u;
  if (n < 4u) {
    out0_word |= buf1[out0_at] & (0xffffffffu << (8u * n));
  }
  buf1[out0_at] = out0_word;
}

// ---- ne uint32 ----

// (%0 uint32, %1 uint32)
// %2 bool = ne %0 %1
// return %2
// out0 contiguous packed @1, in0 contiguous @2, in1 contiguous @3
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

fn apply(x0: u32, x1: u32) -> bool {
  let v2 = x0 != x1;
  return v2;
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
    let x0 = buf2[in0_at];
    let in1_at = params.in1_offset + i;
    let x1 = buf3[in1_at];
    let y = apply(x0, x1);
    out0_word |= select(0u, 1u, y) << (8u * j);
  }
  let out0_at = (params.out0_offset + first) >> 2u;
  if (n < 4u) {
    out0_word |= buf1[out0_at] & (0xffffffffu << (8u * n));
  }
  buf1[out0_at] = out0_word;
}

// ---- ne int32 ----

// (%0 int32, %1 int32)
// %2 bool = ne %0 %1
// return %2
// out0 contiguous packed @1, in0 contiguous @2, in1 contiguous @3
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

fn apply(x0: i32, x1: i32) -> bool {
  let v2 = x0 != x1;
  return v2;
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
    let x0 = bitcast<i32>(buf2[in0_at]);
    let in1_at = params.in1_offset + i;
    let x1 = bitcast<i32>(buf3[in1_at]);
    let y = apply(x0, x1);
    out0_word |= select(0u, 1u, y) << (8u * j);
  }
  let out0_at = (params.out0_offset + first) >> 2u;
  if (n < 4u) {
    out0_word |= buf1[out0_at] & (0xffffffffu << (8u * n));
  }
  buf1[out0_at] = out0_word;
}

// ---- ne float32 ----

// (%0 float32, %1 float32)
// %2 bool = ne %0 %1
// return %2
// out0 contiguous packed @1, in0 contiguous @2, in1 contiguous @3
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// An integer that grows with x, a number; equal for both zeros.
fn m_order(x: f32) -> i32 {
  let a = bitcast<i32>(m_abits(x));
  return select(a, 0 - a, m_sbit(x) != 0u);
}

fn m_numbers(x: f32, y: f32) -> bool { return !m_isnan(x) && !m_isnan(y); }

fn m_eq(x: f32, y: f32) -> bool { return m_numbers(x, y) && m_order(x) == m_order(y); }

fn m_ne(x: f32, y: f32) -> bool { return !m_eq(x, y); }

fn apply(x0: f32, x1: f32) -> bool {
  let v2 = m_ne(x0, x1);
  return v2;
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
    let x0 = bitcast<f32>(buf2[in0_at]);
    let in1_at = params.in1_offset + i;
    let x1 = bitcast<f32>(buf3[in1_at]);
    let y = apply(x0, x1);
    out0_word |= select(0u, 1u, y) << (8u * j);
  }
  let out0_at = (params.out0_offset + first) >> 2u;
  if (n < 4u) {
    out0_word |= buf1[out0_at] & (0xffffffffu << (8u * n));
  }
  buf1[out0_at] = out0_word;
}

