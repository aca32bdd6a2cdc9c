// ---- neg uint8 ----

// (%0 uint8)
// %1 uint8 = neg %0
// return %1
// out0 contiguous whole @1, in0 contiguous whole @2, flat of 16 by 1 looped
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn m_lanes_sub(x: u32, y: u32, h: u32) -> u32 { return ((x | h) - (y & ~h)) ^ ((x ^ ~y) & h); }

fn apply(x0: u32) -> u32 {
  let v1 = m_lanes_sub(0u, x0, 0x80808080u);
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
    let x0 = (m_byte(buf2[(in0_at >> 2u) >> 2u][(in0_at >> 2u) & 3u], in0_at)) * 0x01010101u;
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 2u) >> 2u][(out0_at >> 2u) & 3u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[(out0_at >> 2u) >> 2u][(out0_at >> 2u) & 3u] = (out0_word & ~(255u << out0_shift)) | (((y) & 255u) << out0_shift);
  }
}

// ---- neg uint16 ----

// (%0 uint16)
// %1 uint16 = neg %0
// return %1
// out0 contiguous whole @1, in0 contiguous whole @2, flat of 8 by 1 looped
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn m_lanes_sub(x: u32, y: u32, h: u32) -> u32 { return ((x | h) - (y & ~h)) ^ ((x ^ ~y) & h); }

fn apply(x0: u32) -> u32 {
  let v1 = m_lanes_sub(0u, x0, 0x80008000u);
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
  for (var e = 0u; e < 2u; e++) {
    let rest = thread * 2u + e;
    let slot = select(rest, rest + params.body, rest >= params.head);
    if (slot < params.phase || slot >= params.len + params.phase) { continue; }
    let i = slot - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = (m_short(buf2[(in0_at >> 1u) >> 2u][(in0_at >> 1u) & 3u], in0_at)) * 0x00010001u;
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 2u][(out0_at >> 1u) & 3u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 2u][(out0_at >> 1u) & 3u] = (out0_word & ~(65535u << out0_shift)) | (((y) & 65535u) << out0_shift);
  }
}

// ---- neg uint32 ----

// (%0 uint32)
// %1 uint32 = neg %0
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

fn apply(x0: u32) -> u32 {
  let v1 = 0u - x0;
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
  buf1[out0_at] = y;
}

// ---- neg uint64 ----

// (%0 uint64)
// %1 uint64 = neg %0
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

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

fn m_neg64(x: vec2<u32>) -> vec2<u32> { return m_sub64(vec2<u32>(0u), x); }

fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_neg64(x0);
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
  let x0 = vec2<u32>(buf2[in0_at * 2u], buf2[in0_at * 2u + 1u]);
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- neg int8 ----

// (%0 int8)
// %1 int8 = neg %0
// return %1
// out0 contiguous whole @1, in0 contiguous whole @2, flat of 16 by 1 looped
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn m_lanes_sub(x: u32, y: u32, h: u32) -> u32 { return ((x | h) - (y & ~h)) ^ ((x ^ ~y) & h); }

fn apply(x0: u32) -> u32 {
  let v1 = m_lanes_sub(0u, x0, 0x80808080u);
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
    let x0 = (m_byte(buf2[(in0_at >> 2u) >> 2u][(in0_at >> 2u) & 3u], in0_at)) * 0x01010101u;
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 2u) >> 2u][(out0_at >> 2u) & 3u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[(out0_at >> 2u) >> 2u][(out0_at >> 2u) & 3u] = (out0_word & ~(255u << out0_shift)) | (((y) & 255u) << out0_shift);
  }
}

// ---- neg int16 ----

// (%0 int16)
// %1 int16 = neg %0
// return %1
// out0 contiguous whole @1, in0 contiguous whole @2, flat of 8 by 1 looped
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn m_lanes_sub(x: u32, y: u32, h: u32) -> u32 { return ((x | h) - (y & ~h)) ^ ((x ^ ~y) & h); }

fn apply(x0: u32) -> u32 {
  let v1 = m_lanes_sub(0u, x0, 0x80008000u);
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
  for (var e = 0u; e < 2u; e++) {
    let rest = thread * 2u + e;
    let slot = select(rest, rest + params.body, rest >= params.head);
    if (slot < params.phase || slot >= params.len + params.phase) { continue; }
    let i = slot - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = (m_short(buf2[(in0_at >> 1u) >> 2u][(in0_at >> 1u) & 3u], in0_at)) * 0x00010001u;
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 2u][(out0_at >> 1u) & 3u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 2u][(out0_at >> 1u) & 3u] = (out0_word & ~(65535u << out0_shift)) | (((y) & 65535u) << out0_shift);
  }
}

// ---- neg int32 ----

// (%0 int32)
// %1 int32 = neg %0
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

fn apply(x0: i32) -> i32 {
  let v1 = -x0;
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
  let x0 = bitcast<i32>(buf2[in0_at]);
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- neg int64 ----

// (%0 int64)
// %1 int64 = neg %0
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

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

fn m_neg64(x: vec2<u32>) -> vec2<u32> { return m_sub64(vec2<u32>(0u), x); }

fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_neg64(x0);
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
  let x0 = vec2<u32>(buf2[in0_at * 2u], buf2[in0_at * 2u + 1u]);
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- neg float16 ----

// (%0 float16)
// %1 float16 = neg %0
// return %1
// out0 contiguous whole @1, in0 contiguous whole @2, flat of 8 by 1 looped
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn apply(x0: u32) -> u32 {
  let v1 = x0 ^ 0x80008000u;
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
  for (var e = 0u; e < 2u; e++) {
    let rest = thread * 2u + e;
    let slot = select(rest, rest + params.body, rest >= params.head);
    if (slot < params.phase || slot >= params.len + params.phase) { continue; }
    let i = slot - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = (m_short(buf2[(in0_at >> 1u) >> 2u][(in0_at >> 1u) & 3u], in0_at)) * 0x00010001u;
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 2u][(out0_at >> 1u) & 3u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 2u][(out0_at >> 1u) & 3u] = (out0_word & ~(65535u << out0_shift)) | (((y) & 65535u) << out0_shift);
  }
}

// ---- neg bfloat16 ----

// (%0 bfloat16)
// %1 bfloat16 = neg %0
// return %1
// out0 contiguous whole @1, in0 contiguous whole @2, flat of 8 by 1 looped
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn apply(x0: u32) -> u32 {
  let v1 = x0 ^ 0x80008000u;
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
  for (var e = 0u; e < 2u; e++) {
    let rest = thread * 2u + e;
    let slot = select(rest, rest + params.body, rest >= params.head);
    if (slot < params.phase || slot >= params.len + params.phase) { continue; }
    let i = slot - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = (m_short(buf2[(in0_at >> 1u) >> 2u][(in0_at >> 1u) & 3u], in0_at)) * 0x00010001u;
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 2u][(out0_at >> 1u) & 3u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 2u][(out0_at >> 1u) & 3u] = (out0_word & ~(65535u << out0_shift)) | (((y) & 65535u) << out0_shift);
  }
}

// ---- neg float32 ----

// (%0 float32)
// %1 float32 = neg %0
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

fn m_xor(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) ^ s); }

// Signs alone, where an adapter would flush a subnormal that it negates.
fn m_neg(x: f32) -> f32 { return m_xor(x, 0x80000000u); }

fn apply(x0: f32) -> f32 {
  let v1 = m_neg(x0);
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
  let x0 = bitcast<f32>(buf2[in0_at]);
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- neg float64 ----

// (%0 float64)
// %1 float64 = neg %0
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

fn m_fneg64(x: vec2<u32>) -> vec2<u32> { return vec2<u32>(x.x, x.y ^ 0x80000000u); }

fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_fneg64(x0);
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
  let x0 = vec2<u32>(buf2[in0_at * 2u], buf2[in0_at * 2u + 1u]);
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

