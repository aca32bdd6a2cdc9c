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

// (%0 float32, %1 int32, %2 int64)
// return %0 at %1 sum, %2 at %1 sum skip
// out0 strided places 1 @1, out1 strided places 1 @2, in0 strided @3, in1 strided @4, in2 strided @5, groups by a thread, axes 1, ranks 0, by groups, keeps [] outputs [0 1]
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
  in0_offset: u32,
  in0_stride0: u32,
  in1_offset: u32,
  in1_stride0: u32,
  in2_offset: u32,
  in2_stride0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;
@group(0) @binding(4) var<storage, read> buf4: array<u32>;
@group(0) @binding(5) var<storage, read> buf5: array<u32>;
@group(0) @binding(6) var<storage, read_write> buf6: array<atomic<u32>>;
fn state_add(at: u32, x: u32) -> u32 { return atomicAdd(&buf6[at], x); }
fn state_max(at: u32, x: u32) { atomicMax(&buf6[at], x); }
fn state_or(at: u32, x: u32) { atomicOr(&buf6[at], x); }
fn state_put(at: u32, x: u32) { atomicStore(&buf6[at], x); }
fn state_get(at: u32) -> u32 { return atomicLoad(&buf6[at]); }


fn m_nowhere() -> u32 { return 0xffffffffu; }

fn m_place_signed(i: i32, size: u32, from_end: bool) -> u32 {
  let at = bitcast<u32>(i) + select(0u, size, from_end && i < 0);
  return select(m_nowhere(), at, at < size);
}

// The flag of NaN or an infinity.
fn m_sum_special(u: u32) -> u32 { return select(select(2u, 4u, u > 0x7fffffffu), 1u, (u << 1u) > 0xff000000u); }

// The flag of a number, which may be finite: then it is 0.
fn m_sum_flags(u: u32) -> u32 { return select(0u, m_sum_special(u), (u << 1u) >= 0xff000000u); }

// Adds a float to ten words and a word of flags: those of its kind, and 8 for any element. Words have signs,
// and carry where they overflow as integers with a sign do: so a sum that changes its sign carries nothing
// through words of zeros. To look at the flags first is faster than to set them again. It also brings the
// words of all lanes into the cache at a time: a driver waits for one atomic after the other.
fn m_store_add_float(at: u32, x: f32) {
  let u = bitcast<u32>(x);
  let e = (u >> 23u) & 255u;
  let flags = 8u | m_sum_flags(u);
  var rare = (state_get(at + 10u) & flags) != flags;
  while (rare) {
    state_or(at + 10u, flags);
    rare = false;
  }
  let m = select((u & 0x7fffffu) | (min(e, 1u) << 23u), 0u, e == 255u);
  let low = max(e, 1u) - 1u;
  let r = low & 31u;
  let negative = u > 0x7fffffffu;
  var word = m << r;
  var next = (m >> 1u) >> (31u - r);
  for (var i = low >> 5u; i < 10u && (word | next) != 0u; i++) {
    let old = state_add(at + i, select(word, 0u - word, negative)) ^ 0x80000000u;
    word = next + select(0u, 1u, select(old + word < old, old < word, negative));
    next = 0u;
  }
}

fn m_store_add64(at: u32, x: vec2<u32>) {
  let old = state_add(at, x.x);
  state_add(at + 1u, x.y + select(0u, 1u, old + x.x < old));
}

fn fault(check: u32, first: u32, index: vec2<u32>) {
  if (params.second == 0u) {
    atomicMax(&buf6[0], first);
    atomicMax(&buf6[check], first);
    return;
  }
  if (atomicLoad(&buf6[check]) == first) {
    atomicStore(&buf6[check + 1u], index.x);
    atomicStore(&buf6[check + 2u], index.y);
  }
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  var whole = params.whole;
  var wrong0 = 0u;
  var index0 = vec2<u32>();
  if (params.second == 1u && atomicLoad(&buf6[0]) == 0u) { whole = 0u; }
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
    let b0 = buf3[in0_at];
    let x0 = bitcast<f32>(b0);
    let in1_at = params.in1_offset + i0 * params.in1_stride0;
    let b1 = buf4[in1_at];
    let x1 = bitcast<i32>(b1);
    let in2_at = params.in2_offset + i0 * params.in2_stride0;
    let b2 = vec2<u32>(buf5[in2_at * 2u], buf5[in2_at * 2u + 1u]);
    let x2 = b2;
    let out0_at = params.out0_offset + i0 * params.out0_stride0;
    let out0_place0 = m_place_signed(x1, params.out0_place0, true);
    if (out0_place0 == m_nowhere() && ~group_element > wrong0) {
      wrong0 = ~group_element;
      index0 = vec2<u32>(bitcast<u32>(x1), 0u);
    }
    let out0_to = out0_at + out0_place0 * params.out0_step0;
    if (params.second == 0u && out0_place0 != m_nowhere()) {
      let out0_state = params.out0_states + (out0_to - params.out0_lowest) * 11u;
      m_store_add_float(out0_state, x0);
    }
    let out1_at = params.out1_offset + i0 * params.out1_stride0;
    let out1_place0 = m_place_signed(x1, params.out1_place0, false);
    let out1_to = out1_at + out1_place0 * params.out1_step0;
    if (params.second == 0u && out1_place0 != m_nowhere()) {
      let out1_state = params.out1_states + (out1_to - params.out1_lowest) * 2u;
      m_store_add64(out1_state, x2);
    }
  }
  while (wrong0 != 0u) {
    fault(4u, wrong0, index0);
    wrong0 = 0u;
  }
}

// ---- stage 3: groups by a thread ----

// (%0 float32, %1 int32, %2 int64)
// return %0 at %1 sum, %2 at %1 sum skip
// out0 strided places 1 @1, out1 strided places 1 @2, in0 strided @3, in1 strided @4, in2 strided @5, groups by a thread, axes 1, ranks 0, by groups, keeps [] outputs [0 1]
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
  in0_offset: u32,
  in0_stride0: u32,
  in1_offset: u32,
  in1_stride0: u32,
  in2_offset: u32,
  in2_stride0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;
@group(0) @binding(4) var<storage, read> buf4: array<u32>;
@group(0) @binding(5) var<storage, read> buf5: array<u32>;
@group(0) @binding(6) var<storage, read_write> buf6: array<atomic<u32>>;
fn state_add(at: u32, x: u32) -> u32 { return atomicAdd(&buf6[at], x); }
fn state_max(at: u32, x: u32) { atomicMax(&buf6[at], x); }
fn state_or(at: u32, x: u32) { atomicOr(&buf6[at], x); }
fn state_put(at: u32, x: u32) { atomicStore(&buf6[at], x); }
fn state_get(at: u32) -> u32 { return atomicLoad(&buf6[at]); }


fn m_nowhere() -> u32 { return 0xffffffffu; }

fn m_place_signed(i: i32, size: u32, from_end: bool) -> u32 {
  let at = bitcast<u32>(i) + select(0u, size, from_end && i < 0);
  return select(m_nowhere(), at, at < size);
}

// The flag of NaN or an infinity.
fn m_sum_special(u: u32) -> u32 { return select(select(2u, 4u, u > 0x7fffffffu), 1u, (u << 1u) > 0xff000000u); }

// The flag of a number, which may be finite: then it is 0.
fn m_sum_flags(u: u32) -> u32 { return select(0u, m_sum_special(u), (u << 1u) >= 0xff000000u); }

// Adds a float to ten words and a word of flags: those of its kind, and 8 for any element. Words have signs,
// and carry where they overflow as integers with a sign do: so a sum that changes its sign carries nothing
// through words of zeros. To look at the flags first is faster than to set them again. It also brings the
// words of all lanes into the cache at a time: a driver waits for one atomic after the other.
fn m_store_add_float(at: u32, x: f32) {
  let u = bitcast<u32>(x);
  let e = (u >> 23u) & 255u;
  let flags = 8u | m_sum_flags(u);
  var rare = (state_get(at + 10u) & flags) != flags;
  while (rare) {
    state_or(at + 10u, flags);
    rare = false;
  }
  let m = select((u & 0x7fffffu) | (min(e, 1u) << 23u), 0u, e == 255u);
  let low = max(e, 1u) - 1u;
  let r = low & 31u;
  let negative = u > 0x7fffffffu;
  var word = m << r;
  var next = (m >> 1u) >> (31u - r);
  for (var i = low >> 5u; i < 10u && (word | next) != 0u; i++) {
    let old = state_add(at + i, select(word, 0u - word, negative)) ^ 0x80000000u;
    word = next + select(0u, 1u, select(old + word < old, old < word, negative));
    next = 0u;
  }
}

fn m_store_add64(at: u32, x: vec2<u32>) {
  let old = state_add(at, x.x);
  state_add(at + 1u, x.y + select(0u, 1u, old + x.x < old));
}

fn fault(check: u32, first: u32, index: vec2<u32>) {
  if (params.second == 0u) {
    atomicMax(&buf6[0], first);
    atomicMax(&buf6[check], first);
    return;
  }
  if (atomicLoad(&buf6[check]) == first) {
    atomicStore(&buf6[check + 1u], index.x);
    atomicStore(&buf6[check + 2u], index.y);
  }
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  var whole = params.whole;
  var wrong0 = 0u;
  var index0 = vec2<u32>();
  if (params.second == 1u && atomicLoad(&buf6[0]) == 0u) { whole = 0u; }
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
    let b0 = buf3[in0_at];
    let x0 = bitcast<f32>(b0);
    let in1_at = params.in1_offset + i0 * params.in1_stride0;
    let b1 = buf4[in1_at];
    let x1 = bitcast<i32>(b1);
    let in2_at = params.in2_offset + i0 * params.in2_stride0;
    let b2 = vec2<u32>(buf5[in2_at * 2u], buf5[in2_at * 2u + 1u]);
    let x2 = b2;
    let out0_at = params.out0_offset + i0 * params.out0_stride0;
    let out0_place0 = m_place_signed(x1, params.out0_place0, true);
    if (out0_place0 == m_nowhere() && ~group_element > wrong0) {
      wrong0 = ~group_element;
      index0 = vec2<u32>(bitcast<u32>(x1), 0u);
    }
    let out0_to = out0_at + out0_place0 * params.out0_step0;
    if (params.second == 0u && out0_place0 != m_nowhere()) {
      let out0_state = params.out0_states + (out0_to - params.out0_lowest) * 11u;
      m_store_add_float(out0_state, x0);
    }
    let out1_at = params.out1_offset + i0 * params.out1_stride0;
    let out1_place0 = m_place_signed(x1, params.out1_place0, false);
    let out1_to = out1_at + out1_place0 * params.out1_step0;
    if (params.second == 0u && out1_place0 != m_nowhere()) {
      let out1_state = params.out1_states + (out1_to - params.out1_lowest) * 2u;
      m_store_add64(out1_state, x2);
    }
  }
  while (wrong0 != 0u) {
    fault(4u, wrong0, index0);
    wrong0 = 0u;
  }
}

// ---- stage 4: states of places ----

// states of places: sum of float32
// out0 strided places 1 @2
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
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;
fn state_get(at: u32) -> u32 { return buf1[at]; }

// ±m * 2^(e-149), where m has its top bit set; 0 has none. The last bit of m says whether that bit or
// any after it is set. sign is a sign bit.
struct MReal { sign: u32, m: vec2<u32>, e: i32 }

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn m_eq64(x: vec2<u32>, y: vec2<u32>) -> bool { return (x.x == y.x) & (x.y == y.y); }

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// x / 2^n, for n up to 64; a last bit says whether any bit was lost.
fn m_sticky64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let k = min(n, 63u);
  let r = m_right64(x, k, 0u);
  return vec2<u32>(r.x | select(0u, 1u, !m_eq64(m_left64(r, k), x)), r.y);
}

// The float32 nearest to x, ties to even. For odd, it is the number before, with its last bit set
// if x has more bits. So a later rounding to a narrower type is the only one, and what is finite
// stays so.
fn m_real_f32(x: MReal, odd: bool) -> f32 {
  if (x.m.y == 0u) { return 0.0; }
  let place = max(x.e + 40, 0); // of the last bit
  let v = m_sticky64(x.m, u32(min(place - x.e - 2, 64))).x;
  let r = v & 3u;
  let up = select(r > 2u || (r == 2u && (v & 4u) != 0u), r != 0u && (v & 4u) == 0u, odd);
  let b = (v >> 2u) + select(0u, 1u, up) + (u32(place) << 23u);
  return bitcast<f32>(min(b, select(0x7f800000u, 0x7f7fffffu, odd)) | x.sign);
}

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// The bfloat16 nearest to x, as f32; NaN stays.
fn m_round_bf16(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  return bitcast<f32>(select((b + 0x7fffu + ((b >> 16u) & 1u)) & 0xffff0000u, b, m_isnan(x)));
}

// What |x| < 2^-14 is in units of 2^-24, float16's below the normal numbers, to the nearest,
// ties to even: 0.5 has such units, too. Shifting by an amount of each element's own is what
// drivers without such an instruction do element by element.
fn m_f16_low(a: u32) -> u32 { return bitcast<u32>(bitcast<f32>(a) + 0.5) - 0x3f000000u; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

// The float16 nearest to x, as f32; NaN stays.
fn m_round_f16(x: f32) -> f32 {
  let a = m_abits(x);
  let low = bitcast<u32>(f32(bitcast<i32>(m_f16_low(a))) * 5.9604645e-8);
  let high = (a + 0xfffu + ((a >> 13u) & 1u)) & 0xffffe000u;
  let r = select(select(high, 0x7f800000u, high > 0x477fe000u), low, a < 0x38800000u);
  return bitcast<f32>(select(r, a, a > 0x7f800000u) | m_sbit(x));
}

// x, rounded once to float32, to float16 for a half of 1, or to bfloat16 for 2.
fn m_real_round(x: MReal, half: u32) -> f32 {
  let r = m_real_f32(x, half != 0u);
  return select(select(m_round_bf16(r), m_round_f16(r), half == 1u), r, half == 0u);
}

struct MWords { w: array<u32, 10> }

struct MCarry { w: u32, carry: u32 }

// No && and no ||, which browsers translate to branches. Of a chain of sums whose carries are branches,
// SwiftShader's compiler follows each way: ten sums in a loop took minutes, and gigabytes.
fn m_plus32(x: u32, y: u32, carry: u32) -> MCarry {
  let s = x + y;
  let t = s + carry;
  return MCarry(t, select(0u, 1u, (s < y) | (t < carry)));
}

// No loop, as llvmpipe bounds the rounds of a thread's loops, and threads add many states.
fn m_words_add(x: MWords, y: MWords, carry: u32) -> MWords {
  let a = m_plus32(x.w[0], y.w[0], carry);
  let b = m_plus32(x.w[1], y.w[1], a.carry);
  let c = m_plus32(x.w[2], y.w[2], b.carry);
  let d = m_plus32(x.w[3], y.w[3], c.carry);
  let e = m_plus32(x.w[4], y.w[4], d.carry);
  let f = m_plus32(x.w[5], y.w[5], e.carry);
  let g = m_plus32(x.w[6], y.w[6], f.carry);
  let h = m_plus32(x.w[7], y.w[7], g.carry);
  let i = m_plus32(x.w[8], y.w[8], h.carry);
  let j = m_plus32(x.w[9], y.w[9], i.carry);
  return MWords(array<u32, 10>(a.w, b.w, c.w, d.w, e.w, f.w, g.w, h.w, i.w, j.w));
}

fn m_words_plus(x: MWords, y: MWords) -> MWords { return m_words_add(x, y, 0u); }

fn m_store_word(at: u32) -> u32 { return state_get(at) ^ 0x80000000u; }

// The flag of NaN or an infinity.
fn m_sum_special(u: u32) -> u32 { return select(select(2u, 4u, u > 0x7fffffffu), 1u, (u << 1u) > 0xff000000u); }

// The flag of a number, which may be finite: then it is 0.
fn m_sum_flags(u: u32) -> u32 { return select(0u, m_sum_special(u), (u << 1u) >= 0xff000000u); }

// What a walk up the words of a magnitude finds: the highest word that is not 0, the two below it, all others
// below, and its place; the two words before, all others, and the carry.
struct MTop { top: vec3<u32>, more: u32, e: i32, before: vec2<u32>, below: u32, carry: u32 }

fn m_top_word(t: MTop, x: u32, flip: u32, e: i32) -> MTop {
  let word = (x ^ flip) + t.carry;
  let high = word != 0u;
  return MTop(select(t.top, vec3<u32>(t.before, word), high), select(t.more, t.below, high), select(t.e, e, high),
    vec2<u32>(t.before.y, word), t.below | t.before.x, select(t.carry, 0u, high));
}

// ±(top + a fraction, if more) * 2^(e-32-149). The highest word of top is 0 if the number is 0.
fn m_real(sign: u32, top: vec3<u32>, more: u32, e: i32) -> MReal {
  let z = countLeadingZeros(top.z) & 31u;
  let m = m_left64(top.yz, z) | vec2<u32>((top.x >> 1u) >> (31u - z), 0u);
  return MReal(sign, vec2<u32>(m.x | min((top.x << z) | more, 1u), m.y), e - i32(z));
}

fn m_words_real(x: MWords) -> MReal {
  let negative = x.w[9] >> 31u;
  let flip = 0u - negative;
  let a = m_top_word(MTop(vec3<u32>(), 0u, 0, vec2<u32>(), 0u, negative), x.w[0], flip, -32);
  let b = m_top_word(a, x.w[1], flip, 0);
  let c = m_top_word(b, x.w[2], flip, 32);
  let d = m_top_word(c, x.w[3], flip, 64);
  let e = m_top_word(d, x.w[4], flip, 96);
  let f = m_top_word(e, x.w[5], flip, 128);
  let g = m_top_word(f, x.w[6], flip, 160);
  let h = m_top_word(g, x.w[7], flip, 192);
  let i = m_top_word(h, x.w[8], flip, 224);
  let j = m_top_word(i, x.w[9], flip, 256);
  return m_real(negative << 31u, j.top, j.more, j.e);
}

struct MDiv64 { q: vec2<u32>, r: vec2<u32> }

// The digit of 16 bits, and the remainder, of high * 2^16 + next divided by d. high is the
// remainder so far, next a half-word. d has its top bit set, and is more than high. The high half
// of d gives a digit that is at most 2 too large (theorem B there). It is too large where its
// product with the low half of d exceeds the remainder.
fn m_digit(high: u32, next: u32, d: u32) -> vec2<u32> {
  let top = d >> 16u; let low = d & 0xffffu;
  var q = high / top;
  var r = high - q * top;
  for (var i = 0u; i < 2u; i++) {
    if (r < 65536u && q * low > ((r << 16u) | next)) { q -= 1u; r += top; }
  }
  return vec2<u32>(q, ((high << 16u) | next) - q * d);
}

// The quotient, a word, of n by d, and the remainder; d has its top bit set and n.y < d.
fn m_div32(n: vec2<u32>, d: u32) -> vec2<u32> {
  let a = m_digit(n.y, n.x >> 16u, d);
  let b = m_digit(a.y, n.x & 0xffffu, d);
  return vec2<u32>((a.x << 16u) | b.x, b.y);
}

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

// The whole product of two words, from those of their halves.
fn m_mul32(x: u32, y: u32) -> vec2<u32> {
  let xl = x & 0xffffu; let xh = x >> 16u;
  let yl = y & 0xffffu; let yh = y >> 16u;
  let m = xh * yl + ((xl * yl) >> 16u);
  let n = xl * yh + (m & 0xffffu);
  return vec2<u32>(x * y, xh * yh + (m >> 16u) + (n >> 16u));
}

fn m_mul64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let p = m_mul32(x.x, y.x);
  return vec2<u32>(p.x, p.y + x.x * y.y + x.y * y.x);
}

fn m_ult64(x: vec2<u32>, y: vec2<u32>) -> bool { return (x.y < y.y) | ((x.y == y.y) & (x.x < y.x)); }

// By a divisor of more than a word the quotient is a word. The quotient of n/2 by the divisor's
// first 32 bits, shifted, is right or 1 too large. Less 1, it is never too large, and the remainder
// says whether it is too small (Warren, Hacker's Delight, 9-5).
fn m_divrem64(x: vec2<u32>, y: vec2<u32>) -> MDiv64 {
  if (m_eq64(y, vec2<u32>(0u))) { return MDiv64(y, y); }
  if ((x.y | y.y) == 0u) {
    let q = x.x / y.x;
    return MDiv64(vec2<u32>(q, 0u), vec2<u32>(x.x - q * y.x, 0u));
  }
  if (y.y == 0u) {
    let s = countLeadingZeros(y.x);
    let high = x.y / y.x;
    let d = m_div32(m_left64(vec2<u32>(x.x, x.y - high * y.x), s), y.x << s);
    return MDiv64(vec2<u32>(d.x, high), vec2<u32>(d.y >> s, 0u));
  }
  let s = countLeadingZeros(y.y);
  let e = m_div32(m_right64(x, 1u, 0u), m_left64(y, s).y).x >> (31u - s);
  let q = vec2<u32>(e - min(e, 1u), 0u);
  let r = m_sub64(x, m_mul64(q, y));
  if (m_ult64(r, y)) { return MDiv64(q, r); }
  return MDiv64(vec2<u32>(q.x + 1u, 0u), m_sub64(r, y));
}

// 0, but compilers know none of its bits. The length keeps it from being a mere uniform: llvmpipe
// compiles uniforms that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// n, but no compiler knows. It may decide a branch: then llvmpipe compiles the uniforms in that it is made
// of. So it is not made of m_zero, which would no longer keep floats from being rearranged.
fn m_hide(n: u32) -> u32 { return n | (params.loops & ~arrayLength(&buf1)); }

// Zeros above the first bit that is set.
fn m_zeros64(x: vec2<u32>) -> u32 {
  return select(countLeadingZeros(x.y), 32u + countLeadingZeros(x.x), x.y == 0u);
}

// x / n, for n but 0. A driver that knew n for a uniform would follow every step down to it.
fn m_real_over(x: MReal, n: u32) -> MReal {
  let d = m_divrem64(m_right64(x.m, 1u, 0u), vec2<u32>(m_hide(n), 0u));
  let more = min(d.r.x | (x.m.x & 1u), 1u);
  let z = m_zeros64(d.q) & 63u;
  let m = m_left64(d.q, z);
  return MReal(x.sign, vec2<u32>(m.x | more, m.y), x.e + 1 - i32(z));
}

// The bits of x / n, rounded once: half says to which type. Where n is 1, compilers drop the division.
fn m_words_end(x: MWords, n: u32, half: u32) -> u32 {
  var r = m_words_real(x);
  if (n != 1u) { r = m_real_over(r, n); }
  return bitcast<u32>(m_real_round(r, half));
}

// The word of two that lies k words further on, or of zeros; its complement if all bits of sign are set.
fn m_words_part(v: vec2<u32>, k: u32, sign: u32) -> u32 { return select(select(0u, v.y, k == 0xffffffffu), v.x, k == 0u) ^ sign; }

// x and a float, which counts for 0 if it is not finite.
fn m_words_put(x: MWords, term: f32) -> MWords {
  let u = bitcast<u32>(term);
  let e = (u >> 23u) & 255u;
  let m = select((u & 0x7fffffu) | (min(e, 1u) << 23u), 0u, e == 255u);
  let r = (max(e, 1u) - 1u) & 31u; let k = (max(e, 1u) - 1u) >> 5u;
  let v = vec2<u32>(m << r, (m >> 1u) >> (31u - r));
  let sign = 0u - (u >> 31u);
  return m_words_add(x, MWords(array<u32, 10>(
    m_words_part(v, k, sign), m_words_part(v, k - 1u, sign), m_words_part(v, k - 2u, sign), m_words_part(v, k - 3u, sign), m_words_part(v, k - 4u, sign),
    m_words_part(v, k - 5u, sign), m_words_part(v, k - 6u, sign), m_words_part(v, k - 7u, sign), m_words_part(v, k - 8u, sign), m_words_part(v, k - 9u, sign))), sign & 1u);
}

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_inf() -> f32 { return bitcast<f32>(0x7f800000u | m_zero()); }

// The sum of terms that were not all finite.
fn m_sum_infinite(flags: u32) -> f32 {
  if ((flags & 1u) != 0u || (flags & 6u) == 6u) { return m_nan(); }
  return m_or(m_inf(), (flags & 4u) << 29u);
}

// The sum of the elements and of what lay at the place, rounded once: see m_real_round. A word with a sign
// is one without, of which the first bit is flipped, less 2^31: so the second sum takes that from each word.
fn m_store_sum_float(at: u32, old: f32, half: u32) -> f32 {
  let words = m_words_plus(MWords(array<u32, 10>(
    m_store_word(at), m_store_word(at + 1u), m_store_word(at + 2u), m_store_word(at + 3u), m_store_word(at + 4u),
    m_store_word(at + 5u), m_store_word(at + 6u), m_store_word(at + 7u), m_store_word(at + 8u), m_store_word(at + 9u))),
    MWords(array<u32, 10>(0x80000000u, 0x7fffffffu, 0x7fffffffu, 0x7fffffffu, 0x7fffffffu,
    0x7fffffffu, 0x7fffffffu, 0x7fffffffu, 0x7fffffffu, 0x7fffffffu)));
  let flags = (state_get(at + 10u) & 7u) | m_sum_flags(bitcast<u32>(old));
  return select(bitcast<f32>(m_words_end(m_words_put(words, old), 1u, half)), m_sum_infinite(flags), flags != 0u);
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
  let at = params.states + cell * 11u;
  if (!(state_get(at + 10u) != 0u)) { return; }
  let out0_to = params.out0_lowest + cell;
  let old = bitcast<f32>(buf2[out0_to]);
  buf2[out0_to] = bitcast<u32>(m_store_sum_float(at, old, 0u));
}

// ---- stage 5: states of places ----

// states of places: sum of int64
// out1 strided places 1 @2
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
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;
fn state_get(at: u32) -> u32 { return buf1[at]; }

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

fn m_store_sum64(at: u32) -> vec2<u32> { return vec2<u32>(state_get(at), state_get(at + 1u)); }

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 64u + lane;
  if (thread >= params.threads || buf1[0u] != 0u) { return; }
  let cell = params.first + thread;
  let at = params.states + cell * 2u;
  if (!((state_get(at) | state_get(at + 1u)) != 0u)) { return; }
  let out1_to = params.out1_lowest + cell;
  let old = vec2<u32>(buf2[out1_to * 2u], buf2[out1_to * 2u + 1u]);
  let out1_bits = m_add64(old, m_store_sum64(at));
  buf2[out1_to * 2u] = out1_bits.x;
  buf2[out1_to * 2u + 1u] = out1_bits.y;
}

