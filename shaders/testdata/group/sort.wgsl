// ---- stage 1: parts of groups ----

// (%0 int8 level 1)
// %1 int8 = sort %0
// return %1
// out1 strided @1, in0 strided @2, parts of groups, axes 1, ranks 1, trip [] ends [] writes [1]
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  loops: u32, // always 0 in kernels of groups, see m_hide
  threads: u32,
  groups: u32,
  elements: u32,
  part: u32,
  parts: u32,
  first_part: u32,
  part_count: u32,
  out1_offset: u32,
  out1_stride0: u32,
  out1_stride1: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (thread >= params.threads) { return; }
  let number = thread / params.part_count;
  let part_number = thread - number * params.part_count;
  let part = part_number + params.first_part;
  let begin = part * params.part;
  let end = min(begin + params.part, params.elements);
  let i0 = number;
  let out1_base0 = params.out1_offset + i0 * params.out1_stride0;
  let in0_base0 = params.in0_offset + i0 * params.in0_stride0;
  for (var e = begin; e < end; e++) {
    let i1 = e;
    let out1_at = out1_base0 + i1 * params.out1_stride1;
    let in0_at = in0_base0 + i1 * params.in0_stride1;
    let b0 = m_byte(buf2[in0_at >> 2u], in0_at);
    let x0 = bitcast<i32>(b0 << 24u) >> 24u;
    buf1[out1_at] = b0;
  }
}

// ---- stage 2: counts of digits ----

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

// ---- stage 3: totals of digits ----

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

// ---- stage 4: starts of digits ----

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

// ---- stage 5: moves by digits ----

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

// ---- stage 6: counts of digits ----

// sort: counts of digits, 1 words, by group, in vectors
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

fn digit(x: u32, number: u32) -> u32 { return ((number / params.size) >> params.shift) & 255u; }

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

// ---- stage 7: totals of digits ----

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

// ---- stage 8: starts of digits ----

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

// ---- stage 9: moves by digits ----

// sort: moves by digits, 1 words, by group, in vectors
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

fn digit(x: u32, number: u32) -> u32 { return ((number / params.size) >> params.shift) & 255u; }

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

// ---- stage 10: flat 1xvec16 looped ----

// (%0 int8)
// return %0
// out0 contiguous aligned @1, in0 strided @2, rank 1, flat 1xvec16 looped
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  body_threads: u32,
  body: u32,
  phase: u32,
  head: u32,
  first: u32,
  out0_offset: u32,
  in0_offset: u32,
  in0_stride0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (thread >= params.threads) { return; }
  for (var e = 0u; e < 4u; e++) {
    let rest = thread * 4u + e;
    let slot = select(rest, rest + params.body, rest >= params.head);
    if (slot < params.phase || slot >= params.len + params.phase) { continue; }
    let i = slot - params.phase;
    let i0 = i;
    let in0_at = params.in0_offset + i0 * params.in0_stride0;
    let b0 = m_byte(buf2[in0_at >> 2u], in0_at);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 2u) >> 2u][(out0_at >> 2u) & 3u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[(out0_at >> 2u) >> 2u][(out0_at >> 2u) & 3u] = (out0_word & ~(255u << out0_shift)) | ((b0) << out0_shift);
  }
}

