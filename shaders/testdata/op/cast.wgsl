// ---- cast bool to bool ----

// (%0 bool)
// %1 bool = cast %0
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

fn apply(x0: u32) -> u32 {
  let v1 = x0;
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

// ---- cast bool to uint8 ----

// (%0 bool)
// %1 uint8 = cast %0
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

fn apply(x0: u32) -> u32 {
  let v1 = x0;
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

// ---- cast bool to uint16 ----

// (%0 bool)
// %1 uint16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: bool) -> u32 {
  let v1 = select(0u, 1u, x0);
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
    let x0 = m_byte(buf2[in0_at >> 2u], in0_at) != 0u;
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((y & 65535u) << out0_shift);
  }
}

// ---- cast bool to uint32 ----

// (%0 bool)
// %1 uint32 = cast %0
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: bool) -> u32 {
  let v1 = select(0u, 1u, x0);
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
  let x0 = m_byte(buf2[in0_at >> 2u], in0_at) != 0u;
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = y;
}

// ---- cast bool to uint64 ----

// (%0 bool)
// %1 uint64 = cast %0
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: bool) -> vec2<u32> {
  let v1 = vec2<u32>(select(0u, 1u, x0), 0u);
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
  let x0 = m_byte(buf2[in0_at >> 2u], in0_at) != 0u;
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast bool to int8 ----

// (%0 bool)
// %1 int8 = cast %0
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

fn apply(x0: u32) -> u32 {
  let v1 = x0;
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

// ---- cast bool to int16 ----

// (%0 bool)
// %1 int16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: bool) -> i32 {
  let v1 = select(0, 1, x0);
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
    let x0 = m_byte(buf2[in0_at >> 2u], in0_at) != 0u;
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((bitcast<u32>(y) & 65535u) << out0_shift);
  }
}

// ---- cast bool to int32 ----

// (%0 bool)
// %1 int32 = cast %0
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: bool) -> i32 {
  let v1 = select(0, 1, x0);
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
  let x0 = m_byte(buf2[in0_at >> 2u], in0_at) != 0u;
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast bool to int64 ----

// (%0 bool)
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: bool) -> vec2<u32> {
  let v1 = vec2<u32>(select(0u, 1u, x0), 0u);
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
  let x0 = m_byte(buf2[in0_at >> 2u], in0_at) != 0u;
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast bool to float16 ----

// (%0 bool)
// %1 float16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

// What |x| < 2^-14 is in units of 2^-24, float16's below the normal numbers, to the nearest,
// ties to even: 0.5 has such units, too. Shifting by an amount of each element's own is what
// drivers without such an instruction do element by element.
fn m_f16_low(a: u32) -> u32 { return bitcast<u32>(bitcast<f32>(a) + 0.5) - 0x3f000000u; }

// The bits of the float16 nearest to x, ties to even.
fn m_f32_to_f16(x: f32) -> u32 {
  let a = m_abits(x);
  let high = (a - 0x38000000u + 0xfffu + ((a >> 13u) & 1u)) >> 13u;
  let r = min(select(high, m_f16_low(a), a < 0x38800000u), 0x7c00u);
  return select(r, 0x7e00u, a > 0x7f800000u) | (m_sbit(x) >> 16u);
}

fn apply(x0: bool) -> f32 {
  let v1 = select(0.0, 1.0, x0);
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
    let x0 = m_byte(buf2[in0_at >> 2u], in0_at) != 0u;
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_f16(y)) << out0_shift);
  }
}

// ---- cast bool to bfloat16 ----

// (%0 bool)
// %1 bfloat16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

fn apply(x0: bool) -> f32 {
  let v1 = select(0.0, 1.0, x0);
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
    let x0 = m_byte(buf2[in0_at >> 2u], in0_at) != 0u;
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_bf16(y)) << out0_shift);
  }
}

// ---- cast bool to float32 ----

// (%0 bool)
// %1 float32 = cast %0
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: bool) -> f32 {
  let v1 = select(0.0, 1.0, x0);
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
  let x0 = m_byte(buf2[in0_at >> 2u], in0_at) != 0u;
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast bool to float64 ----

// (%0 bool)
// %1 float64 = cast %0
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn m_fone64() -> vec2<u32> { return vec2<u32>(0u, 0x3ff00000u); }

fn apply(x0: bool) -> vec2<u32> {
  let v1 = select(vec2<u32>(0u), m_fone64(), x0);
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
  let x0 = m_byte(buf2[in0_at >> 2u], in0_at) != 0u;
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast uint8 to bool ----

// (%0 uint8)
// %1 bool = cast %0
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

fn m_lanes_ne(x: u32, y: u32, h: u32) -> u32 {
  let d = x ^ y;
  return ((((d & ~h) + ~h) | d) & h) >> 7u;
}

fn apply(x0: u32) -> u32 {
  let v1 = m_lanes_ne(x0, 0u, 0x80808080u);
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

// ---- cast uint8 to uint8 ----

// (%0 uint8)
// %1 uint8 = cast %0
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

fn apply(x0: u32) -> u32 {
  let v1 = x0;
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

// ---- cast uint8 to uint16 ----

// (%0 uint8)
// %1 uint16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: u32) -> u32 {
  let v1 = x0;
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
    let x0 = m_byte(buf2[in0_at >> 2u], in0_at);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((y & 65535u) << out0_shift);
  }
}

// ---- cast uint8 to uint32 ----

// (%0 uint8)
// %1 uint32 = cast %0
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: u32) -> u32 {
  let v1 = x0;
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
  let x0 = m_byte(buf2[in0_at >> 2u], in0_at);
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = y;
}

// ---- cast uint8 to uint64 ----

// (%0 uint8)
// %1 uint64 = cast %0
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

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
  let x0 = m_byte(buf2[in0_at >> 2u], in0_at);
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast uint8 to int8 ----

// (%0 uint8)
// %1 int8 = cast %0
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

fn apply(x0: u32) -> u32 {
  let v1 = x0;
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

// ---- cast uint8 to int16 ----

// (%0 uint8)
// %1 int16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: u32) -> i32 {
  let v1 = bitcast<i32>(x0);
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
    let x0 = m_byte(buf2[in0_at >> 2u], in0_at);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((bitcast<u32>(y) & 65535u) << out0_shift);
  }
}

// ---- cast uint8 to int32 ----

// (%0 uint8)
// %1 int32 = cast %0
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: u32) -> i32 {
  let v1 = bitcast<i32>(x0);
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
  let x0 = m_byte(buf2[in0_at >> 2u], in0_at);
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast uint8 to int64 ----

// (%0 uint8)
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

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
  let x0 = m_byte(buf2[in0_at >> 2u], in0_at);
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast uint8 to float16 ----

// (%0 uint8)
// %1 float16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

// What |x| < 2^-14 is in units of 2^-24, float16's below the normal numbers, to the nearest,
// ties to even: 0.5 has such units, too. Shifting by an amount of each element's own is what
// drivers without such an instruction do element by element.
fn m_f16_low(a: u32) -> u32 { return bitcast<u32>(bitcast<f32>(a) + 0.5) - 0x3f000000u; }

// The bits of the float16 nearest to x, ties to even.
fn m_f32_to_f16(x: f32) -> u32 {
  let a = m_abits(x);
  let high = (a - 0x38000000u + 0xfffu + ((a >> 13u) & 1u)) >> 13u;
  let r = min(select(high, m_f16_low(a), a < 0x38800000u), 0x7c00u);
  return select(r, 0x7e00u, a > 0x7f800000u) | (m_sbit(x) >> 16u);
}

fn apply(x0: u32) -> f32 {
  let v1 = f32(x0);
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
    let x0 = m_byte(buf2[in0_at >> 2u], in0_at);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_f16(y)) << out0_shift);
  }
}

// ---- cast uint8 to bfloat16 ----

// (%0 uint8)
// %1 bfloat16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

fn apply(x0: u32) -> f32 {
  let v1 = f32(x0);
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
    let x0 = m_byte(buf2[in0_at >> 2u], in0_at);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_bf16(y)) << out0_shift);
  }
}

// ---- cast uint8 to float32 ----

// (%0 uint8)
// %1 float32 = cast %0
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: u32) -> f32 {
  let v1 = f32(x0);
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
  let x0 = m_byte(buf2[in0_at >> 2u], in0_at);
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast uint8 to float64 ----

// (%0 uint8)
// %1 float64 = cast %0
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn m_ul2d(x: vec2<u32>) -> vec2<u32> {
  if (all(x == vec2<u32>(0u))) { return x; }
  return m_fround64(0u, m_fnormal64(1086, x));
}

fn m_u2d(x: u32) -> vec2<u32> { return m_ul2d(vec2<u32>(x, 0u)); }

// x / 2^n, for n up to 64; a last bit says whether any bit was lost.
fn m_sticky64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let k = min(n, 63u);
  let r = m_right64(x, k, 0u);
  return vec2<u32>(r.x | select(0u, 1u, any(m_left64(r, k) != x)), r.y);
}

// A number by its parts, ±m * 2^(e-1086), where m has its top bit set; 0 has none.
struct MFloat64 { e: i32, m: vec2<u32> }

// m * 2^(e-1086) for any m but 0.
fn m_fnormal64(e: i32, m: vec2<u32>) -> MFloat64 {
  let z = m_zeros64(m) & 63u;
  return MFloat64(e - i32(z), m_left64(m, z));
}

// The float64 nearest to x, ties to even; s is its sign bit. Below the normal numbers, bits
// fall off first. The top bit of the significand is added to the exponent.
fn m_fround64(s: u32, x: MFloat64) -> vec2<u32> {
  let m = m_sticky64(x.m, u32(clamp(1 - x.e, 0, 64)));
  let up = select(0u, 1u, (m.x & 0x7ffu) + ((m.x >> 11u) & 1u) > 0x400u);
  let r = m_add64(m_right64(m, 11u, 0u), vec2<u32>(up, u32(clamp(x.e, 1, 2047) - 1) << 20u));
  return select(r, vec2<u32>(0u, 0x7ff00000u), x.e > 2046) | vec2<u32>(0u, s);
}

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

// Zeros above the first bit that is set.
fn m_zeros64(x: vec2<u32>) -> u32 {
  return select(countLeadingZeros(x.y), 32u + countLeadingZeros(x.x), x.y == 0u);
}

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn apply(x0: u32) -> vec2<u32> {
  let v1 = m_u2d(x0);
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
  let x0 = m_byte(buf2[in0_at >> 2u], in0_at);
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast uint16 to bool ----

// (%0 uint16)
// %1 bool = cast %0
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
  let v1 = x0 != 0u;
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

// ---- cast uint16 to uint8 ----

// (%0 uint16)
// %1 uint8 = cast %0
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

fn apply(x0: u32) -> u32 {
  let v1 = x0 & 255u;
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
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((y & 255u) << out0_shift);
  }
}

// ---- cast uint16 to uint16 ----

// (%0 uint16)
// %1 uint16 = cast %0
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
  let v1 = x0;
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

// ---- cast uint16 to uint32 ----

// (%0 uint16)
// %1 uint32 = cast %0
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

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn apply(x0: u32) -> u32 {
  let v1 = x0;
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
  let x0 = m_short(buf2[in0_at >> 1u], in0_at);
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = y;
}

// ---- cast uint16 to uint64 ----

// (%0 uint16)
// %1 uint64 = cast %0
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

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

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
  let x0 = m_short(buf2[in0_at >> 1u], in0_at);
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast uint16 to int8 ----

// (%0 uint16)
// %1 int8 = cast %0
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

fn apply(x0: u32) -> i32 {
  let v1 = (bitcast<i32>(x0) << 24u) >> 24u;
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
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((bitcast<u32>(y) & 255u) << out0_shift);
  }
}

// ---- cast uint16 to int16 ----

// (%0 uint16)
// %1 int16 = cast %0
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
  let v1 = x0;
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

// ---- cast uint16 to int32 ----

// (%0 uint16)
// %1 int32 = cast %0
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

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn apply(x0: u32) -> i32 {
  let v1 = bitcast<i32>(x0);
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
  let x0 = m_short(buf2[in0_at >> 1u], in0_at);
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast uint16 to int64 ----

// (%0 uint16)
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

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

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
  let x0 = m_short(buf2[in0_at >> 1u], in0_at);
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast uint16 to float16 ----

// (%0 uint16)
// %1 float16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec2<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// What |x| < 2^-14 is in units of 2^-24, float16's below the normal numbers, to the nearest,
// ties to even: 0.5 has such units, too. Shifting by an amount of each element's own is what
// drivers without such an instruction do element by element.
fn m_f16_low(a: u32) -> u32 { return bitcast<u32>(bitcast<f32>(a) + 0.5) - 0x3f000000u; }

// The bits of the float16 nearest to x, ties to even.
fn m_f32_to_f16(x: f32) -> u32 {
  let a = m_abits(x);
  let high = (a - 0x38000000u + 0xfffu + ((a >> 13u) & 1u)) >> 13u;
  let r = min(select(high, m_f16_low(a), a < 0x38800000u), 0x7c00u);
  return select(r, 0x7e00u, a > 0x7f800000u) | (m_sbit(x) >> 16u);
}

// The float16 nearest to x, as f32; NaN stays.
fn m_round_f16(x: f32) -> f32 {
  let a = m_abits(x);
  let low = bitcast<u32>(f32(bitcast<i32>(m_f16_low(a))) * 5.9604645e-8);
  let high = (a + 0xfffu + ((a >> 13u) & 1u)) & 0xffffe000u;
  let r = select(select(high, 0x7f800000u, high > 0x477fe000u), low, a < 0x38800000u);
  return bitcast<f32>(select(r, a, a > 0x7f800000u) | m_sbit(x));
}

fn apply(x0: u32) -> f32 {
  let v1 = m_round_f16(f32(x0));
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
    let x0 = m_short(buf2[(in0_at >> 1u) >> 1u][(in0_at >> 1u) & 1u], in0_at);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_f16(y)) << out0_shift);
  }
}

// ---- cast uint16 to bfloat16 ----

// (%0 uint16)
// %1 bfloat16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec2<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

// The bfloat16 nearest to x, as f32; NaN stays.
fn m_round_bf16(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  return bitcast<f32>(select((b + 0x7fffu + ((b >> 16u) & 1u)) & 0xffff0000u, b, m_isnan(x)));
}

fn apply(x0: u32) -> f32 {
  let v1 = m_round_bf16(f32(x0));
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
    let x0 = m_short(buf2[(in0_at >> 1u) >> 1u][(in0_at >> 1u) & 1u], in0_at);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_bf16(y)) << out0_shift);
  }
}

// ---- cast uint16 to float32 ----

// (%0 uint16)
// %1 float32 = cast %0
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

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn apply(x0: u32) -> f32 {
  let v1 = f32(x0);
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
  let x0 = m_short(buf2[in0_at >> 1u], in0_at);
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast uint16 to float64 ----

// (%0 uint16)
// %1 float64 = cast %0
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

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn m_ul2d(x: vec2<u32>) -> vec2<u32> {
  if (all(x == vec2<u32>(0u))) { return x; }
  return m_fround64(0u, m_fnormal64(1086, x));
}

fn m_u2d(x: u32) -> vec2<u32> { return m_ul2d(vec2<u32>(x, 0u)); }

// x / 2^n, for n up to 64; a last bit says whether any bit was lost.
fn m_sticky64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let k = min(n, 63u);
  let r = m_right64(x, k, 0u);
  return vec2<u32>(r.x | select(0u, 1u, any(m_left64(r, k) != x)), r.y);
}

// A number by its parts, ±m * 2^(e-1086), where m has its top bit set; 0 has none.
struct MFloat64 { e: i32, m: vec2<u32> }

// m * 2^(e-1086) for any m but 0.
fn m_fnormal64(e: i32, m: vec2<u32>) -> MFloat64 {
  let z = m_zeros64(m) & 63u;
  return MFloat64(e - i32(z), m_left64(m, z));
}

// The float64 nearest to x, ties to even; s is its sign bit. Below the normal numbers, bits
// fall off first. The top bit of the significand is added to the exponent.
fn m_fround64(s: u32, x: MFloat64) -> vec2<u32> {
  let m = m_sticky64(x.m, u32(clamp(1 - x.e, 0, 64)));
  let up = select(0u, 1u, (m.x & 0x7ffu) + ((m.x >> 11u) & 1u) > 0x400u);
  let r = m_add64(m_right64(m, 11u, 0u), vec2<u32>(up, u32(clamp(x.e, 1, 2047) - 1) << 20u));
  return select(r, vec2<u32>(0u, 0x7ff00000u), x.e > 2046) | vec2<u32>(0u, s);
}

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

// Zeros above the first bit that is set.
fn m_zeros64(x: vec2<u32>) -> u32 {
  return select(countLeadingZeros(x.y), 32u + countLeadingZeros(x.x), x.y == 0u);
}

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn apply(x0: u32) -> vec2<u32> {
  let v1 = m_u2d(x0);
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
  let x0 = m_short(buf2[in0_at >> 1u], in0_at);
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast uint32 to bool ----

// (%0 uint32)
// %1 bool = cast %0
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
  let v1 = x0 != 0u;
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

// ---- cast uint32 to uint8 ----

// (%0 uint32)
// %1 uint8 = cast %0
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

fn apply(x0: u32) -> u32 {
  let v1 = x0 & 255u;
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
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((y & 255u) << out0_shift);
  }
}

// ---- cast uint32 to uint16 ----

// (%0 uint32)
// %1 uint16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn apply(x0: u32) -> u32 {
  let v1 = x0 & 65535u;
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
    let x0 = buf2[(in0_at) >> 2u][(in0_at) & 3u];
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((y & 65535u) << out0_shift);
  }
}

// ---- cast uint32 to uint32 ----

// (%0 uint32)
// %1 uint32 = cast %0
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
  let v1 = x0;
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

// ---- cast uint32 to uint64 ----

// (%0 uint32)
// %1 uint64 = cast %0
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

// ---- cast uint32 to int8 ----

// (%0 uint32)
// %1 int8 = cast %0
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

fn apply(x0: u32) -> i32 {
  let v1 = (bitcast<i32>(x0) << 24u) >> 24u;
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
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((bitcast<u32>(y) & 255u) << out0_shift);
  }
}

// ---- cast uint32 to int16 ----

// (%0 uint32)
// %1 int16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn apply(x0: u32) -> i32 {
  let v1 = (bitcast<i32>(x0) << 16u) >> 16u;
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
    let x0 = buf2[(in0_at) >> 2u][(in0_at) & 3u];
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((bitcast<u32>(y) & 65535u) << out0_shift);
  }
}

// ---- cast uint32 to int32 ----

// (%0 uint32)
// %1 int32 = cast %0
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

fn apply(x0: u32) -> i32 {
  let v1 = bitcast<i32>(x0);
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
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast uint32 to int64 ----

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

// ---- cast uint32 to float16 ----

// (%0 uint32)
// %1 float16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

// What |x| < 2^-14 is in units of 2^-24, float16's below the normal numbers, to the nearest,
// ties to even: 0.5 has such units, too. Shifting by an amount of each element's own is what
// drivers without such an instruction do element by element.
fn m_f16_low(a: u32) -> u32 { return bitcast<u32>(bitcast<f32>(a) + 0.5) - 0x3f000000u; }

// The bits of the float16 nearest to x, ties to even.
fn m_f32_to_f16(x: f32) -> u32 {
  let a = m_abits(x);
  let high = (a - 0x38000000u + 0xfffu + ((a >> 13u) & 1u)) >> 13u;
  let r = min(select(high, m_f16_low(a), a < 0x38800000u), 0x7c00u);
  return select(r, 0x7e00u, a > 0x7f800000u) | (m_sbit(x) >> 16u);
}

// The float16 nearest to x, as f32; NaN stays.
fn m_round_f16(x: f32) -> f32 {
  let a = m_abits(x);
  let low = bitcast<u32>(f32(bitcast<i32>(m_f16_low(a))) * 5.9604645e-8);
  let high = (a + 0xfffu + ((a >> 13u) & 1u)) & 0xffffe000u;
  let r = select(select(high, 0x7f800000u, high > 0x477fe000u), low, a < 0x38800000u);
  return bitcast<f32>(select(r, a, a > 0x7f800000u) | m_sbit(x));
}

// Integers that f32 may not hold, with a bit that says whether any of the low nine was
// set in their place: rounding to half precision afterwards is the only rounding.
fn m_sticky_u(x: u32) -> u32 {
  return select((x & 0xfffffe00u) | select(0u, 0x100u, (x & 0x1ffu) != 0u), x, x < 0x1000000u);
}

fn apply(x0: u32) -> f32 {
  let v1 = m_round_f16(f32(m_sticky_u(x0)));
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
    let x0 = buf2[(in0_at) >> 2u][(in0_at) & 3u];
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_f16(y)) << out0_shift);
  }
}

// ---- cast uint32 to bfloat16 ----

// (%0 uint32)
// %1 bfloat16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

// The bfloat16 nearest to x, as f32; NaN stays.
fn m_round_bf16(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  return bitcast<f32>(select((b + 0x7fffu + ((b >> 16u) & 1u)) & 0xffff0000u, b, m_isnan(x)));
}

// Integers that f32 may not hold, with a bit that says whether any of the low nine was
// set in their place: rounding to half precision afterwards is the only rounding.
fn m_sticky_u(x: u32) -> u32 {
  return select((x & 0xfffffe00u) | select(0u, 0x100u, (x & 0x1ffu) != 0u), x, x < 0x1000000u);
}

fn apply(x0: u32) -> f32 {
  let v1 = m_round_bf16(f32(m_sticky_u(x0)));
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
    let x0 = buf2[(in0_at) >> 2u][(in0_at) & 3u];
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_bf16(y)) << out0_shift);
  }
}

// ---- cast uint32 to float32 ----

// (%0 uint32)
// %1 float32 = cast %0
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

// The nearest float: WGSL takes either neighbour for right, and SwiftShader rounds numbers
// from 2^31 on twice. Both halves are exact, however they are converted, and the sum is the
// only rounding.
fn m_u2f(x: u32) -> f32 { return f32(x & 0xffff0000u) + f32(bitcast<i32>(x & 0xffffu)); }

fn apply(x0: u32) -> f32 {
  let v1 = m_u2f(x0);
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
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast uint32 to float64 ----

// (%0 uint32)
// %1 float64 = cast %0
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

fn m_ul2d(x: vec2<u32>) -> vec2<u32> {
  if (all(x == vec2<u32>(0u))) { return x; }
  return m_fround64(0u, m_fnormal64(1086, x));
}

fn m_u2d(x: u32) -> vec2<u32> { return m_ul2d(vec2<u32>(x, 0u)); }

// x / 2^n, for n up to 64; a last bit says whether any bit was lost.
fn m_sticky64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let k = min(n, 63u);
  let r = m_right64(x, k, 0u);
  return vec2<u32>(r.x | select(0u, 1u, any(m_left64(r, k) != x)), r.y);
}

// A number by its parts, ±m * 2^(e-1086), where m has its top bit set; 0 has none.
struct MFloat64 { e: i32, m: vec2<u32> }

// m * 2^(e-1086) for any m but 0.
fn m_fnormal64(e: i32, m: vec2<u32>) -> MFloat64 {
  let z = m_zeros64(m) & 63u;
  return MFloat64(e - i32(z), m_left64(m, z));
}

// The float64 nearest to x, ties to even; s is its sign bit. Below the normal numbers, bits
// fall off first. The top bit of the significand is added to the exponent.
fn m_fround64(s: u32, x: MFloat64) -> vec2<u32> {
  let m = m_sticky64(x.m, u32(clamp(1 - x.e, 0, 64)));
  let up = select(0u, 1u, (m.x & 0x7ffu) + ((m.x >> 11u) & 1u) > 0x400u);
  let r = m_add64(m_right64(m, 11u, 0u), vec2<u32>(up, u32(clamp(x.e, 1, 2047) - 1) << 20u));
  return select(r, vec2<u32>(0u, 0x7ff00000u), x.e > 2046) | vec2<u32>(0u, s);
}

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

// Zeros above the first bit that is set.
fn m_zeros64(x: vec2<u32>) -> u32 {
  return select(countLeadingZeros(x.y), 32u + countLeadingZeros(x.x), x.y == 0u);
}

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn apply(x0: u32) -> vec2<u32> {
  let v1 = m_u2d(x0);
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

// ---- cast uint64 to bool ----

// (%0 uint64)
// %1 bool = cast %0
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
  let v1 = any(x0 != vec2<u32>(0u));
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

// ---- cast uint64 to uint8 ----

// (%0 uint64)
// %1 uint8 = cast %0
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

fn apply(x0: vec2<u32>) -> u32 {
  let v1 = x0.x & 255u;
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
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((y & 255u) << out0_shift);
  }
}

// ---- cast uint64 to uint16 ----

// (%0 uint64)
// %1 uint16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn apply(x0: vec2<u32>) -> u32 {
  let v1 = x0.x & 65535u;
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
    let x0 = vec2<u32>(buf2[(in0_at * 2u) >> 2u][(in0_at * 2u) & 3u], buf2[(in0_at * 2u + 1u) >> 2u][(in0_at * 2u + 1u) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((y & 65535u) << out0_shift);
  }
}

// ---- cast uint64 to uint32 ----

// (%0 uint64)
// %1 uint32 = cast %0
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

fn apply(x0: vec2<u32>) -> u32 {
  let v1 = x0.x;
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
  buf1[out0_at] = y;
}

// ---- cast uint64 to uint64 ----

// (%0 uint64)
// %1 uint64 = cast %0
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

fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = x0;
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

// ---- cast uint64 to int8 ----

// (%0 uint64)
// %1 int8 = cast %0
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

fn apply(x0: vec2<u32>) -> i32 {
  let v1 = (bitcast<i32>(x0.x) << 24u) >> 24u;
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
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((bitcast<u32>(y) & 255u) << out0_shift);
  }
}

// ---- cast uint64 to int16 ----

// (%0 uint64)
// %1 int16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn apply(x0: vec2<u32>) -> i32 {
  let v1 = (bitcast<i32>(x0.x) << 16u) >> 16u;
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
    let x0 = vec2<u32>(buf2[(in0_at * 2u) >> 2u][(in0_at * 2u) & 3u], buf2[(in0_at * 2u + 1u) >> 2u][(in0_at * 2u + 1u) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((bitcast<u32>(y) & 65535u) << out0_shift);
  }
}

// ---- cast uint64 to int32 ----

// (%0 uint64)
// %1 int32 = cast %0
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

fn apply(x0: vec2<u32>) -> i32 {
  let v1 = bitcast<i32>(x0.x);
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
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast uint64 to int64 ----

// (%0 uint64)
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

fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = x0;
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

// ---- cast uint64 to float16 ----

// (%0 uint64)
// %1 float16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

struct MTop64 { e: u32, m: u32, rest: u32 }

// x as a float32 before rounding: the biased exponent less 1, the first 24 bits, and the
// bits after them as a fraction of a unit, whose last bit says whether any more are set.
fn m_top64(x: vec2<u32>) -> MTop64 {
  let zeros = m_zeros64(x);
  let n = m_left64(x, min(zeros, 63u));
  return MTop64(select(189u - zeros, 0u, zeros > 63u), n.y >> 8u, (n.y << 24u) | (n.x >> 8u) | min(n.x & 255u, 1u));
}

// x in 23 bits, and a last one that says whether any bit is lost: rounding to a type of at
// most 22 bits afterwards is the only rounding.
fn m_ul2f_sticky(x: vec2<u32>) -> f32 {
  let t = m_top64(x);
  return bitcast<f32>((t.e << 23u) + (t.m | min(t.rest, 1u)));
}

// What |x| < 2^-14 is in units of 2^-24, float16's below the normal numbers, to the nearest,
// ties to even: 0.5 has such units, too. Shifting by an amount of each element's own is what
// drivers without such an instruction do element by element.
fn m_f16_low(a: u32) -> u32 { return bitcast<u32>(bitcast<f32>(a) + 0.5) - 0x3f000000u; }

// The bits of the float16 nearest to x, ties to even.
fn m_f32_to_f16(x: f32) -> u32 {
  let a = m_abits(x);
  let high = (a - 0x38000000u + 0xfffu + ((a >> 13u) & 1u)) >> 13u;
  let r = min(select(high, m_f16_low(a), a < 0x38800000u), 0x7c00u);
  return select(r, 0x7e00u, a > 0x7f800000u) | (m_sbit(x) >> 16u);
}

// The float16 nearest to x, as f32; NaN stays.
fn m_round_f16(x: f32) -> f32 {
  let a = m_abits(x);
  let low = bitcast<u32>(f32(bitcast<i32>(m_f16_low(a))) * 5.9604645e-8);
  let high = (a + 0xfffu + ((a >> 13u) & 1u)) & 0xffffe000u;
  let r = select(select(high, 0x7f800000u, high > 0x477fe000u), low, a < 0x38800000u);
  return bitcast<f32>(select(r, a, a > 0x7f800000u) | m_sbit(x));
}

// Zeros above the first bit that is set.
fn m_zeros64(x: vec2<u32>) -> u32 {
  return select(countLeadingZeros(x.y), 32u + countLeadingZeros(x.x), x.y == 0u);
}

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

fn apply(x0: vec2<u32>) -> f32 {
  let v1 = m_round_f16(m_ul2f_sticky(x0));
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
    let x0 = vec2<u32>(buf2[(in0_at * 2u) >> 2u][(in0_at * 2u) & 3u], buf2[(in0_at * 2u + 1u) >> 2u][(in0_at * 2u + 1u) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_f16(y)) << out0_shift);
  }
}

// ---- cast uint64 to bfloat16 ----

// (%0 uint64)
// %1 bfloat16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

struct MTop64 { e: u32, m: u32, rest: u32 }

// x as a float32 before rounding: the biased exponent less 1, the first 24 bits, and the
// bits after them as a fraction of a unit, whose last bit says whether any more are set.
fn m_top64(x: vec2<u32>) -> MTop64 {
  let zeros = m_zeros64(x);
  let n = m_left64(x, min(zeros, 63u));
  return MTop64(select(189u - zeros, 0u, zeros > 63u), n.y >> 8u, (n.y << 24u) | (n.x >> 8u) | min(n.x & 255u, 1u));
}

// x in 23 bits, and a last one that says whether any bit is lost: rounding to a type of at
// most 22 bits afterwards is the only rounding.
fn m_ul2f_sticky(x: vec2<u32>) -> f32 {
  let t = m_top64(x);
  return bitcast<f32>((t.e << 23u) + (t.m | min(t.rest, 1u)));
}

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

// The bfloat16 nearest to x, as f32; NaN stays.
fn m_round_bf16(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  return bitcast<f32>(select((b + 0x7fffu + ((b >> 16u) & 1u)) & 0xffff0000u, b, m_isnan(x)));
}

// Zeros above the first bit that is set.
fn m_zeros64(x: vec2<u32>) -> u32 {
  return select(countLeadingZeros(x.y), 32u + countLeadingZeros(x.x), x.y == 0u);
}

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

fn apply(x0: vec2<u32>) -> f32 {
  let v1 = m_round_bf16(m_ul2f_sticky(x0));
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
    let x0 = vec2<u32>(buf2[(in0_at * 2u) >> 2u][(in0_at * 2u) & 3u], buf2[(in0_at * 2u + 1u) >> 2u][(in0_at * 2u + 1u) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_bf16(y)) << out0_shift);
  }
}

// ---- cast uint64 to float32 ----

// (%0 uint64)
// %1 float32 = cast %0
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

struct MTop64 { e: u32, m: u32, rest: u32 }

// x as a float32 before rounding: the biased exponent less 1, the first 24 bits, and the
// bits after them as a fraction of a unit, whose last bit says whether any more are set.
fn m_top64(x: vec2<u32>) -> MTop64 {
  let zeros = m_zeros64(x);
  let n = m_left64(x, min(zeros, 63u));
  return MTop64(select(189u - zeros, 0u, zeros > 63u), n.y >> 8u, (n.y << 24u) | (n.x >> 8u) | min(n.x & 255u, 1u));
}

fn m_ul2f(x: vec2<u32>) -> f32 {
  let t = m_top64(x);
  let up = t.rest > 0x80000000u || (t.rest == 0x80000000u && (t.m & 1u) != 0u);
  return bitcast<f32>((t.e << 23u) + t.m + select(0u, 1u, up));
}

// Zeros above the first bit that is set.
fn m_zeros64(x: vec2<u32>) -> u32 {
  return select(countLeadingZeros(x.y), 32u + countLeadingZeros(x.x), x.y == 0u);
}

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

fn apply(x0: vec2<u32>) -> f32 {
  let v1 = m_ul2f(x0);
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
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast uint64 to float64 ----

// (%0 uint64)
// %1 float64 = cast %0
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

fn m_ul2d(x: vec2<u32>) -> vec2<u32> {
  if (all(x == vec2<u32>(0u))) { return x; }
  return m_fround64(0u, m_fnormal64(1086, x));
}

// x / 2^n, for n up to 64; a last bit says whether any bit was lost.
fn m_sticky64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let k = min(n, 63u);
  let r = m_right64(x, k, 0u);
  return vec2<u32>(r.x | select(0u, 1u, any(m_left64(r, k) != x)), r.y);
}

// A number by its parts, ±m * 2^(e-1086), where m has its top bit set; 0 has none.
struct MFloat64 { e: i32, m: vec2<u32> }

// m * 2^(e-1086) for any m but 0.
fn m_fnormal64(e: i32, m: vec2<u32>) -> MFloat64 {
  let z = m_zeros64(m) & 63u;
  return MFloat64(e - i32(z), m_left64(m, z));
}

// The float64 nearest to x, ties to even; s is its sign bit. Below the normal numbers, bits
// fall off first. The top bit of the significand is added to the exponent.
fn m_fround64(s: u32, x: MFloat64) -> vec2<u32> {
  let m = m_sticky64(x.m, u32(clamp(1 - x.e, 0, 64)));
  let up = select(0u, 1u, (m.x & 0x7ffu) + ((m.x >> 11u) & 1u) > 0x400u);
  let r = m_add64(m_right64(m, 11u, 0u), vec2<u32>(up, u32(clamp(x.e, 1, 2047) - 1) << 20u));
  return select(r, vec2<u32>(0u, 0x7ff00000u), x.e > 2046) | vec2<u32>(0u, s);
}

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

// Zeros above the first bit that is set.
fn m_zeros64(x: vec2<u32>) -> u32 {
  return select(countLeadingZeros(x.y), 32u + countLeadingZeros(x.x), x.y == 0u);
}

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_ul2d(x0);
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

// ---- cast int8 to bool ----

// (%0 int8)
// %1 bool = cast %0
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

fn m_lanes_ne(x: u32, y: u32, h: u32) -> u32 {
  let d = x ^ y;
  return ((((d & ~h) + ~h) | d) & h) >> 7u;
}

fn apply(x0: u32) -> u32 {
  let v1 = m_lanes_ne(x0, 0u, 0x80808080u);
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

// ---- cast int8 to uint8 ----

// (%0 int8)
// %1 uint8 = cast %0
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

fn apply(x0: u32) -> u32 {
  let v1 = x0;
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

// ---- cast int8 to uint16 ----

// (%0 int8)
// %1 uint16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: i32) -> u32 {
  let v1 = bitcast<u32>(x0) & 65535u;
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
    let x0 = bitcast<i32>(m_byte(buf2[in0_at >> 2u], in0_at) << 24u) >> 24u;
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((y & 65535u) << out0_shift);
  }
}

// ---- cast int8 to uint32 ----

// (%0 int8)
// %1 uint32 = cast %0
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: i32) -> u32 {
  let v1 = bitcast<u32>(x0);
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
  let x0 = bitcast<i32>(m_byte(buf2[in0_at >> 2u], in0_at) << 24u) >> 24u;
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = y;
}

// ---- cast int8 to uint64 ----

// (%0 int8)
// %1 uint64 = cast %0
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn m_i2l(x: i32) -> vec2<u32> { return vec2<u32>(bitcast<u32>(x), bitcast<u32>(x >> 31u)); }

fn apply(x0: i32) -> vec2<u32> {
  let v1 = m_i2l(x0);
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
  let x0 = bitcast<i32>(m_byte(buf2[in0_at >> 2u], in0_at) << 24u) >> 24u;
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast int8 to int8 ----

// (%0 int8)
// %1 int8 = cast %0
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

fn apply(x0: u32) -> u32 {
  let v1 = x0;
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

// ---- cast int8 to int16 ----

// (%0 int8)
// %1 int16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: i32) -> i32 {
  let v1 = x0;
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
    let x0 = bitcast<i32>(m_byte(buf2[in0_at >> 2u], in0_at) << 24u) >> 24u;
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((bitcast<u32>(y) & 65535u) << out0_shift);
  }
}

// ---- cast int8 to int32 ----

// (%0 int8)
// %1 int32 = cast %0
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: i32) -> i32 {
  let v1 = x0;
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
  let x0 = bitcast<i32>(m_byte(buf2[in0_at >> 2u], in0_at) << 24u) >> 24u;
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast int8 to int64 ----

// (%0 int8)
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn m_i2l(x: i32) -> vec2<u32> { return vec2<u32>(bitcast<u32>(x), bitcast<u32>(x >> 31u)); }

fn apply(x0: i32) -> vec2<u32> {
  let v1 = m_i2l(x0);
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
  let x0 = bitcast<i32>(m_byte(buf2[in0_at >> 2u], in0_at) << 24u) >> 24u;
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast int8 to float16 ----

// (%0 int8)
// %1 float16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

// What |x| < 2^-14 is in units of 2^-24, float16's below the normal numbers, to the nearest,
// ties to even: 0.5 has such units, too. Shifting by an amount of each element's own is what
// drivers without such an instruction do element by element.
fn m_f16_low(a: u32) -> u32 { return bitcast<u32>(bitcast<f32>(a) + 0.5) - 0x3f000000u; }

// The bits of the float16 nearest to x, ties to even.
fn m_f32_to_f16(x: f32) -> u32 {
  let a = m_abits(x);
  let high = (a - 0x38000000u + 0xfffu + ((a >> 13u) & 1u)) >> 13u;
  let r = min(select(high, m_f16_low(a), a < 0x38800000u), 0x7c00u);
  return select(r, 0x7e00u, a > 0x7f800000u) | (m_sbit(x) >> 16u);
}

fn apply(x0: i32) -> f32 {
  let v1 = f32(x0);
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
    let x0 = bitcast<i32>(m_byte(buf2[in0_at >> 2u], in0_at) << 24u) >> 24u;
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_f16(y)) << out0_shift);
  }
}

// ---- cast int8 to bfloat16 ----

// (%0 int8)
// %1 bfloat16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

fn apply(x0: i32) -> f32 {
  let v1 = f32(x0);
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
    let x0 = bitcast<i32>(m_byte(buf2[in0_at >> 2u], in0_at) << 24u) >> 24u;
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_bf16(y)) << out0_shift);
  }
}

// ---- cast int8 to float32 ----

// (%0 int8)
// %1 float32 = cast %0
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: i32) -> f32 {
  let v1 = f32(x0);
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
  let x0 = bitcast<i32>(m_byte(buf2[in0_at >> 2u], in0_at) << 24u) >> 24u;
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast int8 to float64 ----

// (%0 int8)
// %1 float64 = cast %0
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn m_i2l(x: i32) -> vec2<u32> { return vec2<u32>(bitcast<u32>(x), bitcast<u32>(x >> 31u)); }

fn m_ul2d(x: vec2<u32>) -> vec2<u32> {
  if (all(x == vec2<u32>(0u))) { return x; }
  return m_fround64(0u, m_fnormal64(1086, x));
}

fn m_l2d(x: vec2<u32>) -> vec2<u32> {
  let r = m_ul2d(m_abs64(x));
  return vec2<u32>(r.x, r.y | (x.y & 0x80000000u));
}

fn m_i2d(x: i32) -> vec2<u32> { return m_l2d(m_i2l(x)); }

// x / 2^n, for n up to 64; a last bit says whether any bit was lost.
fn m_sticky64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let k = min(n, 63u);
  let r = m_right64(x, k, 0u);
  return vec2<u32>(r.x | select(0u, 1u, any(m_left64(r, k) != x)), r.y);
}

// A number by its parts, ±m * 2^(e-1086), where m has its top bit set; 0 has none.
struct MFloat64 { e: i32, m: vec2<u32> }

// m * 2^(e-1086) for any m but 0.
fn m_fnormal64(e: i32, m: vec2<u32>) -> MFloat64 {
  let z = m_zeros64(m) & 63u;
  return MFloat64(e - i32(z), m_left64(m, z));
}

// The float64 nearest to x, ties to even; s is its sign bit. Below the normal numbers, bits
// fall off first. The top bit of the significand is added to the exponent.
fn m_fround64(s: u32, x: MFloat64) -> vec2<u32> {
  let m = m_sticky64(x.m, u32(clamp(1 - x.e, 0, 64)));
  let up = select(0u, 1u, (m.x & 0x7ffu) + ((m.x >> 11u) & 1u) > 0x400u);
  let r = m_add64(m_right64(m, 11u, 0u), vec2<u32>(up, u32(clamp(x.e, 1, 2047) - 1) << 20u));
  return select(r, vec2<u32>(0u, 0x7ff00000u), x.e > 2046) | vec2<u32>(0u, s);
}

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

fn m_neg64(x: vec2<u32>) -> vec2<u32> { return m_sub64(vec2<u32>(0u), x); }

fn m_negative64(x: vec2<u32>) -> bool { return x.y > 0x7fffffffu; }

// x, or -x where the condition holds.
fn m_negate64(x: vec2<u32>, condition: bool) -> vec2<u32> { return select(x, m_neg64(x), condition); }

// The smallest integer stays.
fn m_abs64(x: vec2<u32>) -> vec2<u32> { return m_negate64(x, m_negative64(x)); }

// Zeros above the first bit that is set.
fn m_zeros64(x: vec2<u32>) -> u32 {
  return select(countLeadingZeros(x.y), 32u + countLeadingZeros(x.x), x.y == 0u);
}

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn apply(x0: i32) -> vec2<u32> {
  let v1 = m_i2d(x0);
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
  let x0 = bitcast<i32>(m_byte(buf2[in0_at >> 2u], in0_at) << 24u) >> 24u;
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast int16 to bool ----

// (%0 int16)
// %1 bool = cast %0
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
  let v1 = x0 != 0;
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

// ---- cast int16 to uint8 ----

// (%0 int16)
// %1 uint8 = cast %0
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

fn apply(x0: i32) -> u32 {
  let v1 = bitcast<u32>(x0) & 255u;
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
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((y & 255u) << out0_shift);
  }
}

// ---- cast int16 to uint16 ----

// (%0 int16)
// %1 uint16 = cast %0
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
  let v1 = x0;
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

// ---- cast int16 to uint32 ----

// (%0 int16)
// %1 uint32 = cast %0
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

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn apply(x0: i32) -> u32 {
  let v1 = bitcast<u32>(x0);
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
  let x0 = bitcast<i32>(m_short(buf2[in0_at >> 1u], in0_at) << 16u) >> 16u;
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = y;
}

// ---- cast int16 to uint64 ----

// (%0 int16)
// %1 uint64 = cast %0
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

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn m_i2l(x: i32) -> vec2<u32> { return vec2<u32>(bitcast<u32>(x), bitcast<u32>(x >> 31u)); }

fn apply(x0: i32) -> vec2<u32> {
  let v1 = m_i2l(x0);
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
  let x0 = bitcast<i32>(m_short(buf2[in0_at >> 1u], in0_at) << 16u) >> 16u;
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast int16 to int8 ----

// (%0 int16)
// %1 int8 = cast %0
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

fn apply(x0: i32) -> i32 {
  let v1 = (x0 << 24u) >> 24u;
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
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((bitcast<u32>(y) & 255u) << out0_shift);
  }
}

// ---- cast int16 to int16 ----

// (%0 int16)
// %1 int16 = cast %0
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
  let v1 = x0;
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

// ---- cast int16 to int32 ----

// (%0 int16)
// %1 int32 = cast %0
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

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn apply(x0: i32) -> i32 {
  let v1 = x0;
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
  let x0 = bitcast<i32>(m_short(buf2[in0_at >> 1u], in0_at) << 16u) >> 16u;
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast int16 to int64 ----

// (%0 int16)
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

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn m_i2l(x: i32) -> vec2<u32> { return vec2<u32>(bitcast<u32>(x), bitcast<u32>(x >> 31u)); }

fn apply(x0: i32) -> vec2<u32> {
  let v1 = m_i2l(x0);
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
  let x0 = bitcast<i32>(m_short(buf2[in0_at >> 1u], in0_at) << 16u) >> 16u;
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast int16 to float16 ----

// (%0 int16)
// %1 float16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec2<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// What |x| < 2^-14 is in units of 2^-24, float16's below the normal numbers, to the nearest,
// ties to even: 0.5 has such units, too. Shifting by an amount of each element's own is what
// drivers without such an instruction do element by element.
fn m_f16_low(a: u32) -> u32 { return bitcast<u32>(bitcast<f32>(a) + 0.5) - 0x3f000000u; }

// The bits of the float16 nearest to x, ties to even.
fn m_f32_to_f16(x: f32) -> u32 {
  let a = m_abits(x);
  let high = (a - 0x38000000u + 0xfffu + ((a >> 13u) & 1u)) >> 13u;
  let r = min(select(high, m_f16_low(a), a < 0x38800000u), 0x7c00u);
  return select(r, 0x7e00u, a > 0x7f800000u) | (m_sbit(x) >> 16u);
}

// The float16 nearest to x, as f32; NaN stays.
fn m_round_f16(x: f32) -> f32 {
  let a = m_abits(x);
  let low = bitcast<u32>(f32(bitcast<i32>(m_f16_low(a))) * 5.9604645e-8);
  let high = (a + 0xfffu + ((a >> 13u) & 1u)) & 0xffffe000u;
  let r = select(select(high, 0x7f800000u, high > 0x477fe000u), low, a < 0x38800000u);
  return bitcast<f32>(select(r, a, a > 0x7f800000u) | m_sbit(x));
}

fn apply(x0: i32) -> f32 {
  let v1 = m_round_f16(f32(x0));
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
    let x0 = bitcast<i32>(m_short(buf2[(in0_at >> 1u) >> 1u][(in0_at >> 1u) & 1u], in0_at) << 16u) >> 16u;
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_f16(y)) << out0_shift);
  }
}

// ---- cast int16 to bfloat16 ----

// (%0 int16)
// %1 bfloat16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec2<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

// The bfloat16 nearest to x, as f32; NaN stays.
fn m_round_bf16(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  return bitcast<f32>(select((b + 0x7fffu + ((b >> 16u) & 1u)) & 0xffff0000u, b, m_isnan(x)));
}

fn apply(x0: i32) -> f32 {
  let v1 = m_round_bf16(f32(x0));
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
    let x0 = bitcast<i32>(m_short(buf2[(in0_at >> 1u) >> 1u][(in0_at >> 1u) & 1u], in0_at) << 16u) >> 16u;
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_bf16(y)) << out0_shift);
  }
}

// ---- cast int16 to float32 ----

// (%0 int16)
// %1 float32 = cast %0
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

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn apply(x0: i32) -> f32 {
  let v1 = f32(x0);
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
  let x0 = bitcast<i32>(m_short(buf2[in0_at >> 1u], in0_at) << 16u) >> 16u;
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast int16 to float64 ----

// (%0 int16)
// %1 float64 = cast %0
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

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn m_i2l(x: i32) -> vec2<u32> { return vec2<u32>(bitcast<u32>(x), bitcast<u32>(x >> 31u)); }

fn m_ul2d(x: vec2<u32>) -> vec2<u32> {
  if (all(x == vec2<u32>(0u))) { return x; }
  return m_fround64(0u, m_fnormal64(1086, x));
}

fn m_l2d(x: vec2<u32>) -> vec2<u32> {
  let r = m_ul2d(m_abs64(x));
  return vec2<u32>(r.x, r.y | (x.y & 0x80000000u));
}

fn m_i2d(x: i32) -> vec2<u32> { return m_l2d(m_i2l(x)); }

// x / 2^n, for n up to 64; a last bit says whether any bit was lost.
fn m_sticky64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let k = min(n, 63u);
  let r = m_right64(x, k, 0u);
  return vec2<u32>(r.x | select(0u, 1u, any(m_left64(r, k) != x)), r.y);
}

// A number by its parts, ±m * 2^(e-1086), where m has its top bit set; 0 has none.
struct MFloat64 { e: i32, m: vec2<u32> }

// m * 2^(e-1086) for any m but 0.
fn m_fnormal64(e: i32, m: vec2<u32>) -> MFloat64 {
  let z = m_zeros64(m) & 63u;
  return MFloat64(e - i32(z), m_left64(m, z));
}

// The float64 nearest to x, ties to even; s is its sign bit. Below the normal numbers, bits
// fall off first. The top bit of the significand is added to the exponent.
fn m_fround64(s: u32, x: MFloat64) -> vec2<u32> {
  let m = m_sticky64(x.m, u32(clamp(1 - x.e, 0, 64)));
  let up = select(0u, 1u, (m.x & 0x7ffu) + ((m.x >> 11u) & 1u) > 0x400u);
  let r = m_add64(m_right64(m, 11u, 0u), vec2<u32>(up, u32(clamp(x.e, 1, 2047) - 1) << 20u));
  return select(r, vec2<u32>(0u, 0x7ff00000u), x.e > 2046) | vec2<u32>(0u, s);
}

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

fn m_neg64(x: vec2<u32>) -> vec2<u32> { return m_sub64(vec2<u32>(0u), x); }

fn m_negative64(x: vec2<u32>) -> bool { return x.y > 0x7fffffffu; }

// x, or -x where the condition holds.
fn m_negate64(x: vec2<u32>, condition: bool) -> vec2<u32> { return select(x, m_neg64(x), condition); }

// The smallest integer stays.
fn m_abs64(x: vec2<u32>) -> vec2<u32> { return m_negate64(x, m_negative64(x)); }

// Zeros above the first bit that is set.
fn m_zeros64(x: vec2<u32>) -> u32 {
  return select(countLeadingZeros(x.y), 32u + countLeadingZeros(x.x), x.y == 0u);
}

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn apply(x0: i32) -> vec2<u32> {
  let v1 = m_i2d(x0);
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
  let x0 = bitcast<i32>(m_short(buf2[in0_at >> 1u], in0_at) << 16u) >> 16u;
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast int32 to bool ----

// (%0 int32)
// %1 bool = cast %0
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
  let v1 = x0 != 0;
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

// ---- cast int32 to uint8 ----

// (%0 int32)
// %1 uint8 = cast %0
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

fn apply(x0: i32) -> u32 {
  let v1 = bitcast<u32>(x0) & 255u;
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
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((y & 255u) << out0_shift);
  }
}

// ---- cast int32 to uint16 ----

// (%0 int32)
// %1 uint16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn apply(x0: i32) -> u32 {
  let v1 = bitcast<u32>(x0) & 65535u;
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
    let x0 = bitcast<i32>(buf2[(in0_at) >> 2u][(in0_at) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((y & 65535u) << out0_shift);
  }
}

// ---- cast int32 to uint32 ----

// (%0 int32)
// %1 uint32 = cast %0
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

fn apply(x0: i32) -> u32 {
  let v1 = bitcast<u32>(x0);
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
  buf1[out0_at] = y;
}

// ---- cast int32 to uint64 ----

// (%0 int32)
// %1 uint64 = cast %0
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

fn m_i2l(x: i32) -> vec2<u32> { return vec2<u32>(bitcast<u32>(x), bitcast<u32>(x >> 31u)); }

fn apply(x0: i32) -> vec2<u32> {
  let v1 = m_i2l(x0);
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
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast int32 to int8 ----

// (%0 int32)
// %1 int8 = cast %0
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

fn apply(x0: i32) -> i32 {
  let v1 = (x0 << 24u) >> 24u;
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
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((bitcast<u32>(y) & 255u) << out0_shift);
  }
}

// ---- cast int32 to int16 ----

// (%0 int32)
// %1 int16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn apply(x0: i32) -> i32 {
  let v1 = (x0 << 16u) >> 16u;
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
    let x0 = bitcast<i32>(buf2[(in0_at) >> 2u][(in0_at) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((bitcast<u32>(y) & 65535u) << out0_shift);
  }
}

// ---- cast int32 to int32 ----

// (%0 int32)
// %1 int32 = cast %0
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
  let v1 = x0;
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

// ---- cast int32 to int64 ----

// (%0 int32)
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

fn m_i2l(x: i32) -> vec2<u32> { return vec2<u32>(bitcast<u32>(x), bitcast<u32>(x >> 31u)); }

fn apply(x0: i32) -> vec2<u32> {
  let v1 = m_i2l(x0);
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
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast int32 to float16 ----

// (%0 int32)
// %1 float16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

// What |x| < 2^-14 is in units of 2^-24, float16's below the normal numbers, to the nearest,
// ties to even: 0.5 has such units, too. Shifting by an amount of each element's own is what
// drivers without such an instruction do element by element.
fn m_f16_low(a: u32) -> u32 { return bitcast<u32>(bitcast<f32>(a) + 0.5) - 0x3f000000u; }

// The bits of the float16 nearest to x, ties to even.
fn m_f32_to_f16(x: f32) -> u32 {
  let a = m_abits(x);
  let high = (a - 0x38000000u + 0xfffu + ((a >> 13u) & 1u)) >> 13u;
  let r = min(select(high, m_f16_low(a), a < 0x38800000u), 0x7c00u);
  return select(r, 0x7e00u, a > 0x7f800000u) | (m_sbit(x) >> 16u);
}

// The float16 nearest to x, as f32; NaN stays.
fn m_round_f16(x: f32) -> f32 {
  let a = m_abits(x);
  let low = bitcast<u32>(f32(bitcast<i32>(m_f16_low(a))) * 5.9604645e-8);
  let high = (a + 0xfffu + ((a >> 13u) & 1u)) & 0xffffe000u;
  let r = select(select(high, 0x7f800000u, high > 0x477fe000u), low, a < 0x38800000u);
  return bitcast<f32>(select(r, a, a > 0x7f800000u) | m_sbit(x));
}

fn m_sticky_i(x: i32) -> i32 {
  let s = (x & -512) | select(0, 0x100, (x & 0x1ff) != 0);
  return select(s, x, x > -0x1000000 && x < 0x1000000);
}

fn apply(x0: i32) -> f32 {
  let v1 = m_round_f16(f32(m_sticky_i(x0)));
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
    let x0 = bitcast<i32>(buf2[(in0_at) >> 2u][(in0_at) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_f16(y)) << out0_shift);
  }
}

// ---- cast int32 to bfloat16 ----

// (%0 int32)
// %1 bfloat16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

// The bfloat16 nearest to x, as f32; NaN stays.
fn m_round_bf16(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  return bitcast<f32>(select((b + 0x7fffu + ((b >> 16u) & 1u)) & 0xffff0000u, b, m_isnan(x)));
}

fn m_sticky_i(x: i32) -> i32 {
  let s = (x & -512) | select(0, 0x100, (x & 0x1ff) != 0);
  return select(s, x, x > -0x1000000 && x < 0x1000000);
}

fn apply(x0: i32) -> f32 {
  let v1 = m_round_bf16(f32(m_sticky_i(x0)));
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
    let x0 = bitcast<i32>(buf2[(in0_at) >> 2u][(in0_at) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_bf16(y)) << out0_shift);
  }
}

// ---- cast int32 to float32 ----

// (%0 int32)
// %1 float32 = cast %0
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

fn m_i2f(x: i32) -> f32 { return f32(x & -65536) + f32(x & 65535); }

fn apply(x0: i32) -> f32 {
  let v1 = m_i2f(x0);
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

// ---- cast int32 to float64 ----

// (%0 int32)
// %1 float64 = cast %0
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

fn m_i2l(x: i32) -> vec2<u32> { return vec2<u32>(bitcast<u32>(x), bitcast<u32>(x >> 31u)); }

fn m_ul2d(x: vec2<u32>) -> vec2<u32> {
  if (all(x == vec2<u32>(0u))) { return x; }
  return m_fround64(0u, m_fnormal64(1086, x));
}

fn m_l2d(x: vec2<u32>) -> vec2<u32> {
  let r = m_ul2d(m_abs64(x));
  return vec2<u32>(r.x, r.y | (x.y & 0x80000000u));
}

fn m_i2d(x: i32) -> vec2<u32> { return m_l2d(m_i2l(x)); }

// x / 2^n, for n up to 64; a last bit says whether any bit was lost.
fn m_sticky64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let k = min(n, 63u);
  let r = m_right64(x, k, 0u);
  return vec2<u32>(r.x | select(0u, 1u, any(m_left64(r, k) != x)), r.y);
}

// A number by its parts, ±m * 2^(e-1086), where m has its top bit set; 0 has none.
struct MFloat64 { e: i32, m: vec2<u32> }

// m * 2^(e-1086) for any m but 0.
fn m_fnormal64(e: i32, m: vec2<u32>) -> MFloat64 {
  let z = m_zeros64(m) & 63u;
  return MFloat64(e - i32(z), m_left64(m, z));
}

// The float64 nearest to x, ties to even; s is its sign bit. Below the normal numbers, bits
// fall off first. The top bit of the significand is added to the exponent.
fn m_fround64(s: u32, x: MFloat64) -> vec2<u32> {
  let m = m_sticky64(x.m, u32(clamp(1 - x.e, 0, 64)));
  let up = select(0u, 1u, (m.x & 0x7ffu) + ((m.x >> 11u) & 1u) > 0x400u);
  let r = m_add64(m_right64(m, 11u, 0u), vec2<u32>(up, u32(clamp(x.e, 1, 2047) - 1) << 20u));
  return select(r, vec2<u32>(0u, 0x7ff00000u), x.e > 2046) | vec2<u32>(0u, s);
}

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

fn m_neg64(x: vec2<u32>) -> vec2<u32> { return m_sub64(vec2<u32>(0u), x); }

fn m_negative64(x: vec2<u32>) -> bool { return x.y > 0x7fffffffu; }

// x, or -x where the condition holds.
fn m_negate64(x: vec2<u32>, condition: bool) -> vec2<u32> { return select(x, m_neg64(x), condition); }

// The smallest integer stays.
fn m_abs64(x: vec2<u32>) -> vec2<u32> { return m_negate64(x, m_negative64(x)); }

// Zeros above the first bit that is set.
fn m_zeros64(x: vec2<u32>) -> u32 {
  return select(countLeadingZeros(x.y), 32u + countLeadingZeros(x.x), x.y == 0u);
}

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn apply(x0: i32) -> vec2<u32> {
  let v1 = m_i2d(x0);
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
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast int64 to bool ----

// (%0 int64)
// %1 bool = cast %0
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
  let v1 = any(x0 != vec2<u32>(0u));
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

// ---- cast int64 to uint8 ----

// (%0 int64)
// %1 uint8 = cast %0
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

fn apply(x0: vec2<u32>) -> u32 {
  let v1 = x0.x & 255u;
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
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((y & 255u) << out0_shift);
  }
}

// ---- cast int64 to uint16 ----

// (%0 int64)
// %1 uint16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn apply(x0: vec2<u32>) -> u32 {
  let v1 = x0.x & 65535u;
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
    let x0 = vec2<u32>(buf2[(in0_at * 2u) >> 2u][(in0_at * 2u) & 3u], buf2[(in0_at * 2u + 1u) >> 2u][(in0_at * 2u + 1u) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((y & 65535u) << out0_shift);
  }
}

// ---- cast int64 to uint32 ----

// (%0 int64)
// %1 uint32 = cast %0
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

fn apply(x0: vec2<u32>) -> u32 {
  let v1 = x0.x;
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
  buf1[out0_at] = y;
}

// ---- cast int64 to uint64 ----

// (%0 int64)
// %1 uint64 = cast %0
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

fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = x0;
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

// ---- cast int64 to int8 ----

// (%0 int64)
// %1 int8 = cast %0
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

fn apply(x0: vec2<u32>) -> i32 {
  let v1 = (bitcast<i32>(x0.x) << 24u) >> 24u;
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
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((bitcast<u32>(y) & 255u) << out0_shift);
  }
}

// ---- cast int64 to int16 ----

// (%0 int64)
// %1 int16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn apply(x0: vec2<u32>) -> i32 {
  let v1 = (bitcast<i32>(x0.x) << 16u) >> 16u;
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
    let x0 = vec2<u32>(buf2[(in0_at * 2u) >> 2u][(in0_at * 2u) & 3u], buf2[(in0_at * 2u + 1u) >> 2u][(in0_at * 2u + 1u) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((bitcast<u32>(y) & 65535u) << out0_shift);
  }
}

// ---- cast int64 to int32 ----

// (%0 int64)
// %1 int32 = cast %0
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

fn apply(x0: vec2<u32>) -> i32 {
  let v1 = bitcast<i32>(x0.x);
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
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast int64 to int64 ----

// (%0 int64)
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

fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = x0;
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

// ---- cast int64 to float16 ----

// (%0 int64)
// %1 float16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

struct MTop64 { e: u32, m: u32, rest: u32 }

// x as a float32 before rounding: the biased exponent less 1, the first 24 bits, and the
// bits after them as a fraction of a unit, whose last bit says whether any more are set.
fn m_top64(x: vec2<u32>) -> MTop64 {
  let zeros = m_zeros64(x);
  let n = m_left64(x, min(zeros, 63u));
  return MTop64(select(189u - zeros, 0u, zeros > 63u), n.y >> 8u, (n.y << 24u) | (n.x >> 8u) | min(n.x & 255u, 1u));
}

// x in 23 bits, and a last one that says whether any bit is lost: rounding to a type of at
// most 22 bits afterwards is the only rounding.
fn m_ul2f_sticky(x: vec2<u32>) -> f32 {
  let t = m_top64(x);
  return bitcast<f32>((t.e << 23u) + (t.m | min(t.rest, 1u)));
}

fn m_l2f_sticky(x: vec2<u32>) -> f32 { return m_or(m_ul2f_sticky(m_abs64(x)), x.y & 0x80000000u); }

// What |x| < 2^-14 is in units of 2^-24, float16's below the normal numbers, to the nearest,
// ties to even: 0.5 has such units, too. Shifting by an amount of each element's own is what
// drivers without such an instruction do element by element.
fn m_f16_low(a: u32) -> u32 { return bitcast<u32>(bitcast<f32>(a) + 0.5) - 0x3f000000u; }

// The bits of the float16 nearest to x, ties to even.
fn m_f32_to_f16(x: f32) -> u32 {
  let a = m_abits(x);
  let high = (a - 0x38000000u + 0xfffu + ((a >> 13u) & 1u)) >> 13u;
  let r = min(select(high, m_f16_low(a), a < 0x38800000u), 0x7c00u);
  return select(r, 0x7e00u, a > 0x7f800000u) | (m_sbit(x) >> 16u);
}

// The float16 nearest to x, as f32; NaN stays.
fn m_round_f16(x: f32) -> f32 {
  let a = m_abits(x);
  let low = bitcast<u32>(f32(bitcast<i32>(m_f16_low(a))) * 5.9604645e-8);
  let high = (a + 0xfffu + ((a >> 13u) & 1u)) & 0xffffe000u;
  let r = select(select(high, 0x7f800000u, high > 0x477fe000u), low, a < 0x38800000u);
  return bitcast<f32>(select(r, a, a > 0x7f800000u) | m_sbit(x));
}

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

fn m_neg64(x: vec2<u32>) -> vec2<u32> { return m_sub64(vec2<u32>(0u), x); }

fn m_negative64(x: vec2<u32>) -> bool { return x.y > 0x7fffffffu; }

// x, or -x where the condition holds.
fn m_negate64(x: vec2<u32>, condition: bool) -> vec2<u32> { return select(x, m_neg64(x), condition); }

// The smallest integer stays.
fn m_abs64(x: vec2<u32>) -> vec2<u32> { return m_negate64(x, m_negative64(x)); }

// Zeros above the first bit that is set.
fn m_zeros64(x: vec2<u32>) -> u32 {
  return select(countLeadingZeros(x.y), 32u + countLeadingZeros(x.x), x.y == 0u);
}

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

fn apply(x0: vec2<u32>) -> f32 {
  let v1 = m_round_f16(m_l2f_sticky(x0));
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
    let x0 = vec2<u32>(buf2[(in0_at * 2u) >> 2u][(in0_at * 2u) & 3u], buf2[(in0_at * 2u + 1u) >> 2u][(in0_at * 2u + 1u) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_f16(y)) << out0_shift);
  }
}

// ---- cast int64 to bfloat16 ----

// (%0 int64)
// %1 bfloat16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

struct MTop64 { e: u32, m: u32, rest: u32 }

// x as a float32 before rounding: the biased exponent less 1, the first 24 bits, and the
// bits after them as a fraction of a unit, whose last bit says whether any more are set.
fn m_top64(x: vec2<u32>) -> MTop64 {
  let zeros = m_zeros64(x);
  let n = m_left64(x, min(zeros, 63u));
  return MTop64(select(189u - zeros, 0u, zeros > 63u), n.y >> 8u, (n.y << 24u) | (n.x >> 8u) | min(n.x & 255u, 1u));
}

// x in 23 bits, and a last one that says whether any bit is lost: rounding to a type of at
// most 22 bits afterwards is the only rounding.
fn m_ul2f_sticky(x: vec2<u32>) -> f32 {
  let t = m_top64(x);
  return bitcast<f32>((t.e << 23u) + (t.m | min(t.rest, 1u)));
}

fn m_l2f_sticky(x: vec2<u32>) -> f32 { return m_or(m_ul2f_sticky(m_abs64(x)), x.y & 0x80000000u); }

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

// The bfloat16 nearest to x, as f32; NaN stays.
fn m_round_bf16(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  return bitcast<f32>(select((b + 0x7fffu + ((b >> 16u) & 1u)) & 0xffff0000u, b, m_isnan(x)));
}

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

fn m_neg64(x: vec2<u32>) -> vec2<u32> { return m_sub64(vec2<u32>(0u), x); }

fn m_negative64(x: vec2<u32>) -> bool { return x.y > 0x7fffffffu; }

// x, or -x where the condition holds.
fn m_negate64(x: vec2<u32>, condition: bool) -> vec2<u32> { return select(x, m_neg64(x), condition); }

// The smallest integer stays.
fn m_abs64(x: vec2<u32>) -> vec2<u32> { return m_negate64(x, m_negative64(x)); }

// Zeros above the first bit that is set.
fn m_zeros64(x: vec2<u32>) -> u32 {
  return select(countLeadingZeros(x.y), 32u + countLeadingZeros(x.x), x.y == 0u);
}

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

fn apply(x0: vec2<u32>) -> f32 {
  let v1 = m_round_bf16(m_l2f_sticky(x0));
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
    let x0 = vec2<u32>(buf2[(in0_at * 2u) >> 2u][(in0_at * 2u) & 3u], buf2[(in0_at * 2u + 1u) >> 2u][(in0_at * 2u + 1u) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_bf16(y)) << out0_shift);
  }
}

// ---- cast int64 to float32 ----

// (%0 int64)
// %1 float32 = cast %0
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

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

struct MTop64 { e: u32, m: u32, rest: u32 }

// x as a float32 before rounding: the biased exponent less 1, the first 24 bits, and the
// bits after them as a fraction of a unit, whose last bit says whether any more are set.
fn m_top64(x: vec2<u32>) -> MTop64 {
  let zeros = m_zeros64(x);
  let n = m_left64(x, min(zeros, 63u));
  return MTop64(select(189u - zeros, 0u, zeros > 63u), n.y >> 8u, (n.y << 24u) | (n.x >> 8u) | min(n.x & 255u, 1u));
}

fn m_ul2f(x: vec2<u32>) -> f32 {
  let t = m_top64(x);
  let up = t.rest > 0x80000000u || (t.rest == 0x80000000u && (t.m & 1u) != 0u);
  return bitcast<f32>((t.e << 23u) + t.m + select(0u, 1u, up));
}

fn m_l2f(x: vec2<u32>) -> f32 { return m_or(m_ul2f(m_abs64(x)), x.y & 0x80000000u); }

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

fn m_neg64(x: vec2<u32>) -> vec2<u32> { return m_sub64(vec2<u32>(0u), x); }

fn m_negative64(x: vec2<u32>) -> bool { return x.y > 0x7fffffffu; }

// x, or -x where the condition holds.
fn m_negate64(x: vec2<u32>, condition: bool) -> vec2<u32> { return select(x, m_neg64(x), condition); }

// The smallest integer stays.
fn m_abs64(x: vec2<u32>) -> vec2<u32> { return m_negate64(x, m_negative64(x)); }

// Zeros above the first bit that is set.
fn m_zeros64(x: vec2<u32>) -> u32 {
  return select(countLeadingZeros(x.y), 32u + countLeadingZeros(x.x), x.y == 0u);
}

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

fn apply(x0: vec2<u32>) -> f32 {
  let v1 = m_l2f(x0);
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
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast int64 to float64 ----

// (%0 int64)
// %1 float64 = cast %0
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

fn m_ul2d(x: vec2<u32>) -> vec2<u32> {
  if (all(x == vec2<u32>(0u))) { return x; }
  return m_fround64(0u, m_fnormal64(1086, x));
}

fn m_l2d(x: vec2<u32>) -> vec2<u32> {
  let r = m_ul2d(m_abs64(x));
  return vec2<u32>(r.x, r.y | (x.y & 0x80000000u));
}

// x / 2^n, for n up to 64; a last bit says whether any bit was lost.
fn m_sticky64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let k = min(n, 63u);
  let r = m_right64(x, k, 0u);
  return vec2<u32>(r.x | select(0u, 1u, any(m_left64(r, k) != x)), r.y);
}

// A number by its parts, ±m * 2^(e-1086), where m has its top bit set; 0 has none.
struct MFloat64 { e: i32, m: vec2<u32> }

// m * 2^(e-1086) for any m but 0.
fn m_fnormal64(e: i32, m: vec2<u32>) -> MFloat64 {
  let z = m_zeros64(m) & 63u;
  return MFloat64(e - i32(z), m_left64(m, z));
}

// The float64 nearest to x, ties to even; s is its sign bit. Below the normal numbers, bits
// fall off first. The top bit of the significand is added to the exponent.
fn m_fround64(s: u32, x: MFloat64) -> vec2<u32> {
  let m = m_sticky64(x.m, u32(clamp(1 - x.e, 0, 64)));
  let up = select(0u, 1u, (m.x & 0x7ffu) + ((m.x >> 11u) & 1u) > 0x400u);
  let r = m_add64(m_right64(m, 11u, 0u), vec2<u32>(up, u32(clamp(x.e, 1, 2047) - 1) << 20u));
  return select(r, vec2<u32>(0u, 0x7ff00000u), x.e > 2046) | vec2<u32>(0u, s);
}

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

fn m_neg64(x: vec2<u32>) -> vec2<u32> { return m_sub64(vec2<u32>(0u), x); }

fn m_negative64(x: vec2<u32>) -> bool { return x.y > 0x7fffffffu; }

// x, or -x where the condition holds.
fn m_negate64(x: vec2<u32>, condition: bool) -> vec2<u32> { return select(x, m_neg64(x), condition); }

// The smallest integer stays.
fn m_abs64(x: vec2<u32>) -> vec2<u32> { return m_negate64(x, m_negative64(x)); }

// Zeros above the first bit that is set.
fn m_zeros64(x: vec2<u32>) -> u32 {
  return select(countLeadingZeros(x.y), 32u + countLeadingZeros(x.x), x.y == 0u);
}

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_l2d(x0);
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

// ---- cast float16 to bool ----

// (%0 float16)
// %1 bool = cast %0
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

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
  let v1 = m_abits(x0) != 0u;
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

// ---- cast float16 to uint8 ----

// (%0 float16)
// %1 uint8 = cast %0
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

fn m_f2u(x: f32) -> u32 {
  if (m_isnan(x) || x <= 0.0) { return 0u; }
  if (x >= 4294967296.0) { return 0xffffffffu; }
  return u32(x);
}

fn m_f2u8(x: f32) -> u32 { return min(m_f2u(x), 255u); }

fn apply(x0: f32) -> u32 {
  let v1 = m_f2u8(x0);
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
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((y & 255u) << out0_shift);
  }
}

// ---- cast float16 to uint16 ----

// (%0 float16)
// %1 uint16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec2<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

fn m_f2u(x: f32) -> u32 {
  if (m_isnan(x) || x <= 0.0) { return 0u; }
  if (x >= 4294967296.0) { return 0xffffffffu; }
  return u32(x);
}

fn m_f2u16(x: f32) -> u32 { return min(m_f2u(x), 65535u); }

fn apply(x0: f32) -> u32 {
  let v1 = m_f2u16(x0);
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
    let x0 = m_f16_to_f32(m_short(buf2[(in0_at >> 1u) >> 1u][(in0_at >> 1u) & 1u], in0_at));
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((y & 65535u) << out0_shift);
  }
}

// ---- cast float16 to uint32 ----

// (%0 float16)
// %1 uint32 = cast %0
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

fn m_f2u(x: f32) -> u32 {
  if (m_isnan(x) || x <= 0.0) { return 0u; }
  if (x >= 4294967296.0) { return 0xffffffffu; }
  return u32(x);
}

fn apply(x0: f32) -> u32 {
  let v1 = m_f2u(x0);
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
  let x0 = m_f16_to_f32(m_short(buf2[in0_at >> 1u], in0_at));
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = y;
}

// ---- cast float16 to uint64 ----

// (%0 float16)
// %1 uint64 = cast %0
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// The whole part of |x| < 2^64.
fn m_whole64(x: f32) -> vec2<u32> {
  let e = m_abits(x) >> 23u;
  let m = vec2<u32>((bitcast<u32>(x) & 0x7fffffu) | 0x800000u, 0u);
  return select(vec2<u32>(m.x >> min(150u - e, 31u), 0u), m_left64(m, (e - 150u) & 63u), e > 149u);
}

// Truncated and saturated; NaN gives 0.
fn m_f2ul(x: f32) -> vec2<u32> {
  let b = bitcast<u32>(x);
  if (m_sbit(x) != 0u || m_isnan(x)) { return vec2<u32>(0u); }
  return select(m_whole64(x), vec2<u32>(0xffffffffu), b >= 0x5f800000u); // 2^64
}

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

fn apply(x0: f32) -> vec2<u32> {
  let v1 = m_f2ul(x0);
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
  let x0 = m_f16_to_f32(m_short(buf2[in0_at >> 1u], in0_at));
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast float16 to int8 ----

// (%0 float16)
// %1 int8 = cast %0
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

// Truncated and saturated; NaN gives 0.
fn m_f2i(x: f32) -> i32 {
  if (m_isnan(x)) { return 0; }
  if (x >= 2147483648.0) { return 2147483647; }
  if (x < -2147483648.0) { return bitcast<i32>(0x80000000u); }
  return i32(x);
}

// The same for the narrower types.
fn m_f2i8(x: f32) -> i32 { return clamp(m_f2i(x), -128, 127); }

fn apply(x0: f32) -> i32 {
  let v1 = m_f2i8(x0);
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
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((bitcast<u32>(y) & 255u) << out0_shift);
  }
}

// ---- cast float16 to int16 ----

// (%0 float16)
// %1 int16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec2<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

// Truncated and saturated; NaN gives 0.
fn m_f2i(x: f32) -> i32 {
  if (m_isnan(x)) { return 0; }
  if (x >= 2147483648.0) { return 2147483647; }
  if (x < -2147483648.0) { return bitcast<i32>(0x80000000u); }
  return i32(x);
}

fn m_f2i16(x: f32) -> i32 { return clamp(m_f2i(x), -32768, 32767); }

fn apply(x0: f32) -> i32 {
  let v1 = m_f2i16(x0);
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
    let x0 = m_f16_to_f32(m_short(buf2[(in0_at >> 1u) >> 1u][(in0_at >> 1u) & 1u], in0_at));
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((bitcast<u32>(y) & 65535u) << out0_shift);
  }
}

// ---- cast float16 to int32 ----

// (%0 float16)
// %1 int32 = cast %0
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

// Truncated and saturated; NaN gives 0.
fn m_f2i(x: f32) -> i32 {
  if (m_isnan(x)) { return 0; }
  if (x >= 2147483648.0) { return 2147483647; }
  if (x < -2147483648.0) { return bitcast<i32>(0x80000000u); }
  return i32(x);
}

fn apply(x0: f32) -> i32 {
  let v1 = m_f2i(x0);
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
  let x0 = m_f16_to_f32(m_short(buf2[in0_at >> 1u], in0_at));
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast float16 to int64 ----

// (%0 float16)
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// The whole part of |x| < 2^64.
fn m_whole64(x: f32) -> vec2<u32> {
  let e = m_abits(x) >> 23u;
  let m = vec2<u32>((bitcast<u32>(x) & 0x7fffffu) | 0x800000u, 0u);
  return select(vec2<u32>(m.x >> min(150u - e, 31u), 0u), m_left64(m, (e - 150u) & 63u), e > 149u);
}

fn m_f2l(x: f32) -> vec2<u32> {
  if (m_isnan(x)) { return vec2<u32>(0u); }
  let negative = m_sbit(x) != 0u;
  let limit = select(vec2<u32>(0xffffffffu, 0x7fffffffu), vec2<u32>(0u, 0x80000000u), negative);
  return select(m_negate64(m_whole64(x), negative), limit, m_abits(x) >= 0x5f000000u); // 2^63
}

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

fn m_neg64(x: vec2<u32>) -> vec2<u32> { return m_sub64(vec2<u32>(0u), x); }

// x, or -x where the condition holds.
fn m_negate64(x: vec2<u32>, condition: bool) -> vec2<u32> { return select(x, m_neg64(x), condition); }

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

fn apply(x0: f32) -> vec2<u32> {
  let v1 = m_f2l(x0);
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
  let x0 = m_f16_to_f32(m_short(buf2[in0_at >> 1u], in0_at));
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast float16 to float16 ----

// (%0 float16)
// %1 float16 = cast %0
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
  let v1 = x0;
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

// ---- cast float16 to bfloat16 ----

// (%0 float16)
// %1 bfloat16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec2<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

// The bfloat16 nearest to x, as f32; NaN stays.
fn m_round_bf16(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  return bitcast<f32>(select((b + 0x7fffu + ((b >> 16u) & 1u)) & 0xffff0000u, b, m_isnan(x)));
}

fn apply(x0: f32) -> f32 {
  let v1 = m_round_bf16(x0);
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
    let x0 = m_f16_to_f32(m_short(buf2[(in0_at >> 1u) >> 1u][(in0_at >> 1u) & 1u], in0_at));
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_bf16(y)) << out0_shift);
  }
}

// ---- cast float16 to float32 ----

// (%0 float16)
// %1 float32 = cast %0
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

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

fn apply(x0: f32) -> f32 {
  let v1 = x0;
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
  let x0 = m_f16_to_f32(m_short(buf2[in0_at >> 1u], in0_at));
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast float16 to float64 ----

// (%0 float16)
// %1 float64 = cast %0
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// Exact. Subnormals of float32 are normal numbers here.
fn m_f2d(x: f32) -> vec2<u32> {
  let a = m_abits(x);
  if (a >= 0x7f800000u) { return select(vec2<u32>(0u, 0x7ff00000u | m_sbit(x)), m_fnan64(), m_isnan(x)); }
  if (a == 0u) { return vec2<u32>(0u, m_sbit(x)); }
  let m = select(a, (a & 0x7fffffu) | 0x800000u, a > 0x7fffffu);
  return m_fround64(m_sbit(x), m_fnormal64(936 + i32(max(a >> 23u, 1u)), vec2<u32>(m, 0u)));
}

fn m_fnan64() -> vec2<u32> { return vec2<u32>(0u, 0x7ff80000u); }

// x / 2^n, for n up to 64; a last bit says whether any bit was lost.
fn m_sticky64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let k = min(n, 63u);
  let r = m_right64(x, k, 0u);
  return vec2<u32>(r.x | select(0u, 1u, any(m_left64(r, k) != x)), r.y);
}

// A number by its parts, ±m * 2^(e-1086), where m has its top bit set; 0 has none.
struct MFloat64 { e: i32, m: vec2<u32> }

// m * 2^(e-1086) for any m but 0.
fn m_fnormal64(e: i32, m: vec2<u32>) -> MFloat64 {
  let z = m_zeros64(m) & 63u;
  return MFloat64(e - i32(z), m_left64(m, z));
}

// The float64 nearest to x, ties to even; s is its sign bit. Below the normal numbers, bits
// fall off first. The top bit of the significand is added to the exponent.
fn m_fround64(s: u32, x: MFloat64) -> vec2<u32> {
  let m = m_sticky64(x.m, u32(clamp(1 - x.e, 0, 64)));
  let up = select(0u, 1u, (m.x & 0x7ffu) + ((m.x >> 11u) & 1u) > 0x400u);
  let r = m_add64(m_right64(m, 11u, 0u), vec2<u32>(up, u32(clamp(x.e, 1, 2047) - 1) << 20u));
  return select(r, vec2<u32>(0u, 0x7ff00000u), x.e > 2046) | vec2<u32>(0u, s);
}

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
}

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

// Zeros above the first bit that is set.
fn m_zeros64(x: vec2<u32>) -> u32 {
  return select(countLeadingZeros(x.y), 32u + countLeadingZeros(x.x), x.y == 0u);
}

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn apply(x0: f32) -> vec2<u32> {
  let v1 = m_f2d(x0);
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
  let x0 = m_f16_to_f32(m_short(buf2[in0_at >> 1u], in0_at));
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast bfloat16 to bool ----

// (%0 bfloat16)
// %1 bool = cast %0
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

fn apply(x0: f32) -> bool {
  let v1 = m_abits(x0) != 0u;
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

// ---- cast bfloat16 to uint8 ----

// (%0 bfloat16)
// %1 uint8 = cast %0
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

fn m_f2u(x: f32) -> u32 {
  if (m_isnan(x) || x <= 0.0) { return 0u; }
  if (x >= 4294967296.0) { return 0xffffffffu; }
  return u32(x);
}

fn m_f2u8(x: f32) -> u32 { return min(m_f2u(x), 255u); }

fn apply(x0: f32) -> u32 {
  let v1 = m_f2u8(x0);
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
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((y & 255u) << out0_shift);
  }
}

// ---- cast bfloat16 to uint16 ----

// (%0 bfloat16)
// %1 uint16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec2<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

fn m_f2u(x: f32) -> u32 {
  if (m_isnan(x) || x <= 0.0) { return 0u; }
  if (x >= 4294967296.0) { return 0xffffffffu; }
  return u32(x);
}

fn m_f2u16(x: f32) -> u32 { return min(m_f2u(x), 65535u); }

fn apply(x0: f32) -> u32 {
  let v1 = m_f2u16(x0);
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
    let x0 = m_bf16_to_f32(m_short(buf2[(in0_at >> 1u) >> 1u][(in0_at >> 1u) & 1u], in0_at));
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((y & 65535u) << out0_shift);
  }
}

// ---- cast bfloat16 to uint32 ----

// (%0 bfloat16)
// %1 uint32 = cast %0
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

fn m_f2u(x: f32) -> u32 {
  if (m_isnan(x) || x <= 0.0) { return 0u; }
  if (x >= 4294967296.0) { return 0xffffffffu; }
  return u32(x);
}

fn apply(x0: f32) -> u32 {
  let v1 = m_f2u(x0);
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
  let x0 = m_bf16_to_f32(m_short(buf2[in0_at >> 1u], in0_at));
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = y;
}

// ---- cast bfloat16 to uint64 ----

// (%0 bfloat16)
// %1 uint64 = cast %0
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// The whole part of |x| < 2^64.
fn m_whole64(x: f32) -> vec2<u32> {
  let e = m_abits(x) >> 23u;
  let m = vec2<u32>((bitcast<u32>(x) & 0x7fffffu) | 0x800000u, 0u);
  return select(vec2<u32>(m.x >> min(150u - e, 31u), 0u), m_left64(m, (e - 150u) & 63u), e > 149u);
}

// Truncated and saturated; NaN gives 0.
fn m_f2ul(x: f32) -> vec2<u32> {
  let b = bitcast<u32>(x);
  if (m_sbit(x) != 0u || m_isnan(x)) { return vec2<u32>(0u); }
  return select(m_whole64(x), vec2<u32>(0xffffffffu), b >= 0x5f800000u); // 2^64
}

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

fn apply(x0: f32) -> vec2<u32> {
  let v1 = m_f2ul(x0);
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
  let x0 = m_bf16_to_f32(m_short(buf2[in0_at >> 1u], in0_at));
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast bfloat16 to int8 ----

// (%0 bfloat16)
// %1 int8 = cast %0
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

// Truncated and saturated; NaN gives 0.
fn m_f2i(x: f32) -> i32 {
  if (m_isnan(x)) { return 0; }
  if (x >= 2147483648.0) { return 2147483647; }
  if (x < -2147483648.0) { return bitcast<i32>(0x80000000u); }
  return i32(x);
}

// The same for the narrower types.
fn m_f2i8(x: f32) -> i32 { return clamp(m_f2i(x), -128, 127); }

fn apply(x0: f32) -> i32 {
  let v1 = m_f2i8(x0);
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
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((bitcast<u32>(y) & 255u) << out0_shift);
  }
}

// ---- cast bfloat16 to int16 ----

// (%0 bfloat16)
// %1 int16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec2<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

// Truncated and saturated; NaN gives 0.
fn m_f2i(x: f32) -> i32 {
  if (m_isnan(x)) { return 0; }
  if (x >= 2147483648.0) { return 2147483647; }
  if (x < -2147483648.0) { return bitcast<i32>(0x80000000u); }
  return i32(x);
}

fn m_f2i16(x: f32) -> i32 { return clamp(m_f2i(x), -32768, 32767); }

fn apply(x0: f32) -> i32 {
  let v1 = m_f2i16(x0);
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
    let x0 = m_bf16_to_f32(m_short(buf2[(in0_at >> 1u) >> 1u][(in0_at >> 1u) & 1u], in0_at));
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((bitcast<u32>(y) & 65535u) << out0_shift);
  }
}

// ---- cast bfloat16 to int32 ----

// (%0 bfloat16)
// %1 int32 = cast %0
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

// Truncated and saturated; NaN gives 0.
fn m_f2i(x: f32) -> i32 {
  if (m_isnan(x)) { return 0; }
  if (x >= 2147483648.0) { return 2147483647; }
  if (x < -2147483648.0) { return bitcast<i32>(0x80000000u); }
  return i32(x);
}

fn apply(x0: f32) -> i32 {
  let v1 = m_f2i(x0);
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
  let x0 = m_bf16_to_f32(m_short(buf2[in0_at >> 1u], in0_at));
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast bfloat16 to int64 ----

// (%0 bfloat16)
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// The whole part of |x| < 2^64.
fn m_whole64(x: f32) -> vec2<u32> {
  let e = m_abits(x) >> 23u;
  let m = vec2<u32>((bitcast<u32>(x) & 0x7fffffu) | 0x800000u, 0u);
  return select(vec2<u32>(m.x >> min(150u - e, 31u), 0u), m_left64(m, (e - 150u) & 63u), e > 149u);
}

fn m_f2l(x: f32) -> vec2<u32> {
  if (m_isnan(x)) { return vec2<u32>(0u); }
  let negative = m_sbit(x) != 0u;
  let limit = select(vec2<u32>(0xffffffffu, 0x7fffffffu), vec2<u32>(0u, 0x80000000u), negative);
  return select(m_negate64(m_whole64(x), negative), limit, m_abits(x) >= 0x5f000000u); // 2^63
}

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

fn m_neg64(x: vec2<u32>) -> vec2<u32> { return m_sub64(vec2<u32>(0u), x); }

// x, or -x where the condition holds.
fn m_negate64(x: vec2<u32>, condition: bool) -> vec2<u32> { return select(x, m_neg64(x), condition); }

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

fn apply(x0: f32) -> vec2<u32> {
  let v1 = m_f2l(x0);
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
  let x0 = m_bf16_to_f32(m_short(buf2[in0_at >> 1u], in0_at));
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast bfloat16 to float16 ----

// (%0 bfloat16)
// %1 float16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec2<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// What |x| < 2^-14 is in units of 2^-24, float16's below the normal numbers, to the nearest,
// ties to even: 0.5 has such units, too. Shifting by an amount of each element's own is what
// drivers without such an instruction do element by element.
fn m_f16_low(a: u32) -> u32 { return bitcast<u32>(bitcast<f32>(a) + 0.5) - 0x3f000000u; }

// The bits of the float16 nearest to x, ties to even.
fn m_f32_to_f16(x: f32) -> u32 {
  let a = m_abits(x);
  let high = (a - 0x38000000u + 0xfffu + ((a >> 13u) & 1u)) >> 13u;
  let r = min(select(high, m_f16_low(a), a < 0x38800000u), 0x7c00u);
  return select(r, 0x7e00u, a > 0x7f800000u) | (m_sbit(x) >> 16u);
}

// The float16 nearest to x, as f32; NaN stays.
fn m_round_f16(x: f32) -> f32 {
  let a = m_abits(x);
  let low = bitcast<u32>(f32(bitcast<i32>(m_f16_low(a))) * 5.9604645e-8);
  let high = (a + 0xfffu + ((a >> 13u) & 1u)) & 0xffffe000u;
  let r = select(select(high, 0x7f800000u, high > 0x477fe000u), low, a < 0x38800000u);
  return bitcast<f32>(select(r, a, a > 0x7f800000u) | m_sbit(x));
}

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

fn apply(x0: f32) -> f32 {
  let v1 = m_round_f16(x0);
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
    let x0 = m_bf16_to_f32(m_short(buf2[(in0_at >> 1u) >> 1u][(in0_at >> 1u) & 1u], in0_at));
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_f16(y)) << out0_shift);
  }
}

// ---- cast bfloat16 to bfloat16 ----

// (%0 bfloat16)
// %1 bfloat16 = cast %0
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
  let v1 = x0;
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

// ---- cast bfloat16 to float32 ----

// (%0 bfloat16)
// %1 float32 = cast %0
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

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

fn apply(x0: f32) -> f32 {
  let v1 = x0;
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
  let x0 = m_bf16_to_f32(m_short(buf2[in0_at >> 1u], in0_at));
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast bfloat16 to float64 ----

// (%0 bfloat16)
// %1 float64 = cast %0
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// Exact. Subnormals of float32 are normal numbers here.
fn m_f2d(x: f32) -> vec2<u32> {
  let a = m_abits(x);
  if (a >= 0x7f800000u) { return select(vec2<u32>(0u, 0x7ff00000u | m_sbit(x)), m_fnan64(), m_isnan(x)); }
  if (a == 0u) { return vec2<u32>(0u, m_sbit(x)); }
  let m = select(a, (a & 0x7fffffu) | 0x800000u, a > 0x7fffffu);
  return m_fround64(m_sbit(x), m_fnormal64(936 + i32(max(a >> 23u, 1u)), vec2<u32>(m, 0u)));
}

fn m_fnan64() -> vec2<u32> { return vec2<u32>(0u, 0x7ff80000u); }

// x / 2^n, for n up to 64; a last bit says whether any bit was lost.
fn m_sticky64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let k = min(n, 63u);
  let r = m_right64(x, k, 0u);
  return vec2<u32>(r.x | select(0u, 1u, any(m_left64(r, k) != x)), r.y);
}

// A number by its parts, ±m * 2^(e-1086), where m has its top bit set; 0 has none.
struct MFloat64 { e: i32, m: vec2<u32> }

// m * 2^(e-1086) for any m but 0.
fn m_fnormal64(e: i32, m: vec2<u32>) -> MFloat64 {
  let z = m_zeros64(m) & 63u;
  return MFloat64(e - i32(z), m_left64(m, z));
}

// The float64 nearest to x, ties to even; s is its sign bit. Below the normal numbers, bits
// fall off first. The top bit of the significand is added to the exponent.
fn m_fround64(s: u32, x: MFloat64) -> vec2<u32> {
  let m = m_sticky64(x.m, u32(clamp(1 - x.e, 0, 64)));
  let up = select(0u, 1u, (m.x & 0x7ffu) + ((m.x >> 11u) & 1u) > 0x400u);
  let r = m_add64(m_right64(m, 11u, 0u), vec2<u32>(up, u32(clamp(x.e, 1, 2047) - 1) << 20u));
  return select(r, vec2<u32>(0u, 0x7ff00000u), x.e > 2046) | vec2<u32>(0u, s);
}

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

// Zeros above the first bit that is set.
fn m_zeros64(x: vec2<u32>) -> u32 {
  return select(countLeadingZeros(x.y), 32u + countLeadingZeros(x.x), x.y == 0u);
}

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn apply(x0: f32) -> vec2<u32> {
  let v1 = m_f2d(x0);
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
  let x0 = m_bf16_to_f32(m_short(buf2[in0_at >> 1u], in0_at));
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast float32 to bool ----

// (%0 float32)
// %1 bool = cast %0
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn apply(x0: f32) -> bool {
  let v1 = m_abits(x0) != 0u;
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

// ---- cast float32 to uint8 ----

// (%0 float32)
// %1 uint8 = cast %0
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

fn m_f2u(x: f32) -> u32 {
  if (m_isnan(x) || x <= 0.0) { return 0u; }
  if (x >= 4294967296.0) { return 0xffffffffu; }
  return u32(x);
}

fn m_f2u8(x: f32) -> u32 { return min(m_f2u(x), 255u); }

fn apply(x0: f32) -> u32 {
  let v1 = m_f2u8(x0);
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
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((y & 255u) << out0_shift);
  }
}

// ---- cast float32 to uint16 ----

// (%0 float32)
// %1 uint16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

fn m_f2u(x: f32) -> u32 {
  if (m_isnan(x) || x <= 0.0) { return 0u; }
  if (x >= 4294967296.0) { return 0xffffffffu; }
  return u32(x);
}

fn m_f2u16(x: f32) -> u32 { return min(m_f2u(x), 65535u); }

fn apply(x0: f32) -> u32 {
  let v1 = m_f2u16(x0);
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
    let x0 = bitcast<f32>(buf2[(in0_at) >> 2u][(in0_at) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((y & 65535u) << out0_shift);
  }
}

// ---- cast float32 to uint32 ----

// (%0 float32)
// %1 uint32 = cast %0
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

fn m_f2u(x: f32) -> u32 {
  if (m_isnan(x) || x <= 0.0) { return 0u; }
  if (x >= 4294967296.0) { return 0xffffffffu; }
  return u32(x);
}

fn apply(x0: f32) -> u32 {
  let v1 = m_f2u(x0);
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
  buf1[out0_at] = y;
}

// ---- cast float32 to uint64 ----

// (%0 float32)
// %1 uint64 = cast %0
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// The whole part of |x| < 2^64.
fn m_whole64(x: f32) -> vec2<u32> {
  let e = m_abits(x) >> 23u;
  let m = vec2<u32>((bitcast<u32>(x) & 0x7fffffu) | 0x800000u, 0u);
  return select(vec2<u32>(m.x >> min(150u - e, 31u), 0u), m_left64(m, (e - 150u) & 63u), e > 149u);
}

// Truncated and saturated; NaN gives 0.
fn m_f2ul(x: f32) -> vec2<u32> {
  let b = bitcast<u32>(x);
  if (m_sbit(x) != 0u || m_isnan(x)) { return vec2<u32>(0u); }
  return select(m_whole64(x), vec2<u32>(0xffffffffu), b >= 0x5f800000u); // 2^64
}

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

fn apply(x0: f32) -> vec2<u32> {
  let v1 = m_f2ul(x0);
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
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast float32 to int8 ----

// (%0 float32)
// %1 int8 = cast %0
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Truncated and saturated; NaN gives 0.
fn m_f2i(x: f32) -> i32 {
  if (m_isnan(x)) { return 0; }
  if (x >= 2147483648.0) { return 2147483647; }
  if (x < -2147483648.0) { return bitcast<i32>(0x80000000u); }
  return i32(x);
}

// The same for the narrower types.
fn m_f2i8(x: f32) -> i32 { return clamp(m_f2i(x), -128, 127); }

fn apply(x0: f32) -> i32 {
  let v1 = m_f2i8(x0);
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
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((bitcast<u32>(y) & 255u) << out0_shift);
  }
}

// ---- cast float32 to int16 ----

// (%0 float32)
// %1 int16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Truncated and saturated; NaN gives 0.
fn m_f2i(x: f32) -> i32 {
  if (m_isnan(x)) { return 0; }
  if (x >= 2147483648.0) { return 2147483647; }
  if (x < -2147483648.0) { return bitcast<i32>(0x80000000u); }
  return i32(x);
}

fn m_f2i16(x: f32) -> i32 { return clamp(m_f2i(x), -32768, 32767); }

fn apply(x0: f32) -> i32 {
  let v1 = m_f2i16(x0);
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
    let x0 = bitcast<f32>(buf2[(in0_at) >> 2u][(in0_at) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((bitcast<u32>(y) & 65535u) << out0_shift);
  }
}

// ---- cast float32 to int32 ----

// (%0 float32)
// %1 int32 = cast %0
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Truncated and saturated; NaN gives 0.
fn m_f2i(x: f32) -> i32 {
  if (m_isnan(x)) { return 0; }
  if (x >= 2147483648.0) { return 2147483647; }
  if (x < -2147483648.0) { return bitcast<i32>(0x80000000u); }
  return i32(x);
}

fn apply(x0: f32) -> i32 {
  let v1 = m_f2i(x0);
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

// ---- cast float32 to int64 ----

// (%0 float32)
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// The whole part of |x| < 2^64.
fn m_whole64(x: f32) -> vec2<u32> {
  let e = m_abits(x) >> 23u;
  let m = vec2<u32>((bitcast<u32>(x) & 0x7fffffu) | 0x800000u, 0u);
  return select(vec2<u32>(m.x >> min(150u - e, 31u), 0u), m_left64(m, (e - 150u) & 63u), e > 149u);
}

fn m_f2l(x: f32) -> vec2<u32> {
  if (m_isnan(x)) { return vec2<u32>(0u); }
  let negative = m_sbit(x) != 0u;
  let limit = select(vec2<u32>(0xffffffffu, 0x7fffffffu), vec2<u32>(0u, 0x80000000u), negative);
  return select(m_negate64(m_whole64(x), negative), limit, m_abits(x) >= 0x5f000000u); // 2^63
}

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

fn m_neg64(x: vec2<u32>) -> vec2<u32> { return m_sub64(vec2<u32>(0u), x); }

// x, or -x where the condition holds.
fn m_negate64(x: vec2<u32>, condition: bool) -> vec2<u32> { return select(x, m_neg64(x), condition); }

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

fn apply(x0: f32) -> vec2<u32> {
  let v1 = m_f2l(x0);
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
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast float32 to float16 ----

// (%0 float32)
// %1 float16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

// What |x| < 2^-14 is in units of 2^-24, float16's below the normal numbers, to the nearest,
// ties to even: 0.5 has such units, too. Shifting by an amount of each element's own is what
// drivers without such an instruction do element by element.
fn m_f16_low(a: u32) -> u32 { return bitcast<u32>(bitcast<f32>(a) + 0.5) - 0x3f000000u; }

// The bits of the float16 nearest to x, ties to even.
fn m_f32_to_f16(x: f32) -> u32 {
  let a = m_abits(x);
  let high = (a - 0x38000000u + 0xfffu + ((a >> 13u) & 1u)) >> 13u;
  let r = min(select(high, m_f16_low(a), a < 0x38800000u), 0x7c00u);
  return select(r, 0x7e00u, a > 0x7f800000u) | (m_sbit(x) >> 16u);
}

// The float16 nearest to x, as f32; NaN stays.
fn m_round_f16(x: f32) -> f32 {
  let a = m_abits(x);
  let low = bitcast<u32>(f32(bitcast<i32>(m_f16_low(a))) * 5.9604645e-8);
  let high = (a + 0xfffu + ((a >> 13u) & 1u)) & 0xffffe000u;
  let r = select(select(high, 0x7f800000u, high > 0x477fe000u), low, a < 0x38800000u);
  return bitcast<f32>(select(r, a, a > 0x7f800000u) | m_sbit(x));
}

fn apply(x0: f32) -> f32 {
  let v1 = m_round_f16(x0);
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
    let x0 = bitcast<f32>(buf2[(in0_at) >> 2u][(in0_at) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_f16(y)) << out0_shift);
  }
}

// ---- cast float32 to bfloat16 ----

// (%0 float32)
// %1 bfloat16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

// The bfloat16 nearest to x, as f32; NaN stays.
fn m_round_bf16(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  return bitcast<f32>(select((b + 0x7fffu + ((b >> 16u) & 1u)) & 0xffff0000u, b, m_isnan(x)));
}

fn apply(x0: f32) -> f32 {
  let v1 = m_round_bf16(x0);
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
    let x0 = bitcast<f32>(buf2[(in0_at) >> 2u][(in0_at) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_bf16(y)) << out0_shift);
  }
}

// ---- cast float32 to float32 ----

// (%0 float32)
// %1 float32 = cast %0
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

fn apply(x0: f32) -> f32 {
  let v1 = x0;
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

// ---- cast float32 to float64 ----

// (%0 float32)
// %1 float64 = cast %0
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Exact. Subnormals of float32 are normal numbers here.
fn m_f2d(x: f32) -> vec2<u32> {
  let a = m_abits(x);
  if (a >= 0x7f800000u) { return select(vec2<u32>(0u, 0x7ff00000u | m_sbit(x)), m_fnan64(), m_isnan(x)); }
  if (a == 0u) { return vec2<u32>(0u, m_sbit(x)); }
  let m = select(a, (a & 0x7fffffu) | 0x800000u, a > 0x7fffffu);
  return m_fround64(m_sbit(x), m_fnormal64(936 + i32(max(a >> 23u, 1u)), vec2<u32>(m, 0u)));
}

fn m_fnan64() -> vec2<u32> { return vec2<u32>(0u, 0x7ff80000u); }

// x / 2^n, for n up to 64; a last bit says whether any bit was lost.
fn m_sticky64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let k = min(n, 63u);
  let r = m_right64(x, k, 0u);
  return vec2<u32>(r.x | select(0u, 1u, any(m_left64(r, k) != x)), r.y);
}

// A number by its parts, ±m * 2^(e-1086), where m has its top bit set; 0 has none.
struct MFloat64 { e: i32, m: vec2<u32> }

// m * 2^(e-1086) for any m but 0.
fn m_fnormal64(e: i32, m: vec2<u32>) -> MFloat64 {
  let z = m_zeros64(m) & 63u;
  return MFloat64(e - i32(z), m_left64(m, z));
}

// The float64 nearest to x, ties to even; s is its sign bit. Below the normal numbers, bits
// fall off first. The top bit of the significand is added to the exponent.
fn m_fround64(s: u32, x: MFloat64) -> vec2<u32> {
  let m = m_sticky64(x.m, u32(clamp(1 - x.e, 0, 64)));
  let up = select(0u, 1u, (m.x & 0x7ffu) + ((m.x >> 11u) & 1u) > 0x400u);
  let r = m_add64(m_right64(m, 11u, 0u), vec2<u32>(up, u32(clamp(x.e, 1, 2047) - 1) << 20u));
  return select(r, vec2<u32>(0u, 0x7ff00000u), x.e > 2046) | vec2<u32>(0u, s);
}

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

// Zeros above the first bit that is set.
fn m_zeros64(x: vec2<u32>) -> u32 {
  return select(countLeadingZeros(x.y), 32u + countLeadingZeros(x.x), x.y == 0u);
}

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn apply(x0: f32) -> vec2<u32> {
  let v1 = m_f2d(x0);
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
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- cast float64 to bool ----

// (%0 float64)
// %1 bool = cast %0
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

fn m_fiszero64(x: vec2<u32>) -> bool { return ((x.y << 1u) | x.x) == 0u; }

fn apply(x0: vec2<u32>) -> bool {
  let v1 = !m_fiszero64(x0);
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

// ---- cast float64 to uint8 ----

// (%0 float64)
// %1 uint8 = cast %0
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

// The whole part of |x| < 2^64.
fn m_fwhole64(x: vec2<u32>) -> vec2<u32> {
  let e = m_fexponent64(x);
  return select(m_right64(m_fsignificand64(x), u32(1086 - e) & 63u, 0u), vec2<u32>(0u), e < 1023);
}

// Truncated and saturated; NaN gives 0.
fn m_d2ul(x: vec2<u32>) -> vec2<u32> {
  if (m_negative64(x) || m_fisnan64(x)) { return vec2<u32>(0u); }
  return select(m_fwhole64(x), vec2<u32>(0xffffffffu), x.y >= 0x43f00000u); // 2^64
}

fn m_d2u(x: vec2<u32>) -> u32 {
  let r = m_d2ul(x);
  return select(r.x, 0xffffffffu, r.y != 0u);
}

fn m_d2u8(x: vec2<u32>) -> u32 { return min(m_d2u(x), 255u); }

fn m_fisnan64(x: vec2<u32>) -> bool { return ((x.y << 1u) | min(x.x, 1u)) > 0xffe00000u; }

// The significand's 53 bits at the upper end, as they are stored.
fn m_fsignificand64(x: vec2<u32>) -> vec2<u32> {
  return m_left64(vec2<u32>(x.x, (x.y & 0xfffffu) | (min(x.y & 0x7ff00000u, 1u) << 20u)), 11u);
}

// The exponent of such a significand.
fn m_fexponent64(x: vec2<u32>) -> i32 { return max(i32((x.y >> 20u) & 0x7ffu), 1); }

fn m_negative64(x: vec2<u32>) -> bool { return x.y > 0x7fffffffu; }

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn apply(x0: vec2<u32>) -> u32 {
  let v1 = m_d2u8(x0);
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
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((y & 255u) << out0_shift);
  }
}

// ---- cast float64 to uint16 ----

// (%0 float64)
// %1 uint16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

// The whole part of |x| < 2^64.
fn m_fwhole64(x: vec2<u32>) -> vec2<u32> {
  let e = m_fexponent64(x);
  return select(m_right64(m_fsignificand64(x), u32(1086 - e) & 63u, 0u), vec2<u32>(0u), e < 1023);
}

// Truncated and saturated; NaN gives 0.
fn m_d2ul(x: vec2<u32>) -> vec2<u32> {
  if (m_negative64(x) || m_fisnan64(x)) { return vec2<u32>(0u); }
  return select(m_fwhole64(x), vec2<u32>(0xffffffffu), x.y >= 0x43f00000u); // 2^64
}

fn m_d2u(x: vec2<u32>) -> u32 {
  let r = m_d2ul(x);
  return select(r.x, 0xffffffffu, r.y != 0u);
}

fn m_d2u16(x: vec2<u32>) -> u32 { return min(m_d2u(x), 65535u); }

fn m_fisnan64(x: vec2<u32>) -> bool { return ((x.y << 1u) | min(x.x, 1u)) > 0xffe00000u; }

// The significand's 53 bits at the upper end, as they are stored.
fn m_fsignificand64(x: vec2<u32>) -> vec2<u32> {
  return m_left64(vec2<u32>(x.x, (x.y & 0xfffffu) | (min(x.y & 0x7ff00000u, 1u) << 20u)), 11u);
}

// The exponent of such a significand.
fn m_fexponent64(x: vec2<u32>) -> i32 { return max(i32((x.y >> 20u) & 0x7ffu), 1); }

fn m_negative64(x: vec2<u32>) -> bool { return x.y > 0x7fffffffu; }

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn apply(x0: vec2<u32>) -> u32 {
  let v1 = m_d2u16(x0);
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
    let x0 = vec2<u32>(buf2[(in0_at * 2u) >> 2u][(in0_at * 2u) & 3u], buf2[(in0_at * 2u + 1u) >> 2u][(in0_at * 2u + 1u) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((y & 65535u) << out0_shift);
  }
}

// ---- cast float64 to uint32 ----

// (%0 float64)
// %1 uint32 = cast %0
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

// The whole part of |x| < 2^64.
fn m_fwhole64(x: vec2<u32>) -> vec2<u32> {
  let e = m_fexponent64(x);
  return select(m_right64(m_fsignificand64(x), u32(1086 - e) & 63u, 0u), vec2<u32>(0u), e < 1023);
}

// Truncated and saturated; NaN gives 0.
fn m_d2ul(x: vec2<u32>) -> vec2<u32> {
  if (m_negative64(x) || m_fisnan64(x)) { return vec2<u32>(0u); }
  return select(m_fwhole64(x), vec2<u32>(0xffffffffu), x.y >= 0x43f00000u); // 2^64
}

fn m_d2u(x: vec2<u32>) -> u32 {
  let r = m_d2ul(x);
  return select(r.x, 0xffffffffu, r.y != 0u);
}

fn m_fisnan64(x: vec2<u32>) -> bool { return ((x.y << 1u) | min(x.x, 1u)) > 0xffe00000u; }

// The significand's 53 bits at the upper end, as they are stored.
fn m_fsignificand64(x: vec2<u32>) -> vec2<u32> {
  return m_left64(vec2<u32>(x.x, (x.y & 0xfffffu) | (min(x.y & 0x7ff00000u, 1u) << 20u)), 11u);
}

// The exponent of such a significand.
fn m_fexponent64(x: vec2<u32>) -> i32 { return max(i32((x.y >> 20u) & 0x7ffu), 1); }

fn m_negative64(x: vec2<u32>) -> bool { return x.y > 0x7fffffffu; }

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn apply(x0: vec2<u32>) -> u32 {
  let v1 = m_d2u(x0);
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
  buf1[out0_at] = y;
}

// ---- cast float64 to uint64 ----

// (%0 float64)
// %1 uint64 = cast %0
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

// The whole part of |x| < 2^64.
fn m_fwhole64(x: vec2<u32>) -> vec2<u32> {
  let e = m_fexponent64(x);
  return select(m_right64(m_fsignificand64(x), u32(1086 - e) & 63u, 0u), vec2<u32>(0u), e < 1023);
}

// Truncated and saturated; NaN gives 0.
fn m_d2ul(x: vec2<u32>) -> vec2<u32> {
  if (m_negative64(x) || m_fisnan64(x)) { return vec2<u32>(0u); }
  return select(m_fwhole64(x), vec2<u32>(0xffffffffu), x.y >= 0x43f00000u); // 2^64
}

fn m_fisnan64(x: vec2<u32>) -> bool { return ((x.y << 1u) | min(x.x, 1u)) > 0xffe00000u; }

// The significand's 53 bits at the upper end, as they are stored.
fn m_fsignificand64(x: vec2<u32>) -> vec2<u32> {
  return m_left64(vec2<u32>(x.x, (x.y & 0xfffffu) | (min(x.y & 0x7ff00000u, 1u) << 20u)), 11u);
}

// The exponent of such a significand.
fn m_fexponent64(x: vec2<u32>) -> i32 { return max(i32((x.y >> 20u) & 0x7ffu), 1); }

fn m_negative64(x: vec2<u32>) -> bool { return x.y > 0x7fffffffu; }

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_d2ul(x0);
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

// ---- cast float64 to int8 ----

// (%0 float64)
// %1 int8 = cast %0
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

fn m_i2l(x: i32) -> vec2<u32> { return vec2<u32>(bitcast<u32>(x), bitcast<u32>(x >> 31u)); }

// The whole part of |x| < 2^64.
fn m_fwhole64(x: vec2<u32>) -> vec2<u32> {
  let e = m_fexponent64(x);
  return select(m_right64(m_fsignificand64(x), u32(1086 - e) & 63u, 0u), vec2<u32>(0u), e < 1023);
}

fn m_d2l(x: vec2<u32>) -> vec2<u32> {
  if (m_fisnan64(x)) { return vec2<u32>(0u); }
  let negative = m_negative64(x);
  let limit = select(vec2<u32>(0xffffffffu, 0x7fffffffu), vec2<u32>(0u, 0x80000000u), negative);
  return select(m_negate64(m_fwhole64(x), negative), limit, (x.y & 0x7fffffffu) >= 0x43e00000u); // 2^63
}

fn m_d2i(x: vec2<u32>) -> i32 {
  let r = m_d2l(x);
  let limit = select(2147483647, bitcast<i32>(0x80000000u), m_negative64(r));
  return select(limit, bitcast<i32>(r.x), all(m_i2l(bitcast<i32>(r.x)) == r));
}

// The same for the narrower types.
fn m_d2i8(x: vec2<u32>) -> i32 { return clamp(m_d2i(x), -128, 127); }

fn m_fisnan64(x: vec2<u32>) -> bool { return ((x.y << 1u) | min(x.x, 1u)) > 0xffe00000u; }

// The significand's 53 bits at the upper end, as they are stored.
fn m_fsignificand64(x: vec2<u32>) -> vec2<u32> {
  return m_left64(vec2<u32>(x.x, (x.y & 0xfffffu) | (min(x.y & 0x7ff00000u, 1u) << 20u)), 11u);
}

// The exponent of such a significand.
fn m_fexponent64(x: vec2<u32>) -> i32 { return max(i32((x.y >> 20u) & 0x7ffu), 1); }

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

fn m_neg64(x: vec2<u32>) -> vec2<u32> { return m_sub64(vec2<u32>(0u), x); }

fn m_negative64(x: vec2<u32>) -> bool { return x.y > 0x7fffffffu; }

// x, or -x where the condition holds.
fn m_negate64(x: vec2<u32>, condition: bool) -> vec2<u32> { return select(x, m_neg64(x), condition); }

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn apply(x0: vec2<u32>) -> i32 {
  let v1 = m_d2i8(x0);
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
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((bitcast<u32>(y) & 255u) << out0_shift);
  }
}

// ---- cast float64 to int16 ----

// (%0 float64)
// %1 int16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

fn m_i2l(x: i32) -> vec2<u32> { return vec2<u32>(bitcast<u32>(x), bitcast<u32>(x >> 31u)); }

// The whole part of |x| < 2^64.
fn m_fwhole64(x: vec2<u32>) -> vec2<u32> {
  let e = m_fexponent64(x);
  return select(m_right64(m_fsignificand64(x), u32(1086 - e) & 63u, 0u), vec2<u32>(0u), e < 1023);
}

fn m_d2l(x: vec2<u32>) -> vec2<u32> {
  if (m_fisnan64(x)) { return vec2<u32>(0u); }
  let negative = m_negative64(x);
  let limit = select(vec2<u32>(0xffffffffu, 0x7fffffffu), vec2<u32>(0u, 0x80000000u), negative);
  return select(m_negate64(m_fwhole64(x), negative), limit, (x.y & 0x7fffffffu) >= 0x43e00000u); // 2^63
}

fn m_d2i(x: vec2<u32>) -> i32 {
  let r = m_d2l(x);
  let limit = select(2147483647, bitcast<i32>(0x80000000u), m_negative64(r));
  return select(limit, bitcast<i32>(r.x), all(m_i2l(bitcast<i32>(r.x)) == r));
}

fn m_d2i16(x: vec2<u32>) -> i32 { return clamp(m_d2i(x), -32768, 32767); }

fn m_fisnan64(x: vec2<u32>) -> bool { return ((x.y << 1u) | min(x.x, 1u)) > 0xffe00000u; }

// The significand's 53 bits at the upper end, as they are stored.
fn m_fsignificand64(x: vec2<u32>) -> vec2<u32> {
  return m_left64(vec2<u32>(x.x, (x.y & 0xfffffu) | (min(x.y & 0x7ff00000u, 1u) << 20u)), 11u);
}

// The exponent of such a significand.
fn m_fexponent64(x: vec2<u32>) -> i32 { return max(i32((x.y >> 20u) & 0x7ffu), 1); }

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

fn m_neg64(x: vec2<u32>) -> vec2<u32> { return m_sub64(vec2<u32>(0u), x); }

fn m_negative64(x: vec2<u32>) -> bool { return x.y > 0x7fffffffu; }

// x, or -x where the condition holds.
fn m_negate64(x: vec2<u32>, condition: bool) -> vec2<u32> { return select(x, m_neg64(x), condition); }

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn apply(x0: vec2<u32>) -> i32 {
  let v1 = m_d2i16(x0);
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
    let x0 = vec2<u32>(buf2[(in0_at * 2u) >> 2u][(in0_at * 2u) & 3u], buf2[(in0_at * 2u + 1u) >> 2u][(in0_at * 2u + 1u) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((bitcast<u32>(y) & 65535u) << out0_shift);
  }
}

// ---- cast float64 to int32 ----

// (%0 float64)
// %1 int32 = cast %0
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

fn m_i2l(x: i32) -> vec2<u32> { return vec2<u32>(bitcast<u32>(x), bitcast<u32>(x >> 31u)); }

// The whole part of |x| < 2^64.
fn m_fwhole64(x: vec2<u32>) -> vec2<u32> {
  let e = m_fexponent64(x);
  return select(m_right64(m_fsignificand64(x), u32(1086 - e) & 63u, 0u), vec2<u32>(0u), e < 1023);
}

fn m_d2l(x: vec2<u32>) -> vec2<u32> {
  if (m_fisnan64(x)) { return vec2<u32>(0u); }
  let negative = m_negative64(x);
  let limit = select(vec2<u32>(0xffffffffu, 0x7fffffffu), vec2<u32>(0u, 0x80000000u), negative);
  return select(m_negate64(m_fwhole64(x), negative), limit, (x.y & 0x7fffffffu) >= 0x43e00000u); // 2^63
}

fn m_d2i(x: vec2<u32>) -> i32 {
  let r = m_d2l(x);
  let limit = select(2147483647, bitcast<i32>(0x80000000u), m_negative64(r));
  return select(limit, bitcast<i32>(r.x), all(m_i2l(bitcast<i32>(r.x)) == r));
}

fn m_fisnan64(x: vec2<u32>) -> bool { return ((x.y << 1u) | min(x.x, 1u)) > 0xffe00000u; }

// The significand's 53 bits at the upper end, as they are stored.
fn m_fsignificand64(x: vec2<u32>) -> vec2<u32> {
  return m_left64(vec2<u32>(x.x, (x.y & 0xfffffu) | (min(x.y & 0x7ff00000u, 1u) << 20u)), 11u);
}

// The exponent of such a significand.
fn m_fexponent64(x: vec2<u32>) -> i32 { return max(i32((x.y >> 20u) & 0x7ffu), 1); }

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

fn m_neg64(x: vec2<u32>) -> vec2<u32> { return m_sub64(vec2<u32>(0u), x); }

fn m_negative64(x: vec2<u32>) -> bool { return x.y > 0x7fffffffu; }

// x, or -x where the condition holds.
fn m_negate64(x: vec2<u32>, condition: bool) -> vec2<u32> { return select(x, m_neg64(x), condition); }

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn apply(x0: vec2<u32>) -> i32 {
  let v1 = m_d2i(x0);
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
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast float64 to int64 ----

// (%0 float64)
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

// The whole part of |x| < 2^64.
fn m_fwhole64(x: vec2<u32>) -> vec2<u32> {
  let e = m_fexponent64(x);
  return select(m_right64(m_fsignificand64(x), u32(1086 - e) & 63u, 0u), vec2<u32>(0u), e < 1023);
}

fn m_d2l(x: vec2<u32>) -> vec2<u32> {
  if (m_fisnan64(x)) { return vec2<u32>(0u); }
  let negative = m_negative64(x);
  let limit = select(vec2<u32>(0xffffffffu, 0x7fffffffu), vec2<u32>(0u, 0x80000000u), negative);
  return select(m_negate64(m_fwhole64(x), negative), limit, (x.y & 0x7fffffffu) >= 0x43e00000u); // 2^63
}

fn m_fisnan64(x: vec2<u32>) -> bool { return ((x.y << 1u) | min(x.x, 1u)) > 0xffe00000u; }

// The significand's 53 bits at the upper end, as they are stored.
fn m_fsignificand64(x: vec2<u32>) -> vec2<u32> {
  return m_left64(vec2<u32>(x.x, (x.y & 0xfffffu) | (min(x.y & 0x7ff00000u, 1u) << 20u)), 11u);
}

// The exponent of such a significand.
fn m_fexponent64(x: vec2<u32>) -> i32 { return max(i32((x.y >> 20u) & 0x7ffu), 1); }

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

fn m_neg64(x: vec2<u32>) -> vec2<u32> { return m_sub64(vec2<u32>(0u), x); }

fn m_negative64(x: vec2<u32>) -> bool { return x.y > 0x7fffffffu; }

// x, or -x where the condition holds.
fn m_negate64(x: vec2<u32>, condition: bool) -> vec2<u32> { return select(x, m_neg64(x), condition); }

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_d2l(x0);
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

// ---- cast float64 to float16 ----

// (%0 float64)
// %1 float16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

// 0, of which no compiler knows a bit. The length keeps it from being a mere uniform:
// llvmpipe compiles those that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

struct MTop64 { e: u32, m: u32, rest: u32 }

// x as a float32 before rounding: the biased exponent less 1, the first 24 bits, and the
// bits after them as a fraction of a unit, whose last bit says whether any more are set.
fn m_top64(x: vec2<u32>) -> MTop64 {
  let zeros = m_zeros64(x);
  let n = m_left64(x, min(zeros, 63u));
  return MTop64(select(189u - zeros, 0u, zeros > 63u), n.y >> 8u, (n.y << 24u) | (n.x >> 8u) | min(n.x & 255u, 1u));
}

// x in 23 bits, and a last one that says whether any bit is lost: rounding to a type of at
// most 22 bits afterwards is the only rounding.
fn m_ul2f_sticky(x: vec2<u32>) -> f32 {
  let t = m_top64(x);
  return bitcast<f32>((t.e << 23u) + (t.m | min(t.rest, 1u)));
}

// |x|, a number, as a float32 before rounding; at the end of the range as if the exponent
// went on. Below the normal numbers, bits fall off first.
fn m_dtop(x: vec2<u32>) -> MTop64 {
  let e = m_fexponent64(x) - 896;
  let n = m_sticky64(m_fsignificand64(x), u32(clamp(1 - e, 0, 64)));
  return MTop64(u32(max(e, 1) - 1), n.y >> 8u, (n.y << 24u) | (n.x >> 8u) | min(n.x & 255u, 1u));
}

// For rounding to a narrower type, see m_ul2f_sticky; what is finite stays so.
fn m_d2f_sticky(x: vec2<u32>) -> f32 {
  if (m_fisnan64(x)) { return m_nan(); }
  let t = m_dtop(x);
  let r = (min(t.e, 254u) << 23u) + (t.m | min(t.rest, 1u));
  let limit = select(0x7f800000u, 0x7f7fffffu, m_fisfinite64(x));
  return bitcast<f32>(min(r, limit) | (x.y & 0x80000000u));
}

fn m_fisnan64(x: vec2<u32>) -> bool { return ((x.y << 1u) | min(x.x, 1u)) > 0xffe00000u; }

fn m_fisfinite64(x: vec2<u32>) -> bool { return (x.y << 1u) < 0xffe00000u; }

// x / 2^n, for n up to 64; a last bit says whether any bit was lost.
fn m_sticky64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let k = min(n, 63u);
  let r = m_right64(x, k, 0u);
  return vec2<u32>(r.x | select(0u, 1u, any(m_left64(r, k) != x)), r.y);
}

// The significand's 53 bits at the upper end, as they are stored.
fn m_fsignificand64(x: vec2<u32>) -> vec2<u32> {
  return m_left64(vec2<u32>(x.x, (x.y & 0xfffffu) | (min(x.y & 0x7ff00000u, 1u) << 20u)), 11u);
}

// The exponent of such a significand.
fn m_fexponent64(x: vec2<u32>) -> i32 { return max(i32((x.y >> 20u) & 0x7ffu), 1); }

// What |x| < 2^-14 is in units of 2^-24, float16's below the normal numbers, to the nearest,
// ties to even: 0.5 has such units, too. Shifting by an amount of each element's own is what
// drivers without such an instruction do element by element.
fn m_f16_low(a: u32) -> u32 { return bitcast<u32>(bitcast<f32>(a) + 0.5) - 0x3f000000u; }

// The bits of the float16 nearest to x, ties to even.
fn m_f32_to_f16(x: f32) -> u32 {
  let a = m_abits(x);
  let high = (a - 0x38000000u + 0xfffu + ((a >> 13u) & 1u)) >> 13u;
  let r = min(select(high, m_f16_low(a), a < 0x38800000u), 0x7c00u);
  return select(r, 0x7e00u, a > 0x7f800000u) | (m_sbit(x) >> 16u);
}

// The float16 nearest to x, as f32; NaN stays.
fn m_round_f16(x: f32) -> f32 {
  let a = m_abits(x);
  let low = bitcast<u32>(f32(bitcast<i32>(m_f16_low(a))) * 5.9604645e-8);
  let high = (a + 0xfffu + ((a >> 13u) & 1u)) & 0xffffe000u;
  let r = select(select(high, 0x7f800000u, high > 0x477fe000u), low, a < 0x38800000u);
  return bitcast<f32>(select(r, a, a > 0x7f800000u) | m_sbit(x));
}

// Zeros above the first bit that is set.
fn m_zeros64(x: vec2<u32>) -> u32 {
  return select(countLeadingZeros(x.y), 32u + countLeadingZeros(x.x), x.y == 0u);
}

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn apply(x0: vec2<u32>) -> f32 {
  let v1 = m_round_f16(m_d2f_sticky(x0));
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
    let x0 = vec2<u32>(buf2[(in0_at * 2u) >> 2u][(in0_at * 2u) & 3u], buf2[(in0_at * 2u + 1u) >> 2u][(in0_at * 2u + 1u) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_f16(y)) << out0_shift);
  }
}

// ---- cast float64 to bfloat16 ----

// (%0 float64)
// %1 bfloat16 = cast %0
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

// 0, of which no compiler knows a bit. The length keeps it from being a mere uniform:
// llvmpipe compiles those that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

struct MTop64 { e: u32, m: u32, rest: u32 }

// x as a float32 before rounding: the biased exponent less 1, the first 24 bits, and the
// bits after them as a fraction of a unit, whose last bit says whether any more are set.
fn m_top64(x: vec2<u32>) -> MTop64 {
  let zeros = m_zeros64(x);
  let n = m_left64(x, min(zeros, 63u));
  return MTop64(select(189u - zeros, 0u, zeros > 63u), n.y >> 8u, (n.y << 24u) | (n.x >> 8u) | min(n.x & 255u, 1u));
}

// x in 23 bits, and a last one that says whether any bit is lost: rounding to a type of at
// most 22 bits afterwards is the only rounding.
fn m_ul2f_sticky(x: vec2<u32>) -> f32 {
  let t = m_top64(x);
  return bitcast<f32>((t.e << 23u) + (t.m | min(t.rest, 1u)));
}

// |x|, a number, as a float32 before rounding; at the end of the range as if the exponent
// went on. Below the normal numbers, bits fall off first.
fn m_dtop(x: vec2<u32>) -> MTop64 {
  let e = m_fexponent64(x) - 896;
  let n = m_sticky64(m_fsignificand64(x), u32(clamp(1 - e, 0, 64)));
  return MTop64(u32(max(e, 1) - 1), n.y >> 8u, (n.y << 24u) | (n.x >> 8u) | min(n.x & 255u, 1u));
}

// For rounding to a narrower type, see m_ul2f_sticky; what is finite stays so.
fn m_d2f_sticky(x: vec2<u32>) -> f32 {
  if (m_fisnan64(x)) { return m_nan(); }
  let t = m_dtop(x);
  let r = (min(t.e, 254u) << 23u) + (t.m | min(t.rest, 1u));
  let limit = select(0x7f800000u, 0x7f7fffffu, m_fisfinite64(x));
  return bitcast<f32>(min(r, limit) | (x.y & 0x80000000u));
}

fn m_fisnan64(x: vec2<u32>) -> bool { return ((x.y << 1u) | min(x.x, 1u)) > 0xffe00000u; }

fn m_fisfinite64(x: vec2<u32>) -> bool { return (x.y << 1u) < 0xffe00000u; }

// x / 2^n, for n up to 64; a last bit says whether any bit was lost.
fn m_sticky64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let k = min(n, 63u);
  let r = m_right64(x, k, 0u);
  return vec2<u32>(r.x | select(0u, 1u, any(m_left64(r, k) != x)), r.y);
}

// The significand's 53 bits at the upper end, as they are stored.
fn m_fsignificand64(x: vec2<u32>) -> vec2<u32> {
  return m_left64(vec2<u32>(x.x, (x.y & 0xfffffu) | (min(x.y & 0x7ff00000u, 1u) << 20u)), 11u);
}

// The exponent of such a significand.
fn m_fexponent64(x: vec2<u32>) -> i32 { return max(i32((x.y >> 20u) & 0x7ffu), 1); }

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

// The bfloat16 nearest to x, as f32; NaN stays.
fn m_round_bf16(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  return bitcast<f32>(select((b + 0x7fffu + ((b >> 16u) & 1u)) & 0xffff0000u, b, m_isnan(x)));
}

// Zeros above the first bit that is set.
fn m_zeros64(x: vec2<u32>) -> u32 {
  return select(countLeadingZeros(x.y), 32u + countLeadingZeros(x.x), x.y == 0u);
}

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn apply(x0: vec2<u32>) -> f32 {
  let v1 = m_round_bf16(m_d2f_sticky(x0));
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
    let x0 = vec2<u32>(buf2[(in0_at * 2u) >> 2u][(in0_at * 2u) & 3u], buf2[(in0_at * 2u + 1u) >> 2u][(in0_at * 2u + 1u) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_bf16(y)) << out0_shift);
  }
}

// ---- cast float64 to float32 ----

// (%0 float64)
// %1 float32 = cast %0
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

// 0, of which no compiler knows a bit. The length keeps it from being a mere uniform:
// llvmpipe compiles those that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

struct MTop64 { e: u32, m: u32, rest: u32 }

// |x|, a number, as a float32 before rounding; at the end of the range as if the exponent
// went on. Below the normal numbers, bits fall off first.
fn m_dtop(x: vec2<u32>) -> MTop64 {
  let e = m_fexponent64(x) - 896;
  let n = m_sticky64(m_fsignificand64(x), u32(clamp(1 - e, 0, 64)));
  return MTop64(u32(max(e, 1) - 1), n.y >> 8u, (n.y << 24u) | (n.x >> 8u) | min(n.x & 255u, 1u));
}

fn m_d2f(x: vec2<u32>) -> f32 {
  if (m_fisnan64(x)) { return m_nan(); }
  let t = m_dtop(x);
  let up = t.rest > 0x80000000u || (t.rest == 0x80000000u && (t.m & 1u) != 0u);
  let r = (min(t.e, 254u) << 23u) + t.m + select(0u, 1u, up);
  return bitcast<f32>(min(r, 0x7f800000u) | (x.y & 0x80000000u));
}

fn m_fisnan64(x: vec2<u32>) -> bool { return ((x.y << 1u) | min(x.x, 1u)) > 0xffe00000u; }

// x / 2^n, for n up to 64; a last bit says whether any bit was lost.
fn m_sticky64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let k = min(n, 63u);
  let r = m_right64(x, k, 0u);
  return vec2<u32>(r.x | select(0u, 1u, any(m_left64(r, k) != x)), r.y);
}

// The significand's 53 bits at the upper end, as they are stored.
fn m_fsignificand64(x: vec2<u32>) -> vec2<u32> {
  return m_left64(vec2<u32>(x.x, (x.y & 0xfffffu) | (min(x.y & 0x7ff00000u, 1u) << 20u)), 11u);
}

// The exponent of such a significand.
fn m_fexponent64(x: vec2<u32>) -> i32 { return max(i32((x.y >> 20u) & 0x7ffu), 1); }

// Shifts by n < 64 bits. What crosses into the other word is shifted in two steps,
// because n & 31 may be 0, and 32 is too much for one.
fn m_left64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let s = n & 31u;
  let low = x.x << s;
  return select(vec2<u32>(low, (x.y << s) | ((x.x >> 1u) >> (31u - s))), vec2<u32>(0u, low), n > 31u);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

fn apply(x0: vec2<u32>) -> f32 {
  let v1 = m_d2f(x0);
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
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- cast float64 to float64 ----

// (%0 float64)
// %1 float64 = cast %0
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

fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = x0;
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

