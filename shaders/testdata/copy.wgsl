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

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let i = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (i >= params.len) { return; }
  let in0_at = params.in0_offset + i;
  let b0 = buf2[in0_at];
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = b0;
}

// ---- copy bool ----

// (%0 bool)
// return %0
// out0 contiguous @1, in0 contiguous @2, grouped
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  phase: u32,
  out0_word: u32,
  in0_word: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

// Ones in the lowest bits, in all 32 if there are more.
fn m_ones(bits: u32) -> u32 { return select((1u << (bits & 31u)) - 1u, 0xffffffffu, bits > 31u); }

// Ones in the lanes of a word that are among those from low to before high, all counted
// from the thread's first; the word's own begin with lane first.
fn m_span(low: u32, high: u32, first: u32, width: u32) -> u32 {
  return m_ones((max(high, first) - first) * width) & ~m_ones((max(low, first) - first) * width);
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
  let b0 = in0_word0;
  let out0_word0 = b0;
  if (high - low == 4u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 8u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
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
  let b0 = buf2[in0_at];
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = b0;
}

// ---- transpose bool ----

// (%0 bool)
// return %0
// out0 contiguous @1, in0 strided @2, rank 2, grouped
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  phase: u32,
  size1: u32,
  out0_word: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

// Ones in the lowest bits, in all 32 if there are more.
fn m_ones(bits: u32) -> u32 { return select((1u << (bits & 31u)) - 1u, 0xffffffffu, bits > 31u); }

// Ones in the lanes of a word that are among those from low to before high, all counted
// from the thread's first; the word's own begin with lane first.
fn m_span(low: u32, high: u32, first: u32, width: u32) -> u32 {
  return m_ones((max(high, first) - first) * width) & ~m_ones((max(low, first) - first) * width);
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
  var out0_word0 = 0u;
  {
    let j = 0u;
    let i = slot + j - params.phase;
    let q1 = i / params.size1;
    let i1 = i - q1 * params.size1;
    let i0 = q1;
    let in0_at = params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1;
    let b0 = m_byte(buf2[in0_at >> 2u], in0_at);
    out0_word0 |= (b0) << (j * 8u);
  }
  {
    let j = 1u;
    let i = slot + j - params.phase;
    let q1 = i / params.size1;
    let i1 = i - q1 * params.size1;
    let i0 = q1;
    let in0_at = params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1;
    let b0 = m_byte(buf2[in0_at >> 2u], in0_at);
    out0_word0 |= (b0) << (j * 8u);
  }
  {
    let j = 2u;
    let i = slot + j - params.phase;
    let q1 = i / params.size1;
    let i1 = i - q1 * params.size1;
    let i0 = q1;
    let in0_at = params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1;
    let b0 = m_byte(buf2[in0_at >> 2u], in0_at);
    out0_word0 |= (b0) << (j * 8u);
  }
  {
    let j = 3u;
    let i = slot + j - params.phase;
    let q1 = i / params.size1;
    let i1 = i - q1 * params.size1;
    let i0 = q1;
    let in0_at = params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1;
    let b0 = m_byte(buf2[in0_at >> 2u], in0_at);
    out0_word0 |= (b0) << (j * 8u);
  }
  if (high - low == 4u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 8u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
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

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let i = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (i >= params.len) { return; }
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = params.s0;
}

// ---- fill bool ----

// (; %0 bool)
// return %0
// out0 contiguous @1, grouped
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  phase: u32,
  out0_word: u32,
  s0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;

// Ones in the lowest bits, in all 32 if there are more.
fn m_ones(bits: u32) -> u32 { return select((1u << (bits & 31u)) - 1u, 0xffffffffu, bits > 31u); }

// Ones in the lanes of a word that are among those from low to before high, all counted
// from the thread's first; the word's own begin with lane first.
fn m_span(low: u32, high: u32, first: u32, width: u32) -> u32 {
  return m_ones((max(high, first) - first) * width) & ~m_ones((max(low, first) - first) * width);
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
  let out0_word0 = (params.s0) * 0x01010101u;
  if (high - low == 4u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 8u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
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

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let i = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (i >= params.len) { return; }
  let i0 = i;
  let out0_at = params.out0_offset + i0 * params.out0_stride0;
  buf1[out0_at] = params.s0;
}

