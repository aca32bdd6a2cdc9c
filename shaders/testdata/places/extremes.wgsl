// ---- stage 1: element ----

// (%0 uint32)
// %1 uint32 = bitwise_xor %0 %0
// return %1
// out0 contiguous @1, in0 contiguous @1
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  out0_offset: u32,
  in0_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;

fn apply(x0: u32) -> u32 {
  let v1 = x0 ^ x0;
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
  let x0 = buf1[in0_at];
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = y;
}

// ---- stage 2: groups by a thread ----

// (%0 float16, %1 int32, %2 int8)
// return %0 at %1 max skip, %0 at %1 min skip, %2 at %1 min skip
// out0 strided places 1 atomic @1, out1 strided places 1 atomic @2, out2 strided places 1 atomic @3, in0 strided @4, in1 strided @5, in2 strided @6, groups by a thread, axes 1, ranks 0, by groups, keeps [] outputs [0 1 2]
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  loops: u32, // always 0 in kernels of groups, see m_hide
  threads: u32,
  whole: u32,
  each: u32,
  groups: u32,
  elements: u32,
  part: u32,
  parts: u32,
  first_part: u32,
  part_count: u32,
  second: u32,
  group_element: u32,
  element: u32,
  where0: u32,
  out0_offset: u32,
  out0_place0: u32,
  out0_step0: u32,
  out0_stride0: u32,
  out0_lowest: u32,
  out0_last: u32,
  out0_states: u32,
  out1_offset: u32,
  out1_place0: u32,
  out1_step0: u32,
  out1_stride0: u32,
  out1_lowest: u32,
  out1_last: u32,
  out1_states: u32,
  out2_offset: u32,
  out2_place0: u32,
  out2_step0: u32,
  out2_stride0: u32,
  out2_lowest: u32,
  out2_last: u32,
  out2_states: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in1_offset: u32,
  in1_stride0: u32,
  in2_offset: u32,
  in2_stride0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> buf2: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> buf3: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read> buf4: array<u32>;
@group(0) @binding(5) var<storage, read> buf5: array<u32>;
@group(0) @binding(6) var<storage, read> buf6: array<u32>;
@group(0) @binding(7) var<storage, read_write> buf7: array<atomic<u32>>;
fn state_add(at: u32, x: u32) -> u32 { return atomicAdd(&buf7[at], x); }
fn state_max(at: u32, x: u32) { atomicMax(&buf7[at], x); }
fn state_or(at: u32, x: u32) { atomicOr(&buf7[at], x); }
fn state_put(at: u32, x: u32) { atomicStore(&buf7[at], x); }
fn state_get(at: u32) -> u32 { return atomicLoad(&buf7[at]); }


// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn m_nowhere() -> u32 { return 0xffffffffu; }

fn m_place_signed(i: i32, size: u32, from_end: bool) -> u32 {
  let at = bitcast<u32>(i) + select(0u, size, from_end && i < 0);
  return select(m_nowhere(), at, at < size);
}

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

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

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Keys that grow with a float: NaN is the greatest, and 0 is greater than -0. Those of minima fall.
fn m_store_max_key(x: f32) -> u32 { return select(bitcast<u32>(m_total(x)) ^ 0x80000000u, 0xffffffffu, m_isnan(x)); }

fn m_store_min_key(x: f32) -> u32 { return select(~(bitcast<u32>(m_total(x)) ^ 0x80000000u), 0xffffffffu, m_isnan(x)); }

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  var whole = params.whole;
  if (params.second == 1u && atomicLoad(&buf7[0]) == 0u) { whole = 0u; }
  let first = (thread - lane) * params.each + lane;
  let past = min(first + 256u * params.each, whole);
  for (var turn = first; turn < past; turn += 256u) {
    let thread = turn;
    let begin = 0u;
    let end = params.elements;
    let number = thread;
    let i0 = thread;
    let group_element = params.group_element + i0 * params.where0;
    let in0_at = params.in0_offset + i0 * params.in0_stride0;
    let b0 = m_short(buf4[in0_at >> 1u], in0_at);
    let x0 = m_f16_to_f32(b0);
    let in1_at = params.in1_offset + i0 * params.in1_stride0;
    let b1 = buf5[in1_at];
    let x1 = bitcast<i32>(b1);
    let in2_at = params.in2_offset + i0 * params.in2_stride0;
    let b2 = m_byte(buf6[in2_at >> 2u], in2_at);
    let x2 = bitcast<i32>(b2 << 24u) >> 24u;
    let out0_at = params.out0_offset + i0 * params.out0_stride0;
    let out0_place0 = m_place_signed(x1, params.out0_place0, false);
    let out0_to = out0_at + out0_place0 * params.out0_step0;
    if (params.second == 0u && out0_place0 != m_nowhere()) {
      let out0_state = params.out0_states + (out0_to - params.out0_lowest);
      state_max(out0_state, m_store_max_key(x0));
    }
    let out1_at = params.out1_offset + i0 * params.out1_stride0;
    let out1_place0 = m_place_signed(x1, params.out1_place0, false);
    let out1_to = out1_at + out1_place0 * params.out1_step0;
    if (params.second == 0u && out1_place0 != m_nowhere()) {
      let out1_state = params.out1_states + (out1_to - params.out1_lowest);
      state_max(out1_state, m_store_min_key(x0));
    }
    let out2_at = params.out2_offset + i0 * params.out2_stride0;
    let out2_place0 = m_place_signed(x1, params.out2_place0, false);
    let out2_to = out2_at + out2_place0 * params.out2_step0;
    if (params.second == 0u && out2_place0 != m_nowhere()) {
      let out2_state = params.out2_states + (out2_to - params.out2_lowest);
      state_max(out2_state, ~(bitcast<u32>(x2) ^ 0x80000000u));
    }
  }
}

// ---- stage 3: groups by a thread ----

// (%0 float16, %1 int32, %2 int8)
// return %0 at %1 max skip, %0 at %1 min skip, %2 at %1 min skip
// out0 strided places 1 atomic @1, out1 strided places 1 atomic @2, out2 strided places 1 atomic @3, in0 strided @4, in1 strided @5, in2 strided @6, groups by a thread, axes 1, ranks 0, by groups, keeps [] outputs [0 1 2]
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  loops: u32, // always 0 in kernels of groups, see m_hide
  threads: u32,
  whole: u32,
  each: u32,
  groups: u32,
  elements: u32,
  part: u32,
  parts: u32,
  first_part: u32,
  part_count: u32,
  second: u32,
  group_element: u32,
  element: u32,
  where0: u32,
  out0_offset: u32,
  out0_place0: u32,
  out0_step0: u32,
  out0_stride0: u32,
  out0_lowest: u32,
  out0_last: u32,
  out0_states: u32,
  out1_offset: u32,
  out1_place0: u32,
  out1_step0: u32,
  out1_stride0: u32,
  out1_lowest: u32,
  out1_last: u32,
  out1_states: u32,
  out2_offset: u32,
  out2_place0: u32,
  out2_step0: u32,
  out2_stride0: u32,
  out2_lowest: u32,
  out2_last: u32,
  out2_states: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in1_offset: u32,
  in1_stride0: u32,
  in2_offset: u32,
  in2_stride0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> buf2: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> buf3: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read> buf4: array<u32>;
@group(0) @binding(5) var<storage, read> buf5: array<u32>;
@group(0) @binding(6) var<storage, read> buf6: array<u32>;
@group(0) @binding(7) var<storage, read_write> buf7: array<atomic<u32>>;
fn state_add(at: u32, x: u32) -> u32 { return atomicAdd(&buf7[at], x); }
fn state_max(at: u32, x: u32) { atomicMax(&buf7[at], x); }
fn state_or(at: u32, x: u32) { atomicOr(&buf7[at], x); }
fn state_put(at: u32, x: u32) { atomicStore(&buf7[at], x); }
fn state_get(at: u32) -> u32 { return atomicLoad(&buf7[at]); }


// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn m_nowhere() -> u32 { return 0xffffffffu; }

fn m_place_signed(i: i32, size: u32, from_end: bool) -> u32 {
  let at = bitcast<u32>(i) + select(0u, size, from_end && i < 0);
  return select(m_nowhere(), at, at < size);
}

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

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

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Keys that grow with a float: NaN is the greatest, and 0 is greater than -0. Those of minima fall.
fn m_store_max_key(x: f32) -> u32 { return select(bitcast<u32>(m_total(x)) ^ 0x80000000u, 0xffffffffu, m_isnan(x)); }

fn m_store_min_key(x: f32) -> u32 { return select(~(bitcast<u32>(m_total(x)) ^ 0x80000000u), 0xffffffffu, m_isnan(x)); }

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  var whole = params.whole;
  if (params.second == 1u && atomicLoad(&buf7[0]) == 0u) { whole = 0u; }
  let first = (thread - lane) * params.each + lane;
  let past = min(first + 256u * params.each, whole);
  for (var turn = first; turn < past; turn += 256u) {
    let thread = turn;
    let begin = 0u;
    let end = params.elements;
    let number = thread;
    let i0 = thread;
    let group_element = params.group_element + i0 * params.where0;
    let in0_at = params.in0_offset + i0 * params.in0_stride0;
    let b0 = m_short(buf4[in0_at >> 1u], in0_at);
    let x0 = m_f16_to_f32(b0);
    let in1_at = params.in1_offset + i0 * params.in1_stride0;
    let b1 = buf5[in1_at];
    let x1 = bitcast<i32>(b1);
    let in2_at = params.in2_offset + i0 * params.in2_stride0;
    let b2 = m_byte(buf6[in2_at >> 2u], in2_at);
    let x2 = bitcast<i32>(b2 << 24u) >> 24u;
    let out0_at = params.out0_offset + i0 * params.out0_stride0;
    let out0_place0 = m_place_signed(x1, params.out0_place0, false);
    let out0_to = out0_at + out0_place0 * params.out0_step0;
    if (params.second == 0u && out0_place0 != m_nowhere()) {
      let out0_state = params.out0_states + (out0_to - params.out0_lowest);
      state_max(out0_state, m_store_max_key(x0));
    }
    let out1_at = params.out1_offset + i0 * params.out1_stride0;
    let out1_place0 = m_place_signed(x1, params.out1_place0, false);
    let out1_to = out1_at + out1_place0 * params.out1_step0;
    if (params.second == 0u && out1_place0 != m_nowhere()) {
      let out1_state = params.out1_states + (out1_to - params.out1_lowest);
      state_max(out1_state, m_store_min_key(x0));
    }
    let out2_at = params.out2_offset + i0 * params.out2_stride0;
    let out2_place0 = m_place_signed(x1, params.out2_place0, false);
    let out2_to = out2_at + out2_place0 * params.out2_step0;
    if (params.second == 0u && out2_place0 != m_nowhere()) {
      let out2_state = params.out2_states + (out2_to - params.out2_lowest);
      state_max(out2_state, ~(bitcast<u32>(x2) ^ 0x80000000u));
    }
  }
}

// ---- stage 4: states of places ----

// states of places: max of float16
// out0 strided places 1 atomic @2
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  loops: u32, // always 0 in kernels of groups, see m_hide
  first: u32,
  threads: u32,
  states: u32,
  out0_lowest: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> buf1: array<u32>;
@group(0) @binding(2) var<storage, read_write> buf2: array<atomic<u32>>;
fn state_get(at: u32) -> u32 { return buf1[at]; }

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

// What |x| < 2^-14 is in units of 2^-24, float16's below the normal numbers, to the nearest,
// ties to even: 0.5 has such units, too. Shifting by an amount of each element's own is what
// drivers without such an instruction do element by element.
fn m_f16_low(a: u32) -> u32 { return bitcast<u32>(bitcast<f32>(a) + 0.5) - 0x3f000000u; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

// The bits of the float16 nearest to x, ties to even.
fn m_f32_to_f16(x: f32) -> u32 {
  let a = m_abits(x);
  let high = (a - 0x38000000u + 0xfffu + ((a >> 13u) & 1u)) >> 13u;
  let r = min(select(high, m_f16_low(a), a < 0x38800000u), 0x7c00u);
  return select(r, 0x7e00u, a > 0x7f800000u) | (m_sbit(x) >> 16u);
}

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

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

fn m_max(x: f32, y: f32) -> f32 {
  let r = select(y, x, m_total(x) > m_total(y));
  return select(select(r, y, m_isnan(y)), x, m_isnan(x));
}

fn m_untotal(x: i32) -> f32 { return bitcast<f32>(x ^ ((x >> 31u) & 0x7fffffff)); }

// 0, but compilers know none of its bits. The length keeps it from being a mere uniform: llvmpipe
// compiles uniforms that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_store_max(at: u32) -> f32 {
  let key = state_get(at);
  return select(m_untotal(bitcast<i32>(key ^ 0x80000000u)), m_nan(), key == 0xffffffffu);
}

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 64u + lane;
  if (thread >= params.threads || buf1[0u] != 0u) { return; }
  let cell = params.first + thread;
  let at = params.states + cell;
  if (!(state_get(at) != 0u)) { return; }
  let out0_to = params.out0_lowest + cell;
  let old = m_f16_to_f32(m_short(atomicLoad(&buf2[out0_to >> 1u]), out0_to));
  let out0_shift = (out0_to & 1u) * 16u;
  let out0_bits = (m_f32_to_f16(m_max(old, m_store_max(at)))) << out0_shift;
  atomicAnd(&buf2[out0_to >> 1u], out0_bits | ~(65535u << out0_shift));
  atomicOr(&buf2[out0_to >> 1u], out0_bits);
}

// ---- stage 5: states of places ----

// states of places: min of float16
// out1 strided places 1 atomic @2
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  loops: u32, // always 0 in kernels of groups, see m_hide
  first: u32,
  threads: u32,
  states: u32,
  out1_lowest: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> buf1: array<u32>;
@group(0) @binding(2) var<storage, read_write> buf2: array<atomic<u32>>;
fn state_get(at: u32) -> u32 { return buf1[at]; }

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

// What |x| < 2^-14 is in units of 2^-24, float16's below the normal numbers, to the nearest,
// ties to even: 0.5 has such units, too. Shifting by an amount of each element's own is what
// drivers without such an instruction do element by element.
fn m_f16_low(a: u32) -> u32 { return bitcast<u32>(bitcast<f32>(a) + 0.5) - 0x3f000000u; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

// The bits of the float16 nearest to x, ties to even.
fn m_f32_to_f16(x: f32) -> u32 {
  let a = m_abits(x);
  let high = (a - 0x38000000u + 0xfffu + ((a >> 13u) & 1u)) >> 13u;
  let r = min(select(high, m_f16_low(a), a < 0x38800000u), 0x7c00u);
  return select(r, 0x7e00u, a > 0x7f800000u) | (m_sbit(x) >> 16u);
}

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

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

fn m_min(x: f32, y: f32) -> f32 {
  let r = select(y, x, m_total(x) < m_total(y));
  return select(select(r, y, m_isnan(y)), x, m_isnan(x));
}

fn m_untotal(x: i32) -> f32 { return bitcast<f32>(x ^ ((x >> 31u) & 0x7fffffff)); }

// 0, but compilers know none of its bits. The length keeps it from being a mere uniform: llvmpipe
// compiles uniforms that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_store_min(at: u32) -> f32 {
  let key = state_get(at);
  return select(m_untotal(bitcast<i32>(~key ^ 0x80000000u)), m_nan(), key == 0xffffffffu);
}

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 64u + lane;
  if (thread >= params.threads || buf1[0u] != 0u) { return; }
  let cell = params.first + thread;
  let at = params.states + cell;
  if (!(state_get(at) != 0u)) { return; }
  let out1_to = params.out1_lowest + cell;
  let old = m_f16_to_f32(m_short(atomicLoad(&buf2[out1_to >> 1u]), out1_to));
  let out1_shift = (out1_to & 1u) * 16u;
  let out1_bits = (m_f32_to_f16(m_min(old, m_store_min(at)))) << out1_shift;
  atomicAnd(&buf2[out1_to >> 1u], out1_bits | ~(65535u << out1_shift));
  atomicOr(&buf2[out1_to >> 1u], out1_bits);
}

// ---- stage 6: states of places ----

// states of places: min of int8
// out2 strided places 1 atomic @2
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  loops: u32, // always 0 in kernels of groups, see m_hide
  first: u32,
  threads: u32,
  states: u32,
  out2_lowest: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> buf1: array<u32>;
@group(0) @binding(2) var<storage, read_write> buf2: array<atomic<u32>>;
fn state_get(at: u32) -> u32 { return buf1[at]; }

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 64u + lane;
  if (thread >= params.threads || buf1[0u] != 0u) { return; }
  let cell = params.first + thread;
  let at = params.states + cell;
  if (!(state_get(at) != 0u)) { return; }
  let out2_to = params.out2_lowest + cell;
  let old = bitcast<i32>(m_byte(atomicLoad(&buf2[out2_to >> 2u]), out2_to) << 24u) >> 24u;
  let out2_shift = (out2_to & 3u) * 8u;
  let out2_bits = (bitcast<u32>(min(old, bitcast<i32>((~state_get(at)) ^ 0x80000000u))) & 255u) << out2_shift;
  atomicAnd(&buf2[out2_to >> 2u], out2_bits | ~(255u << out2_shift));
  atomicOr(&buf2[out2_to >> 2u], out2_bits);
}

