// ---- sub uint8 ----

// (%0 uint8, %1 uint8)
// %2 uint8 = sub %0 %1
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

fn m_lanes_sub(x: u32, y: u32, h: u32) -> u32 { return ((x | h) - (y & ~h)) ^ ((x ^ ~y) & h); }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_lanes_sub(x0, x1, 0x80808080u);
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

// ---- sub uint16 ----

// (%0 uint16, %1 uint16)
// %2 uint16 = sub %0 %1
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

fn m_lanes_sub(x: u32, y: u32, h: u32) -> u32 { return ((x | h) - (y & ~h)) ^ ((x ^ ~y) & h); }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_lanes_sub(x0, x1, 0x80008000u);
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

// ---- sub uint32 ----

// (%0 uint32, %1 uint32)
// %2 uint32 = sub %0 %1
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
  let v2 = x0 - x1;
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

// ---- sub uint64 ----

// (%0 uint64, %1 uint64)
// %2 uint64 = sub %0 %1
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

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_sub64(x0, x1);
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

// ---- sub int8 ----

// (%0 int8, %1 int8)
// %2 int8 = sub %0 %1
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

fn m_lanes_sub(x: u32, y: u32, h: u32) -> u32 { return ((x | h) - (y & ~h)) ^ ((x ^ ~y) & h); }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_lanes_sub(x0, x1, 0x80808080u);
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

// ---- sub int16 ----

// (%0 int16, %1 int16)
// %2 int16 = sub %0 %1
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

fn m_lanes_sub(x: u32, y: u32, h: u32) -> u32 { return ((x | h) - (y & ~h)) ^ ((x ^ ~y) & h); }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_lanes_sub(x0, x1, 0x80008000u);
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

// ---- sub int32 ----

// (%0 int32, %1 int32)
// %2 int32 = sub %0 %1
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
  let v2 = x0 - x1;
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

// ---- sub int64 ----

// (%0 int64, %1 int64)
// %2 int64 = sub %0 %1
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

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_sub64(x0, x1);
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

// ---- sub float16 ----

// (%0 float16, %1 float16)
// %2 float16 = sub %0 %1
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

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

// The bits of the float16 nearest to x, ties to even. Of a subnormal result more than the
// usual 13 bits are lost, all of them if it is 0.
fn m_f32_to_f16(x: f32) -> u32 {
  let a = m_abits(x);
  let low = a < 0x38800000u;
  let v = select(a - 0x38000000u, (a & 0x7fffffu) | 0x800000u, low);
  let n = select(13u, min(126u - min(a >> 23u, 126u), 25u), low);
  let r = min((v + (1u << (n - 1u)) - 1u + ((v >> n) & 1u)) >> n, 0x7c00u);
  return select(r, 0x7e00u, a > 0x7f800000u) | (m_sbit(x) >> 16u);
}

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = x0 - x1;
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
  var out0_word0 = 0u;
  {
    let j = 0u;
    let x0 = m_f16_to_f32(m_short(in0_word0, j));
    let x1 = m_f16_to_f32(m_short(in1_word0, j));
    let y = apply(x0, x1);
    out0_word0 |= (m_f32_to_f16(y)) << (j * 16u);
  }
  {
    let j = 1u;
    let x0 = m_f16_to_f32(m_short(in0_word0, j));
    let x1 = m_f16_to_f32(m_short(in1_word0, j));
    let y = apply(x0, x1);
    out0_word0 |= (m_f32_to_f16(y)) << (j * 16u);
  }
  if (high - low == 2u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 16u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
}

// ---- sub bfloat16 ----

// (%0 bfloat16, %1 bfloat16)
// %2 bfloat16 = sub %0 %1
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

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

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = x0 - x1;
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
  var out0_word0 = 0u;
  {
    let j = 0u;
    let x0 = m_bf16_to_f32(m_short(in0_word0, j));
    let x1 = m_bf16_to_f32(m_short(in1_word0, j));
    let y = apply(x0, x1);
    out0_word0 |= (m_f32_to_bf16(y)) << (j * 16u);
  }
  {
    let j = 1u;
    let x0 = m_bf16_to_f32(m_short(in0_word0, j));
    let x1 = m_bf16_to_f32(m_short(in1_word0, j));
    let y = apply(x0, x1);
    out0_word0 |= (m_f32_to_bf16(y)) << (j * 16u);
  }
  if (high - low == 2u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 16u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
}

// ---- sub float32 ----

// (%0 float32, %1 float32)
// %2 float32 = sub %0 %1
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

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = x0 - x1;
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
  let in1_at = params.in1_offset + i;
  let x1 = bitcast<f32>(buf3[in1_at]);
  let y = apply(x0, x1);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

