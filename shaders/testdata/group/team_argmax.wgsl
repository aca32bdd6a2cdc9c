// ---- stage 1: parts of groups, teams of 256 ----

// (%0 float32 level 1)
// %1 int64 = argmax %0
// return %1
// in0 strided @1, parts of groups, axes 1, ranks 1, teams of 256, trip [] ends [0] writes []
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
  to0: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> buf1: array<u32>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;
var<workgroup> states: array<u32, 512>;

struct MBest { key: i32, at: u32 }

// The first of equal ones, in any order.
fn m_best_first(s: MBest, key: i32, at: u32) -> MBest {
  if (key > s.key || (key == s.key && at < s.at)) { return MBest(key, at); }
  return s;
}

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

// An integer that grows with x, a number; equal for both zeros.
fn m_order(x: f32) -> i32 {
  let a = bitcast<i32>(m_abits(x));
  return select(a, 0 - a, m_sbit(x) != 0u);
}

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

fn m_key_max(x: f32) -> i32 { return select(m_order(x), 0x7fffffff, m_isnan(x)); }

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x);
  if (thread >= params.threads) { return; }
  let number = thread / params.part_count;
  let part_number = thread - number * params.part_count;
  let part = part_number + params.first_part;
  let begin = part * params.part;
  let end = min(begin + params.part, params.elements);
  let i0 = number;
  let in0_base0 = params.in0_offset + i0 * params.in0_stride0;
  var a1 = MBest(bitcast<i32>(0x80000000u), 0xffffffffu);
  for (var e = begin + lane; e < end; e += 256u) {
    let i1 = e;
    let in0_at = in0_base0 + i1 * params.in0_stride1;
    let b0 = buf1[in0_at];
    let x0 = bitcast<f32>(b0);
    a1 = m_best_first(a1, m_key_max(x0), e);
  }
  {
    let n = array<u32, 2>(bitcast<u32>(a1.key), a1.at);
    states[(0u) * 256u + lane] = n[0];
    states[(1u) * 256u + lane] = n[1];
  }
  workgroupBarrier();
  for (var others = 128u; others > 0u; others /= 2u) {
    if (lane < others) {
      let w1 = array<u32, 2>(states[(0u) * 256u + lane + others], states[(1u) * 256u + lane + others]);
      let t1 = MBest(bitcast<i32>(w1[0]), w1[1]);
      a1 = m_best_first(a1, t1.key, t1.at);
      {
        let n = array<u32, 2>(bitcast<u32>(a1.key), a1.at);
        states[(0u) * 256u + lane] = n[0];
        states[(1u) * 256u + lane] = n[1];
      }
    }
    workgroupBarrier();
  }
  {
    let w1 = array<u32, 2>(states[(0u) * 256u + 0u], states[(1u) * 256u + 0u]);
    let all = MBest(bitcast<i32>(w1[0]), w1[1]);
    a1 = all;
  }
  workgroupBarrier();
  if (lane == 0u) {
    let to_slot1 = params.to0 + (part * params.groups + number) * 2u;
    let n1 = array<u32, 2>(bitcast<u32>(a1.key), a1.at);
    buf2[to_slot1] = n1[0];
    buf2[to_slot1 + 1u] = n1[1];
  }
}

// ---- stage 2: merged groups, teams of 256 ----

// (%0 float32 level 1)
// %1 int64 = argmax %0
// return %1
// out0 strided @1, merged groups, axes 1, ranks 1, teams of 256, trip [] ends [0] writes [], keeps [1] outputs [0]
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
  from0: u32,
  value1: u32,
  out0_offset: u32,
  out0_stride0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;
var<workgroup> states: array<u32, 512>;

struct MBest { key: i32, at: u32 }

// The first of equal ones, in any order.
fn m_best_first(s: MBest, key: i32, at: u32) -> MBest {
  if (key > s.key || (key == s.key && at < s.at)) { return MBest(key, at); }
  return s;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x);
  if (thread >= params.threads) { return; }
  let begin = 0u;
  let end = params.parts;
  let number = thread;
  let i0 = thread;
  var a1 = MBest(bitcast<i32>(0x80000000u), 0xffffffffu);
  for (var e = begin + lane; e < end; e += 256u) {
    let slot1 = params.from0 + (e * params.groups + number) * 2u;
    let w1 = array<u32, 2>(buf2[slot1], buf2[slot1 + 1u]);
    let t1 = MBest(bitcast<i32>(w1[0]), w1[1]);
    a1 = m_best_first(a1, t1.key, t1.at);
  }
  {
    let n = array<u32, 2>(bitcast<u32>(a1.key), a1.at);
    states[(0u) * 256u + lane] = n[0];
    states[(1u) * 256u + lane] = n[1];
  }
  workgroupBarrier();
  for (var others = 128u; others > 0u; others /= 2u) {
    if (lane < others) {
      let w1 = array<u32, 2>(states[(0u) * 256u + lane + others], states[(1u) * 256u + lane + others]);
      let t1 = MBest(bitcast<i32>(w1[0]), w1[1]);
      a1 = m_best_first(a1, t1.key, t1.at);
      {
        let n = array<u32, 2>(bitcast<u32>(a1.key), a1.at);
        states[(0u) * 256u + lane] = n[0];
        states[(1u) * 256u + lane] = n[1];
      }
    }
    workgroupBarrier();
  }
  {
    let w1 = array<u32, 2>(states[(0u) * 256u + 0u], states[(1u) * 256u + 0u]);
    let all = MBest(bitcast<i32>(w1[0]), w1[1]);
    a1 = all;
  }
  workgroupBarrier();
  let v1 = vec2<u32>(a1.at, 0u);
  storageBarrier();
  if (lane == 0u) {
    let kept1 = v1;
    buf2[params.value1 + number * 2u] = kept1.x;
    buf2[params.value1 + number * 2u + 1u] = kept1.y;
    let out0_at = params.out0_offset + i0 * params.out0_stride0;
    let out0_bits = v1;
    buf1[out0_at * 2u] = out0_bits.x;
    buf1[out0_at * 2u + 1u] = out0_bits.y;
  }
}

