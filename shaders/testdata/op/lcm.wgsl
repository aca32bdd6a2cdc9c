// ---- lcm uint8 ----

// (%0 uint8, %1 uint8)
// %2 uint8 = lcm %0 %1
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

// Stein's algorithm: a difference of odd numbers is even, so that every round takes a bit
// off one of the two.
fn m_ugcd(x: u32, y: u32) -> u32 {
  if (x == 0u || y == 0u) { return x | y; }
  let twos = countTrailingZeros(x | y);
  var a = x >> countTrailingZeros(x);
  var b = y;
  while (b != 0u) {
    b = b >> countTrailingZeros(b);
    let low = min(a, b);
    b = max(a, b) - low;
    a = low;
  }
  return a << twos;
}

fn m_ulcm(x: u32, y: u32) -> u32 { return m_udiv(x, m_ugcd(x, y)) * y; }

fn m_udiv(x: u32, y: u32) -> u32 { return select(x / select(y, 1u, y == 0u), 0u, y == 0u); }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_ulcm(x0, x1);
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

// ---- lcm uint16 ----

// (%0 uint16, %1 uint16)
// %2 uint16 = lcm %0 %1
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

// Stein's algorithm: a difference of odd numbers is even, so that every round takes a bit
// off one of the two.
fn m_ugcd(x: u32, y: u32) -> u32 {
  if (x == 0u || y == 0u) { return x | y; }
  let twos = countTrailingZeros(x | y);
  var a = x >> countTrailingZeros(x);
  var b = y;
  while (b != 0u) {
    b = b >> countTrailingZeros(b);
    let low = min(a, b);
    b = max(a, b) - low;
    a = low;
  }
  return a << twos;
}

fn m_ulcm(x: u32, y: u32) -> u32 { return m_udiv(x, m_ugcd(x, y)) * y; }

fn m_udiv(x: u32, y: u32) -> u32 { return select(x / select(y, 1u, y == 0u), 0u, y == 0u); }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_ulcm(x0, x1);
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

// ---- lcm uint32 ----

// (%0 uint32, %1 uint32)
// %2 uint32 = lcm %0 %1
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

// Stein's algorithm: a difference of odd numbers is even, so that every round takes a bit
// off one of the two.
fn m_ugcd(x: u32, y: u32) -> u32 {
  if (x == 0u || y == 0u) { return x | y; }
  let twos = countTrailingZeros(x | y);
  var a = x >> countTrailingZeros(x);
  var b = y;
  while (b != 0u) {
    b = b >> countTrailingZeros(b);
    let low = min(a, b);
    b = max(a, b) - low;
    a = low;
  }
  return a << twos;
}

fn m_ulcm(x: u32, y: u32) -> u32 { return m_udiv(x, m_ugcd(x, y)) * y; }

fn m_udiv(x: u32, y: u32) -> u32 { return select(x / select(y, 1u, y == 0u), 0u, y == 0u); }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_ulcm(x0, x1);
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

// ---- lcm uint64 ----

// (%0 uint64, %1 uint64)
// %2 uint64 = lcm %0 %1
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

fn m_udiv64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> { return m_divrem64(x, y).q; }

// Stein's algorithm: a difference of odd numbers is even, so that every round takes a bit
// off one of the two.
fn m_ugcd(x: u32, y: u32) -> u32 {
  if (x == 0u || y == 0u) { return x | y; }
  let twos = countTrailingZeros(x | y);
  var a = x >> countTrailingZeros(x);
  var b = y;
  while (b != 0u) {
    b = b >> countTrailingZeros(b);
    let low = min(a, b);
    b = max(a, b) - low;
    a = low;
  }
  return a << twos;
}

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

fn m_umax64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> { return select(x, y, m_ult64(x, y)); }

fn m_umin64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> { return select(y, x, m_ult64(x, y)); }

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

// x, not 0, shifted right until it is odd.
fn m_odd64(x: vec2<u32>) -> vec2<u32> { return m_right64(x, m_twos64(x), 0u); }

fn m_twos64(x: vec2<u32>) -> u32 {
  return select(countTrailingZeros(x.x), 32u + countTrailingZeros(x.y), x.x == 0u);
}

// Stein's algorithm, as m_ugcd.
fn m_ugcd64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  if (all(x == vec2<u32>(0u)) || all(y == vec2<u32>(0u))) { return x | y; }
  var a = m_odd64(x);
  var b = y;
  while (any(b != vec2<u32>(0u))) {
    b = m_odd64(b);
    let low = m_umin64(a, b);
    b = m_sub64(m_umax64(a, b), low);
    a = low;
  }
  return m_left64(a, m_twos64(x | y));
}

fn m_ulcm64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> { return m_mul64(m_udiv64(x, m_ugcd64(x, y)), y); }

fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_ulcm64(x0, x1);
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

// ---- lcm int8 ----

// (%0 int8, %1 int8)
// %2 int8 = lcm %0 %1
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

// Stein's algorithm: a difference of odd numbers is even, so that every round takes a bit
// off one of the two.
fn m_ugcd(x: u32, y: u32) -> u32 {
  if (x == 0u || y == 0u) { return x | y; }
  let twos = countTrailingZeros(x | y);
  var a = x >> countTrailingZeros(x);
  var b = y;
  while (b != 0u) {
    b = b >> countTrailingZeros(b);
    let low = min(a, b);
    b = max(a, b) - low;
    a = low;
  }
  return a << twos;
}

fn m_ulcm(x: u32, y: u32) -> u32 { return m_udiv(x, m_ugcd(x, y)) * y; }

fn m_magnitude(x: i32) -> u32 { return bitcast<u32>(select(x, 0 - x, x < 0)); }

fn m_ilcm(x: i32, y: i32) -> i32 { return bitcast<i32>(m_ulcm(m_magnitude(x), m_magnitude(y))); }

fn m_udiv(x: u32, y: u32) -> u32 { return select(x / select(y, 1u, y == 0u), 0u, y == 0u); }

fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = m_ilcm(x0, x1);
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

// ---- lcm int16 ----

// (%0 int16, %1 int16)
// %2 int16 = lcm %0 %1
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

// Stein's algorithm: a difference of odd numbers is even, so that every round takes a bit
// off one of the two.
fn m_ugcd(x: u32, y: u32) -> u32 {
  if (x == 0u || y == 0u) { return x | y; }
  let twos = countTrailingZeros(x | y);
  var a = x >> countTrailingZeros(x);
  var b = y;
  while (b != 0u) {
    b = b >> countTrailingZeros(b);
    let low = min(a, b);
    b = max(a, b) - low;
    a = low;
  }
  return a << twos;
}

fn m_ulcm(x: u32, y: u32) -> u32 { return m_udiv(x, m_ugcd(x, y)) * y; }

fn m_magnitude(x: i32) -> u32 { return bitcast<u32>(select(x, 0 - x, x < 0)); }

fn m_ilcm(x: i32, y: i32) -> i32 { return bitcast<i32>(m_ulcm(m_magnitude(x), m_magnitude(y))); }

fn m_udiv(x: u32, y: u32) -> u32 { return select(x / select(y, 1u, y == 0u), 0u, y == 0u); }

fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = m_ilcm(x0, x1);
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

// ---- lcm int32 ----

// (%0 int32, %1 int32)
// %2 int32 = lcm %0 %1
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

// Stein's algorithm: a difference of odd numbers is even, so that every round takes a bit
// off one of the two.
fn m_ugcd(x: u32, y: u32) -> u32 {
  if (x == 0u || y == 0u) { return x | y; }
  let twos = countTrailingZeros(x | y);
  var a = x >> countTrailingZeros(x);
  var b = y;
  while (b != 0u) {
    b = b >> countTrailingZeros(b);
    let low = min(a, b);
    b = max(a, b) - low;
    a = low;
  }
  return a << twos;
}

fn m_ulcm(x: u32, y: u32) -> u32 { return m_udiv(x, m_ugcd(x, y)) * y; }

fn m_magnitude(x: i32) -> u32 { return bitcast<u32>(select(x, 0 - x, x < 0)); }

fn m_ilcm(x: i32, y: i32) -> i32 { return bitcast<i32>(m_ulcm(m_magnitude(x), m_magnitude(y))); }

fn m_udiv(x: u32, y: u32) -> u32 { return select(x / select(y, 1u, y == 0u), 0u, y == 0u); }

fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = m_ilcm(x0, x1);
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

// ---- lcm int64 ----

// (%0 int64, %1 int64)
// %2 int64 = lcm %0 %1
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

fn m_udiv64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> { return m_divrem64(x, y).q; }

// Stein's algorithm: a difference of odd numbers is even, so that every round takes a bit
// off one of the two.
fn m_ugcd(x: u32, y: u32) -> u32 {
  if (x == 0u || y == 0u) { return x | y; }
  let twos = countTrailingZeros(x | y);
  var a = x >> countTrailingZeros(x);
  var b = y;
  while (b != 0u) {
    b = b >> countTrailingZeros(b);
    let low = min(a, b);
    b = max(a, b) - low;
    a = low;
  }
  return a << twos;
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

fn m_umax64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> { return select(x, y, m_ult64(x, y)); }

fn m_umin64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> { return select(y, x, m_ult64(x, y)); }

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

// x, not 0, shifted right until it is odd.
fn m_odd64(x: vec2<u32>) -> vec2<u32> { return m_right64(x, m_twos64(x), 0u); }

fn m_twos64(x: vec2<u32>) -> u32 {
  return select(countTrailingZeros(x.x), 32u + countTrailingZeros(x.y), x.x == 0u);
}

// Stein's algorithm, as m_ugcd.
fn m_ugcd64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  if (all(x == vec2<u32>(0u)) || all(y == vec2<u32>(0u))) { return x | y; }
  var a = m_odd64(x);
  var b = y;
  while (any(b != vec2<u32>(0u))) {
    b = m_odd64(b);
    let low = m_umin64(a, b);
    b = m_sub64(m_umax64(a, b), low);
    a = low;
  }
  return m_left64(a, m_twos64(x | y));
}

fn m_ulcm64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> { return m_mul64(m_udiv64(x, m_ugcd64(x, y)), y); }

fn m_ilcm64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> { return m_ulcm64(m_abs64(x), m_abs64(y)); }

fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_ilcm64(x0, x1);
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

