// ---- stage 1: parts of groups ----

// (%0 int8 level 1)
// %1 int8 = sort_descending %0
// return %1
// out1 strided @1, in0 strided @2, parts of groups, axes 0, ranks 1, by groups, trip [] ends [] writes [1]
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
  in0_offset: u32,
  in0_stride0: u32,
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
  let part_number = thread / params.groups;
  let number = thread - part_number * params.groups;
  let part = part_number + params.first_part;
  let begin = part * params.part;
  let end = min(begin + params.part, params.elements);
  let out1_base0 = params.out1_offset;
  let in0_base0 = params.in0_offset;
  for (var e = begin; e < end; e++) {
    let i0 = e;
    let out1_at = out1_base0 + i0 * params.out1_stride0;
    let in0_at = in0_base0 + i0 * params.in0_stride0;
    let b0 = m_byte(buf2[in0_at >> 2u], in0_at);
    let x0 = bitcast<i32>(b0 << 24u) >> 24u;
    buf1[out1_at] = b0;
  }
}

// ---- stage 2: counts of digits ----

// sort: counts of digits, teams of 128, 1 words
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
@group(0) @binding(1) var<storage, read> buf1: array<u32>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;
var<workgroup> tallies: array<atomic<u32>, 16>;

fn m_sort_key(bits: u32, sign: u32, infinity: u32, mask: u32) -> u32 {
  let size = bits & ~sign;
  var key = select(bits | sign, ~bits & mask, (bits & sign) != 0u);
  key = select(key, sign, size == 0u);
  key = select(key, mask, size > infinity);
  return select(key, bits ^ sign, infinity == 0u);
}

fn key(x: u32) -> u32 { return m_sort_key(x, params.sign, params.infinity, params.mask) ^ params.flip; }
fn digit(x: u32, number: u32) -> u32 { return (key(x) >> params.shift) & 15u; }

@compute @workgroup_size(128)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x);
  if (thread >= params.threads) { return; }
  let i = params.first + thread;
  if (lane < 16u) { atomicStore(&tallies[lane], 0u); }
  workgroupBarrier();
  let end = min((i + 1u) * params.run, params.all);
  for (var j = i * params.run + lane; j < end; j += 128u) {
    let x = buf1[params.from_at + j];
    let number = select(buf1[params.from_numbers + j], j, params.unordered == 1u);
    atomicAdd(&tallies[digit(x, number)], 1u);
  }
  workgroupBarrier();
  if (lane < 16u) {
    buf2[i * 16u + lane] = atomicLoad(&tallies[lane]);
  }
}

// ---- stage 3: totals of digits ----

// sort: totals of digits, teams of 128
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
var<workgroup> tallies: array<u32, 128>;

@compute @workgroup_size(128)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x);
  if (thread >= params.threads) { return; }
  let i = params.first + thread;
  let each = (params.runs + 127u) / 128u;
  let begin = min(lane * each, params.runs);
  let end = min(begin + each, params.runs);
  var own = 0u;
  for (var run = begin; run < end; run++) { own += buf1[run * 16u + i]; }
  tallies[lane] = own;
  workgroupBarrier();
  var sum = 0u;
  for (var other = 0u; other < lane; other++) { sum += tallies[other]; }
  for (var run = begin; run < end; run++) {
    let at = run * 16u + i;
    let count = buf1[at];
    buf1[at] = sum;
    sum += count;
  }
  if (lane == 127u) {
    buf1[16u * params.runs + i] = sum;
  }
}

// ---- stage 4: starts of digits ----

// sort: starts of digits, teams of 128
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
  for (var at = 16u * params.runs; at < 16u * (params.runs + 1u); at++) {
    let count = buf1[at];
    buf1[at] = sum;
    sum += count;
  }
}

// ---- stage 5: moves by digits ----

// sort: moves by digits, teams of 128, 1 words
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
@group(0) @binding(1) var<storage, read> buf1: array<u32>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;
@group(0) @binding(3) var<storage, read_write> buf3: array<u32>;
var<workgroup> tallies: array<u32, 2048>;

fn m_sort_key(bits: u32, sign: u32, infinity: u32, mask: u32) -> u32 {
  let size = bits & ~sign;
  var key = select(bits | sign, ~bits & mask, (bits & sign) != 0u);
  key = select(key, sign, size == 0u);
  key = select(key, mask, size > infinity);
  return select(key, bits ^ sign, infinity == 0u);
}

fn key(x: u32) -> u32 { return m_sort_key(x, params.sign, params.infinity, params.mask) ^ params.flip; }
fn digit(x: u32, number: u32) -> u32 { return (key(x) >> params.shift) & 15u; }

@compute @workgroup_size(128)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x);
  if (thread >= params.threads) { return; }
  let i = params.first + thread;
  for (var d = 0u; d < 16u; d++) { tallies[d * 128u + lane] = 0u; }
  let begin = i * params.run + lane * 16u;
  let end = min(begin + 16u, params.all);
  for (var j = begin; j < end; j++) {
    let x = buf1[params.from_at + j];
    let number = select(buf1[params.from_numbers + j], j, params.unordered == 1u);
    tallies[digit(x, number) * 128u + lane] += 1u;
  }
  workgroupBarrier();
  if (lane < 16u) {
    var sum = buf2[i * 16u + lane] + buf2[16u * params.runs + lane];
    for (var at = lane * 128u; at < (lane + 1u) * 128u; at++) {
      let count = tallies[at];
      tallies[at] = sum;
      sum += count;
    }
  }
  workgroupBarrier();
  for (var j = begin; j < end; j++) {
    let x = buf1[params.from_at + j];
    let number = select(buf1[params.from_numbers + j], j, params.unordered == 1u);
    let at = digit(x, number) * 128u + lane;
    let to = tallies[at];
    tallies[at] = to + 1u;
    buf3[params.to_at + to] = x;
    buf3[params.to_numbers + to] = number;
  }
}

// ---- stage 6: counts of digits ----

// sort: counts of digits, teams of 128, 1 words
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
@group(0) @binding(1) var<storage, read> buf1: array<u32>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;
var<workgroup> tallies: array<atomic<u32>, 16>;

fn m_sort_key(bits: u32, sign: u32, infinity: u32, mask: u32) -> u32 {
  let size = bits & ~sign;
  var key = select(bits | sign, ~bits & mask, (bits & sign) != 0u);
  key = select(key, sign, size == 0u);
  key = select(key, mask, size > infinity);
  return select(key, bits ^ sign, infinity == 0u);
}

fn key(x: u32) -> u32 { return m_sort_key(x, params.sign, params.infinity, params.mask) ^ params.flip; }
fn digit(x: u32, number: u32) -> u32 { return (key(x) >> params.shift) & 15u; }

@compute @workgroup_size(128)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x);
  if (thread >= params.threads) { return; }
  let i = params.first + thread;
  if (lane < 16u) { atomicStore(&tallies[lane], 0u); }
  workgroupBarrier();
  let end = min((i + 1u) * params.run, params.all);
  for (var j = i * params.run + lane; j < end; j += 128u) {
    let x = buf1[params.from_at + j];
    let number = select(buf1[params.from_numbers + j], j, params.unordered == 1u);
    atomicAdd(&tallies[digit(x, number)], 1u);
  }
  workgroupBarrier();
  if (lane < 16u) {
    buf2[i * 16u + lane] = atomicLoad(&tallies[lane]);
  }
}

// ---- stage 7: totals of digits ----

// sort: totals of digits, teams of 128
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
var<workgroup> tallies: array<u32, 128>;

@compute @workgroup_size(128)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x);
  if (thread >= params.threads) { return; }
  let i = params.first + thread;
  let each = (params.runs + 127u) / 128u;
  let begin = min(lane * each, params.runs);
  let end = min(begin + each, params.runs);
  var own = 0u;
  for (var run = begin; run < end; run++) { own += buf1[run * 16u + i]; }
  tallies[lane] = own;
  workgroupBarrier();
  var sum = 0u;
  for (var other = 0u; other < lane; other++) { sum += tallies[other]; }
  for (var run = begin; run < end; run++) {
    let at = run * 16u + i;
    let count = buf1[at];
    buf1[at] = sum;
    sum += count;
  }
  if (lane == 127u) {
    buf1[16u * params.runs + i] = sum;
  }
}

// ---- stage 8: starts of digits ----

// sort: starts of digits, teams of 128
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
  for (var at = 16u * params.runs; at < 16u * (params.runs + 1u); at++) {
    let count = buf1[at];
    buf1[at] = sum;
    sum += count;
  }
}

// ---- stage 9: moves by digits ----

// sort: moves by digits, teams of 128, 1 words
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
@group(0) @binding(1) var<storage, read> buf1: array<u32>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;
@group(0) @binding(3) var<storage, read_write> buf3: array<u32>;
var<workgroup> tallies: array<u32, 2048>;

fn m_sort_key(bits: u32, sign: u32, infinity: u32, mask: u32) -> u32 {
  let size = bits & ~sign;
  var key = select(bits | sign, ~bits & mask, (bits & sign) != 0u);
  key = select(key, sign, size == 0u);
  key = select(key, mask, size > infinity);
  return select(key, bits ^ sign, infinity == 0u);
}

fn key(x: u32) -> u32 { return m_sort_key(x, params.sign, params.infinity, params.mask) ^ params.flip; }
fn digit(x: u32, number: u32) -> u32 { return (key(x) >> params.shift) & 15u; }

@compute @workgroup_size(128)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x);
  if (thread >= params.threads) { return; }
  let i = params.first + thread;
  for (var d = 0u; d < 16u; d++) { tallies[d * 128u + lane] = 0u; }
  let begin = i * params.run + lane * 16u;
  let end = min(begin + 16u, params.all);
  for (var j = begin; j < end; j++) {
    let x = buf1[params.from_at + j];
    let number = select(buf1[params.from_numbers + j], j, params.unordered == 1u);
    tallies[digit(x, number) * 128u + lane] += 1u;
  }
  workgroupBarrier();
  if (lane < 16u) {
    var sum = buf2[i * 16u + lane] + buf2[16u * params.runs + lane];
    for (var at = lane * 128u; at < (lane + 1u) * 128u; at++) {
      let count = tallies[at];
      tallies[at] = sum;
      sum += count;
    }
  }
  workgroupBarrier();
  for (var j = begin; j < end; j++) {
    let x = buf1[params.from_at + j];
    let number = select(buf1[params.from_numbers + j], j, params.unordered == 1u);
    let at = digit(x, number) * 128u + lane;
    let to = tallies[at];
    tallies[at] = to + 1u;
    buf3[params.to_at + to] = x;
    buf3[params.to_numbers + to] = number;
  }
}

// ---- stage 10: flat 4xvec16 ----

// (%0 int8)
// return %0
// out0 contiguous aligned @1, in0 strided @2, rank 1, flat 4xvec16
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
  let in_tail = thread >= params.body_threads;
  let stripe = thread & ~7u;
  let width = min(8u, params.body_threads - stripe);
  let vector = thread + stripe * 3u;
  let vector_stride = width * 16u;
  let i = vector * 16u + params.first;
  let out0_at0 = ((params.out0_offset + i) >> 4u);
  let in0_at0 = params.in0_offset + i * params.in0_stride0;
  let in0_vector_stride = vector_stride * params.in0_stride0;
  if (!in_tail) {
    {
      let in0_0 = m_byte(buf2[in0_at0 >> 2u], in0_at0);
      let in0_at0_1 = in0_at0 + params.in0_stride0;
      let in0_1 = m_byte(buf2[in0_at0_1 >> 2u], in0_at0_1);
      let in0_at0_2 = in0_at0 + params.in0_stride0 * 2u;
      let in0_2 = m_byte(buf2[in0_at0_2 >> 2u], in0_at0_2);
      let in0_at0_3 = in0_at0 + params.in0_stride0 * 3u;
      let in0_3 = m_byte(buf2[in0_at0_3 >> 2u], in0_at0_3);
      let in0_at0_4 = in0_at0 + params.in0_stride0 * 4u;
      let in0_4 = m_byte(buf2[in0_at0_4 >> 2u], in0_at0_4);
      let in0_at0_5 = in0_at0 + params.in0_stride0 * 5u;
      let in0_5 = m_byte(buf2[in0_at0_5 >> 2u], in0_at0_5);
      let in0_at0_6 = in0_at0 + params.in0_stride0 * 6u;
      let in0_6 = m_byte(buf2[in0_at0_6 >> 2u], in0_at0_6);
      let in0_at0_7 = in0_at0 + params.in0_stride0 * 7u;
      let in0_7 = m_byte(buf2[in0_at0_7 >> 2u], in0_at0_7);
      let in0_at0_8 = in0_at0 + params.in0_stride0 * 8u;
      let in0_8 = m_byte(buf2[in0_at0_8 >> 2u], in0_at0_8);
      let in0_at0_9 = in0_at0 + params.in0_stride0 * 9u;
      let in0_9 = m_byte(buf2[in0_at0_9 >> 2u], in0_at0_9);
      let in0_at0_10 = in0_at0 + params.in0_stride0 * 10u;
      let in0_10 = m_byte(buf2[in0_at0_10 >> 2u], in0_at0_10);
      let in0_at0_11 = in0_at0 + params.in0_stride0 * 11u;
      let in0_11 = m_byte(buf2[in0_at0_11 >> 2u], in0_at0_11);
      let in0_at0_12 = in0_at0 + params.in0_stride0 * 12u;
      let in0_12 = m_byte(buf2[in0_at0_12 >> 2u], in0_at0_12);
      let in0_at0_13 = in0_at0 + params.in0_stride0 * 13u;
      let in0_13 = m_byte(buf2[in0_at0_13 >> 2u], in0_at0_13);
      let in0_at0_14 = in0_at0 + params.in0_stride0 * 14u;
      let in0_14 = m_byte(buf2[in0_at0_14 >> 2u], in0_at0_14);
      let in0_at0_15 = in0_at0 + params.in0_stride0 * 15u;
      let in0_15 = m_byte(buf2[in0_at0_15 >> 2u], in0_at0_15);
      buf1[out0_at0] = vec4<u32>((in0_0) | ((in0_1) << 8u) | ((in0_2) << 16u) | ((in0_3) << 24u), (in0_4) | ((in0_5) << 8u) | ((in0_6) << 16u) | ((in0_7) << 24u), (in0_8) | ((in0_9) << 8u) | ((in0_10) << 16u) | ((in0_11) << 24u), (in0_12) | ((in0_13) << 8u) | ((in0_14) << 16u) | ((in0_15) << 24u));
    }
    let out0_at1 = out0_at0 + ((vector_stride) >> 4u);
    let in0_at1 = in0_at0 + in0_vector_stride;
    {
      let in0_0 = m_byte(buf2[in0_at1 >> 2u], in0_at1);
      let in0_at1_1 = in0_at1 + params.in0_stride0;
      let in0_1 = m_byte(buf2[in0_at1_1 >> 2u], in0_at1_1);
      let in0_at1_2 = in0_at1 + params.in0_stride0 * 2u;
      let in0_2 = m_byte(buf2[in0_at1_2 >> 2u], in0_at1_2);
      let in0_at1_3 = in0_at1 + params.in0_stride0 * 3u;
      let in0_3 = m_byte(buf2[in0_at1_3 >> 2u], in0_at1_3);
      let in0_at1_4 = in0_at1 + params.in0_stride0 * 4u;
      let in0_4 = m_byte(buf2[in0_at1_4 >> 2u], in0_at1_4);
      let in0_at1_5 = in0_at1 + params.in0_stride0 * 5u;
      let in0_5 = m_byte(buf2[in0_at1_5 >> 2u], in0_at1_5);
      let in0_at1_6 = in0_at1 + params.in0_stride0 * 6u;
      let in0_6 = m_byte(buf2[in0_at1_6 >> 2u], in0_at1_6);
      let in0_at1_7 = in0_at1 + params.in0_stride0 * 7u;
      let in0_7 = m_byte(buf2[in0_at1_7 >> 2u], in0_at1_7);
      let in0_at1_8 = in0_at1 + params.in0_stride0 * 8u;
      let in0_8 = m_byte(buf2[in0_at1_8 >> 2u], in0_at1_8);
      let in0_at1_9 = in0_at1 + params.in0_stride0 * 9u;
      let in0_9 = m_byte(buf2[in0_at1_9 >> 2u], in0_at1_9);
      let in0_at1_10 = in0_at1 + params.in0_stride0 * 10u;
      let in0_10 = m_byte(buf2[in0_at1_10 >> 2u], in0_at1_10);
      let in0_at1_11 = in0_at1 + params.in0_stride0 * 11u;
      let in0_11 = m_byte(buf2[in0_at1_11 >> 2u], in0_at1_11);
      let in0_at1_12 = in0_at1 + params.in0_stride0 * 12u;
      let in0_12 = m_byte(buf2[in0_at1_12 >> 2u], in0_at1_12);
      let in0_at1_13 = in0_at1 + params.in0_stride0 * 13u;
      let in0_13 = m_byte(buf2[in0_at1_13 >> 2u], in0_at1_13);
      let in0_at1_14 = in0_at1 + params.in0_stride0 * 14u;
      let in0_14 = m_byte(buf2[in0_at1_14 >> 2u], in0_at1_14);
      let in0_at1_15 = in0_at1 + params.in0_stride0 * 15u;
      let in0_15 = m_byte(buf2[in0_at1_15 >> 2u], in0_at1_15);
      buf1[out0_at1] = vec4<u32>((in0_0) | ((in0_1) << 8u) | ((in0_2) << 16u) | ((in0_3) << 24u), (in0_4) | ((in0_5) << 8u) | ((in0_6) << 16u) | ((in0_7) << 24u), (in0_8) | ((in0_9) << 8u) | ((in0_10) << 16u) | ((in0_11) << 24u), (in0_12) | ((in0_13) << 8u) | ((in0_14) << 16u) | ((in0_15) << 24u));
    }
    let out0_at2 = out0_at1 + ((vector_stride) >> 4u);
    let in0_at2 = in0_at1 + in0_vector_stride;
    {
      let in0_0 = m_byte(buf2[in0_at2 >> 2u], in0_at2);
      let in0_at2_1 = in0_at2 + params.in0_stride0;
      let in0_1 = m_byte(buf2[in0_at2_1 >> 2u], in0_at2_1);
      let in0_at2_2 = in0_at2 + params.in0_stride0 * 2u;
      let in0_2 = m_byte(buf2[in0_at2_2 >> 2u], in0_at2_2);
      let in0_at2_3 = in0_at2 + params.in0_stride0 * 3u;
      let in0_3 = m_byte(buf2[in0_at2_3 >> 2u], in0_at2_3);
      let in0_at2_4 = in0_at2 + params.in0_stride0 * 4u;
      let in0_4 = m_byte(buf2[in0_at2_4 >> 2u], in0_at2_4);
      let in0_at2_5 = in0_at2 + params.in0_stride0 * 5u;
      let in0_5 = m_byte(buf2[in0_at2_5 >> 2u], in0_at2_5);
      let in0_at2_6 = in0_at2 + params.in0_stride0 * 6u;
      let in0_6 = m_byte(buf2[in0_at2_6 >> 2u], in0_at2_6);
      let in0_at2_7 = in0_at2 + params.in0_stride0 * 7u;
      let in0_7 = m_byte(buf2[in0_at2_7 >> 2u], in0_at2_7);
      let in0_at2_8 = in0_at2 + params.in0_stride0 * 8u;
      let in0_8 = m_byte(buf2[in0_at2_8 >> 2u], in0_at2_8);
      let in0_at2_9 = in0_at2 + params.in0_stride0 * 9u;
      let in0_9 = m_byte(buf2[in0_at2_9 >> 2u], in0_at2_9);
      let in0_at2_10 = in0_at2 + params.in0_stride0 * 10u;
      let in0_10 = m_byte(buf2[in0_at2_10 >> 2u], in0_at2_10);
      let in0_at2_11 = in0_at2 + params.in0_stride0 * 11u;
      let in0_11 = m_byte(buf2[in0_at2_11 >> 2u], in0_at2_11);
      let in0_at2_12 = in0_at2 + params.in0_stride0 * 12u;
      let in0_12 = m_byte(buf2[in0_at2_12 >> 2u], in0_at2_12);
      let in0_at2_13 = in0_at2 + params.in0_stride0 * 13u;
      let in0_13 = m_byte(buf2[in0_at2_13 >> 2u], in0_at2_13);
      let in0_at2_14 = in0_at2 + params.in0_stride0 * 14u;
      let in0_14 = m_byte(buf2[in0_at2_14 >> 2u], in0_at2_14);
      let in0_at2_15 = in0_at2 + params.in0_stride0 * 15u;
      let in0_15 = m_byte(buf2[in0_at2_15 >> 2u], in0_at2_15);
      buf1[out0_at2] = vec4<u32>((in0_0) | ((in0_1) << 8u) | ((in0_2) << 16u) | ((in0_3) << 24u), (in0_4) | ((in0_5) << 8u) | ((in0_6) << 16u) | ((in0_7) << 24u), (in0_8) | ((in0_9) << 8u) | ((in0_10) << 16u) | ((in0_11) << 24u), (in0_12) | ((in0_13) << 8u) | ((in0_14) << 16u) | ((in0_15) << 24u));
    }
    let out0_at3 = out0_at2 + ((vector_stride) >> 4u);
    let in0_at3 = in0_at2 + in0_vector_stride;
    {
      let in0_0 = m_byte(buf2[in0_at3 >> 2u], in0_at3);
      let in0_at3_1 = in0_at3 + params.in0_stride0;
      let in0_1 = m_byte(buf2[in0_at3_1 >> 2u], in0_at3_1);
      let in0_at3_2 = in0_at3 + params.in0_stride0 * 2u;
      let in0_2 = m_byte(buf2[in0_at3_2 >> 2u], in0_at3_2);
      let in0_at3_3 = in0_at3 + params.in0_stride0 * 3u;
      let in0_3 = m_byte(buf2[in0_at3_3 >> 2u], in0_at3_3);
      let in0_at3_4 = in0_at3 + params.in0_stride0 * 4u;
      let in0_4 = m_byte(buf2[in0_at3_4 >> 2u], in0_at3_4);
      let in0_at3_5 = in0_at3 + params.in0_stride0 * 5u;
      let in0_5 = m_byte(buf2[in0_at3_5 >> 2u], in0_at3_5);
      let in0_at3_6 = in0_at3 + params.in0_stride0 * 6u;
      let in0_6 = m_byte(buf2[in0_at3_6 >> 2u], in0_at3_6);
      let in0_at3_7 = in0_at3 + params.in0_stride0 * 7u;
      let in0_7 = m_byte(buf2[in0_at3_7 >> 2u], in0_at3_7);
      let in0_at3_8 = in0_at3 + params.in0_stride0 * 8u;
      let in0_8 = m_byte(buf2[in0_at3_8 >> 2u], in0_at3_8);
      let in0_at3_9 = in0_at3 + params.in0_stride0 * 9u;
      let in0_9 = m_byte(buf2[in0_at3_9 >> 2u], in0_at3_9);
      let in0_at3_10 = in0_at3 + params.in0_stride0 * 10u;
      let in0_10 = m_byte(buf2[in0_at3_10 >> 2u], in0_at3_10);
      let in0_at3_11 = in0_at3 + params.in0_stride0 * 11u;
      let in0_11 = m_byte(buf2[in0_at3_11 >> 2u], in0_at3_11);
      let in0_at3_12 = in0_at3 + params.in0_stride0 * 12u;
      let in0_12 = m_byte(buf2[in0_at3_12 >> 2u], in0_at3_12);
      let in0_at3_13 = in0_at3 + params.in0_stride0 * 13u;
      let in0_13 = m_byte(buf2[in0_at3_13 >> 2u], in0_at3_13);
      let in0_at3_14 = in0_at3 + params.in0_stride0 * 14u;
      let in0_14 = m_byte(buf2[in0_at3_14 >> 2u], in0_at3_14);
      let in0_at3_15 = in0_at3 + params.in0_stride0 * 15u;
      let in0_15 = m_byte(buf2[in0_at3_15 >> 2u], in0_at3_15);
      buf1[out0_at3] = vec4<u32>((in0_0) | ((in0_1) << 8u) | ((in0_2) << 16u) | ((in0_3) << 24u), (in0_4) | ((in0_5) << 8u) | ((in0_6) << 16u) | ((in0_7) << 24u), (in0_8) | ((in0_9) << 8u) | ((in0_10) << 16u) | ((in0_11) << 24u), (in0_12) | ((in0_13) << 8u) | ((in0_14) << 16u) | ((in0_15) << 24u));
    }
  }
  for (var e = select(4u, 0u, in_tail); e < 4u; e++) {
    let rest = (thread - params.body_threads) * 4u + e;
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

