// ---- log10 float16 ----

// (%0 float16)
// %1 float16 = log10 %0
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

fn m_inf() -> f32 { return bitcast<f32>(0x7f800000u | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

// The upper half of the significand: products of two such halves are exact.
fn m_hi12(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) & 0xfffff000u); }

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

// (log1p(f) - f + f^2/2) / f^3.
fn m_log_poly(f: f32) -> f32 {
  var p = 0.0674954057;
  p = p * f - 0.116701834;
  p = p * f + 0.118834712;
  p = p * f - 0.124062084;
  p = p * f + 0.142203629;
  p = p * f - 0.166679904;
  p = p * f + 0.200020716;
  p = p * f - 0.250000089;
  p = p * f + 0.333333135;
  return p;
}

// The logarithm of bits that are no positive finite number.
fn m_log_special(b: u32) -> f32 {
  if ((b << 1u) == 0u) { return -m_inf(); }
  if (b == 0x7f800000u) { return m_inf(); }
  return m_nan();
}

// A number in two parts, the upper one of 12 bits.
struct MHL { hi: f32, lo: f32 }

// log1p(f).
fn m_log_hl(f: f32) -> MHL {
  let w = f * f;
  let hf = 0.5 * w;
  let hi = m_hi12(f - hf);
  let lo = m_bar(m_bar(f - hi) - hf) + w * f * m_log_poly(f);
  return MHL(hi, lo);
}

fn m_log10(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  if (b - 1u >= 0x7f7fffffu) { return m_log_special(b); }
  let s = m_log_split(b);
  let l = m_log_hl(s.f);
  let a = l.hi * 0.434204102;
  let t = m_bar(l.lo * 0.434294492 + l.hi * 9.03803375e-05) + s.k * 4.60503907e-06;
  let kk = s.k * 0.301025391;
  let w = m_bar(kk + a);
  return m_bar(m_bar(a - m_bar(w - kk)) + t) + w;
}

fn apply(x0: f32) -> f32 {
  let v1 = m_log10(x0);
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

// ---- log10 bfloat16 ----

// (%0 bfloat16)
// %1 bfloat16 = log10 %0
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

fn m_inf() -> f32 { return bitcast<f32>(0x7f800000u | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// The upper half of the significand: products of two such halves are exact.
fn m_hi12(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) & 0xfffff000u); }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

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

// (log1p(f) - f + f^2/2) / f^3.
fn m_log_poly(f: f32) -> f32 {
  var p = 0.0674954057;
  p = p * f - 0.116701834;
  p = p * f + 0.118834712;
  p = p * f - 0.124062084;
  p = p * f + 0.142203629;
  p = p * f - 0.166679904;
  p = p * f + 0.200020716;
  p = p * f - 0.250000089;
  p = p * f + 0.333333135;
  return p;
}

// The logarithm of bits that are no positive finite number.
fn m_log_special(b: u32) -> f32 {
  if ((b << 1u) == 0u) { return -m_inf(); }
  if (b == 0x7f800000u) { return m_inf(); }
  return m_nan();
}

// A number in two parts, the upper one of 12 bits.
struct MHL { hi: f32, lo: f32 }

// log1p(f).
fn m_log_hl(f: f32) -> MHL {
  let w = f * f;
  let hf = 0.5 * w;
  let hi = m_hi12(f - hf);
  let lo = m_bar(m_bar(f - hi) - hf) + w * f * m_log_poly(f);
  return MHL(hi, lo);
}

fn m_log10(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  if (b - 1u >= 0x7f7fffffu) { return m_log_special(b); }
  let s = m_log_split(b);
  let l = m_log_hl(s.f);
  let a = l.hi * 0.434204102;
  let t = m_bar(l.lo * 0.434294492 + l.hi * 9.03803375e-05) + s.k * 4.60503907e-06;
  let kk = s.k * 0.301025391;
  let w = m_bar(kk + a);
  return m_bar(m_bar(a - m_bar(w - kk)) + t) + w;
}

fn apply(x0: f32) -> f32 {
  let v1 = m_log10(x0);
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

// ---- log10 float32 ----

// (%0 float32)
// %1 float32 = log10 %0
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

fn m_inf() -> f32 { return bitcast<f32>(0x7f800000u | m_zero()); }

// The upper half of the significand: products of two such halves are exact.
fn m_hi12(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) & 0xfffff000u); }

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

// (log1p(f) - f + f^2/2) / f^3.
fn m_log_poly(f: f32) -> f32 {
  var p = 0.0674954057;
  p = p * f - 0.116701834;
  p = p * f + 0.118834712;
  p = p * f - 0.124062084;
  p = p * f + 0.142203629;
  p = p * f - 0.166679904;
  p = p * f + 0.200020716;
  p = p * f - 0.250000089;
  p = p * f + 0.333333135;
  return p;
}

// The logarithm of bits that are no positive finite number.
fn m_log_special(b: u32) -> f32 {
  if ((b << 1u) == 0u) { return -m_inf(); }
  if (b == 0x7f800000u) { return m_inf(); }
  return m_nan();
}

// A number in two parts, the upper one of 12 bits.
struct MHL { hi: f32, lo: f32 }

// log1p(f).
fn m_log_hl(f: f32) -> MHL {
  let w = f * f;
  let hf = 0.5 * w;
  let hi = m_hi12(f - hf);
  let lo = m_bar(m_bar(f - hi) - hf) + w * f * m_log_poly(f);
  return MHL(hi, lo);
}

fn m_log10(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  if (b - 1u >= 0x7f7fffffu) { return m_log_special(b); }
  let s = m_log_split(b);
  let l = m_log_hl(s.f);
  let a = l.hi * 0.434204102;
  let t = m_bar(l.lo * 0.434294492 + l.hi * 9.03803375e-05) + s.k * 4.60503907e-06;
  let kk = s.k * 0.301025391;
  let w = m_bar(kk + a);
  return m_bar(m_bar(a - m_bar(w - kk)) + t) + w;
}

fn apply(x0: f32) -> f32 {
  let v1 = m_log10(x0);
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

