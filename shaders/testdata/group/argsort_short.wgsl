// ---- stage 1: parts of groups ----

// (%0 float64 level 1)
// %1 int64 = argsort_descending %0
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
    let b0 = vec2<u32>(buf2[in0_at * 2u], buf2[in0_at * 2u + 1u]);
    let x0 = b0;
    let out1_bits = b0;
    buf1[out1_at * 2u] = out1_bits.x;
    buf1[out1_at * 2u + 1u] = out1_bits.y;
  }
}

// ---- stage 2: ranks ----

// sort: ranks, 2 words
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

fn m_sort_key64(bits: vec2<u32>, sign: u32, infinity: u32) -> vec2<u32> {
  let top = vec2<u32>(0u, sign);
  let size = bits & ~top;
  var key = select(bits | top, ~bits, (bits.y & sign) != 0u);
  key = select(key, top, (size.x | size.y) == 0u);
  key = select(key, vec2<u32>(~0u), size.y > infinity || (size.y == infinity && size.x != 0u));
  return select(key, bits ^ top, infinity == 0u);
}

fn m_ult64(x: vec2<u32>, y: vec2<u32>) -> bool { return (x.y < y.y) | ((x.y == y.y) & (x.x < y.x)); }

fn m_eq64(x: vec2<u32>, y: vec2<u32>) -> bool { return (x.x == y.x) & (x.y == y.y); }

fn key(x: vec2<u32>) -> vec2<u32> { return m_sort_key64(x, params.sign, params.infinity) ^ vec2<u32>(params.flip); }

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 64u + lane;
  if (thread >= params.threads) { return; }
  let i = params.first + thread;
  let x = vec2<u32>(buf1[params.from_at + i * 2u], buf1[params.from_at + i * 2u + 1u]);
  let own = key(x);
  let number = i;
  let begin = i - i % params.size;
  var to = begin;
  for (var j = begin; j < begin + params.size; j++) {
    let other = key(vec2<u32>(buf1[params.from_at + j * 2u], buf1[params.from_at + j * 2u + 1u]));
    to += select(0u, 1u, m_ult64(other, own) || (m_eq64(other, own) && j < i));
  }
  buf2[params.to_at + to * 2u] = x[0];
  buf2[params.to_at + to * 2u + 1u] = x[1];
  buf2[params.to_numbers + to] = number;
}

// ---- stage 3: indices in groups ----

// sort: indices in groups
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
  let at = params.to_at + i;
  buf1[at] = buf1[at] % params.size;
}

// ---- stage 4: element ----

// (%0 uint32)
// %1 int64 = cast %0
// return %1
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

fn apply(x0: u32) -> vec2<u32> {
  let v1 = vec2<u32>(x0, 0u);
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
  let x0 = buf2[in0_at];
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

