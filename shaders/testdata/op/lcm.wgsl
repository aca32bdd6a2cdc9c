// ---- lcm uint32 ----

// (%0 uint32, %1 uint32)
// %2 uint32 = lcm %0 %1
// return %2
// out0 contiguous @1, in0 contiguous @2, in1 contiguous @3
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

// Stein's algorithm: a difference of odd numbers is even, so that every round takes a bit
// off one of the two.
fn m_ugcd(x: u32, y: u32) -> u32 {
  if (x == 0u || y == 0u) { return x | y; }
  let twos = countTrailingZeros(x | y);
  var a = x >> countTrailingZeros(x);
  var b = y;
  while (b != 0u) {
    b = b >> countTrailingZeros(b);
    let low = min(a, b);
    b = max(a, b) - low;
    a = low;
  }
  return a << twos;
}

fn m_ulcm(x: u32, y: u32) -> u32 { return m_udiv(x, m_ugcd(x, y)) * y; }

fn m_udiv(x: u32, y: u32) -> u32 { return select(x / select(y, 1u, y == 0u), 0u, y == 0u); }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_ulcm(x0, x1);
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
  let x0 = buf2[in0_at];
  let in1_at = params.in1_offset + i;
  let x1 = buf3[in1_at];
  let y = apply(x0, x1);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = y;
}

// ---- lcm int32 ----

// (%0 int32, %1 int32)
// %2 int32 = lcm %0 %1
// return %2
// out0 contiguous @1, in0 contiguous @2, in1 contiguous @3
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

// Stein's algorithm: a difference of odd numbers is even, so that every round takes a bit
// off one of the two.
fn m_ugcd(x: u32, y: u32) -> u32 {
  if (x == 0u || y == 0u) { return x | y; }
  let twos = countTrailingZeros(x | y);
  var a = x >> countTrailingZeros(x);
  var b = y;
  while (b != 0u) {
    b = b >> countTrailingZeros(b);
    let low = min(a, b);
    b = max(a, b) - low;
    a = low;
  }
  return a << twos;
}

fn m_ulcm(x: u32, y: u32) -> u32 { return m_udiv(x, m_ugcd(x, y)) * y; }

fn m_magnitude(x: i32) -> u32 { return bitcast<u32>(select(x, 0 - x, x < 0)); }

fn m_ilcm(x: i32, y: i32) -> i32 { return bitcast<i32>(m_ulcm(m_magnitude(x), m_magnitude(y))); }

fn m_udiv(x: u32, y: u32) -> u32 { return select(x / select(y, 1u, y == 0u), 0u, y == 0u); }

fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = m_ilcm(x0, x1);
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
  let x0 = bitcast<i32>(buf2[in0_at]);
  let in1_at = params.in1_offset + i;
  let x1 = bitcast<i32>(buf3[in1_at]);
  let y = apply(x0, x1);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

