// ---- pow uint8 ----

// (%0 uint8, %1 uint8)
// %2 uint8 = pow %0 %1
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
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

// One round for each bit of y.
fn m_upow(x: u32, y: u32) -> u32 {
  var r = 1u;
  var square = x;
  for (var rest = y; rest != 0u; rest = rest >> 1u) {
    if ((rest & 1u) != 0u) { r *= square; }
    square *= square;
  }
  return r;
}

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_upow(x0, x1);
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
    let x0 = m_byte(buf2[in0_at >> 2u], in0_at);
    let in1_at = params.in1_offset + i;
    let x1 = m_byte(buf3[in1_at >> 2u], in1_at);
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((y & 255u) << out0_shift);
  }
}

// ---- pow uint16 ----

// (%0 uint16, %1 uint16)
// %2 uint16 = pow %0 %1
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

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// One round for each bit of y.
fn m_upow(x: u32, y: u32) -> u32 {
  var r = 1u;
  var square = x;
  for (var rest = y; rest != 0u; rest = rest >> 1u) {
    if ((rest & 1u) != 0u) { r *= square; }
    square *= square;
  }
  return r;
}

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_upow(x0, x1);
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
    let x0 = m_short(buf2[(in0_at >> 1u) >> 1u][(in0_at >> 1u) & 1u], in0_at);
    let in1_at = params.in1_offset + i;
    let x1 = m_short(buf3[(in1_at >> 1u) >> 1u][(in1_at >> 1u) & 1u], in1_at);
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((y & 65535u) << out0_shift);
  }
}

// ---- pow uint32 ----

// (%0 uint32, %1 uint32)
// %2 uint32 = pow %0 %1
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

// One round for each bit of y.
fn m_upow(x: u32, y: u32) -> u32 {
  var r = 1u;
  var square = x;
  for (var rest = y; rest != 0u; rest = rest >> 1u) {
    if ((rest & 1u) != 0u) { r *= square; }
    square *= square;
  }
  return r;
}

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_upow(x0, x1);
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

// ---- pow uint64 ----

// (%0 uint64, %1 uint64)
// %2 uint64 = pow %0 %1
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

// The whole product of two words, from those of their halves.
fn m_mul32(x: u32, y: u32) -> vec2<u32> {
  let xl = x & 0xffffu; let xh = x >> 16u;
  let yl = y & 0xffffu; let yh = y >> 16u;
  let m = xh * yl + ((xl * yl) >> 16u);
  let n = xl * yh + (m & 0xffffu);
  return vec2<u32>(x * y, xh * yh + (m >> 16u) + (n >> 16u));
}

fn m_mul64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let p = m_mul32(x.x, y.x);
  return vec2<u32>(p.x, p.y + x.x * y.y + x.y * y.x);
}

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

// One round for each bit of y.
fn m_upow64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  var r = vec2<u32>(1u, 0u);
  var square = x;
  for (var rest = y; any(rest != vec2<u32>(0u)); rest = m_right64(rest, 1u, 0u)) {
    if ((rest.x & 1u) != 0u) { r = m_mul64(r, square); }
    square = m_mul64(square, square);
  }
  return r;
}

fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_upow64(x0, x1);
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

// ---- pow int8 ----

// (%0 int8, %1 int8)
// %2 int8 = pow %0 %1
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
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

// One round for each bit of y.
fn m_upow(x: u32, y: u32) -> u32 {
  var r = 1u;
  var square = x;
  for (var rest = y; rest != 0u; rest = rest >> 1u) {
    if ((rest & 1u) != 0u) { r *= square; }
    square *= square;
  }
  return r;
}

// Negative powers of all but 1 and -1 truncate to 0.
fn m_ipow(x: i32, y: i32) -> i32 {
  if (y >= 0) { return bitcast<i32>(m_upow(bitcast<u32>(x), bitcast<u32>(y))); }
  if (x == 1) { return 1; }
  return select(0, 1 - (y & 1) * 2, x == -1);
}

fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = m_ipow(x0, x1);
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
    let x0 = bitcast<i32>(m_byte(buf2[in0_at >> 2u], in0_at) << 24u) >> 24u;
    let in1_at = params.in1_offset + i;
    let x1 = bitcast<i32>(m_byte(buf3[in1_at >> 2u], in1_at) << 24u) >> 24u;
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((bitcast<u32>(y) & 255u) << out0_shift);
  }
}

// ---- pow int16 ----

// (%0 int16, %1 int16)
// %2 int16 = pow %0 %1
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

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// One round for each bit of y.
fn m_upow(x: u32, y: u32) -> u32 {
  var r = 1u;
  var square = x;
  for (var rest = y; rest != 0u; rest = rest >> 1u) {
    if ((rest & 1u) != 0u) { r *= square; }
    square *= square;
  }
  return r;
}

// Negative powers of all but 1 and -1 truncate to 0.
fn m_ipow(x: i32, y: i32) -> i32 {
  if (y >= 0) { return bitcast<i32>(m_upow(bitcast<u32>(x), bitcast<u32>(y))); }
  if (x == 1) { return 1; }
  return select(0, 1 - (y & 1) * 2, x == -1);
}

fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = m_ipow(x0, x1);
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
    let x0 = bitcast<i32>(m_short(buf2[(in0_at >> 1u) >> 1u][(in0_at >> 1u) & 1u], in0_at) << 16u) >> 16u;
    let in1_at = params.in1_offset + i;
    let x1 = bitcast<i32>(m_short(buf3[(in1_at >> 1u) >> 1u][(in1_at >> 1u) & 1u], in1_at) << 16u) >> 16u;
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((bitcast<u32>(y) & 65535u) << out0_shift);
  }
}

// ---- pow int32 ----

// (%0 int32, %1 int32)
// %2 int32 = pow %0 %1
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

// One round for each bit of y.
fn m_upow(x: u32, y: u32) -> u32 {
  var r = 1u;
  var square = x;
  for (var rest = y; rest != 0u; rest = rest >> 1u) {
    if ((rest & 1u) != 0u) { r *= square; }
    square *= square;
  }
  return r;
}

// Negative powers of all but 1 and -1 truncate to 0.
fn m_ipow(x: i32, y: i32) -> i32 {
  if (y >= 0) { return bitcast<i32>(m_upow(bitcast<u32>(x), bitcast<u32>(y))); }
  if (x == 1) { return 1; }
  return select(0, 1 - (y & 1) * 2, x == -1);
}

fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = m_ipow(x0, x1);
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

// ---- pow int64 ----

// (%0 int64, %1 int64)
// %2 int64 = pow %0 %1
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

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

fn m_neg64(x: vec2<u32>) -> vec2<u32> { return m_sub64(vec2<u32>(0u), x); }

// The whole product of two words, from those of their halves.
fn m_mul32(x: u32, y: u32) -> vec2<u32> {
  let xl = x & 0xffffu; let xh = x >> 16u;
  let yl = y & 0xffffu; let yh = y >> 16u;
  let m = xh * yl + ((xl * yl) >> 16u);
  let n = xl * yh + (m & 0xffffu);
  return vec2<u32>(x * y, xh * yh + (m >> 16u) + (n >> 16u));
}

fn m_mul64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let p = m_mul32(x.x, y.x);
  return vec2<u32>(p.x, p.y + x.x * y.y + x.y * y.x);
}

fn m_negative64(x: vec2<u32>) -> bool { return x.y > 0x7fffffffu; }

// x, or -x where the condition holds.
fn m_negate64(x: vec2<u32>, condition: bool) -> vec2<u32> { return select(x, m_neg64(x), condition); }

// fill is what comes in from above: 0, or all bits.
fn m_right64(x: vec2<u32>, n: u32, fill: u32) -> vec2<u32> {
  let s = n & 31u;
  let w = select(x, vec2<u32>(x.y, fill), n > 31u);
  return vec2<u32>((w.x >> s) | ((w.y << 1u) << (31u - s)), (w.y >> s) | ((fill << 1u) << (31u - s)));
}

// One round for each bit of y.
fn m_upow64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  var r = vec2<u32>(1u, 0u);
  var square = x;
  for (var rest = y; any(rest != vec2<u32>(0u)); rest = m_right64(rest, 1u, 0u)) {
    if ((rest.x & 1u) != 0u) { r = m_mul64(r, square); }
    square = m_mul64(square, square);
  }
  return r;
}

// Negative powers of all but 1 and -1 truncate to 0.
fn m_ipow64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  if (!m_negative64(y)) { return m_upow64(x, y); }
  if (all(x == vec2<u32>(1u, 0u))) { return x; }
  let minus = all(x == vec2<u32>(0xffffffffu));
  return select(vec2<u32>(0u), m_negate64(vec2<u32>(1u, 0u), (y.x & 1u) != 0u), minus);
}

fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_ipow64(x0, x1);
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

// ---- pow float16 ----

// (%0 float16, %1 float16)
// %2 float16 = pow %0 %1
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

// 0, of which no compiler knows a bit. The length keeps it from being a mere uniform:
// llvmpipe compiles those that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// v, but nothing is known of it: no rearranging, contracting or folding looks through
// a word that was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_inf() -> f32 { return bitcast<f32>(0x7f800000u | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

// The upper half of the significand: products of two such halves are exact.
fn m_hi12(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) & 0xfffff000u); }

// 2^n for -126 <= n <= 127.
fn m_pow2(n: i32) -> f32 { return bitcast<f32>(bitcast<u32>(n + 127) << 23u); }

// v * 2^n for |n| <= 250, in two steps that neither overflow nor vanish early.
fn m_ldexp(v: f32, n: i32) -> f32 { let a = n >> 1u; return m_bar(v * m_pow2(a)) * m_pow2(n - a); }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn base_div(x: f32, y: f32) -> f32 { return x / y; }

// 2^(q + ql) for |q| <= 0.5.
fn m_exp2_poly(q: f32, ql: f32) -> f32 {
  var p = 0.00015464134;
  p = p * q + 0.00133920659;
  p = p * q + 0.00961805973;
  p = p * q + 0.055503577;
  p = p * q + 0.240226507;
  let h = m_hi12(q);
  let u = h * 0.693115234;
  let v = m_bar(m_bar(q - h) + ql) * 0.693147182 + h * 3.19461833e-05;
  let s = m_bar(1.0 + u);
  let t = m_bar(u - m_bar(s - 1.0)) + m_bar(p * q * q + v);
  return m_bar(t) + s;
}

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

struct MLog { k: f32, f: f32 }

// A positive number from its bits: 2^k * (1 + f) with f around 0.
fn m_log_split(bits: u32) -> MLog {
  var b = bits;
  var e = 0;
  if (b < 0x00800000u) { let s = countLeadingZeros(b) - 8u; b = b << s; e = -i32(s); }
  let k = bitcast<i32>(b - 0x3f3504f3u) >> 23u;
  let m = bitcast<f32>(b - (bitcast<u32>(k) << 23u));
  return MLog(f32(k + e), m - 1.0);
}

// Powers of a positive x != 1 from its bits: 2^(y * log2(x)), the logarithm in two parts.
fn m_pow_core(ab: u32, y0: f32) -> f32 {
  let s0 = m_log_split(ab);
  let f = s0.f;
  let den = f + 2.0;
  let dh = m_hi12(den);
  let dl = m_bar(f - m_bar(dh - 2.0));
  let rc = base_div(1.0, den);
  let s = f * rc;
  let sh = m_hi12(s);
  let sl = rc * (m_bar(m_bar(f - sh * dh) - sh * dl));
  let w = s * s;
  var r = w * w * (0.600000024 + w * (0.42855832 + w * (0.33435908 + w * 0.25828439)));
  r = r + sl * (sh + s);
  let h2 = sh * sh;
  let th = m_hi12(3.0 + h2 + r);
  let tl = r - m_bar(m_bar(th - 3.0) - h2);
  let u = sh * th;
  let v = m_bar(sl * th + tl * s);
  let ph = m_hi12(u + v);
  let pl = v - m_bar(ph - u);
  let zh = 0.961669922 * ph;
  let zl = 0.000126772051 * ph + pl * 0.961796701;
  let t1 = m_hi12(m_bar(zh + zl) + s0.k);
  let t2 = zl - m_bar(m_bar(t1 - s0.k) - zh);
  let y = clamp(y0, -8589934592.0, 8589934592.0);
  let y1 = m_hi12(y);
  let lo = m_bar(m_bar(y - y1) * t1 + y * t2);
  let hi = y1 * t1;
  let z = clamp(hi + lo, -160.0, 140.0);
  let n = floor(z + 0.5);
  let over = z >= 128.0 && m_bar(hi - 128.0) + lo >= -4.2995665694e-08;
  let qa = m_bar(hi - n);
  let q = m_bar(qa + lo);
  let e = m_ldexp(m_exp2_poly(clamp(q, -0.6, 0.6), clamp(m_bar(qa - q) + lo, -1e-6, 1e-6)), i32(n));
  return select(select(e, m_inf(), over || z > 128.5), 0.0, z < -151.0);
}

fn m_pow(x: f32, y: f32) -> f32 {
  let xb = bitcast<u32>(x); let yb = bitcast<u32>(y);
  let ax = xb & 0x7fffffffu; let ay = yb & 0x7fffffffu;
  if (ay == 0u || xb == 0x3f800000u) { return 1.0; }
  if (ax > 0x7f800000u || ay > 0x7f800000u) { return m_nan(); }
  // yi: 0 where y is not whole, 1 where it is odd, 2 where even.
  var yi = 0u;
  if (ay >= 0x4b800000u) { yi = 2u; }
  else if (ay >= 0x3f800000u) {
    let sh = 150u - (ay >> 23u);
    let m = (ay & 0x7fffffu) | 0x800000u;
    if (((m >> sh) << sh) == m) { yi = 2u - ((m >> sh) & 1u); }
  }
  let yneg = (yb >> 31u) != 0u;
  if (ay == 0x7f800000u) {
    if (ax == 0x3f800000u) { return 1.0; }
    return select(0.0, m_inf(), (ax > 0x3f800000u) != yneg);
  }
  let sg = select(0u, xb & 0x80000000u, yi == 1u);
  if (ax == 0u || ax == 0x7f800000u) {
    return m_or(select(0.0, m_inf(), (ax != 0u) != yneg), sg);
  }
  if ((xb >> 31u) != 0u && yi == 0u) { return m_nan(); }
  if (ax == 0x3f800000u) { return m_or(1.0, sg); }
  return m_or(m_pow_core(ax, y), sg);
}

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_pow(x0, x1);
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

// ---- pow bfloat16 ----

// (%0 bfloat16, %1 bfloat16)
// %2 bfloat16 = pow %0 %1
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

// 0, of which no compiler knows a bit. The length keeps it from being a mere uniform:
// llvmpipe compiles those that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// v, but nothing is known of it: no rearranging, contracting or folding looks through
// a word that was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_inf() -> f32 { return bitcast<f32>(0x7f800000u | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// The upper half of the significand: products of two such halves are exact.
fn m_hi12(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) & 0xfffff000u); }

// 2^n for -126 <= n <= 127.
fn m_pow2(n: i32) -> f32 { return bitcast<f32>(bitcast<u32>(n + 127) << 23u); }

// v * 2^n for |n| <= 250, in two steps that neither overflow nor vanish early.
fn m_ldexp(v: f32, n: i32) -> f32 { let a = n >> 1u; return m_bar(v * m_pow2(a)) * m_pow2(n - a); }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn base_div(x: f32, y: f32) -> f32 { return x / y; }

// 2^(q + ql) for |q| <= 0.5.
fn m_exp2_poly(q: f32, ql: f32) -> f32 {
  var p = 0.00015464134;
  p = p * q + 0.00133920659;
  p = p * q + 0.00961805973;
  p = p * q + 0.055503577;
  p = p * q + 0.240226507;
  let h = m_hi12(q);
  let u = h * 0.693115234;
  let v = m_bar(m_bar(q - h) + ql) * 0.693147182 + h * 3.19461833e-05;
  let s = m_bar(1.0 + u);
  let t = m_bar(u - m_bar(s - 1.0)) + m_bar(p * q * q + v);
  return m_bar(t) + s;
}

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

struct MLog { k: f32, f: f32 }

// A positive number from its bits: 2^k * (1 + f) with f around 0.
fn m_log_split(bits: u32) -> MLog {
  var b = bits;
  var e = 0;
  if (b < 0x00800000u) { let s = countLeadingZeros(b) - 8u; b = b << s; e = -i32(s); }
  let k = bitcast<i32>(b - 0x3f3504f3u) >> 23u;
  let m = bitcast<f32>(b - (bitcast<u32>(k) << 23u));
  return MLog(f32(k + e), m - 1.0);
}

// Powers of a positive x != 1 from its bits: 2^(y * log2(x)), the logarithm in two parts.
fn m_pow_core(ab: u32, y0: f32) -> f32 {
  let s0 = m_log_split(ab);
  let f = s0.f;
  let den = f + 2.0;
  let dh = m_hi12(den);
  let dl = m_bar(f - m_bar(dh - 2.0));
  let rc = base_div(1.0, den);
  let s = f * rc;
  let sh = m_hi12(s);
  let sl = rc * (m_bar(m_bar(f - sh * dh) - sh * dl));
  let w = s * s;
  var r = w * w * (0.600000024 + w * (0.42855832 + w * (0.33435908 + w * 0.25828439)));
  r = r + sl * (sh + s);
  let h2 = sh * sh;
  let th = m_hi12(3.0 + h2 + r);
  let tl = r - m_bar(m_bar(th - 3.0) - h2);
  let u = sh * th;
  let v = m_bar(sl * th + tl * s);
  let ph = m_hi12(u + v);
  let pl = v - m_bar(ph - u);
  let zh = 0.961669922 * ph;
  let zl = 0.000126772051 * ph + pl * 0.961796701;
  let t1 = m_hi12(m_bar(zh + zl) + s0.k);
  let t2 = zl - m_bar(m_bar(t1 - s0.k) - zh);
  let y = clamp(y0, -8589934592.0, 8589934592.0);
  let y1 = m_hi12(y);
  let lo = m_bar(m_bar(y - y1) * t1 + y * t2);
  let hi = y1 * t1;
  let z = clamp(hi + lo, -160.0, 140.0);
  let n = floor(z + 0.5);
  let over = z >= 128.0 && m_bar(hi - 128.0) + lo >= -4.2995665694e-08;
  let qa = m_bar(hi - n);
  let q = m_bar(qa + lo);
  let e = m_ldexp(m_exp2_poly(clamp(q, -0.6, 0.6), clamp(m_bar(qa - q) + lo, -1e-6, 1e-6)), i32(n));
  return select(select(e, m_inf(), over || z > 128.5), 0.0, z < -151.0);
}

fn m_pow(x: f32, y: f32) -> f32 {
  let xb = bitcast<u32>(x); let yb = bitcast<u32>(y);
  let ax = xb & 0x7fffffffu; let ay = yb & 0x7fffffffu;
  if (ay == 0u || xb == 0x3f800000u) { return 1.0; }
  if (ax > 0x7f800000u || ay > 0x7f800000u) { return m_nan(); }
  // yi: 0 where y is not whole, 1 where it is odd, 2 where even.
  var yi = 0u;
  if (ay >= 0x4b800000u) { yi = 2u; }
  else if (ay >= 0x3f800000u) {
    let sh = 150u - (ay >> 23u);
    let m = (ay & 0x7fffffu) | 0x800000u;
    if (((m >> sh) << sh) == m) { yi = 2u - ((m >> sh) & 1u); }
  }
  let yneg = (yb >> 31u) != 0u;
  if (ay == 0x7f800000u) {
    if (ax == 0x3f800000u) { return 1.0; }
    return select(0.0, m_inf(), (ax > 0x3f800000u) != yneg);
  }
  let sg = select(0u, xb & 0x80000000u, yi == 1u);
  if (ax == 0u || ax == 0x7f800000u) {
    return m_or(select(0.0, m_inf(), (ax != 0u) != yneg), sg);
  }
  if ((xb >> 31u) != 0u && yi == 0u) { return m_nan(); }
  if (ax == 0x3f800000u) { return m_or(1.0, sg); }
  return m_or(m_pow_core(ax, y), sg);
}

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_pow(x0, x1);
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

// ---- pow float32 ----

// (%0 float32, %1 float32)
// %2 float32 = pow %0 %1
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

// 0, of which no compiler knows a bit. The length keeps it from being a mere uniform:
// llvmpipe compiles those that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// v, but nothing is known of it: no rearranging, contracting or folding looks through
// a word that was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_inf() -> f32 { return bitcast<f32>(0x7f800000u | m_zero()); }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

// The upper half of the significand: products of two such halves are exact.
fn m_hi12(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) & 0xfffff000u); }

// 2^n for -126 <= n <= 127.
fn m_pow2(n: i32) -> f32 { return bitcast<f32>(bitcast<u32>(n + 127) << 23u); }

// v * 2^n for |n| <= 250, in two steps that neither overflow nor vanish early.
fn m_ldexp(v: f32, n: i32) -> f32 { let a = n >> 1u; return m_bar(v * m_pow2(a)) * m_pow2(n - a); }

fn base_div(x: f32, y: f32) -> f32 { return x / y; }

// 2^(q + ql) for |q| <= 0.5.
fn m_exp2_poly(q: f32, ql: f32) -> f32 {
  var p = 0.00015464134;
  p = p * q + 0.00133920659;
  p = p * q + 0.00961805973;
  p = p * q + 0.055503577;
  p = p * q + 0.240226507;
  let h = m_hi12(q);
  let u = h * 0.693115234;
  let v = m_bar(m_bar(q - h) + ql) * 0.693147182 + h * 3.19461833e-05;
  let s = m_bar(1.0 + u);
  let t = m_bar(u - m_bar(s - 1.0)) + m_bar(p * q * q + v);
  return m_bar(t) + s;
}

struct MLog { k: f32, f: f32 }

// A positive number from its bits: 2^k * (1 + f) with f around 0.
fn m_log_split(bits: u32) -> MLog {
  var b = bits;
  var e = 0;
  if (b < 0x00800000u) { let s = countLeadingZeros(b) - 8u; b = b << s; e = -i32(s); }
  let k = bitcast<i32>(b - 0x3f3504f3u) >> 23u;
  let m = bitcast<f32>(b - (bitcast<u32>(k) << 23u));
  return MLog(f32(k + e), m - 1.0);
}

// Powers of a positive x != 1 from its bits: 2^(y * log2(x)), the logarithm in two parts.
fn m_pow_core(ab: u32, y0: f32) -> f32 {
  let s0 = m_log_split(ab);
  let f = s0.f;
  let den = f + 2.0;
  let dh = m_hi12(den);
  let dl = m_bar(f - m_bar(dh - 2.0));
  let rc = base_div(1.0, den);
  let s = f * rc;
  let sh = m_hi12(s);
  let sl = rc * (m_bar(m_bar(f - sh * dh) - sh * dl));
  let w = s * s;
  var r = w * w * (0.600000024 + w * (0.42855832 + w * (0.33435908 + w * 0.25828439)));
  r = r + sl * (sh + s);
  let h2 = sh * sh;
  let th = m_hi12(3.0 + h2 + r);
  let tl = r - m_bar(m_bar(th - 3.0) - h2);
  let u = sh * th;
  let v = m_bar(sl * th + tl * s);
  let ph = m_hi12(u + v);
  let pl = v - m_bar(ph - u);
  let zh = 0.961669922 * ph;
  let zl = 0.000126772051 * ph + pl * 0.961796701;
  let t1 = m_hi12(m_bar(zh + zl) + s0.k);
  let t2 = zl - m_bar(m_bar(t1 - s0.k) - zh);
  let y = clamp(y0, -8589934592.0, 8589934592.0);
  let y1 = m_hi12(y);
  let lo = m_bar(m_bar(y - y1) * t1 + y * t2);
  let hi = y1 * t1;
  let z = clamp(hi + lo, -160.0, 140.0);
  let n = floor(z + 0.5);
  let over = z >= 128.0 && m_bar(hi - 128.0) + lo >= -4.2995665694e-08;
  let qa = m_bar(hi - n);
  let q = m_bar(qa + lo);
  let e = m_ldexp(m_exp2_poly(clamp(q, -0.6, 0.6), clamp(m_bar(qa - q) + lo, -1e-6, 1e-6)), i32(n));
  return select(select(e, m_inf(), over || z > 128.5), 0.0, z < -151.0);
}

fn m_pow(x: f32, y: f32) -> f32 {
  let xb = bitcast<u32>(x); let yb = bitcast<u32>(y);
  let ax = xb & 0x7fffffffu; let ay = yb & 0x7fffffffu;
  if (ay == 0u || xb == 0x3f800000u) { return 1.0; }
  if (ax > 0x7f800000u || ay > 0x7f800000u) { return m_nan(); }
  // yi: 0 where y is not whole, 1 where it is odd, 2 where even.
  var yi = 0u;
  if (ay >= 0x4b800000u) { yi = 2u; }
  else if (ay >= 0x3f800000u) {
    let sh = 150u - (ay >> 23u);
    let m = (ay & 0x7fffffu) | 0x800000u;
    if (((m >> sh) << sh) == m) { yi = 2u - ((m >> sh) & 1u); }
  }
  let yneg = (yb >> 31u) != 0u;
  if (ay == 0x7f800000u) {
    if (ax == 0x3f800000u) { return 1.0; }
    return select(0.0, m_inf(), (ax > 0x3f800000u) != yneg);
  }
  let sg = select(0u, xb & 0x80000000u, yi == 1u);
  if (ax == 0u || ax == 0x7f800000u) {
    return m_or(select(0.0, m_inf(), (ax != 0u) != yneg), sg);
  }
  if ((xb >> 31u) != 0u && yi == 0u) { return m_nan(); }
  if (ax == 0x3f800000u) { return m_or(1.0, sg); }
  return m_or(m_pow_core(ax, y), sg);
}

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_pow(x0, x1);
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

