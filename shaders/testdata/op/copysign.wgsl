// ---- copysign float16 ----

// (%0 float16, %1 float16)
// %2 float16 = copysign %0 %1
// return %2
// out0 contiguous whole @1, in0 contiguous whole @2, in1 contiguous whole @3, flat of 8 by 1 looped
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  whole: u32,
  body: u32,
  phase: u32,
  head: u32,
  first: u32,
  out0_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<vec4<u32>>;

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = (x0 & ~0x80008000u) | (x1 & 0x80008000u);
  return v2;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (thread >= params.threads) { return; }
  for (var e = 0u; e < 2u; e++) {
    let rest = thread * 2u + e;
    let slot = select(rest, rest + params.body, rest >= params.head);
    if (slot < params.phase || slot >= params.len + params.phase) { continue; }
    let i = slot - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = (m_short(buf2[(in0_at >> 1u) >> 2u][(in0_at >> 1u) & 3u], in0_at)) * 0x00010001u;
    let in1_at = params.in1_offset + i;
    let x1 = (m_short(buf3[(in1_at >> 1u) >> 2u][(in1_at >> 1u) & 3u], in1_at)) * 0x00010001u;
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 2u][(out0_at >> 1u) & 3u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 2u][(out0_at >> 1u) & 3u] = (out0_word & ~(65535u << out0_shift)) | (((y) & 65535u) << out0_shift);
  }
}

// ---- copysign bfloat16 ----

// (%0 bfloat16, %1 bfloat16)
// %2 bfloat16 = copysign %0 %1
// return %2
// out0 contiguous whole @1, in0 contiguous whole @2, in1 contiguous whole @3, flat of 8 by 1 looped
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  whole: u32,
  body: u32,
  phase: u32,
  head: u32,
  first: u32,
  out0_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<vec4<u32>>;

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = (x0 & ~0x80008000u) | (x1 & 0x80008000u);
  return v2;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (thread >= params.threads) { return; }
  for (var e = 0u; e < 2u; e++) {
    let rest = thread * 2u + e;
    let slot = select(rest, rest + params.body, rest >= params.head);
    if (slot < params.phase || slot >= params.len + params.phase) { continue; }
    let i = slot - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = (m_short(buf2[(in0_at >> 1u) >> 2u][(in0_at >> 1u) & 3u], in0_at)) * 0x00010001u;
    let in1_at = params.in1_offset + i;
    let x1 = (m_short(buf3[(in1_at >> 1u) >> 2u][(in1_at >> 1u) & 3u], in1_at)) * 0x00010001u;
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 2u][(out0_at >> 1u) & 3u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 2u][(out0_at >> 1u) & 3u] = (out0_word & ~(65535u << out0_shift)) | (((y) & 65535u) << out0_shift);
  }
}

// ---- copysign float32 ----

// (%0 float32, %1 float32)
// %2 float32 = copysign %0 %1
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_copysign(x: f32, y: f32) -> f32 { return bitcast<f32>(m_abits(x) | m_sbit(y)); }

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_copysign(x0, x1);
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

// ---- copysign float64 ----

// (%0 float64, %1 float64)
// %2 float64 = copysign %0 %1
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

fn m_fcopysign64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x, (x.y & 0x7fffffffu) | (y.y & 0x80000000u));
}

fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_fcopysign64(x0, x1);
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

