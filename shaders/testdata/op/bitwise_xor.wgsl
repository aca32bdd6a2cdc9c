// ---- bitwise_xor bool ----

// (%0 bool, %1 bool)
// %2 bool = bitwise_xor %0 %1
// return %2
// out0 contiguous @1, in0 contiguous @2, in1 contiguous @3, grouped
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  phase: u32,
  out0_word: u32,
  in0_word: u32,
  in1_word: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

// Ones in the lowest bits, in all 32 if there are more.
fn m_ones(bits: u32) -> u32 { return select((1u << (bits & 31u)) - 1u, 0xffffffffu, bits > 31u); }

// Ones in the lanes of a word that are among those from low to before high, all counted
// from the thread's first; the word's own begin with lane first.
fn m_span(low: u32, high: u32, first: u32, width: u32) -> u32 {
  return m_ones((max(high, first) - first) * width) & ~m_ones((max(low, first) - first) * width);
}

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = x0 ^ x1;
  return v2;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  let slot = thread * 4u;
  if (slot >= params.len + params.phase) { return; }
  let low = params.phase - min(params.phase, slot);
  let high = min(params.len + params.phase - slot, 4u);
  let in0_word0 = buf2[params.in0_word + thread];
  let in1_word0 = buf3[params.in1_word + thread];
  let x0 = in0_word0;
  let x1 = in1_word0;
  let y = apply(x0, x1);
  let out0_word0 = y;
  if (high - low == 4u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 8u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
}

// ---- bitwise_xor uint8 ----

// (%0 uint8, %1 uint8)
// %2 uint8 = bitwise_xor %0 %1
// return %2
// out0 contiguous @1, in0 contiguous @2, in1 contiguous @3, grouped
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  phase: u32,
  out0_word: u32,
  in0_word: u32,
  in1_word: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

// Ones in the lowest bits, in all 32 if there are more.
fn m_ones(bits: u32) -> u32 { return select((1u << (bits & 31u)) - 1u, 0xffffffffu, bits > 31u); }

// Ones in the lanes of a word that are among those from low to before high, all counted
// from the thread's first; the word's own begin with lane first.
fn m_span(low: u32, high: u32, first: u32, width: u32) -> u32 {
  return m_ones((max(high, first) - first) * width) & ~m_ones((max(low, first) - first) * width);
}

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = x0 ^ x1;
  return v2;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  let slot = thread * 4u;
  if (slot >= params.len + params.phase) { return; }
  let low = params.phase - min(params.phase, slot);
  let high = min(params.len + params.phase - slot, 4u);
  let in0_word0 = buf2[params.in0_word + thread];
  let in1_word0 = buf3[params.in1_word + thread];
  let x0 = in0_word0;
  let x1 = in1_word0;
  let y = apply(x0, x1);
  let out0_word0 = y;
  if (high - low == 4u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 8u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
}

// ---- bitwise_xor uint16 ----

// (%0 uint16, %1 uint16)
// %2 uint16 = bitwise_xor %0 %1
// return %2
// out0 contiguous @1, in0 contiguous @2, in1 contiguous @3, grouped
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  phase: u32,
  out0_word: u32,
  in0_word: u32,
  in1_word: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

// Ones in the lowest bits, in all 32 if there are more.
fn m_ones(bits: u32) -> u32 { return select((1u << (bits & 31u)) - 1u, 0xffffffffu, bits > 31u); }

// Ones in the lanes of a word that are among those from low to before high, all counted
// from the thread's first; the word's own begin with lane first.
fn m_span(low: u32, high: u32, first: u32, width: u32) -> u32 {
  return m_ones((max(high, first) - first) * width) & ~m_ones((max(low, first) - first) * width);
}

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = x0 ^ x1;
  return v2;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  let slot = thread * 2u;
  if (slot >= params.len + params.phase) { return; }
  let low = params.phase - min(params.phase, slot);
  let high = min(params.len + params.phase - slot, 2u);
  let in0_word0 = buf2[params.in0_word + thread];
  let in1_word0 = buf3[params.in1_word + thread];
  let x0 = in0_word0;
  let x1 = in1_word0;
  let y = apply(x0, x1);
  let out0_word0 = y;
  if (high - low == 2u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 16u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
}

// ---- bitwise_xor uint32 ----

// (%0 uint32, %1 uint32)
// %2 uint32 = bitwise_xor %0 %1
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

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = x0 ^ x1;
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

// ---- bitwise_xor uint64 ----

// (%0 uint64, %1 uint64)
// %2 uint64 = bitwise_xor %0 %1
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

fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = x0 ^ x1;
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
  let x0 = vec2<u32>(buf2[in0_at * 2u], buf2[in0_at * 2u + 1u]);
  let in1_at = params.in1_offset + i;
  let x1 = vec2<u32>(buf3[in1_at * 2u], buf3[in1_at * 2u + 1u]);
  let y = apply(x0, x1);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- bitwise_xor int8 ----

// (%0 int8, %1 int8)
// %2 int8 = bitwise_xor %0 %1
// return %2
// out0 contiguous @1, in0 contiguous @2, in1 contiguous @3, grouped
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  phase: u32,
  out0_word: u32,
  in0_word: u32,
  in1_word: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

// Ones in the lowest bits, in all 32 if there are more.
fn m_ones(bits: u32) -> u32 { return select((1u << (bits & 31u)) - 1u, 0xffffffffu, bits > 31u); }

// Ones in the lanes of a word that are among those from low to before high, all counted
// from the thread's first; the word's own begin with lane first.
fn m_span(low: u32, high: u32, first: u32, width: u32) -> u32 {
  return m_ones((max(high, first) - first) * width) & ~m_ones((max(low, first) - first) * width);
}

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = x0 ^ x1;
  return v2;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  let slot = thread * 4u;
  if (slot >= params.len + params.phase) { return; }
  let low = params.phase - min(params.phase, slot);
  let high = min(params.len + params.phase - slot, 4u);
  let in0_word0 = buf2[params.in0_word + thread];
  let in1_word0 = buf3[params.in1_word + thread];
  let x0 = in0_word0;
  let x1 = in1_word0;
  let y = apply(x0, x1);
  let out0_word0 = y;
  if (high - low == 4u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 8u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
}

// ---- bitwise_xor int16 ----

// (%0 int16, %1 int16)
// %2 int16 = bitwise_xor %0 %1
// return %2
// out0 contiguous @1, in0 contiguous @2, in1 contiguous @3, grouped
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  phase: u32,
  out0_word: u32,
  in0_word: u32,
  in1_word: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

// Ones in the lowest bits, in all 32 if there are more.
fn m_ones(bits: u32) -> u32 { return select((1u << (bits & 31u)) - 1u, 0xffffffffu, bits > 31u); }

// Ones in the lanes of a word that are among those from low to before high, all counted
// from the thread's first; the word's own begin with lane first.
fn m_span(low: u32, high: u32, first: u32, width: u32) -> u32 {
  return m_ones((max(high, first) - first) * width) & ~m_ones((max(low, first) - first) * width);
}

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = x0 ^ x1;
  return v2;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  let slot = thread * 2u;
  if (slot >= params.len + params.phase) { return; }
  let low = params.phase - min(params.phase, slot);
  let high = min(params.len + params.phase - slot, 2u);
  let in0_word0 = buf2[params.in0_word + thread];
  let in1_word0 = buf3[params.in1_word + thread];
  let x0 = in0_word0;
  let x1 = in1_word0;
  let y = apply(x0, x1);
  let out0_word0 = y;
  if (high - low == 2u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 16u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
}

// ---- bitwise_xor int32 ----

// (%0 int32, %1 int32)
// %2 int32 = bitwise_xor %0 %1
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

fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = x0 ^ x1;
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

// ---- bitwise_xor int64 ----

// (%0 int64, %1 int64)
// %2 int64 = bitwise_xor %0 %1
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

fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = x0 ^ x1;
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
  let x0 = vec2<u32>(buf2[in0_at * 2u], buf2[in0_at * 2u + 1u]);
  let in1_at = params.in1_offset + i;
  let x1 = vec2<u32>(buf3[in1_at * 2u], buf3[in1_at * 2u + 1u]);
  let y = apply(x0, x1);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

