// ---- frac float16 ----

// (%0 float16)
// %1 float16 = frac %0
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

// 0, of which no compiler knows a bit. The length keeps it from being a mere uniform:
// llvmpipe compiles those that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// v, but nothing is known of it: no rearranging, contracting or folding looks through
// a word that was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_isfinite(x: f32) -> bool { return m_abits(x) < 0x7f800000u; }

// x - trunc(x), which is exact; NaN of infinities.
fn m_frac(x: f32) -> f32 {
  return select(m_nan(), x - m_bar(trunc(x)), m_isfinite(x));
}

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

fn apply(x0: f32) -> f32 {
  let v1 = m_frac(x0);
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
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_f16(y)) << out0_shift);
  }
}

// ---- frac bfloat16 ----

// (%0 bfloat16)
// %1 bfloat16 = frac %0
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

// 0, of which no compiler knows a bit. The length keeps it from being a mere uniform:
// llvmpipe compiles those that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// v, but nothing is known of it: no rearranging, contracting or folding looks through
// a word that was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

fn m_isfinite(x: f32) -> bool { return m_abits(x) < 0x7f800000u; }

// x - trunc(x), which is exact; NaN of infinities.
fn m_frac(x: f32) -> f32 {
  return select(m_nan(), x - m_bar(trunc(x)), m_isfinite(x));
}

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

fn apply(x0: f32) -> f32 {
  let v1 = m_frac(x0);
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
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_bf16(y)) << out0_shift);
  }
}

// ---- frac float32 ----

// (%0 float32)
// %1 float32 = frac %0
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

// v, but nothing is known of it: no rearranging, contracting or folding looks through
// a word that was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isfinite(x: f32) -> bool { return m_abits(x) < 0x7f800000u; }

// x - trunc(x), which is exact; NaN of infinities.
fn m_frac(x: f32) -> f32 {
  return select(m_nan(), x - m_bar(trunc(x)), m_isfinite(x));
}

fn apply(x0: f32) -> f32 {
  let v1 = m_frac(x0);
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

// ---- frac float64 ----

// (%0 float64)
// %1 float64 = frac %0
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

fn m_fabs64(x: vec2<u32>) -> vec2<u32> { return vec2<u32>(x.x, x.y & 0x7fffffffu); }

fn m_fneg64(x: vec2<u32>) -> vec2<u32> { return vec2<u32>(x.x, x.y ^ 0x80000000u); }

fn m_fcopysign64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x, (x.y & 0x7fffffffu) | (y.y & 0x80000000u));
}

fn m_fnan64() -> vec2<u32> { return vec2<u32>(0u, 0x7ff80000u); }

fn m_fone64() -> vec2<u32> { return vec2<u32>(0u, 0x3ff00000u); }

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

fn m_fsub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> { return m_fadd64(x, m_fneg64(y)); }

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

// How many of the bits of x are its fraction: all but the sign where |x| < 1.
fn m_fplaces64(x: vec2<u32>) -> u32 {
  let e = m_fexponent64(x);
  return select(u32(max(1075 - e, 0)), 63u, e < 1023);
}

// What the bits of the fraction are of x.
fn m_ffraction64(x: vec2<u32>) -> vec2<u32> {
  return x & m_sub64(m_left64(vec2<u32>(1u, 0u), m_fplaces64(x)), vec2<u32>(1u, 0u));
}

// x without its fraction, and one further from 0 where away is true. The next whole number
// is the next significand, or the first of the next exponent.
fn m_ftowards64(x: vec2<u32>, away: bool) -> vec2<u32> {
  let n = m_fplaces64(x);
  if (n == 63u) { return m_fcopysign64(select(vec2<u32>(0u), m_fone64(), away), x); }
  return m_add64(x ^ m_ffraction64(x), select(vec2<u32>(0u), m_left64(vec2<u32>(1u, 0u), n), away));
}

fn m_ftrunc64(x: vec2<u32>) -> vec2<u32> { return m_ftowards64(x, false); }

fn m_ffrac64(x: vec2<u32>) -> vec2<u32> { return m_fsub64(x, m_ftrunc64(x)); }

fn apply(x0: vec2<u32>) -> vec2<u32> {
  let v1 = m_ffrac64(x0);
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

