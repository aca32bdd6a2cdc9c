// ---- stage 1: groups by a thread ----

// (%0 float32 places 1, %1 int64 position; %2 float32)
// %3 float32 = load_or %0 %1 %2
// return %3
// out0 strided @1, in0 strided places 1 @2, in1 strided position, groups by a thread, axes 1, ranks 0, by groups, keeps [] outputs [0]
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
  out0_offset: u32,
  out0_stride0: u32,
  in0_offset: u32,
  in0_place0: u32,
  in0_step0: u32,
  in0_stride0: u32,
  in1_offset: u32,
  in1_high: u32,
  in1_stride0: u32,
  s2: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

// m_signed64 is an integer with its sign in a second word.
fn m_signed64(x: u32) -> vec2<u32> { return vec2<u32>(x, select(0u, 0xffffffffu, x >= 0x80000000u)); }

// 0, but compilers know none of its bits. The length keeps it from being a mere uniform: llvmpipe
// compiles uniforms that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// v, but compilers know nothing of it: they do not rearrange, contract or fold through a word that
// was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

fn m_nowhere() -> u32 { return 0xffffffffu; }

fn m_place_signed64(i: vec2<u32>, size: u32, from_end: bool) -> u32 {
  let negative = from_end && i.y == 0xffffffffu;
  let at = i.x + select(0u, size, negative);
  return select(m_nowhere(), at, at < size && select(i.y == 0u, i.x >= 0u - size, negative));
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  var whole = params.whole;
  let first = (thread - lane) * params.each + lane;
  let past = min(first + 256u * params.each, whole);
  for (var turn = first; turn < past; turn += 256u) {
    let thread = turn;
    let begin = 0u;
    let end = params.elements;
    let number = thread;
    let i0 = thread;
    let in0_at = params.in0_offset + i0 * params.in0_stride0;
    let in1_at = params.in1_offset + i0 * params.in1_stride0;
    let b1 = m_add64(vec2<u32>(params.in1_offset, params.in1_high), m_signed64(in1_at - params.in1_offset));
    let x1 = b1;
    let s2 = m_bar(bitcast<f32>(params.s2));
    let v3_place0 = m_place_signed64(x1, params.in0_place0, false);
    let v3_to = in0_at + v3_place0 * params.in0_step0;
    var v3_bits = params.s2;
    if (v3_place0 != m_nowhere()) { v3_bits = buf2[v3_to]; }
    let v3 = bitcast<f32>(v3_bits);
    let out0_at = params.out0_offset + i0 * params.out0_stride0;
    buf1[out0_at] = v3_bits;
  }
}

