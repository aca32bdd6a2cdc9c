// ---- where bool ----

// (%0 bool, %1 bool, %2 bool)
// %3 bool = where %0 %1 %2
// return %3
// out0 contiguous packed @1, in0 contiguous @2, in1 contiguous @3, in2 contiguous @4
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

// Element at of a word that holds four bytes.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: bool, x1: bool, x2: bool) -> bool {
  let v3 = select(x2, x1, x0);
  return v3;
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
    let in2_at = params.in2_offset + i;
    let x2 = m_byte(buf4[in2_at >> 2u], in2_at) != 0u;
    let y = apply(x0, x1, x2);
    out0_word |= select(0u, 1u, y) << (8u * j);
  }
  let out0_at = (params.out0_offset + first) >> 2u;
  if (n < 4u) {
    out0_word |= buf1[out0_at] & (0xffffffffu << (8u * n));
  }
  buf1[out0_at] = out0_word;
}

// ---- where uint32 ----

// (%0 bool, %1 uint32, %2 uint32)
// %3 uint32 = where %0 %1 %2
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

// Element at of a word that holds four bytes.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: bool, x1: u32, x2: u32) -> u32 {
  let v3 = select(x2, x1, x0);
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
  let x0 = m_byte(buf2[in0_at >> 2u], in0_at) != 0u;
  let in1_at = params.in1_offset + i;
  let x1 = buf3[in1_at];
  let in2_at = params.in2_offset + i;
  let x2 = buf4[in2_at];
  let y = apply(x0, x1, x2);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = y;
}

// ---- where int32 ----

// (%0 bool, %1 int32, %2 int32)
// %3 int32 = where %0 %1 %2
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

// Element at of a word that holds four bytes.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: bool, x1: i32, x2: i32) -> i32 {
  let v3 = select(x2, x1, x0);
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
  let x0 = m_byte(buf2[in0_at >> 2u], in0_at) != 0u;
  let in1_at = params.in1_offset + i;
  let x1 = bitcast<i32>(buf3[in1_at]);
  let in2_at = params.in2_offset + i;
  let x2 = bitcast<i32>(buf4[in2_at]);
  let y = apply(x0, x1, x2);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- where float32 ----

// (%0 bool, %1 float32, %2 float32)
// %3 float32 = where %0 %1 %2
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

// Element at of a word that holds four bytes.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: bool, x1: f32, x2: f32) -> f32 {
  let v3 = select(x2, x1, x0);
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
  let x0 = m_byte(buf2[in0_at >> 2u], in0_at) != 0u;
  let in1_at = params.in1_offset + i;
  let x1 = bitcast<f32>(buf3[in1_at]);
  let in2_at = params.in2_offset + i;
  let x2 = bitcast<f32>(buf4[in2_at]);
  let y = apply(x0, x1, x2);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

