// ---- remainder uint8 ----

// (%0 uint8, %1 uint8)
// %2 uint8 = remainder %0 %1
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

fn m_umod(x: u32, y: u32) -> u32 { return select(x % select(y, 1u, y == 0u), 0u, y == 0u); }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_umod(x0, x1);
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

// ---- remainder uint16 ----

// (%0 uint16, %1 uint16)
// %2 uint16 = remainder %0 %1
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

fn m_umod(x: u32, y: u32) -> u32 { return select(x % select(y, 1u, y == 0u), 0u, y == 0u); }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_umod(x0, x1);
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

// ---- remainder uint32 ----

// (%0 uint32, %1 uint32)
// %2 uint32 = remainder %0 %1
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

fn m_umod(x: u32, y: u32) -> u32 { return select(x % select(y, 1u, y == 0u), 0u, y == 0u); }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_umod(x0, x1);
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

// ---- remainder uint64 ----

// (%0 uint64, %1 uint64)
// %2 uint64 = remainder %0 %1
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

struct MDiv64 { q: vec2<u32>, r: vec2<u32> }

// A digit of 16 bits: high, the rest of a division by d so far, followed by the half-word
// next, by d, which has its top bit set and is more than high. The high half of d gives a
// digit that is at most 2 too large (theorem B there), and is too large just where it times
// the low half of d exceeds what it leaves. The digit, and the rest.
fn m_digit(high: u32, next: u32, d: u32) -> vec2<u32> {
  let top = d >> 16u; let low = d & 0xffffu;
  var q = high / top;
  var r = high - q * top;
  for (var i = 0u; i < 2u; i++) {
    if (r < 65536u && q * low > ((r << 16u) | next)) { q -= 1u; r += top; }
  }
  return vec2<u32>(q, ((high << 16u) | next) - q * d);
}

// The quotient, a word, of n by d, and the remainder; d has its top bit set and n.y < d.
fn m_div32(n: vec2<u32>, d: u32) -> vec2<u32> {
  let a = m_digit(n.y, n.x >> 16u, d);
  let b = m_digit(a.y, n.x & 0xffffu, d);
  return vec2<u32>((a.x << 16u) | b.x, b.y);
}

// By a divisor of more than a word the quotient is a word. That of n/2 by the divisor's
// first 32 bits, shifted, is right or 1 too large; with 1 taken off it is never too large,
// and what it leaves says whether it is too small (Warren, Hacker's Delight, 9-5).
fn m_divrem64(x: vec2<u32>, y: vec2<u32>) -> MDiv64 {
  if (all(y == vec2<u32>(0u))) { return MDiv64(y, y); }
  if ((x.y | y.y) == 0u) {
    let q = x.x / y.x;
    return MDiv64(vec2<u32>(q, 0u), vec2<u32>(x.x - q * y.x, 0u));
  }
  if (y.y == 0u) {
    let s = countLeadingZeros(y.x);
    let high = x.y / y.x;
    let d = m_div32(m_left64(vec2<u32>(x.x, x.y - high * y.x), s), y.x << s);
    return MDiv64(vec2<u32>(d.x, high), vec2<u32>(d.y >> s, 0u));
  }
  let s = countLeadingZeros(y.y);
  let e = m_div32(m_right64(x, 1u, 0u), m_left64(y, s).y).x >> (31u - s);
  let q = vec2<u32>(e - min(e, 1u), 0u);
  let r = m_sub64(x, m_mul64(q, y));
  if (m_ult64(r, y)) { return MDiv64(q, r); }
  return MDiv64(vec2<u32>(q.x + 1u, 0u), m_sub64(r, y));
}

fn m_umod64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> { return m_divrem64(x, y).r; }

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

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

fn m_ult64(x: vec2<u32>, y: vec2<u32>) -> bool { return x.y < y.y || (x.y == y.y && x.x < y.x); }

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
  let v2 = m_umod64(x0, x1);
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

// ---- remainder int8 ----

// (%0 int8, %1 int8)
// %2 int8 = remainder %0 %1
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

// With the sign of x.
fn m_irem(x: i32, y: i32) -> i32 {
  let d = select(y, 1, y == 0 || y == -1);
  return x - x / d * d;
}

// With the sign of y.
fn m_imod(x: i32, y: i32) -> i32 {
  let r = m_irem(x, y);
  return r + select(0, y, r != 0 && (r ^ y) < 0);
}

fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = m_imod(x0, x1);
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

// ---- remainder int16 ----

// (%0 int16, %1 int16)
// %2 int16 = remainder %0 %1
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

// With the sign of x.
fn m_irem(x: i32, y: i32) -> i32 {
  let d = select(y, 1, y == 0 || y == -1);
  return x - x / d * d;
}

// With the sign of y.
fn m_imod(x: i32, y: i32) -> i32 {
  let r = m_irem(x, y);
  return r + select(0, y, r != 0 && (r ^ y) < 0);
}

fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = m_imod(x0, x1);
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

// ---- remainder int32 ----

// (%0 int32, %1 int32)
// %2 int32 = remainder %0 %1
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

// With the sign of x.
fn m_irem(x: i32, y: i32) -> i32 {
  let d = select(y, 1, y == 0 || y == -1);
  return x - x / d * d;
}

// With the sign of y.
fn m_imod(x: i32, y: i32) -> i32 {
  let r = m_irem(x, y);
  return r + select(0, y, r != 0 && (r ^ y) < 0);
}

fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = m_imod(x0, x1);
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

// ---- remainder int64 ----

// (%0 int64, %1 int64)
// %2 int64 = remainder %0 %1
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

struct MDiv64 { q: vec2<u32>, r: vec2<u32> }

// A digit of 16 bits: high, the rest of a division by d so far, followed by the half-word
// next, by d, which has its top bit set and is more than high. The high half of d gives a
// digit that is at most 2 too large (theorem B there), and is too large just where it times
// the low half of d exceeds what it leaves. The digit, and the rest.
fn m_digit(high: u32, next: u32, d: u32) -> vec2<u32> {
  let top = d >> 16u; let low = d & 0xffffu;
  var q = high / top;
  var r = high - q * top;
  for (var i = 0u; i < 2u; i++) {
    if (r < 65536u && q * low > ((r << 16u) | next)) { q -= 1u; r += top; }
  }
  return vec2<u32>(q, ((high << 16u) | next) - q * d);
}

// The quotient, a word, of n by d, and the remainder; d has its top bit set and n.y < d.
fn m_div32(n: vec2<u32>, d: u32) -> vec2<u32> {
  let a = m_digit(n.y, n.x >> 16u, d);
  let b = m_digit(a.y, n.x & 0xffffu, d);
  return vec2<u32>((a.x << 16u) | b.x, b.y);
}

// By a divisor of more than a word the quotient is a word. That of n/2 by the divisor's
// first 32 bits, shifted, is right or 1 too large; with 1 taken off it is never too large,
// and what it leaves says whether it is too small (Warren, Hacker's Delight, 9-5).
fn m_divrem64(x: vec2<u32>, y: vec2<u32>) -> MDiv64 {
  if (all(y == vec2<u32>(0u))) { return MDiv64(y, y); }
  if ((x.y | y.y) == 0u) {
    let q = x.x / y.x;
    return MDiv64(vec2<u32>(q, 0u), vec2<u32>(x.x - q * y.x, 0u));
  }
  if (y.y == 0u) {
    let s = countLeadingZeros(y.x);
    let high = x.y / y.x;
    let d = m_div32(m_left64(vec2<u32>(x.x, x.y - high * y.x), s), y.x << s);
    return MDiv64(vec2<u32>(d.x, high), vec2<u32>(d.y >> s, 0u));
  }
  let s = countLeadingZeros(y.y);
  let e = m_div32(m_right64(x, 1u, 0u), m_left64(y, s).y).x >> (31u - s);
  let q = vec2<u32>(e - min(e, 1u), 0u);
  let r = m_sub64(x, m_mul64(q, y));
  if (m_ult64(r, y)) { return MDiv64(q, r); }
  return MDiv64(vec2<u32>(q.x + 1u, 0u), m_sub64(r, y));
}

// Of the magnitudes, whose quotient is positive.
fn m_idivrem64(x: vec2<u32>, y: vec2<u32>) -> MDiv64 { return m_divrem64(m_abs64(x), m_abs64(y)); }

// With the sign of y.
fn m_imod64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let r = m_idivrem64(x, y).r;
  let other = m_negative64(x ^ y) && any(r != vec2<u32>(0u));
  return m_negate64(select(r, m_sub64(m_abs64(y), r), other), m_negative64(y));
}

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

// The smallest integer stays.
fn m_abs64(x: vec2<u32>) -> vec2<u32> { return m_negate64(x, m_negative64(x)); }

fn m_ult64(x: vec2<u32>, y: vec2<u32>) -> bool { return x.y < y.y || (x.y == y.y && x.x < y.x); }

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
  let v2 = m_imod64(x0, x1);
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

// ---- remainder float16 ----

// (%0 float16, %1 float16)
// %2 float16 = remainder %0 %1
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// 2^n for -126 <= n <= 127.
fn m_pow2(n: i32) -> f32 { return bitcast<f32>(bitcast<u32>(n + 127) << 23u); }

// v * 2^n for |n| <= 250, in two steps that neither overflow nor vanish early.
fn m_ldexp(v: f32, n: i32) -> f32 { let a = n >> 1u; return m_bar(v * m_pow2(a)) * m_pow2(n - a); }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

struct MNorm { m: f32, e: i32 }

// A positive number from its bits: m * 2^e with m in [1, 2).
fn m_norm(bits: u32) -> MNorm {
  var b = bits; var e = 0;
  if (b < 0x00800000u) { let s = countLeadingZeros(b) - 8u; b = b << s; e = -i32(s); }
  return MNorm(bitcast<f32>((b & 0x7fffffu) | 0x3f800000u), i32(b >> 23u) - 127 + e);
}

// Exact: long division of the significands, eight bits a round, in integers.
fn m_fmod(x: f32, y: f32) -> f32 {
  let xb = m_abits(x); let yb = m_abits(y);
  if (xb >= 0x7f800000u || yb > 0x7f800000u || yb == 0u) { return m_nan(); }
  if (xb < yb) { return x; }
  var ex = i32(xb >> 23u); var ey = i32(yb >> 23u);
  var mx = xb & 0x7fffffu; var my = yb & 0x7fffffu;
  if (ex == 0) { let s = countLeadingZeros(mx) - 8u; mx = mx << s; ex = 1 - i32(s); } else { mx = mx | 0x800000u; }
  if (ey == 0) { let s = countLeadingZeros(my) - 8u; my = my << s; ey = 1 - i32(s); } else { my = my | 0x800000u; }
  var d = ex - ey;
  var r = mx % my;
  while (d > 0 && r != 0u) {
    let st = min(d, 8);
    r = (r << u32(st)) % my;
    d -= st;
  }
  if (r == 0u) { return m_or(0.0, m_sbit(x)); }
  // The result is r * 2^(ey - 150).
  let z = countLeadingZeros(r) - 8u;
  let e = ey - i32(z);
  var o: u32;
  if (e >= 1) { o = ((r << z) & 0x7fffffu) | (u32(e) << 23u); }
  else { // subnormal
    let up = ey - 1;
    if (up >= 0) { o = r << u32(up); } else { o = r >> u32(-up); }
  }
  return bitcast<f32>(o | m_sbit(x));
}

// A zero takes the sign of y.
fn m_remainder(x: f32, y: f32) -> f32 {
  let m = m_fmod(x, y);
  if (m_abits(m) == 0u) { return m_or(0.0, m_sbit(y)); }
  if (m_isnan(m) || m_sbit(m) == m_sbit(y)) { return m; }
  if (m_abits(y) >= 0x0d000000u) { return m + y; } // 2^-101: a subnormal m is less than half a unit of it
  let p = m_norm(m_abits(m)); let q = m_norm(m_abits(y)); // else an adapter that flushes it would give y
  return m_or(m_ldexp(m_bar(q.m - p.m * m_pow2(max(p.e - q.e, -60))), q.e), m_sbit(y));
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

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_remainder(x0, x1);
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

// ---- remainder bfloat16 ----

// (%0 bfloat16, %1 bfloat16)
// %2 bfloat16 = remainder %0 %1
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// 2^n for -126 <= n <= 127.
fn m_pow2(n: i32) -> f32 { return bitcast<f32>(bitcast<u32>(n + 127) << 23u); }

// v * 2^n for |n| <= 250, in two steps that neither overflow nor vanish early.
fn m_ldexp(v: f32, n: i32) -> f32 { let a = n >> 1u; return m_bar(v * m_pow2(a)) * m_pow2(n - a); }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

struct MNorm { m: f32, e: i32 }

// A positive number from its bits: m * 2^e with m in [1, 2).
fn m_norm(bits: u32) -> MNorm {
  var b = bits; var e = 0;
  if (b < 0x00800000u) { let s = countLeadingZeros(b) - 8u; b = b << s; e = -i32(s); }
  return MNorm(bitcast<f32>((b & 0x7fffffu) | 0x3f800000u), i32(b >> 23u) - 127 + e);
}

// Exact: long division of the significands, eight bits a round, in integers.
fn m_fmod(x: f32, y: f32) -> f32 {
  let xb = m_abits(x); let yb = m_abits(y);
  if (xb >= 0x7f800000u || yb > 0x7f800000u || yb == 0u) { return m_nan(); }
  if (xb < yb) { return x; }
  var ex = i32(xb >> 23u); var ey = i32(yb >> 23u);
  var mx = xb & 0x7fffffu; var my = yb & 0x7fffffu;
  if (ex == 0) { let s = countLeadingZeros(mx) - 8u; mx = mx << s; ex = 1 - i32(s); } else { mx = mx | 0x800000u; }
  if (ey == 0) { let s = countLeadingZeros(my) - 8u; my = my << s; ey = 1 - i32(s); } else { my = my | 0x800000u; }
  var d = ex - ey;
  var r = mx % my;
  while (d > 0 && r != 0u) {
    let st = min(d, 8);
    r = (r << u32(st)) % my;
    d -= st;
  }
  if (r == 0u) { return m_or(0.0, m_sbit(x)); }
  // The result is r * 2^(ey - 150).
  let z = countLeadingZeros(r) - 8u;
  let e = ey - i32(z);
  var o: u32;
  if (e >= 1) { o = ((r << z) & 0x7fffffu) | (u32(e) << 23u); }
  else { // subnormal
    let up = ey - 1;
    if (up >= 0) { o = r << u32(up); } else { o = r >> u32(-up); }
  }
  return bitcast<f32>(o | m_sbit(x));
}

// A zero takes the sign of y.
fn m_remainder(x: f32, y: f32) -> f32 {
  let m = m_fmod(x, y);
  if (m_abits(m) == 0u) { return m_or(0.0, m_sbit(y)); }
  if (m_isnan(m) || m_sbit(m) == m_sbit(y)) { return m; }
  if (m_abits(y) >= 0x0d000000u) { return m + y; } // 2^-101: a subnormal m is less than half a unit of it
  let p = m_norm(m_abits(m)); let q = m_norm(m_abits(y)); // else an adapter that flushes it would give y
  return m_or(m_ldexp(m_bar(q.m - p.m * m_pow2(max(p.e - q.e, -60))), q.e), m_sbit(y));
}

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_remainder(x0, x1);
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

// ---- remainder float32 ----

// (%0 float32, %1 float32)
// %2 float32 = remainder %0 %1
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// 2^n for -126 <= n <= 127.
fn m_pow2(n: i32) -> f32 { return bitcast<f32>(bitcast<u32>(n + 127) << 23u); }

// v * 2^n for |n| <= 250, in two steps that neither overflow nor vanish early.
fn m_ldexp(v: f32, n: i32) -> f32 { let a = n >> 1u; return m_bar(v * m_pow2(a)) * m_pow2(n - a); }

struct MNorm { m: f32, e: i32 }

// A positive number from its bits: m * 2^e with m in [1, 2).
fn m_norm(bits: u32) -> MNorm {
  var b = bits; var e = 0;
  if (b < 0x00800000u) { let s = countLeadingZeros(b) - 8u; b = b << s; e = -i32(s); }
  return MNorm(bitcast<f32>((b & 0x7fffffu) | 0x3f800000u), i32(b >> 23u) - 127 + e);
}

// Exact: long division of the significands, eight bits a round, in integers.
fn m_fmod(x: f32, y: f32) -> f32 {
  let xb = m_abits(x); let yb = m_abits(y);
  if (xb >= 0x7f800000u || yb > 0x7f800000u || yb == 0u) { return m_nan(); }
  if (xb < yb) { return x; }
  var ex = i32(xb >> 23u); var ey = i32(yb >> 23u);
  var mx = xb & 0x7fffffu; var my = yb & 0x7fffffu;
  if (ex == 0) { let s = countLeadingZeros(mx) - 8u; mx = mx << s; ex = 1 - i32(s); } else { mx = mx | 0x800000u; }
  if (ey == 0) { let s = countLeadingZeros(my) - 8u; my = my << s; ey = 1 - i32(s); } else { my = my | 0x800000u; }
  var d = ex - ey;
  var r = mx % my;
  while (d > 0 && r != 0u) {
    let st = min(d, 8);
    r = (r << u32(st)) % my;
    d -= st;
  }
  if (r == 0u) { return m_or(0.0, m_sbit(x)); }
  // The result is r * 2^(ey - 150).
  let z = countLeadingZeros(r) - 8u;
  let e = ey - i32(z);
  var o: u32;
  if (e >= 1) { o = ((r << z) & 0x7fffffu) | (u32(e) << 23u); }
  else { // subnormal
    let up = ey - 1;
    if (up >= 0) { o = r << u32(up); } else { o = r >> u32(-up); }
  }
  return bitcast<f32>(o | m_sbit(x));
}

// A zero takes the sign of y.
fn m_remainder(x: f32, y: f32) -> f32 {
  let m = m_fmod(x, y);
  if (m_abits(m) == 0u) { return m_or(0.0, m_sbit(y)); }
  if (m_isnan(m) || m_sbit(m) == m_sbit(y)) { return m; }
  if (m_abits(y) >= 0x0d000000u) { return m + y; } // 2^-101: a subnormal m is less than half a unit of it
  let p = m_norm(m_abits(m)); let q = m_norm(m_abits(y)); // else an adapter that flushes it would give y
  return m_or(m_ldexp(m_bar(q.m - p.m * m_pow2(max(p.e - q.e, -60))), q.e), m_sbit(y));
}

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_remainder(x0, x1);
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

// ---- remainder float64 ----

// (%0 float64, %1 float64)
// %2 float64 = remainder %0 %1
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

fn m_fcopysign64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x, (x.y & 0x7fffffffu) | (y.y & 0x80000000u));
}

fn m_fnan64() -> vec2<u32> { return vec2<u32>(0u, 0x7ff80000u); }

fn m_fisnan64(x: vec2<u32>) -> bool { return ((x.y << 1u) | min(x.x, 1u)) > 0xffe00000u; }

fn m_fisfinite64(x: vec2<u32>) -> bool { return (x.y << 1u) < 0xffe00000u; }

fn m_fiszero64(x: vec2<u32>) -> bool { return ((x.y << 1u) | x.x) == 0u; }

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

fn m_fopen64(x: vec2<u32>) -> MFloat64 { return m_fnormal64(m_fexponent64(x), m_fsignificand64(x)); }

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

struct MDigit64 { q: u32, r: vec2<u32> }

// A digit of k <= 11 bits of a long division by d, which has 53 bits, and what it leaves;
// r < d is what is left so far. The upper words give a digit that is right or 1 too small.
fn m_fdigit64(r: vec2<u32>, d: vec2<u32>, k: u32) -> MDigit64 {
  let n = m_left64(r, k);
  let q = n.y / (d.y + 1u);
  let p = m_mul32(q, d.x);
  let rest = m_sub64(n, vec2<u32>(p.x, p.y + q * d.y));
  if (m_ult64(rest, d)) { return MDigit64(q, rest); }
  return MDigit64(q + 1u, m_sub64(rest, d));
}

// Exact: long division of the significands, eleven bits a round.
fn m_fmod64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  if (!m_fisfinite64(x) || m_fisnan64(y) || m_fiszero64(y)) { return m_fnan64(); }
  if (m_ult64(m_fabs64(x), m_fabs64(y))) { return x; }
  let p = m_fopen64(x); let q = m_fopen64(y);
  let d = m_right64(q.m, 11u, 0u);
  var r = m_right64(p.m, 11u, 0u);
  if (!m_ult64(r, d)) { r = m_sub64(r, d); }
  var n = p.e - q.e;
  while (n > 0 && any(r != vec2<u32>(0u))) {
    r = m_fdigit64(r, d, u32(min(n, 11))).r;
    n -= 11;
  }
  if (all(r == vec2<u32>(0u))) { return m_fcopysign64(r, x); }
  return m_fround64(x.y & 0x80000000u, m_fnormal64(q.e + 11, r));
}

// A zero takes the sign of y.
fn m_fremainder64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let m = m_fmod64(x, y);
  if (m_fiszero64(m)) { return m_fcopysign64(m, y); }
  if (!m_fisnan64(m) && m_negative64(m ^ y)) { return m_fadd64(m, y); }
  return m;
}

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

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

fn m_negative64(x: vec2<u32>) -> bool { return x.y > 0x7fffffffu; }

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
  let v2 = m_fremainder64(x0, x1);
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

