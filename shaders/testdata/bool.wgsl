// ---- four to a thread ----

// (%0 float32, %1 float32)
// %2 bool = lt %0 %1
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
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<vec4<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// An integer that grows with x, a number; equal for both zeros.
fn m_order(x: f32) -> i32 {
  let a = bitcast<i32>(m_abits(x));
  return select(a, 0 - a, m_sbit(x) != 0u);
}

fn m_numbers(x: f32, y: f32) -> bool { return !m_isnan(x) && !m_isnan(y); }

fn m_lt(x: f32, y: f32) -> bool { return m_numbers(x, y) && m_order(x) < m_order(y); }

fn apply(x0: f32, x1: f32) -> bool {
  let v2 = m_lt(x0, x1);
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
    let x0 = bitcast<f32>(buf2[(in0_at) >> 2u][(in0_at) & 3u]);
    let in1_at = params.in1_offset + i;
    let x1 = bitcast<f32>(buf3[(in1_at) >> 2u][(in1_at) & 3u]);
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((select(0u, 1u, y)) << out0_shift);
  }
}

// ---- on words, in place ----

// (%0 bool)
// %1 bool = logical_not %0
// return %1
// out0 contiguous whole @1, in0 contiguous whole @1, flat of 16 by 1 looped
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

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: u32) -> u32 {
  let v1 = x0 ^ (0x80808080u >> 7u);
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
    let x0 = (m_byte(buf1[(in0_at >> 2u) >> 2u][(in0_at >> 2u) & 3u], in0_at)) * 0x01010101u;
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 2u) >> 2u][(out0_at >> 2u) & 3u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[(out0_at >> 2u) >> 2u][(out0_at >> 2u) & 3u] = (out0_word & ~(255u << out0_shift)) | (((y) & 255u) << out0_shift);
  }
}

// ---- beginning inside a word ----

// (%0 float32, %1 float32)
// %2 bool = lt %0 %1
// return %2
// out0 contiguous whole @1, in0 contiguous @2, in1 contiguous @3, flat of 4 by 1 looped
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
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// An integer that grows with x, a number; equal for both zeros.
fn m_order(x: f32) -> i32 {
  let a = bitcast<i32>(m_abits(x));
  return select(a, 0 - a, m_sbit(x) != 0u);
}

fn m_numbers(x: f32, y: f32) -> bool { return !m_isnan(x) && !m_isnan(y); }

fn m_lt(x: f32, y: f32) -> bool { return m_numbers(x, y) && m_order(x) < m_order(y); }

fn apply(x0: f32, x1: f32) -> bool {
  let v2 = m_lt(x0, x1);
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
    let x0 = bitcast<f32>(buf2[in0_at]);
    let in1_at = params.in1_offset + i;
    let x1 = bitcast<f32>(buf3[in1_at]);
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((select(0u, 1u, y)) << out0_shift);
  }
}

// ---- with gaps, in place ----

// (%0 bool)
// %1 bool = logical_not %0
// return %1
// out0 strided @1, in0 strided @1, rank 1, clustered along 0
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  span: u32,
  extent: u32,
  size0: u32,
  out0_offset: u32,
  out0_stride0: u32,
  in0_offset: u32,
  in0_stride0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: bool) -> bool {
  let v1 = !x0;
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
  let cluster = thread / params.span;
  let base = params.out0_offset;
  let first = (base & ~3u) + (thread - cluster * params.span) * 4u;
  var mask = 0u;
  var out0_word = 0u;
  for (var j = 0u; j < 4u; j++) {
    let r0 = first + j - base;
    if (r0 >= params.extent) { continue; }
    let i0 = r0 / params.out0_stride0;
    if (i0 >= params.size0) { continue; }
    let r1 = r0 - i0 * params.out0_stride0;
    if (r1 != 0u) { continue; }
    let in0_at = params.in0_offset + i0 * params.in0_stride0;
    let x0 = m_byte(buf1[in0_at >> 2u], in0_at) != 0u;
    let y = apply(x0);
    out0_word |= (select(0u, 1u, y)) << (j * 8u);
    mask |= 255u << (j * 8u);
  }
  if (mask == 0u) { return; }
  let out0_at = first / 4u;
  buf1[out0_at] = (buf1[out0_at] & ~mask) | out0_word;
}

// ---- beside a float ----

// (%0 float32, %1 float32)
// %2 bool = lt %0 %1
// %3 float32 = maximum %0 %1
// return %2 %3
// out0 contiguous whole @1, out1 contiguous whole @2, in0 contiguous whole @3, in1 contiguous whole @4, flat of 4 by 1 looped
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
  out1_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read_write> buf2: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> buf4: array<vec4<u32>>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// An integer that grows with x, a number; equal for both zeros.
fn m_order(x: f32) -> i32 {
  let a = bitcast<i32>(m_abits(x));
  return select(a, 0 - a, m_sbit(x) != 0u);
}

// m_order, but -0 lies below 0.
fn m_total(x: f32) -> i32 {
  let b = bitcast<i32>(x);
  return b ^ ((b >> 31u) & 0x7fffffff);
}

fn m_numbers(x: f32, y: f32) -> bool { return !m_isnan(x) && !m_isnan(y); }

fn m_lt(x: f32, y: f32) -> bool { return m_numbers(x, y) && m_order(x) < m_order(y); }

fn m_max(x: f32, y: f32) -> f32 {
  let r = select(y, x, m_total(x) > m_total(y));
  return select(select(r, y, m_isnan(y)), x, m_isnan(x));
}

struct Results { y0: bool, y1: f32 }
fn apply(x0: f32, x1: f32) -> Results {
  let v2 = m_lt(x0, x1);
  let v3 = m_max(x0, x1);
  return Results(v2, v3);
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
    let x0 = bitcast<f32>(buf3[(in0_at) >> 2u][(in0_at) & 3u]);
    let in1_at = params.in1_offset + i;
    let x1 = bitcast<f32>(buf4[(in1_at) >> 2u][(in1_at) & 3u]);
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((select(0u, 1u, y.y0)) << out0_shift);
    let out1_at = params.out1_offset + i;
    buf2[(out1_at) >> 2u][(out1_at) & 3u] = bitcast<u32>(y.y1);
  }
}

// ---- in one buffer with a float ----

// (%0 float32, %1 float32)
// %2 bool = lt %0 %1
// %3 float32 = maximum %0 %1
// return %2 %3
// out0 contiguous whole @1, out1 contiguous @1, in0 contiguous @2, in1 contiguous @3, flat of 4 by 1 looped
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
  out1_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// An integer that grows with x, a number; equal for both zeros.
fn m_order(x: f32) -> i32 {
  let a = bitcast<i32>(m_abits(x));
  return select(a, 0 - a, m_sbit(x) != 0u);
}

// m_order, but -0 lies below 0.
fn m_total(x: f32) -> i32 {
  let b = bitcast<i32>(x);
  return b ^ ((b >> 31u) & 0x7fffffff);
}

fn m_numbers(x: f32, y: f32) -> bool { return !m_isnan(x) && !m_isnan(y); }

fn m_lt(x: f32, y: f32) -> bool { return m_numbers(x, y) && m_order(x) < m_order(y); }

fn m_max(x: f32, y: f32) -> f32 {
  let r = select(y, x, m_total(x) > m_total(y));
  return select(select(r, y, m_isnan(y)), x, m_isnan(x));
}

struct Results { y0: bool, y1: f32 }
fn apply(x0: f32, x1: f32) -> Results {
  let v2 = m_lt(x0, x1);
  let v3 = m_max(x0, x1);
  return Results(v2, v3);
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
    let x0 = bitcast<f32>(buf2[in0_at]);
    let in1_at = params.in1_offset + i;
    let x1 = bitcast<f32>(buf3[in1_at]);
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((select(0u, 1u, y.y0)) << out0_shift);
    let out1_at = params.out1_offset + i;
    buf1[out1_at] = bitcast<u32>(y.y1);
  }
}

// ---- beside another ----

// (%0 bool)
// %1 bool = logical_not %0
// return %0 %1
// out0 contiguous whole @1, out1 contiguous whole @2, in0 contiguous whole @3, flat of 4 by 1 looped
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
  out1_offset: u32,
  in0_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: u32) -> u32 {
  let v1 = x0 ^ (0x80808080u >> 7u);
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
    let b0 = (m_byte(buf3[in0_at >> 2u], in0_at)) * 0x01010101u;
    let x0 = b0;
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | (((b0) & 255u) << out0_shift);
    let out1_at = params.out1_offset + i;
    let out1_word = buf2[out1_at >> 2u];
    let out1_shift = (out1_at & 3u) * 8u;
    buf2[out1_at >> 2u] = (out1_word & ~(255u << out1_shift)) | (((y) & 255u) << out1_shift);
  }
}

// ---- of a float in the same buffer ----

// (%0 float32)
// %1 bool = isnan %0
// return %1
// out0 contiguous whole @1, in0 contiguous @1, flat of 4 by 1 looped
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

fn apply(x0: f32) -> bool {
  let v1 = m_isnan(x0);
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
    let x0 = bitcast<f32>(buf1[in0_at]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((select(0u, 1u, y)) << out0_shift);
  }
}

