// ---- isposinf bool ----

// (%0 bool)
// %1 bool = isposinf %0
// return %1
// out0 contiguous whole @1, in0 contiguous whole @2, flat of 4 by 1 looped
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
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: bool) -> bool {
  let v1 = false;
  return v1;
}

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
    let in0_at = params.in0_offset + i;
    let x0 = m_byte(buf2[in0_at >> 2u], in0_at) != 0u;
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((select(0u, 1u, y)) << out0_shift);
  }
}

// ---- isposinf uint8 ----

// (%0 uint8)
// %1 bool = isposinf %0
// return %1
// out0 contiguous whole @1, in0 contiguous whole @2, flat of 4 by 1 looped
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
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: u32) -> bool {
  let v1 = false;
  return v1;
}

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
    let in0_at = params.in0_offset + i;
    let x0 = m_byte(buf2[in0_at >> 2u], in0_at);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((select(0u, 1u, y)) << out0_shift);
  }
}

// ---- isposinf uint16 ----

// (%0 uint16)
// %1 bool = isposinf %0
// return %1
// out0 contiguous whole @1, in0 contiguous whole @2, flat of 4 by 1 looped
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
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<vec2<u32>>;

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn apply(x0: u32) -> bool {
  let v1 = false;
  return v1;
}

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
    let in0_at = params.in0_offset + i;
    let x0 = m_short(buf2[(in0_at >> 1u) >> 1u][(in0_at >> 1u) & 1u], in0_at);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((select(0u, 1u, y)) << out0_shift);
  }
}

// ---- isposinf uint32 ----

// (%0 uint32)
// %1 bool = isposinf %0
// return %1
// out0 contiguous whole @1, in0 contiguous whole @2, flat of 4 by 1 looped
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
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn apply(x0: u32) -> bool {
  let v1 = false;
  return v1;
}

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
    let in0_at = params.in0_offset + i;
    let x0 = buf2[(in0_at) >> 2u][(in0_at) & 3u];
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((select(0u, 1u, y)) << out0_shift);
  }
}

// ---- isposinf uint64 ----

// (%0 uint64)
// %1 bool = isposinf %0
// return %1
// out0 contiguous whole @1, in0 contiguous whole @2, flat of 4 by 1 looped
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
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn apply(x0: vec2<u32>) -> bool {
  let v1 = false;
  return v1;
}

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
    let in0_at = params.in0_offset + i;
    let x0 = vec2<u32>(buf2[(in0_at * 2u) >> 2u][(in0_at * 2u) & 3u], buf2[(in0_at * 2u + 1u) >> 2u][(in0_at * 2u + 1u) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((select(0u, 1u, y)) << out0_shift);
  }
}

// ---- isposinf int8 ----

// (%0 int8)
// %1 bool = isposinf %0
// return %1
// out0 contiguous whole @1, in0 contiguous whole @2, flat of 4 by 1 looped
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
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: i32) -> bool {
  let v1 = false;
  return v1;
}

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
    let in0_at = params.in0_offset + i;
    let x0 = bitcast<i32>(m_byte(buf2[in0_at >> 2u], in0_at) << 24u) >> 24u;
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((select(0u, 1u, y)) << out0_shift);
  }
}

// ---- isposinf int16 ----

// (%0 int16)
// %1 bool = isposinf %0
// return %1
// out0 contiguous whole @1, in0 contiguous whole @2, flat of 4 by 1 looped
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
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<vec2<u32>>;

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn apply(x0: i32) -> bool {
  let v1 = false;
  return v1;
}

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
    let in0_at = params.in0_offset + i;
    let x0 = bitcast<i32>(m_short(buf2[(in0_at >> 1u) >> 1u][(in0_at >> 1u) & 1u], in0_at) << 16u) >> 16u;
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((select(0u, 1u, y)) << out0_shift);
  }
}

// ---- isposinf int32 ----

// (%0 int32)
// %1 bool = isposinf %0
// return %1
// out0 contiguous whole @1, in0 contiguous whole @2, flat of 4 by 1 looped
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
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn apply(x0: i32) -> bool {
  let v1 = false;
  return v1;
}

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
    let in0_at = params.in0_offset + i;
    let x0 = bitcast<i32>(buf2[(in0_at) >> 2u][(in0_at) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((select(0u, 1u, y)) << out0_shift);
  }
}

// ---- isposinf int64 ----

// (%0 int64)
// %1 bool = isposinf %0
// return %1
// out0 contiguous whole @1, in0 contiguous whole @2, flat of 4 by 1 looped
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
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn apply(x0: vec2<u32>) -> bool {
  let v1 = false;
  return v1;
}

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
    let in0_at = params.in0_offset + i;
    let x0 = vec2<u32>(buf2[(in0_at * 2u) >> 2u][(in0_at * 2u) & 3u], buf2[(in0_at * 2u + 1u) >> 2u][(in0_at * 2u + 1u) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((select(0u, 1u, y)) << out0_shift);
  }
}

// ---- isposinf float16 ----

// (%0 float16)
// %1 bool = isposinf %0
// return %1
// out0 contiguous whole @1, in0 contiguous whole @2, flat of 4 by 1 looped
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
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<vec2<u32>>;

fn m_isposinf(x: f32) -> bool { return bitcast<u32>(x) == 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

fn apply(x0: f32) -> bool {
  let v1 = m_isposinf(x0);
  return v1;
}

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
    let in0_at = params.in0_offset + i;
    let x0 = m_f16_to_f32(m_short(buf2[(in0_at >> 1u) >> 1u][(in0_at >> 1u) & 1u], in0_at));
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((select(0u, 1u, y)) << out0_shift);
  }
}

// ---- isposinf bfloat16 ----

// (%0 bfloat16)
// %1 bool = isposinf %0
// return %1
// out0 contiguous whole @1, in0 contiguous whole @2, flat of 4 by 1 looped
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
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<vec2<u32>>;

fn m_isposinf(x: f32) -> bool { return bitcast<u32>(x) == 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

fn apply(x0: f32) -> bool {
  let v1 = m_isposinf(x0);
  return v1;
}

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
    let in0_at = params.in0_offset + i;
    let x0 = m_bf16_to_f32(m_short(buf2[(in0_at >> 1u) >> 1u][(in0_at >> 1u) & 1u], in0_at));
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((select(0u, 1u, y)) << out0_shift);
  }
}

// ---- isposinf float32 ----

// (%0 float32)
// %1 bool = isposinf %0
// return %1
// out0 contiguous whole @1, in0 contiguous whole @2, flat of 4 by 1 looped
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
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn m_isposinf(x: f32) -> bool { return bitcast<u32>(x) == 0x7f800000u; }

fn apply(x0: f32) -> bool {
  let v1 = m_isposinf(x0);
  return v1;
}

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
    let in0_at = params.in0_offset + i;
    let x0 = bitcast<f32>(buf2[(in0_at) >> 2u][(in0_at) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((select(0u, 1u, y)) << out0_shift);
  }
}

// ---- isposinf float64 ----

// (%0 float64)
// %1 bool = isposinf %0
// return %1
// out0 contiguous whole @1, in0 contiguous whole @2, flat of 4 by 1 looped
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
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn apply(x0: vec2<u32>) -> bool {
  let v1 = all(x0 == vec2<u32>(0u, 0x7ff00000u));
  return v1;
}

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
    let in0_at = params.in0_offset + i;
    let x0 = vec2<u32>(buf2[(in0_at * 2u) >> 2u][(in0_at * 2u) & 3u], buf2[(in0_at * 2u + 1u) >> 2u][(in0_at * 2u + 1u) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((select(0u, 1u, y)) << out0_shift);
  }
}

