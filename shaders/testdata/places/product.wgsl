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

// (%0 float16, %1 int32)
// return %0 at %1 prod skip
// out0 strided places 1 atomic @1, in0 strided @2, in1 strided @3, groups by a thread, axes 1, ranks 0, rounds of 4, by groups, vectors of operand 2, keeps [] outputs [0]
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
  in0_offset: u32,
  in0_stride0: u32,
  in1_offset: u32,
  in1_stride0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read_write> buf4: array<atomic<u32>>;
fn state_add(at: u32, x: u32) -> u32 { return atomicAdd(&buf4[at], x); }
fn state_max(at: u32, x: u32) { atomicMax(&buf4[at], x); }
fn state_or(at: u32, x: u32) { atomicOr(&buf4[at], x); }
fn state_put(at: u32, x: u32) { atomicStore(&buf4[at], x); }
fn state_get(at: u32) -> u32 { return atomicLoad(&buf4[at]); }


// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

fn m_nowhere() -> u32 { return 0xffffffffu; }

fn m_place_signed(i: i32, size: u32, from_end: bool) -> u32 {
  let at = bitcast<u32>(i) + select(0u, size, from_end && i < 0);
  return select(m_nowhere(), at, at < size);
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  var whole = params.whole;
  if (params.second == 1u && atomicLoad(&buf4[0]) == 0u) { whole = 0u; }
  let first = (thread - lane) * params.each + lane;
  let past = min(first + 256u * params.each, whole);
  for (var turn = first; turn < past; turn += 256u) {
    let thread = turn * 4u;
    let begin = 0u;
    let end = params.elements;
    let number = thread;
    let i0 = thread;
    let group_element = params.group_element + i0 * params.where0;
    let out0_first = params.out0_offset + i0 * params.out0_stride0;
    let in0_first = params.in0_offset + i0 * params.in0_stride0;
    let in1_first = params.in1_offset + i0 * params.in1_stride0;
    let in1_vector0 = buf3[((in1_first) >> 2u)];
    {
      let in0_at = in0_first;
      let b0 = m_short(buf2[in0_at >> 1u], in0_at);
      let x0 = m_f16_to_f32(b0);
      let b1 = in1_vector0.x;
      let x1 = bitcast<i32>(b1);
      let out0_at = out0_first;
      let out0_place0 = m_place_signed(x1, params.out0_place0, false);
      let out0_to = out0_at + out0_place0 * params.out0_step0;
      if (params.second == 0u) {
        let out0_number = select(group_element / max(params.elements, 1u), number, params.elements == 0u);
        state_put(params.out0_last + out0_number, select(0xffffffffu, out0_to - params.out0_lowest, out0_place0 != m_nowhere()));
        let out0_value = b0;
        state_put(params.out0_states + out0_number, out0_value);
      }
    }
    {
      let number = number + 1u;
      let i0 = i0 + 1u;
      let group_element = group_element + 1u * params.where0;
      let in0_at = in0_first + 1u * params.in0_stride0;
      let b0 = m_short(buf2[in0_at >> 1u], in0_at);
      let x0 = m_f16_to_f32(b0);
      let b1 = in1_vector0.y;
      let x1 = bitcast<i32>(b1);
      let out0_at = out0_first + 1u * params.out0_stride0;
      let out0_place0 = m_place_signed(x1, params.out0_place0, false);
      let out0_to = out0_at + out0_place0 * params.out0_step0;
      if (params.second == 0u) {
        let out0_number = select(group_element / max(params.elements, 1u), number, params.elements == 0u);
        state_put(params.out0_last + out0_number, select(0xffffffffu, out0_to - params.out0_lowest, out0_place0 != m_nowhere()));
        let out0_value = b0;
        state_put(params.out0_states + out0_number, out0_value);
      }
    }
    {
      let number = number + 2u;
      let i0 = i0 + 2u;
      let group_element = group_element + 2u * params.where0;
      let in0_at = in0_first + 2u * params.in0_stride0;
      let b0 = m_short(buf2[in0_at >> 1u], in0_at);
      let x0 = m_f16_to_f32(b0);
      let b1 = in1_vector0.z;
      let x1 = bitcast<i32>(b1);
      let out0_at = out0_first + 2u * params.out0_stride0;
      let out0_place0 = m_place_signed(x1, params.out0_place0, false);
      let out0_to = out0_at + out0_place0 * params.out0_step0;
      if (params.second == 0u) {
        let out0_number = select(group_element / max(params.elements, 1u), number, params.elements == 0u);
        state_put(params.out0_last + out0_number, select(0xffffffffu, out0_to - params.out0_lowest, out0_place0 != m_nowhere()));
        let out0_value = b0;
        state_put(params.out0_states + out0_number, out0_value);
      }
    }
    {
      let number = number + 3u;
      let i0 = i0 + 3u;
      let group_element = group_element + 3u * params.where0;
      let in0_at = in0_first + 3u * params.in0_stride0;
      let b0 = m_short(buf2[in0_at >> 1u], in0_at);
      let x0 = m_f16_to_f32(b0);
      let b1 = in1_vector0.w;
      let x1 = bitcast<i32>(b1);
      let out0_at = out0_first + 3u * params.out0_stride0;
      let out0_place0 = m_place_signed(x1, params.out0_place0, false);
      let out0_to = out0_at + out0_place0 * params.out0_step0;
      if (params.second == 0u) {
        let out0_number = select(group_element / max(params.elements, 1u), number, params.elements == 0u);
        state_put(params.out0_last + out0_number, select(0xffffffffu, out0_to - params.out0_lowest, out0_place0 != m_nowhere()));
        let out0_value = b0;
        state_put(params.out0_states + out0_number, out0_value);
      }
    }
  }
}

// ---- stage 3: groups by a thread ----

// (%0 float16, %1 int32)
// return %0 at %1 prod skip
// out0 strided places 1 atomic @1, in0 strided @2, in1 strided @3, groups by a thread, axes 1, ranks 0, rounds of 4, by groups, vectors of operand 2, keeps [] outputs [0]
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
  in0_offset: u32,
  in0_stride0: u32,
  in1_offset: u32,
  in1_stride0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read_write> buf4: array<atomic<u32>>;
fn state_add(at: u32, x: u32) -> u32 { return atomicAdd(&buf4[at], x); }
fn state_max(at: u32, x: u32) { atomicMax(&buf4[at], x); }
fn state_or(at: u32, x: u32) { atomicOr(&buf4[at], x); }
fn state_put(at: u32, x: u32) { atomicStore(&buf4[at], x); }
fn state_get(at: u32) -> u32 { return atomicLoad(&buf4[at]); }


// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

fn m_nowhere() -> u32 { return 0xffffffffu; }

fn m_place_signed(i: i32, size: u32, from_end: bool) -> u32 {
  let at = bitcast<u32>(i) + select(0u, size, from_end && i < 0);
  return select(m_nowhere(), at, at < size);
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  var whole = params.whole;
  if (params.second == 1u && atomicLoad(&buf4[0]) == 0u) { whole = 0u; }
  let first = (thread - lane) * params.each + lane;
  let past = min(first + 256u * params.each, whole);
  for (var turn = first; turn < past; turn += 256u) {
    let thread = turn * 4u;
    let begin = 0u;
    let end = params.elements;
    let number = thread;
    let i0 = thread;
    let group_element = params.group_element + i0 * params.where0;
    let out0_first = params.out0_offset + i0 * params.out0_stride0;
    let in0_first = params.in0_offset + i0 * params.in0_stride0;
    let in1_first = params.in1_offset + i0 * params.in1_stride0;
    let in1_vector0 = buf3[((in1_first) >> 2u)];
    {
      let in0_at = in0_first;
      let b0 = m_short(buf2[in0_at >> 1u], in0_at);
      let x0 = m_f16_to_f32(b0);
      let b1 = in1_vector0.x;
      let x1 = bitcast<i32>(b1);
      let out0_at = out0_first;
      let out0_place0 = m_place_signed(x1, params.out0_place0, false);
      let out0_to = out0_at + out0_place0 * params.out0_step0;
      if (params.second == 0u) {
        let out0_number = select(group_element / max(params.elements, 1u), number, params.elements == 0u);
        state_put(params.out0_last + out0_number, select(0xffffffffu, out0_to - params.out0_lowest, out0_place0 != m_nowhere()));
        let out0_value = b0;
        state_put(params.out0_states + out0_number, out0_value);
      }
    }
    {
      let number = number + 1u;
      let i0 = i0 + 1u;
      let group_element = group_element + 1u * params.where0;
      let in0_at = in0_first + 1u * params.in0_stride0;
      let b0 = m_short(buf2[in0_at >> 1u], in0_at);
      let x0 = m_f16_to_f32(b0);
      let b1 = in1_vector0.y;
      let x1 = bitcast<i32>(b1);
      let out0_at = out0_first + 1u * params.out0_stride0;
      let out0_place0 = m_place_signed(x1, params.out0_place0, false);
      let out0_to = out0_at + out0_place0 * params.out0_step0;
      if (params.second == 0u) {
        let out0_number = select(group_element / max(params.elements, 1u), number, params.elements == 0u);
        state_put(params.out0_last + out0_number, select(0xffffffffu, out0_to - params.out0_lowest, out0_place0 != m_nowhere()));
        let out0_value = b0;
        state_put(params.out0_states + out0_number, out0_value);
      }
    }
    {
      let number = number + 2u;
      let i0 = i0 + 2u;
      let group_element = group_element + 2u * params.where0;
      let in0_at = in0_first + 2u * params.in0_stride0;
      let b0 = m_short(buf2[in0_at >> 1u], in0_at);
      let x0 = m_f16_to_f32(b0);
      let b1 = in1_vector0.z;
      let x1 = bitcast<i32>(b1);
      let out0_at = out0_first + 2u * params.out0_stride0;
      let out0_place0 = m_place_signed(x1, params.out0_place0, false);
      let out0_to = out0_at + out0_place0 * params.out0_step0;
      if (params.second == 0u) {
        let out0_number = select(group_element / max(params.elements, 1u), number, params.elements == 0u);
        state_put(params.out0_last + out0_number, select(0xffffffffu, out0_to - params.out0_lowest, out0_place0 != m_nowhere()));
        let out0_value = b0;
        state_put(params.out0_states + out0_number, out0_value);
      }
    }
    {
      let number = number + 3u;
      let i0 = i0 + 3u;
      let group_element = group_element + 3u * params.where0;
      let in0_at = in0_first + 3u * params.in0_stride0;
      let b0 = m_short(buf2[in0_at >> 1u], in0_at);
      let x0 = m_f16_to_f32(b0);
      let b1 = in1_vector0.w;
      let x1 = bitcast<i32>(b1);
      let out0_at = out0_first + 3u * params.out0_stride0;
      let out0_place0 = m_place_signed(x1, params.out0_place0, false);
      let out0_to = out0_at + out0_place0 * params.out0_step0;
      if (params.second == 0u) {
        let out0_number = select(group_element / max(params.elements, 1u), number, params.elements == 0u);
        state_put(params.out0_last + out0_number, select(0xffffffffu, out0_to - params.out0_lowest, out0_place0 != m_nowhere()));
        let out0_value = b0;
        state_put(params.out0_states + out0_number, out0_value);
      }
    }
  }
}

// ---- stage 4: counts of digits ----

// sort: counts of digits, 1 words, in vectors
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  first: u32,
  threads: u32,
  size: u32,
  all: u32,
  run: u32,
  runs: u32,
  word: u32,
  shift: u32,
  from_at: u32,
  from_numbers: u32,
  to_at: u32,
  to_numbers: u32,
  unordered: u32,
  sign: u32,
  infinity: u32,
  mask: u32,
  flip: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;

fn m_sort_key(bits: u32, sign: u32, infinity: u32, mask: u32) -> u32 {
  let size = bits & ~sign;
  var key = select(bits | sign, ~bits & mask, (bits & sign) != 0u);
  key = select(key, sign, size == 0u);
  key = select(key, mask, size > infinity);
  return select(key, bits ^ sign, infinity == 0u);
}

fn key(x: u32) -> u32 { return m_sort_key(x, params.sign, params.infinity, params.mask) ^ params.flip; }
fn digit(x: u32, number: u32) -> u32 { return (key(x) >> params.shift) & 255u; }

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 64u + lane;
  if (thread >= params.threads) { return; }
  let i = params.first + thread;
  var own: array<u32, 256>;
  let end = min((i + 1u) * params.run, params.all);
  for (var first = i * params.run; first < end; first += 4u) {
    let xs0 = buf1[((params.from_at + first) >> 2u)];
    let numbers = buf1[(params.from_numbers + first) >> 2u];
    if (first + 0u < end) {
      let j = first + 0u;
      let x = xs0[0];
      let number = select(numbers[0], j, params.unordered == 1u);
      own[digit(x, number)] += 1u;
    }
    if (first + 1u < end) {
      let j = first + 1u;
      let x = xs0[1];
      let number = select(numbers[1], j, params.unordered == 1u);
      own[digit(x, number)] += 1u;
    }
    if (first + 2u < end) {
      let j = first + 2u;
      let x = xs0[2];
      let number = select(numbers[2], j, params.unordered == 1u);
      own[digit(x, number)] += 1u;
    }
    if (first + 3u < end) {
      let j = first + 3u;
      let x = xs0[3];
      let number = select(numbers[3], j, params.unordered == 1u);
      own[digit(x, number)] += 1u;
    }
  }
  for (var d = 0u; d < 256u; d++) {
    buf2[i * 256u + d] = own[d];
  }
}

// ---- stage 5: totals of digits ----

// sort: totals of digits
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  first: u32,
  threads: u32,
  size: u32,
  all: u32,
  run: u32,
  runs: u32,
  word: u32,
  shift: u32,
  from_at: u32,
  from_numbers: u32,
  to_at: u32,
  to_numbers: u32,
  unordered: u32,
  sign: u32,
  infinity: u32,
  mask: u32,
  flip: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 64u + lane;
  if (thread >= params.threads) { return; }
  let i = params.first + thread;
  var sum = 0u;
  for (var at = i; at < 256u * params.runs; at += 256u) {
    let count = buf1[at];
    buf1[at] = sum;
    sum += count;
  }
  buf1[256u * params.runs + i] = sum;
}

// ---- stage 6: starts of digits ----

// sort: starts of digits
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  first: u32,
  threads: u32,
  size: u32,
  all: u32,
  run: u32,
  runs: u32,
  word: u32,
  shift: u32,
  from_at: u32,
  from_numbers: u32,
  to_at: u32,
  to_numbers: u32,
  unordered: u32,
  sign: u32,
  infinity: u32,
  mask: u32,
  flip: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 64u + lane;
  if (thread >= params.threads) { return; }
  let i = params.first + thread;
  var sum = 0u;
  for (var at = 256u * params.runs; at < 256u * (params.runs + 1u); at++) {
    let count = buf1[at];
    buf1[at] = sum;
    sum += count;
  }
}

// ---- stage 7: moves by digits ----

// sort: moves by digits, 1 words, in vectors
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  first: u32,
  threads: u32,
  size: u32,
  all: u32,
  run: u32,
  runs: u32,
  word: u32,
  shift: u32,
  from_at: u32,
  from_numbers: u32,
  to_at: u32,
  to_numbers: u32,
  unordered: u32,
  sign: u32,
  infinity: u32,
  mask: u32,
  flip: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;
@group(0) @binding(3) var<storage, read_write> buf3: array<u32>;

fn m_sort_key(bits: u32, sign: u32, infinity: u32, mask: u32) -> u32 {
  let size = bits & ~sign;
  var key = select(bits | sign, ~bits & mask, (bits & sign) != 0u);
  key = select(key, sign, size == 0u);
  key = select(key, mask, size > infinity);
  return select(key, bits ^ sign, infinity == 0u);
}

fn key(x: u32) -> u32 { return m_sort_key(x, params.sign, params.infinity, params.mask) ^ params.flip; }
fn digit(x: u32, number: u32) -> u32 { return (key(x) >> params.shift) & 255u; }

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 64u + lane;
  if (thread >= params.threads) { return; }
  let i = params.first + thread;
  var places: array<u32, 256>;
  for (var d = 0u; d < 256u; d++) {
    places[d] = buf2[i * 256u + d] + buf2[256u * params.runs + d];
  }
  let end = min((i + 1u) * params.run, params.all);
  for (var first = i * params.run; first < end; first += 4u) {
    let xs0 = buf1[((params.from_at + first) >> 2u)];
    let numbers = buf1[(params.from_numbers + first) >> 2u];
    if (first + 0u < end) {
      let j = first + 0u;
      let x = xs0[0];
      let number = select(numbers[0], j, params.unordered == 1u);
      let d = digit(x, number);
      let to = places[d];
      places[d] = to + 1u;
      buf3[params.to_at + to] = x;
      buf3[params.to_numbers + to] = number;
    }
    if (first + 1u < end) {
      let j = first + 1u;
      let x = xs0[1];
      let number = select(numbers[1], j, params.unordered == 1u);
      let d = digit(x, number);
      let to = places[d];
      places[d] = to + 1u;
      buf3[params.to_at + to] = x;
      buf3[params.to_numbers + to] = number;
    }
    if (first + 2u < end) {
      let j = first + 2u;
      let x = xs0[2];
      let number = select(numbers[2], j, params.unordered == 1u);
      let d = digit(x, number);
      let to = places[d];
      places[d] = to + 1u;
      buf3[params.to_at + to] = x;
      buf3[params.to_numbers + to] = number;
    }
    if (first + 3u < end) {
      let j = first + 3u;
      let x = xs0[3];
      let number = select(numbers[3], j, params.unordered == 1u);
      let d = digit(x, number);
      let to = places[d];
      places[d] = to + 1u;
      buf3[params.to_at + to] = x;
      buf3[params.to_numbers + to] = number;
    }
  }
}

// ---- stage 8: counts of digits ----

// sort: counts of digits, 1 words, in vectors
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  first: u32,
  threads: u32,
  size: u32,
  all: u32,
  run: u32,
  runs: u32,
  word: u32,
  shift: u32,
  from_at: u32,
  from_numbers: u32,
  to_at: u32,
  to_numbers: u32,
  unordered: u32,
  sign: u32,
  infinity: u32,
  mask: u32,
  flip: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;

fn m_sort_key(bits: u32, sign: u32, infinity: u32, mask: u32) -> u32 {
  let size = bits & ~sign;
  var key = select(bits | sign, ~bits & mask, (bits & sign) != 0u);
  key = select(key, sign, size == 0u);
  key = select(key, mask, size > infinity);
  return select(key, bits ^ sign, infinity == 0u);
}

fn key(x: u32) -> u32 { return m_sort_key(x, params.sign, params.infinity, params.mask) ^ params.flip; }
fn digit(x: u32, number: u32) -> u32 { return (key(x) >> params.shift) & 255u; }

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 64u + lane;
  if (thread >= params.threads) { return; }
  let i = params.first + thread;
  var own: array<u32, 256>;
  let end = min((i + 1u) * params.run, params.all);
  for (var first = i * params.run; first < end; first += 4u) {
    let xs0 = buf1[((params.from_at + first) >> 2u)];
    let numbers = buf1[(params.from_numbers + first) >> 2u];
    if (first + 0u < end) {
      let j = first + 0u;
      let x = xs0[0];
      let number = select(numbers[0], j, params.unordered == 1u);
      own[digit(x, number)] += 1u;
    }
    if (first + 1u < end) {
      let j = first + 1u;
      let x = xs0[1];
      let number = select(numbers[1], j, params.unordered == 1u);
      own[digit(x, number)] += 1u;
    }
    if (first + 2u < end) {
      let j = first + 2u;
      let x = xs0[2];
      let number = select(numbers[2], j, params.unordered == 1u);
      own[digit(x, number)] += 1u;
    }
    if (first + 3u < end) {
      let j = first + 3u;
      let x = xs0[3];
      let number = select(numbers[3], j, params.unordered == 1u);
      own[digit(x, number)] += 1u;
    }
  }
  for (var d = 0u; d < 256u; d++) {
    buf2[i * 256u + d] = own[d];
  }
}

// ---- stage 9: totals of digits ----

// sort: totals of digits
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  first: u32,
  threads: u32,
  size: u32,
  all: u32,
  run: u32,
  runs: u32,
  word: u32,
  shift: u32,
  from_at: u32,
  from_numbers: u32,
  to_at: u32,
  to_numbers: u32,
  unordered: u32,
  sign: u32,
  infinity: u32,
  mask: u32,
  flip: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 64u + lane;
  if (thread >= params.threads) { return; }
  let i = params.first + thread;
  var sum = 0u;
  for (var at = i; at < 256u * params.runs; at += 256u) {
    let count = buf1[at];
    buf1[at] = sum;
    sum += count;
  }
  buf1[256u * params.runs + i] = sum;
}

// ---- stage 10: starts of digits ----

// sort: starts of digits
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  first: u32,
  threads: u32,
  size: u32,
  all: u32,
  run: u32,
  runs: u32,
  word: u32,
  shift: u32,
  from_at: u32,
  from_numbers: u32,
  to_at: u32,
  to_numbers: u32,
  unordered: u32,
  sign: u32,
  infinity: u32,
  mask: u32,
  flip: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 64u + lane;
  if (thread >= params.threads) { return; }
  let i = params.first + thread;
  var sum = 0u;
  for (var at = 256u * params.runs; at < 256u * (params.runs + 1u); at++) {
    let count = buf1[at];
    buf1[at] = sum;
    sum += count;
  }
}

// ---- stage 11: moves by digits ----

// sort: moves by digits, 1 words, in vectors
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  first: u32,
  threads: u32,
  size: u32,
  all: u32,
  run: u32,
  runs: u32,
  word: u32,
  shift: u32,
  from_at: u32,
  from_numbers: u32,
  to_at: u32,
  to_numbers: u32,
  unordered: u32,
  sign: u32,
  infinity: u32,
  mask: u32,
  flip: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;
@group(0) @binding(3) var<storage, read_write> buf3: array<u32>;

fn m_sort_key(bits: u32, sign: u32, infinity: u32, mask: u32) -> u32 {
  let size = bits & ~sign;
  var key = select(bits | sign, ~bits & mask, (bits & sign) != 0u);
  key = select(key, sign, size == 0u);
  key = select(key, mask, size > infinity);
  return select(key, bits ^ sign, infinity == 0u);
}

fn key(x: u32) -> u32 { return m_sort_key(x, params.sign, params.infinity, params.mask) ^ params.flip; }
fn digit(x: u32, number: u32) -> u32 { return (key(x) >> params.shift) & 255u; }

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 64u + lane;
  if (thread >= params.threads) { return; }
  let i = params.first + thread;
  var places: array<u32, 256>;
  for (var d = 0u; d < 256u; d++) {
    places[d] = buf2[i * 256u + d] + buf2[256u * params.runs + d];
  }
  let end = min((i + 1u) * params.run, params.all);
  for (var first = i * params.run; first < end; first += 4u) {
    let xs0 = buf1[((params.from_at + first) >> 2u)];
    let numbers = buf1[(params.from_numbers + first) >> 2u];
    if (first + 0u < end) {
      let j = first + 0u;
      let x = xs0[0];
      let number = select(numbers[0], j, params.unordered == 1u);
      let d = digit(x, number);
      let to = places[d];
      places[d] = to + 1u;
      buf3[params.to_at + to] = x;
      buf3[params.to_numbers + to] = number;
    }
    if (first + 1u < end) {
      let j = first + 1u;
      let x = xs0[1];
      let number = select(numbers[1], j, params.unordered == 1u);
      let d = digit(x, number);
      let to = places[d];
      places[d] = to + 1u;
      buf3[params.to_at + to] = x;
      buf3[params.to_numbers + to] = number;
    }
    if (first + 2u < end) {
      let j = first + 2u;
      let x = xs0[2];
      let number = select(numbers[2], j, params.unordered == 1u);
      let d = digit(x, number);
      let to = places[d];
      places[d] = to + 1u;
      buf3[params.to_at + to] = x;
      buf3[params.to_numbers + to] = number;
    }
    if (first + 3u < end) {
      let j = first + 3u;
      let x = xs0[3];
      let number = select(numbers[3], j, params.unordered == 1u);
      let d = digit(x, number);
      let to = places[d];
      places[d] = to + 1u;
      buf3[params.to_at + to] = x;
      buf3[params.to_numbers + to] = number;
    }
  }
}

// ---- stage 12: elements by places ----

// elements by places: prod of float16
// out0 strided places 1 atomic @4
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  loops: u32, // always 0 in kernels of groups, see m_hide
  first: u32,
  threads: u32,
  all: u32,
  run: u32,
  numbers: u32,
  values: u32,
  states: u32,
  out0_lowest: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read_write> buf3: array<u32>;
@group(0) @binding(4) var<storage, read_write> buf4: array<atomic<u32>>;

// ±m * 2^(e-31), where m has its top bit set and e is an integer of 64 bits. flags are 1 for NaN, 2 for
// infinity, 4 for 0 and 8 for the sign.
struct MProduct { m: u32, flags: u32, e: vec2<u32> }

fn m_product_one() -> MProduct { return MProduct(0x80000000u, 0u, vec2<u32>(0u)); }

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

// The whole product of two words, from those of their halves.
fn m_mul32(x: u32, y: u32) -> vec2<u32> {
  let xl = x & 0xffffu; let xh = x >> 16u;
  let yl = y & 0xffffu; let yh = y >> 16u;
  let m = xh * yl + ((xl * yl) >> 16u);
  let n = xl * yh + (m & 0xffffu);
  return vec2<u32>(x * y, xh * yh + (m >> 16u) + (n >> 16u));
}

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

fn m_product_times(x: MProduct, y: MProduct) -> MProduct {
  let p = m_mul32(x.m, y.m);
  let two = p.y >> 31u; // the product of the significands is 2 or more
  let m = select((p.y << 1u) | (p.x >> 31u), p.y, two == 1u);
  let flags = ((x.flags | y.flags) & 7u) | ((x.flags ^ y.flags) & 8u);
  return MProduct(m, flags, m_add64(m_add64(x.e, y.e), vec2<u32>(two, 0u)));
}

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

struct MNorm { m: f32, e: i32 }

// A positive number from its bits: m * 2^e with m in [1, 2).
fn m_norm(bits: u32) -> MNorm {
  var b = bits; var e = 0;
  if (b < 0x00800000u) { let s = countLeadingZeros(b) - 8u; b = b << s; e = -i32(s); }
  return MNorm(bitcast<f32>((b & 0x7fffffu) | 0x3f800000u), i32(b >> 23u) - 127 + e);
}

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_i2l(x: i32) -> vec2<u32> { return vec2<u32>(bitcast<u32>(x), bitcast<u32>(x >> 31u)); }

fn m_product(x: f32) -> MProduct {
  let b = m_abits(x);
  let n = m_norm(b);
  let special = select(select(select(0u, 4u, b == 0u), 2u, b == 0x7f800000u), 1u, b > 0x7f800000u);
  return MProduct((bitcast<u32>(n.m) << 8u) | 0x80000000u, special | (m_sbit(x) >> 28u), m_i2l(n.e));
}

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// 0, but compilers know none of its bits. The length keeps it from being a mere uniform: llvmpipe
// compiles uniforms that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_inf() -> f32 { return bitcast<f32>(0x7f800000u | m_zero()); }

fn m_negative64(x: vec2<u32>) -> bool { return x.y > 0x7fffffffu; }

fn m_eq64(x: vec2<u32>, y: vec2<u32>) -> bool { return (x.x == y.x) & (x.y == y.y); }

// ±m * 2^(e-149), where m has its top bit set; 0 has none. The last bit of m says whether that bit or
// any after it is set. sign is a sign bit.
struct MReal { sign: u32, m: vec2<u32>, e: i32 }

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

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

fn m_product_end(x: MProduct, half: u32) -> f32 {
  let sign = (x.flags & 8u) << 28u;
  if ((x.flags & 1u) != 0u || (x.flags & 6u) == 6u) { return m_nan(); }
  if ((x.flags & 6u) != 0u) { return m_or(select(0.0, m_inf(), (x.flags & 2u) != 0u), sign); }
  let e = select(select(200, -400, m_negative64(x.e)), clamp(bitcast<i32>(x.e.x), -400, 200), m_eq64(m_i2l(bitcast<i32>(x.e.x)), x.e));
  return m_real_round(MReal(sign, vec2<u32>(0u, x.m), e + 86), half);
}

// The bits of the float16 nearest to x, ties to even.
fn m_f32_to_f16(x: f32) -> u32 {
  let a = m_abits(x);
  let high = (a - 0x38000000u + 0xfffu + ((a >> 13u) & 1u)) >> 13u;
  let r = min(select(high, m_f16_low(a), a < 0x38800000u), 0x7c00u);
  return select(r, 0x7e00u, a > 0x7f800000u) | (m_sbit(x) >> 16u);
}

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 64u + lane;
  if (thread >= params.threads) { return; }
  let i = params.first + thread;
  let cell = buf1[i];
  let begins = i % params.run == 0u;
  let follows = i > 0u && buf1[max(i, 1u) - 1u] == cell;
  if (cell == 0xffffffffu || (follows && !begins)) { return; }
  var s = m_product_one();
  let end = min((i / params.run + 1u) * params.run, params.all);
  var at = i;
  for (; at < end && buf1[at] == cell; at++) {
    let value = params.values + buf1[params.numbers + at];
    let x = m_f16_to_f32(buf2[value]);
    s = m_product_times(s, m_product(x));
  }
  if (follows || (at < params.all && buf1[min(at, params.all - 1u)] == cell)) {
    let slot = params.states + (i / params.run * 2u + select(1u, 0u, begins)) * 4u;
    let saved = array<u32, 4>(s.m, s.flags, s.e.x, s.e.y);
    buf3[slot] = saved[0];
    buf3[slot + 1u] = saved[1];
    buf3[slot + 2u] = saved[2];
    buf3[slot + 3u] = saved[3];
    return;
  }
  let out0_to = params.out0_lowest + cell;
  let old = m_f16_to_f32(m_short(atomicLoad(&buf4[out0_to >> 1u]), out0_to));
  s = m_product_times(s, m_product(old));
  let result = m_product_end(s, 1u);
  if (buf2[0u] == 0u) {
    let out0_shift = (out0_to & 1u) * 16u;
    let out0_bits = (m_f32_to_f16(result)) << out0_shift;
    atomicAnd(&buf4[out0_to >> 1u], out0_bits | ~(65535u << out0_shift));
    atomicOr(&buf4[out0_to >> 1u], out0_bits);
  }
}

// ---- stage 13: joined states of places ----

// joined states of places: prod of float16
// out0 strided places 1 atomic @4
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  loops: u32, // always 0 in kernels of groups, see m_hide
  first: u32,
  threads: u32,
  all: u32,
  run: u32,
  numbers: u32,
  values: u32,
  states: u32,
  out0_lowest: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read_write> buf3: array<u32>;
@group(0) @binding(4) var<storage, read_write> buf4: array<atomic<u32>>;

// ±m * 2^(e-31), where m has its top bit set and e is an integer of 64 bits. flags are 1 for NaN, 2 for
// infinity, 4 for 0 and 8 for the sign.
struct MProduct { m: u32, flags: u32, e: vec2<u32> }

fn m_product_one() -> MProduct { return MProduct(0x80000000u, 0u, vec2<u32>(0u)); }

// The whole product of two words, from those of their halves.
fn m_mul32(x: u32, y: u32) -> vec2<u32> {
  let xl = x & 0xffffu; let xh = x >> 16u;
  let yl = y & 0xffffu; let yh = y >> 16u;
  let m = xh * yl + ((xl * yl) >> 16u);
  let n = xl * yh + (m & 0xffffu);
  return vec2<u32>(x * y, xh * yh + (m >> 16u) + (n >> 16u));
}

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

fn m_product_times(x: MProduct, y: MProduct) -> MProduct {
  let p = m_mul32(x.m, y.m);
  let two = p.y >> 31u; // the product of the significands is 2 or more
  let m = select((p.y << 1u) | (p.x >> 31u), p.y, two == 1u);
  let flags = ((x.flags | y.flags) & 7u) | ((x.flags ^ y.flags) & 8u);
  return MProduct(m, flags, m_add64(m_add64(x.e, y.e), vec2<u32>(two, 0u)));
}

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

struct MNorm { m: f32, e: i32 }

// A positive number from its bits: m * 2^e with m in [1, 2).
fn m_norm(bits: u32) -> MNorm {
  var b = bits; var e = 0;
  if (b < 0x00800000u) { let s = countLeadingZeros(b) - 8u; b = b << s; e = -i32(s); }
  return MNorm(bitcast<f32>((b & 0x7fffffu) | 0x3f800000u), i32(b >> 23u) - 127 + e);
}

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_i2l(x: i32) -> vec2<u32> { return vec2<u32>(bitcast<u32>(x), bitcast<u32>(x >> 31u)); }

fn m_product(x: f32) -> MProduct {
  let b = m_abits(x);
  let n = m_norm(b);
  let special = select(select(select(0u, 4u, b == 0u), 2u, b == 0x7f800000u), 1u, b > 0x7f800000u);
  return MProduct((bitcast<u32>(n.m) << 8u) | 0x80000000u, special | (m_sbit(x) >> 28u), m_i2l(n.e));
}

// 0, but compilers know none of its bits. The length keeps it from being a mere uniform: llvmpipe
// compiles uniforms that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_inf() -> f32 { return bitcast<f32>(0x7f800000u | m_zero()); }

fn m_negative64(x: vec2<u32>) -> bool { return x.y > 0x7fffffffu; }

fn m_eq64(x: vec2<u32>, y: vec2<u32>) -> bool { return (x.x == y.x) & (x.y == y.y); }

// ±m * 2^(e-149), where m has its top bit set; 0 has none. The last bit of m says whether that bit or
// any after it is set. sign is a sign bit.
struct MReal { sign: u32, m: vec2<u32>, e: i32 }

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

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

fn m_product_end(x: MProduct, half: u32) -> f32 {
  let sign = (x.flags & 8u) << 28u;
  if ((x.flags & 1u) != 0u || (x.flags & 6u) == 6u) { return m_nan(); }
  if ((x.flags & 6u) != 0u) { return m_or(select(0.0, m_inf(), (x.flags & 2u) != 0u), sign); }
  let e = select(select(200, -400, m_negative64(x.e)), clamp(bitcast<i32>(x.e.x), -400, 200), m_eq64(m_i2l(bitcast<i32>(x.e.x)), x.e));
  return m_real_round(MReal(sign, vec2<u32>(0u, x.m), e + 86), half);
}

// The bits of the float16 nearest to x, ties to even.
fn m_f32_to_f16(x: f32) -> u32 {
  let a = m_abits(x);
  let high = (a - 0x38000000u + 0xfffu + ((a >> 13u) & 1u)) >> 13u;
  let r = min(select(high, m_f16_low(a), a < 0x38800000u), 0x7c00u);
  return select(r, 0x7e00u, a > 0x7f800000u) | (m_sbit(x) >> 16u);
}

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 64u + lane;
  if (thread >= params.threads) { return; }
  let i = params.first + thread;
  let next = (i + 1u) * params.run;
  let cell = buf1[next];
  let begin = i * params.run;
  if (cell == 0xffffffffu || buf1[next - 1u] != cell || (i > 0u && buf1[max(begin, 1u) - 1u] == cell)) { return; }
  var s = m_product_one();
  for (var run = i; run * params.run < params.all && (run == i || buf1[run * params.run] == cell); run++) {
    let slot = params.states + (run * 2u + select(1u, 0u, buf1[run * params.run] == cell)) * 4u;
    let words = array<u32, 4>(buf3[slot], buf3[slot + 1u], buf3[slot + 2u], buf3[slot + 3u]);
    let other = MProduct(words[0], words[1], vec2<u32>(words[2], words[3]));
    s = m_product_times(s, other);
  }
  let out0_to = params.out0_lowest + cell;
  let old = m_f16_to_f32(m_short(atomicLoad(&buf4[out0_to >> 1u]), out0_to));
  s = m_product_times(s, m_product(old));
  let result = m_product_end(s, 1u);
  if (buf2[0u] == 0u) {
    let out0_shift = (out0_to & 1u) * 16u;
    let out0_bits = (m_f32_to_f16(result)) << out0_shift;
    atomicAnd(&buf4[out0_to >> 1u], out0_bits | ~(65535u << out0_shift));
    atomicOr(&buf4[out0_to >> 1u], out0_bits);
  }
}

