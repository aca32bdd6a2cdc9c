// ---- add bool ----

// (%0 bool, %1 bool)
// %2 bool = add %0 %1
// return %2
// out0 contiguous whole @1, in0 contiguous whole @2, in1 contiguous whole @3, flat of 16 by 1 looped
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = x0 | x1;
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
  for (var e = 0u; e < 4u; e++) {
    let rest = thread * 4u + e;
    let slot = select(rest, rest + params.body, rest >= params.head);
    if (slot < params.phase || slot >= params.len + params.phase) { continue; }
    let i = slot - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = (m_byte(buf2[(in0_at >> 2u) >> 2u][(in0_at >> 2u) & 3u], in0_at)) * 0x01010101u;
    let in1_at = params.in1_offset + i;
    let x1 = (m_byte(buf3[(in1_at >> 2u) >> 2u][(in1_at >> 2u) & 3u], in1_at)) * 0x01010101u;
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 2u) >> 2u][(out0_at >> 2u) & 3u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[(out0_at >> 2u) >> 2u][(out0_at >> 2u) & 3u] = (out0_word & ~(255u << out0_shift)) | (((y) & 255u) << out0_shift);
  }
}

// ---- add uint8 ----

// (%0 uint8, %1 uint8)
// %2 uint8 = add %0 %1
// return %2
// out0 contiguous whole @1, in0 contiguous whole @2, in1 contiguous whole @3, flat of 16 by 1 looped
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

// Arithmetic on all lanes of a word at once. h has the highest bit of every lane set:
// keeping these apart lets no carry pass from lane to lane.
fn m_lanes_add(x: u32, y: u32, h: u32) -> u32 { return ((x & ~h) + (y & ~h)) ^ ((x ^ y) & h); }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_lanes_add(x0, x1, 0x80808080u);
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
  for (var e = 0u; e < 4u; e++) {
    let rest = thread * 4u + e;
    let slot = select(rest, rest + params.body, rest >= params.head);
    if (slot < params.phase || slot >= params.len + params.phase) { continue; }
    let i = slot - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = (m_byte(buf2[(in0_at >> 2u) >> 2u][(in0_at >> 2u) & 3u], in0_at)) * 0x01010101u;
    let in1_at = params.in1_offset + i;
    let x1 = (m_byte(buf3[(in1_at >> 2u) >> 2u][(in1_at >> 2u) & 3u], in1_at)) * 0x01010101u;
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 2u) >> 2u][(out0_at >> 2u) & 3u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[(out0_at >> 2u) >> 2u][(out0_at >> 2u) & 3u] = (out0_word & ~(255u << out0_shift)) | (((y) & 255u) << out0_shift);
  }
}

// ---- add uint16 ----

// (%0 uint16, %1 uint16)
// %2 uint16 = add %0 %1
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

// Arithmetic on all lanes of a word at once. h has the highest bit of every lane set:
// keeping these apart lets no carry pass from lane to lane.
fn m_lanes_add(x: u32, y: u32, h: u32) -> u32 { return ((x & ~h) + (y & ~h)) ^ ((x ^ y) & h); }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_lanes_add(x0, x1, 0x80008000u);
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

// ---- add uint32 ----

// (%0 uint32, %1 uint32)
// %2 uint32 = add %0 %1
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

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = x0 + x1;
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
  let x0 = buf2[in0_at];
  let in1_at = params.in1_offset + i;
  let x1 = buf3[in1_at];
  let y = apply(x0, x1);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = y;
}

// ---- add uint64 ----

// (%0 uint64, %1 uint64)
// %2 uint64 = add %0 %1
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

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_add64(x0, x1);
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

// ---- add int8 ----

// (%0 int8, %1 int8)
// %2 int8 = add %0 %1
// return %2
// out0 contiguous whole @1, in0 contiguous whole @2, in1 contiguous whole @3, flat of 16 by 1 looped
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

// Arithmetic on all lanes of a word at once. h has the highest bit of every lane set:
// keeping these apart lets no carry pass from lane to lane.
fn m_lanes_add(x: u32, y: u32, h: u32) -> u32 { return ((x & ~h) + (y & ~h)) ^ ((x ^ y) & h); }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_lanes_add(x0, x1, 0x80808080u);
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
  for (var e = 0u; e < 4u; e++) {
    let rest = thread * 4u + e;
    let slot = select(rest, rest + params.body, rest >= params.head);
    if (slot < params.phase || slot >= params.len + params.phase) { continue; }
    let i = slot - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = (m_byte(buf2[(in0_at >> 2u) >> 2u][(in0_at >> 2u) & 3u], in0_at)) * 0x01010101u;
    let in1_at = params.in1_offset + i;
    let x1 = (m_byte(buf3[(in1_at >> 2u) >> 2u][(in1_at >> 2u) & 3u], in1_at)) * 0x01010101u;
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 2u) >> 2u][(out0_at >> 2u) & 3u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[(out0_at >> 2u) >> 2u][(out0_at >> 2u) & 3u] = (out0_word & ~(255u << out0_shift)) | (((y) & 255u) << out0_shift);
  }
}

// ---- add int16 ----

// (%0 int16, %1 int16)
// %2 int16 = add %0 %1
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

// Arithmetic on all lanes of a word at once. h has the highest bit of every lane set:
// keeping these apart lets no carry pass from lane to lane.
fn m_lanes_add(x: u32, y: u32, h: u32) -> u32 { return ((x & ~h) + (y & ~h)) ^ ((x ^ y) & h); }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_lanes_add(x0, x1, 0x80008000u);
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

// ---- add int32 ----

// (%0 int32, %1 int32)
// %2 int32 = add %0 %1
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

fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = x0 + x1;
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
  let x0 = bitcast<i32>(buf2[in0_at]);
  let in1_at = params.in1_offset + i;
  let x1 = bitcast<i32>(buf3[in1_at]);
  let y = apply(x0, x1);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- add int64 ----

// (%0 int64, %1 int64)
// %2 int64 = add %0 %1
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

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_add64(x0, x1);
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

// ---- add float16 ----

// (%0 float16, %1 float16)
// %2 float16 = add %0 %1
// return %2
// out0 contiguous whole @1, in0 contiguous whole @2, in1 contiguous whole @3, flat of 4 by 1 looped
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<vec2<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// A float16 from its bits. Below the normal numbers it is a multiple of 2^-24.
fn m_f16_to_f32(h: u32) -> f32 {
  let a = h & 0x7fffu;
  let low = bitcast<u32>(f32(bitcast<i32>(a)) * 5.9604645e-8);
  let high = (a << 13u) + select(0x38000000u, 0x70000000u, a >= 0x7c00u);
  return bitcast<f32>(select(high, low, a < 0x400u) | ((h & 0x8000u) << 16u));
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

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = x0 + x1;
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
    let x0 = m_f16_to_f32(m_short(buf2[(in0_at >> 1u) >> 1u][(in0_at >> 1u) & 1u], in0_at));
    let in1_at = params.in1_offset + i;
    let x1 = m_f16_to_f32(m_short(buf3[(in1_at >> 1u) >> 1u][(in1_at >> 1u) & 1u], in1_at));
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_f16(y)) << out0_shift);
  }
}

// ---- add bfloat16 ----

// (%0 bfloat16, %1 bfloat16)
// %2 bfloat16 = add %0 %1
// return %2
// out0 contiguous whole @1, in0 contiguous whole @2, in1 contiguous whole @3, flat of 4 by 1 looped
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<vec2<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = x0 + x1;
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
    let x0 = m_bf16_to_f32(m_short(buf2[(in0_at >> 1u) >> 1u][(in0_at >> 1u) & 1u], in0_at));
    let in1_at = params.in1_offset + i;
    let x1 = m_bf16_to_f32(m_short(buf3[(in1_at >> 1u) >> 1u][(in1_at >> 1u) & 1u], in1_at));
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_bf16(y)) << out0_shift);
  }
}

// ---- add float32 ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
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

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = x0 + x1;
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

// ---- add float64 ----

// (%0 float64, %1 float64)
// %2 float64 = add %0 %1
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

fn m_fabs64(x: vec2<u32>) -> vec2<u32> { return vec2<u32>(x.x, x.y & 0x7fffffffu); }

fn m_fnan64() -> vec2<u32> { return vec2<u32>(0u, 0x7ff80000u); }

fn m_fisnan64(x: vec2<u32>) -> bool { return ((x.y << 1u) | min(x.x, 1u)) > 0xffe00000u; }

fn m_fisfinite64(x: vec2<u32>) -> bool { return (x.y << 1u) < 0xffe00000u; }

// x / 2^n, for n up to 64; a last bit says whether any bit was lost.
fn m_sticky64(x: vec2<u32>, n: u32) -> vec2<u32> {
  let k = min(n, 63u);
  let r = m_right64(x, k, 0u);
  return vec2<u32>(r.x | select(0u, 1u, any(m_left64(r, k) != x)), r.y);
}

// A number by its parts, ±m * 2^(e-1086), where m has its top bit set; 0 has none.
struct MFloat64 { e: i32, m: vec2<u32> }

// The significand's 53 bits at the upper end, as they are stored.
fn m_fsignificand64(x: vec2<u32>) -> vec2<u32> {
  return m_left64(vec2<u32>(x.x, (x.y & 0xfffffu) | (min(x.y & 0x7ff00000u, 1u) << 20u)), 11u);
}

// The exponent of such a significand.
fn m_fexponent64(x: vec2<u32>) -> i32 { return max(i32((x.y >> 20u) & 0x7ffu), 1); }

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

// The smaller operand is shifted to the exponent of the larger, a. Ten bits lie below the
// significands, the last of them sticky, which is enough for one rounding.
fn m_fadd64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let swap = m_ult64(m_fabs64(x), m_fabs64(y));
  let a = select(x, y, swap); let b = select(y, x, swap);
  let differ = ((a.y ^ b.y) & 0x80000000u) != 0u;
  let e = m_fexponent64(a);
  let p = m_right64(m_fsignificand64(a), 1u, 0u);
  let q = m_sticky64(m_right64(m_fsignificand64(b), 1u, 0u), u32(min(e - m_fexponent64(b), 64)));
  let m = m_add64(p, select(q, m_neg64(q), differ));
  let r = select(m_fround64(a.y & 0x80000000u, m_fnormal64(e + 1, m)), vec2<u32>(0u, a.y & b.y & 0x80000000u), all(m == vec2<u32>(0u)));
  let special = select(a, m_fnan64(), m_fisnan64(a) || (differ && !m_fisfinite64(b)));
  return select(special, r, m_fisfinite64(a));
}

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

fn m_neg64(x: vec2<u32>) -> vec2<u32> { return m_sub64(vec2<u32>(0u), x); }

fn m_ult64(x: vec2<u32>, y: vec2<u32>) -> bool { return x.y < y.y || (x.y == y.y && x.x < y.x); }

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

fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_fadd64(x0, x1);
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

