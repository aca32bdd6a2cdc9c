// ---- stage 1: parts of groups ----

// (%0 int32 level 1)
// %1 int64 = cumsum %0
// return %1
// in0 strided @1, parts of groups, axes 1, ranks 1, rounds of 4, vectors of operand 0, trip [] ends [0] writes []
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
@group(0) @binding(1) var<storage, read> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;

fn m_i2l(x: i32) -> vec2<u32> { return vec2<u32>(bitcast<u32>(x), bitcast<u32>(x >> 31u)); }

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

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
  let in0_base0 = params.in0_offset + i0 * params.in0_stride0;
  var a1 = vec2<u32>(0x0u, 0x0u);
  for (var e = begin; e < end; e += 4u) {
    let i1 = e;
    let in0_vector0 = buf1[((in0_base0 + i1 * params.in0_stride1) >> 2u)];
    {
      let b0 = in0_vector0.x;
      let x0 = bitcast<i32>(b0);
      { let combined = m_i2l(x0); a1 = m_add64(a1, combined); }
    }
    {
      let e = e + 1u;
      let i1 = i1 + 1u;
      let b0 = in0_vector0.y;
      let x0 = bitcast<i32>(b0);
      { let combined = m_i2l(x0); a1 = m_add64(a1, combined); }
    }
    {
      let e = e + 2u;
      let i1 = i1 + 2u;
      let b0 = in0_vector0.z;
      let x0 = bitcast<i32>(b0);
      { let combined = m_i2l(x0); a1 = m_add64(a1, combined); }
    }
    {
      let e = e + 3u;
      let i1 = i1 + 3u;
      let b0 = in0_vector0.w;
      let x0 = bitcast<i32>(b0);
      { let combined = m_i2l(x0); a1 = m_add64(a1, combined); }
    }
  }
  let to_slot1 = params.to0 + (part * params.groups + number) * 2u;
  let n1 = array<u32, 2>(a1.x, a1.y);
  buf2[to_slot1] = n1[0];
  buf2[to_slot1 + 1u] = n1[1];
}

// ---- stage 2: prefixes ----

// (%0 int32 level 1)
// %1 int64 = cumsum %0
// return %1, prefixes, axes 1, ranks 1, trip [] ends [0] writes []
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
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (thread >= params.threads) { return; }
  let begin = 0u;
  let end = params.parts;
  let number = thread;
  let i0 = thread;
  var a1 = vec2<u32>(0x0u, 0x0u);
  for (var e = begin; e < end; e++) {
    let slot1 = params.from0 + (e * params.groups + number) * 2u;
    let w1 = array<u32, 2>(buf1[slot1], buf1[slot1 + 1u]);
    let t1 = vec2<u32>(w1[0], w1[1]);
    let n1 = array<u32, 2>(a1.x, a1.y);
    buf1[slot1] = n1[0];
    buf1[slot1 + 1u] = n1[1];
    { let combined = t1; a1 = m_add64(a1, combined); }
  }
}

// ---- stage 3: parts of groups ----

// (%0 int32 level 1)
// %1 int64 = cumsum %0
// return %1
// out0 strided @1, in0 strided @2, parts of groups, axes 1, ranks 1, rounds of 4, vectors of operand 0, vectors of operand 1, trip [0] ends [] writes [0], carried [0]
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
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read_write> buf3: array<u32>;

fn m_i2l(x: i32) -> vec2<u32> { return vec2<u32>(bitcast<u32>(x), bitcast<u32>(x >> 31u)); }

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

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
  let out0_base0 = params.out0_offset + i0 * params.out0_stride0;
  let in0_base0 = params.in0_offset + i0 * params.in0_stride0;
  let slot1 = params.from0 + (part * params.groups + number) * 2u;
  let w1 = array<u32, 2>(buf3[slot1], buf3[slot1 + 1u]);
  var a1_0 = vec2<u32>(w1[0], w1[1]);
  for (var e = begin; e < end; e += 4u) {
    let i1 = e;
    var out0_vector0 = vec4<u32>();
    var out0_vector1 = vec4<u32>();
    let in0_vector0 = buf2[((in0_base0 + i1 * params.in0_stride1) >> 2u)];
    {
      let b0 = in0_vector0.x;
      let x0 = bitcast<i32>(b0);
      { let combined = m_i2l(x0); a1_0 = m_add64(a1_0, combined); }
      let v1 = a1_0;
      let out0_bits = v1;
      out0_vector0.x = out0_bits.x;
      out0_vector0.y = out0_bits.y;
    }
    {
      let e = e + 1u;
      let i1 = i1 + 1u;
      let b0 = in0_vector0.y;
      let x0 = bitcast<i32>(b0);
      { let combined = m_i2l(x0); a1_0 = m_add64(a1_0, combined); }
      let v1 = a1_0;
      let out0_bits = v1;
      out0_vector0.z = out0_bits.x;
      out0_vector0.w = out0_bits.y;
    }
    {
      let e = e + 2u;
      let i1 = i1 + 2u;
      let b0 = in0_vector0.z;
      let x0 = bitcast<i32>(b0);
      { let combined = m_i2l(x0); a1_0 = m_add64(a1_0, combined); }
      let v1 = a1_0;
      let out0_bits = v1;
      out0_vector1.x = out0_bits.x;
      out0_vector1.y = out0_bits.y;
    }
    {
      let e = e + 3u;
      let i1 = i1 + 3u;
      let b0 = in0_vector0.w;
      let x0 = bitcast<i32>(b0);
      { let combined = m_i2l(x0); a1_0 = m_add64(a1_0, combined); }
      let v1 = a1_0;
      let out0_bits = v1;
      out0_vector1.z = out0_bits.x;
      out0_vector1.w = out0_bits.y;
    }
    buf1[((out0_base0 + i1 * params.out0_stride1) >> 1u)] = out0_vector0;
    buf1[((out0_base0 + i1 * params.out0_stride1) >> 1u) + 1u] = out0_vector1;
  }
}

