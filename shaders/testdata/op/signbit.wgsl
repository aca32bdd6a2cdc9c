// ---- signbit bool ----

// (%0 bool)
// %1 bool = signbit %0
// return %1
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

// Ones in the lowest bits, in all 32 if there are more.
fn m_ones(bits: u32) -> u32 { return select((1u << (bits & 31u)) - 1u, 0xffffffffu, bits > 31u); }

// Ones in the lanes of a word that are among those from low to before high, all counted
// from the thread's first; the word's own begin with lane first.
fn m_span(low: u32, high: u32, first: u32, width: u32) -> u32 {
  return m_ones((max(high, first) - first) * width) & ~m_ones((max(low, first) - first) * width);
}

fn apply(x0: bool) -> bool {
  let v1 = false;
  return v1;
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
  var out0_word0 = 0u;
  {
    let j = 0u;
    let x0 = m_byte(in0_word0, j) != 0u;
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 1u;
    let x0 = m_byte(in0_word0, j) != 0u;
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 2u;
    let x0 = m_byte(in0_word0, j) != 0u;
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 3u;
    let x0 = m_byte(in0_word0, j) != 0u;
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  if (high - low == 4u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 8u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
}

// ---- signbit uint8 ----

// (%0 uint8)
// %1 bool = signbit %0
// return %1
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

// Ones in the lowest bits, in all 32 if there are more.
fn m_ones(bits: u32) -> u32 { return select((1u << (bits & 31u)) - 1u, 0xffffffffu, bits > 31u); }

// Ones in the lanes of a word that are among those from low to before high, all counted
// from the thread's first; the word's own begin with lane first.
fn m_span(low: u32, high: u32, first: u32, width: u32) -> u32 {
  return m_ones((max(high, first) - first) * width) & ~m_ones((max(low, first) - first) * width);
}

fn apply(x0: u32) -> bool {
  let v1 = false;
  return v1;
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
  var out0_word0 = 0u;
  {
    let j = 0u;
    let x0 = m_byte(in0_word0, j);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 1u;
    let x0 = m_byte(in0_word0, j);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 2u;
    let x0 = m_byte(in0_word0, j);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 3u;
    let x0 = m_byte(in0_word0, j);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  if (high - low == 4u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 8u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
}

// ---- signbit uint16 ----

// (%0 uint16)
// %1 bool = signbit %0
// return %1
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

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// Ones in the lowest bits, in all 32 if there are more.
fn m_ones(bits: u32) -> u32 { return select((1u << (bits & 31u)) - 1u, 0xffffffffu, bits > 31u); }

// Ones in the lanes of a word that are among those from low to before high, all counted
// from the thread's first; the word's own begin with lane first.
fn m_span(low: u32, high: u32, first: u32, width: u32) -> u32 {
  return m_ones((max(high, first) - first) * width) & ~m_ones((max(low, first) - first) * width);
}

fn apply(x0: u32) -> bool {
  let v1 = false;
  return v1;
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
  let in0_word0 = buf2[params.in0_word + thread * 2u];
  let in0_word1 = buf2[params.in0_word + thread * 2u + 1u];
  var out0_word0 = 0u;
  {
    let j = 0u;
    let x0 = m_short(select(in0_word0, in0_word1, j > 1u), j);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 1u;
    let x0 = m_short(select(in0_word0, in0_word1, j > 1u), j);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 2u;
    let x0 = m_short(select(in0_word0, in0_word1, j > 1u), j);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 3u;
    let x0 = m_short(select(in0_word0, in0_word1, j > 1u), j);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  if (high - low == 4u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 8u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
}

// ---- signbit uint32 ----

// (%0 uint32)
// %1 bool = signbit %0
// return %1
// out0 contiguous @1, in0 contiguous @2, grouped
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  phase: u32,
  out0_word: u32,
  in0_offset: u32,
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

fn apply(x0: u32) -> bool {
  let v1 = false;
  return v1;
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
    let in0_at = params.in0_offset + i;
    let x0 = buf2[in0_at];
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 1u;
    let i = slot + j - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = buf2[in0_at];
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 2u;
    let i = slot + j - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = buf2[in0_at];
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 3u;
    let i = slot + j - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = buf2[in0_at];
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  if (high - low == 4u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 8u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
}

// ---- signbit uint64 ----

// (%0 uint64)
// %1 bool = signbit %0
// return %1
// out0 contiguous @1, in0 contiguous @2, grouped
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  phase: u32,
  out0_word: u32,
  in0_offset: u32,
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

fn apply(x0: vec2<u32>) -> bool {
  let v1 = false;
  return v1;
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
    let in0_at = params.in0_offset + i;
    let x0 = vec2<u32>(buf2[in0_at * 2u], buf2[in0_at * 2u + 1u]);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 1u;
    let i = slot + j - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = vec2<u32>(buf2[in0_at * 2u], buf2[in0_at * 2u + 1u]);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 2u;
    let i = slot + j - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = vec2<u32>(buf2[in0_at * 2u], buf2[in0_at * 2u + 1u]);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 3u;
    let i = slot + j - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = vec2<u32>(buf2[in0_at * 2u], buf2[in0_at * 2u + 1u]);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  if (high - low == 4u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 8u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
}

// ---- signbit int8 ----

// (%0 int8)
// %1 bool = signbit %0
// return %1
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

// Ones in the lowest bits, in all 32 if there are more.
fn m_ones(bits: u32) -> u32 { return select((1u << (bits & 31u)) - 1u, 0xffffffffu, bits > 31u); }

// Ones in the lanes of a word that are among those from low to before high, all counted
// from the thread's first; the word's own begin with lane first.
fn m_span(low: u32, high: u32, first: u32, width: u32) -> u32 {
  return m_ones((max(high, first) - first) * width) & ~m_ones((max(low, first) - first) * width);
}

fn apply(x0: i32) -> bool {
  let v1 = x0 < 0;
  return v1;
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
  var out0_word0 = 0u;
  {
    let j = 0u;
    let x0 = bitcast<i32>(m_byte(in0_word0, j) << 24u) >> 24u;
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 1u;
    let x0 = bitcast<i32>(m_byte(in0_word0, j) << 24u) >> 24u;
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 2u;
    let x0 = bitcast<i32>(m_byte(in0_word0, j) << 24u) >> 24u;
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 3u;
    let x0 = bitcast<i32>(m_byte(in0_word0, j) << 24u) >> 24u;
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  if (high - low == 4u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 8u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
}

// ---- signbit int16 ----

// (%0 int16)
// %1 bool = signbit %0
// return %1
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

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// Ones in the lowest bits, in all 32 if there are more.
fn m_ones(bits: u32) -> u32 { return select((1u << (bits & 31u)) - 1u, 0xffffffffu, bits > 31u); }

// Ones in the lanes of a word that are among those from low to before high, all counted
// from the thread's first; the word's own begin with lane first.
fn m_span(low: u32, high: u32, first: u32, width: u32) -> u32 {
  return m_ones((max(high, first) - first) * width) & ~m_ones((max(low, first) - first) * width);
}

fn apply(x0: i32) -> bool {
  let v1 = x0 < 0;
  return v1;
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
  let in0_word0 = buf2[params.in0_word + thread * 2u];
  let in0_word1 = buf2[params.in0_word + thread * 2u + 1u];
  var out0_word0 = 0u;
  {
    let j = 0u;
    let x0 = bitcast<i32>(m_short(select(in0_word0, in0_word1, j > 1u), j) << 16u) >> 16u;
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 1u;
    let x0 = bitcast<i32>(m_short(select(in0_word0, in0_word1, j > 1u), j) << 16u) >> 16u;
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 2u;
    let x0 = bitcast<i32>(m_short(select(in0_word0, in0_word1, j > 1u), j) << 16u) >> 16u;
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 3u;
    let x0 = bitcast<i32>(m_short(select(in0_word0, in0_word1, j > 1u), j) << 16u) >> 16u;
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  if (high - low == 4u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 8u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
}

// ---- signbit int32 ----

// (%0 int32)
// %1 bool = signbit %0
// return %1
// out0 contiguous @1, in0 contiguous @2, grouped
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  phase: u32,
  out0_word: u32,
  in0_offset: u32,
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

fn apply(x0: i32) -> bool {
  let v1 = x0 < 0;
  return v1;
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
    let in0_at = params.in0_offset + i;
    let x0 = bitcast<i32>(buf2[in0_at]);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 1u;
    let i = slot + j - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = bitcast<i32>(buf2[in0_at]);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 2u;
    let i = slot + j - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = bitcast<i32>(buf2[in0_at]);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 3u;
    let i = slot + j - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = bitcast<i32>(buf2[in0_at]);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  if (high - low == 4u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 8u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
}

// ---- signbit int64 ----

// (%0 int64)
// %1 bool = signbit %0
// return %1
// out0 contiguous @1, in0 contiguous @2, grouped
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  phase: u32,
  out0_word: u32,
  in0_offset: u32,
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

fn m_negative64(x: vec2<u32>) -> bool { return x.y > 0x7fffffffu; }

fn apply(x0: vec2<u32>) -> bool {
  let v1 = m_negative64(x0);
  return v1;
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
    let in0_at = params.in0_offset + i;
    let x0 = vec2<u32>(buf2[in0_at * 2u], buf2[in0_at * 2u + 1u]);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 1u;
    let i = slot + j - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = vec2<u32>(buf2[in0_at * 2u], buf2[in0_at * 2u + 1u]);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 2u;
    let i = slot + j - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = vec2<u32>(buf2[in0_at * 2u], buf2[in0_at * 2u + 1u]);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 3u;
    let i = slot + j - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = vec2<u32>(buf2[in0_at * 2u], buf2[in0_at * 2u + 1u]);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  if (high - low == 4u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 8u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
}

// ---- signbit float16 ----

// (%0 float16)
// %1 bool = signbit %0
// return %1
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

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_signbit(x: f32) -> bool { return m_sbit(x) != 0u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// Ones in the lowest bits, in all 32 if there are more.
fn m_ones(bits: u32) -> u32 { return select((1u << (bits & 31u)) - 1u, 0xffffffffu, bits > 31u); }

// Ones in the lanes of a word that are among those from low to before high, all counted
// from the thread's first; the word's own begin with lane first.
fn m_span(low: u32, high: u32, first: u32, width: u32) -> u32 {
  return m_ones((max(high, first) - first) * width) & ~m_ones((max(low, first) - first) * width);
}

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(a) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

fn apply(x0: f32) -> bool {
  let v1 = m_signbit(x0);
  return v1;
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
  let in0_word0 = buf2[params.in0_word + thread * 2u];
  let in0_word1 = buf2[params.in0_word + thread * 2u + 1u];
  var out0_word0 = 0u;
  {
    let j = 0u;
    let x0 = m_f16_to_f32(m_short(select(in0_word0, in0_word1, j > 1u), j));
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 1u;
    let x0 = m_f16_to_f32(m_short(select(in0_word0, in0_word1, j > 1u), j));
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 2u;
    let x0 = m_f16_to_f32(m_short(select(in0_word0, in0_word1, j > 1u), j));
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 3u;
    let x0 = m_f16_to_f32(m_short(select(in0_word0, in0_word1, j > 1u), j));
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  if (high - low == 4u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 8u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
}

// ---- signbit bfloat16 ----

// (%0 bfloat16)
// %1 bool = signbit %0
// return %1
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

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_signbit(x: f32) -> bool { return m_sbit(x) != 0u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// Ones in the lowest bits, in all 32 if there are more.
fn m_ones(bits: u32) -> u32 { return select((1u << (bits & 31u)) - 1u, 0xffffffffu, bits > 31u); }

// Ones in the lanes of a word that are among those from low to before high, all counted
// from the thread's first; the word's own begin with lane first.
fn m_span(low: u32, high: u32, first: u32, width: u32) -> u32 {
  return m_ones((max(high, first) - first) * width) & ~m_ones((max(low, first) - first) * width);
}

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

fn apply(x0: f32) -> bool {
  let v1 = m_signbit(x0);
  return v1;
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
  let in0_word0 = buf2[params.in0_word + thread * 2u];
  let in0_word1 = buf2[params.in0_word + thread * 2u + 1u];
  var out0_word0 = 0u;
  {
    let j = 0u;
    let x0 = m_bf16_to_f32(m_short(select(in0_word0, in0_word1, j > 1u), j));
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 1u;
    let x0 = m_bf16_to_f32(m_short(select(in0_word0, in0_word1, j > 1u), j));
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 2u;
    let x0 = m_bf16_to_f32(m_short(select(in0_word0, in0_word1, j > 1u), j));
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 3u;
    let x0 = m_bf16_to_f32(m_short(select(in0_word0, in0_word1, j > 1u), j));
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  if (high - low == 4u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 8u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
}

// ---- signbit float32 ----

// (%0 float32)
// %1 bool = signbit %0
// return %1
// out0 contiguous @1, in0 contiguous @2, grouped
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  phase: u32,
  out0_word: u32,
  in0_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_signbit(x: f32) -> bool { return m_sbit(x) != 0u; }

// Ones in the lowest bits, in all 32 if there are more.
fn m_ones(bits: u32) -> u32 { return select((1u << (bits & 31u)) - 1u, 0xffffffffu, bits > 31u); }

// Ones in the lanes of a word that are among those from low to before high, all counted
// from the thread's first; the word's own begin with lane first.
fn m_span(low: u32, high: u32, first: u32, width: u32) -> u32 {
  return m_ones((max(high, first) - first) * width) & ~m_ones((max(low, first) - first) * width);
}

fn apply(x0: f32) -> bool {
  let v1 = m_signbit(x0);
  return v1;
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
    let in0_at = params.in0_offset + i;
    let x0 = bitcast<f32>(buf2[in0_at]);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 1u;
    let i = slot + j - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = bitcast<f32>(buf2[in0_at]);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 2u;
    let i = slot + j - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = bitcast<f32>(buf2[in0_at]);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  {
    let j = 3u;
    let i = slot + j - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = bitcast<f32>(buf2[in0_at]);
    let y = apply(x0);
    out0_word0 |= (select(0u, 1u, y)) << (j * 8u);
  }
  if (high - low == 4u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 8u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
}

