// ---- softplus float16 ----

// (%0 float16, %1 float16, %2 float16)
// %3 float16 = softplus %0 %1 %2
// return %3
// out0 contiguous whole @1, in0 contiguous whole @2, in1 contiguous whole @3, in2 contiguous whole @4, flat of 4 by 1 looped
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
  in2_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<vec2<u32>>;
@group(0) @binding(4) var<storage, read> buf4: array<vec2<u32>>;

// 0, of which no compiler knows a bit. The length keeps it from being a mere uniform:
// llvmpipe compiles those that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// v, but nothing is known of it: no rearranging, contracting or folding looks through
// a word that was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

fn m_inf() -> f32 { return bitcast<f32>(0x7f800000u | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

fn m_isfinite(x: f32) -> bool { return m_abits(x) < 0x7f800000u; }

// The upper half of the significand: products of two such halves are exact.
fn m_hi12(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) & 0xfffff000u); }

// 2^n for -126 <= n <= 127.
fn m_pow2(n: i32) -> f32 { return bitcast<f32>(bitcast<u32>(n + 127) << 23u); }

// v * 2^n for |n| <= 250, in two steps that neither overflow nor vanish early.
fn m_ldexp(v: f32, n: i32) -> f32 { let a = n >> 1u; return m_bar(v * m_pow2(a)) * m_pow2(n - a); }

struct MGrown { v: f32, back: f32 }

// A small x is v * back, so that products of its parts are no subnormals; others are v themselves.
fn m_grown(x: f32) -> MGrown {
  let b = m_abits(x);
  if (b >= 0x0d000000u) { return MGrown(x, 1.0); } // 2^-101
  let v = select(x * 16777216.0, m_or(f32(b) * 2.3509887e-38, m_sbit(x)), b < 0x00800000u); // 2^24, 2^-125
  return MGrown(v, 5.9604645e-8); // 2^-24
}

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// An integer that grows with x, a number; equal for both zeros.
fn m_order(x: f32) -> i32 {
  let a = bitcast<i32>(m_abits(x));
  return select(a, 0 - a, m_sbit(x) != 0u);
}

fn m_numbers(x: f32, y: f32) -> bool { return !m_isnan(x) && !m_isnan(y); }

fn m_eq(x: f32, y: f32) -> bool { return m_numbers(x, y) && m_order(x) == m_order(y); }

fn m_lt(x: f32, y: f32) -> bool { return m_numbers(x, y) && m_order(x) < m_order(y); }

fn base_div(x: f32, y: f32) -> f32 { return x / y; }

struct MNorm { m: f32, e: i32 }

// A positive number from its bits: m * 2^e with m in [1, 2).
fn m_norm(bits: u32) -> MNorm {
  var b = bits; var e = 0;
  if (b < 0x00800000u) { let s = countLeadingZeros(b) - 8u; b = b << s; e = -i32(s); }
  return MNorm(bitcast<f32>((b & 0x7fffffu) | 0x3f800000u), i32(b >> 23u) - 127 + e);
}

// What rounding a*b to p lost, exactly; fma may be a mere a*b+c.
fn m_prod_err(a: f32, b: f32, p: f32) -> f32 {
  let ah = m_hi12(a); let al = m_bar(a - ah);
  let bh = m_hi12(b); let bl = m_bar(b - bh);
  return m_bar(m_bar(m_bar(ah * bh - p) + ah * bl) + al * bh) + al * bl;
}

struct MExp { hi: f32, lo: f32, n: i32 }

// exp(x + d) as (hi + lo) * 2^n for |x| <= 105 and small |d|; |lo| is below hi / 8.
fn m_exp_pair(x: f32, d: f32) -> MExp {
  let n = floor((x + d) * 1.44269502 + 0.5);
  let a = m_bar(x - n * 0.693359375);
  let b = m_bar(n * 2.12194440e-4 + d);
  let r = m_bar(a + b);
  let c = m_bar(a - r) + b;
  var p = 0.00139439607;
  p = p * r + 0.00837010052;
  p = p * r + 0.0416663662;
  p = p * r + 0.166665092;
  p = p * r + 0.5;
  let s = m_bar(1.0 + r);
  let t = m_bar(r - m_bar(s - 1.0)) + m_bar(p * r * r + c);
  return MExp(s, m_bar(t), i32(n));
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

// k * log(2) + log1p(f) + c.
fn m_log_sum(s: MLog, c: f32) -> f32 {
  let f = s.f;
  let w = f * f;
  let lo = m_bar(m_bar(w * f * m_log_poly(f) + (s.k * -2.12194440e-4 + c)) - 0.5 * w);
  return m_bar(f + lo) + s.k * 0.693359375;
}

// k * log(2) + log1p(x + lo) for a finite x above -1 and a lo below its last place; k is 0
// for an x below 1.
fn m_log1p_sum(k: f32, x: f32, lo: f32) -> f32 {
  if (x > -0.2928932 && x < 0.4142135) { return m_log_sum(MLog(0.0, x), lo * (1.0 - x * (1.0 - x))); }
  let u = m_bar(1.0 + x);
  let lost = select(m_bar(x - m_bar(u - 1.0)), m_bar(1.0 - m_bar(u - x)), x >= 1.0);
  let c = base_div(select(lost + lo, 0.0, x > 67108864.0), u);
  let s = m_log_split(bitcast<u32>(u));
  return m_log_sum(MLog(s.k + k, s.f), c);
}

// m_exp_pair, but hi is the rounded result and lo what it lost.
fn m_exp_split(x: f32, d: f32) -> MExp {
  let p = m_exp_pair(x, d);
  let hi = m_bar(p.hi + p.lo);
  return MExp(hi, m_bar(m_bar(p.hi - hi) + p.lo), p.n);
}

// log1p(exp(x + d)) for -110 <= x <= 0 and small |d|.
fn m_log1p_exp(x: f32, d: f32) -> f32 {
  let p = m_exp_split(x, d);
  return m_log1p_sum(0.0, m_bar(m_ldexp(p.hi, p.n)), p.lo * m_pow2(max(p.n, -126)));
}

// Whether x * y is above p of its sign, to which it may round. All may be subnormal; an infinite
// p is that of an infinite operand, or beyond the largest number.
fn m_rounded_down(x: f32, y: f32, p: f32) -> bool {
  let xb = m_abits(x); let yb = m_abits(y);
  let neg = m_sbit(x) != m_sbit(y);
  if (xb == 0u || yb == 0u) { return false; }
  if (!m_isfinite(p)) { return neg && m_isfinite(x) && m_isfinite(y); }
  if (m_abits(p) == 0u) { return !neg; }
  let xn = m_norm(xb); let yn = m_norm(yb); let pn = m_norm(m_abits(p));
  let m = m_bar(xn.m * yn.m);
  let more = m_bar(m - m_ldexp(pn.m, clamp(pn.e - xn.e - yn.e, -250, 250))) + m_prod_err(xn.m, yn.m, m);
  return select(more > 0.0, more < 0.0, neg);
}

// Whether x * y, which rounds to p, is above a limit.
fn m_above(x: f32, y: f32, p: f32, limit: f32) -> bool {
  let sign = m_sbit(x) ^ m_sbit(y);
  let flushed = m_abits(p) < 0x00800000u && m_abits(x) != 0u && m_abits(y) != 0u; // it may be
  let more = m_rounded_down(x, y, select(p, limit, flushed));
  if (flushed) { return !m_isnan(limit) && select(sign == 0u, more, m_sbit(limit) == sign); }
  return m_lt(limit, p) || (m_eq(limit, p) && more);
}

// log(exp(p) + 1) / beta with p = x * beta, whose rounding error d counts; x itself where
// p + d is above the threshold, or so large that the result is x anyway. Far below 0 the
// exponential keeps its exponent apart: a small beta makes a large quotient.
fn m_softplus(x: f32, beta: f32, threshold: f32) -> f32 {
  // Small operands are scaled: an adapter may flush them, or parts of them; m_above does not.
  let k = m_grown(x); let h = m_grown(beta);
  let q = m_bar(k.v * h.v);
  let p = m_bar(m_bar(q * k.back) * h.back);
  if (m_isnan(p)) { return p; }
  let d = select(0.0, m_prod_err(k.v, h.v, q) * k.back * h.back, abs(p) <= 215.0);
  if (p > 20.0 || m_above(x, beta, p, threshold)) { return x; }
  var l: f32; var sc = 0;
  if (p > -18.0) {
    l = m_bar(m_log1p_exp(-abs(p), select(-d, d, p < 0.0)) + select(0.0, d, p > 0.0)) + max(p, 0.0);
  } else {
    let e = m_exp_pair(max(p, -215.0), d);
    l = e.lo + e.hi; sc = e.n;
  }
  let b = m_abits(beta);
  if (b == 0u) { return m_or(m_inf(), m_sbit(beta)); }
  let n = m_norm(b);
  return m_or(m_ldexp(base_div(l, n.m), clamp(sc - n.e, -250, 250)), m_sbit(beta));
}

fn apply(x0: f32, x1: f32, x2: f32) -> f32 {
  let v3 = m_softplus(x0, x1, x2);
  return v3;
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
    let in2_at = params.in2_offset + i;
    let x2 = m_f16_to_f32(m_short(buf4[(in2_at >> 1u) >> 1u][(in2_at >> 1u) & 1u], in2_at));
    let y = apply(x0, x1, x2);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_f16(y)) << out0_shift);
  }
}

// ---- softplus bfloat16 ----

// (%0 bfloat16, %1 bfloat16, %2 bfloat16)
// %3 bfloat16 = softplus %0 %1 %2
// return %3
// out0 contiguous whole @1, in0 contiguous whole @2, in1 contiguous whole @3, in2 contiguous whole @4, flat of 4 by 1 looped
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
  in2_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<vec2<u32>>;
@group(0) @binding(4) var<storage, read> buf4: array<vec2<u32>>;

// 0, of which no compiler knows a bit. The length keeps it from being a mere uniform:
// llvmpipe compiles those that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// v, but nothing is known of it: no rearranging, contracting or folding looks through
// a word that was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

fn m_inf() -> f32 { return bitcast<f32>(0x7f800000u | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

fn m_isfinite(x: f32) -> bool { return m_abits(x) < 0x7f800000u; }

// The upper half of the significand: products of two such halves are exact.
fn m_hi12(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) & 0xfffff000u); }

// 2^n for -126 <= n <= 127.
fn m_pow2(n: i32) -> f32 { return bitcast<f32>(bitcast<u32>(n + 127) << 23u); }

// v * 2^n for |n| <= 250, in two steps that neither overflow nor vanish early.
fn m_ldexp(v: f32, n: i32) -> f32 { let a = n >> 1u; return m_bar(v * m_pow2(a)) * m_pow2(n - a); }

struct MGrown { v: f32, back: f32 }

// A small x is v * back, so that products of its parts are no subnormals; others are v themselves.
fn m_grown(x: f32) -> MGrown {
  let b = m_abits(x);
  if (b >= 0x0d000000u) { return MGrown(x, 1.0); } // 2^-101
  let v = select(x * 16777216.0, m_or(f32(b) * 2.3509887e-38, m_sbit(x)), b < 0x00800000u); // 2^24, 2^-125
  return MGrown(v, 5.9604645e-8); // 2^-24
}

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// An integer that grows with x, a number; equal for both zeros.
fn m_order(x: f32) -> i32 {
  let a = bitcast<i32>(m_abits(x));
  return select(a, 0 - a, m_sbit(x) != 0u);
}

fn m_numbers(x: f32, y: f32) -> bool { return !m_isnan(x) && !m_isnan(y); }

fn m_eq(x: f32, y: f32) -> bool { return m_numbers(x, y) && m_order(x) == m_order(y); }

fn m_lt(x: f32, y: f32) -> bool { return m_numbers(x, y) && m_order(x) < m_order(y); }

fn base_div(x: f32, y: f32) -> f32 { return x / y; }

struct MNorm { m: f32, e: i32 }

// A positive number from its bits: m * 2^e with m in [1, 2).
fn m_norm(bits: u32) -> MNorm {
  var b = bits; var e = 0;
  if (b < 0x00800000u) { let s = countLeadingZeros(b) - 8u; b = b << s; e = -i32(s); }
  return MNorm(bitcast<f32>((b & 0x7fffffu) | 0x3f800000u), i32(b >> 23u) - 127 + e);
}

// What rounding a*b to p lost, exactly; fma may be a mere a*b+c.
fn m_prod_err(a: f32, b: f32, p: f32) -> f32 {
  let ah = m_hi12(a); let al = m_bar(a - ah);
  let bh = m_hi12(b); let bl = m_bar(b - bh);
  return m_bar(m_bar(m_bar(ah * bh - p) + ah * bl) + al * bh) + al * bl;
}

struct MExp { hi: f32, lo: f32, n: i32 }

// exp(x + d) as (hi + lo) * 2^n for |x| <= 105 and small |d|; |lo| is below hi / 8.
fn m_exp_pair(x: f32, d: f32) -> MExp {
  let n = floor((x + d) * 1.44269502 + 0.5);
  let a = m_bar(x - n * 0.693359375);
  let b = m_bar(n * 2.12194440e-4 + d);
  let r = m_bar(a + b);
  let c = m_bar(a - r) + b;
  var p = 0.00139439607;
  p = p * r + 0.00837010052;
  p = p * r + 0.0416663662;
  p = p * r + 0.166665092;
  p = p * r + 0.5;
  let s = m_bar(1.0 + r);
  let t = m_bar(r - m_bar(s - 1.0)) + m_bar(p * r * r + c);
  return MExp(s, m_bar(t), i32(n));
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

// k * log(2) + log1p(f) + c.
fn m_log_sum(s: MLog, c: f32) -> f32 {
  let f = s.f;
  let w = f * f;
  let lo = m_bar(m_bar(w * f * m_log_poly(f) + (s.k * -2.12194440e-4 + c)) - 0.5 * w);
  return m_bar(f + lo) + s.k * 0.693359375;
}

// k * log(2) + log1p(x + lo) for a finite x above -1 and a lo below its last place; k is 0
// for an x below 1.
fn m_log1p_sum(k: f32, x: f32, lo: f32) -> f32 {
  if (x > -0.2928932 && x < 0.4142135) { return m_log_sum(MLog(0.0, x), lo * (1.0 - x * (1.0 - x))); }
  let u = m_bar(1.0 + x);
  let lost = select(m_bar(x - m_bar(u - 1.0)), m_bar(1.0 - m_bar(u - x)), x >= 1.0);
  let c = base_div(select(lost + lo, 0.0, x > 67108864.0), u);
  let s = m_log_split(bitcast<u32>(u));
  return m_log_sum(MLog(s.k + k, s.f), c);
}

// m_exp_pair, but hi is the rounded result and lo what it lost.
fn m_exp_split(x: f32, d: f32) -> MExp {
  let p = m_exp_pair(x, d);
  let hi = m_bar(p.hi + p.lo);
  return MExp(hi, m_bar(m_bar(p.hi - hi) + p.lo), p.n);
}

// log1p(exp(x + d)) for -110 <= x <= 0 and small |d|.
fn m_log1p_exp(x: f32, d: f32) -> f32 {
  let p = m_exp_split(x, d);
  return m_log1p_sum(0.0, m_bar(m_ldexp(p.hi, p.n)), p.lo * m_pow2(max(p.n, -126)));
}

// Whether x * y is above p of its sign, to which it may round. All may be subnormal; an infinite
// p is that of an infinite operand, or beyond the largest number.
fn m_rounded_down(x: f32, y: f32, p: f32) -> bool {
  let xb = m_abits(x); let yb = m_abits(y);
  let neg = m_sbit(x) != m_sbit(y);
  if (xb == 0u || yb == 0u) { return false; }
  if (!m_isfinite(p)) { return neg && m_isfinite(x) && m_isfinite(y); }
  if (m_abits(p) == 0u) { return !neg; }
  let xn = m_norm(xb); let yn = m_norm(yb); let pn = m_norm(m_abits(p));
  let m = m_bar(xn.m * yn.m);
  let more = m_bar(m - m_ldexp(pn.m, clamp(pn.e - xn.e - yn.e, -250, 250))) + m_prod_err(xn.m, yn.m, m);
  return select(more > 0.0, more < 0.0, neg);
}

// Whether x * y, which rounds to p, is above a limit.
fn m_above(x: f32, y: f32, p: f32, limit: f32) -> bool {
  let sign = m_sbit(x) ^ m_sbit(y);
  let flushed = m_abits(p) < 0x00800000u && m_abits(x) != 0u && m_abits(y) != 0u; // it may be
  let more = m_rounded_down(x, y, select(p, limit, flushed));
  if (flushed) { return !m_isnan(limit) && select(sign == 0u, more, m_sbit(limit) == sign); }
  return m_lt(limit, p) || (m_eq(limit, p) && more);
}

// log(exp(p) + 1) / beta with p = x * beta, whose rounding error d counts; x itself where
// p + d is above the threshold, or so large that the result is x anyway. Far below 0 the
// exponential keeps its exponent apart: a small beta makes a large quotient.
fn m_softplus(x: f32, beta: f32, threshold: f32) -> f32 {
  // Small operands are scaled: an adapter may flush them, or parts of them; m_above does not.
  let k = m_grown(x); let h = m_grown(beta);
  let q = m_bar(k.v * h.v);
  let p = m_bar(m_bar(q * k.back) * h.back);
  if (m_isnan(p)) { return p; }
  let d = select(0.0, m_prod_err(k.v, h.v, q) * k.back * h.back, abs(p) <= 215.0);
  if (p > 20.0 || m_above(x, beta, p, threshold)) { return x; }
  var l: f32; var sc = 0;
  if (p > -18.0) {
    l = m_bar(m_log1p_exp(-abs(p), select(-d, d, p < 0.0)) + select(0.0, d, p > 0.0)) + max(p, 0.0);
  } else {
    let e = m_exp_pair(max(p, -215.0), d);
    l = e.lo + e.hi; sc = e.n;
  }
  let b = m_abits(beta);
  if (b == 0u) { return m_or(m_inf(), m_sbit(beta)); }
  let n = m_norm(b);
  return m_or(m_ldexp(base_div(l, n.m), clamp(sc - n.e, -250, 250)), m_sbit(beta));
}

fn apply(x0: f32, x1: f32, x2: f32) -> f32 {
  let v3 = m_softplus(x0, x1, x2);
  return v3;
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
    let in2_at = params.in2_offset + i;
    let x2 = m_bf16_to_f32(m_short(buf4[(in2_at >> 1u) >> 1u][(in2_at >> 1u) & 1u], in2_at));
    let y = apply(x0, x1, x2);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_bf16(y)) << out0_shift);
  }
}

// ---- softplus float32 ----

// (%0 float32, %1 float32, %2 float32)
// %3 float32 = softplus %0 %1 %2
// return %3
// out0 contiguous @1, in0 contiguous @2, in1 contiguous @3, in2 contiguous @4
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  out0_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
  in2_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;
@group(0) @binding(4) var<storage, read> buf4: array<u32>;

// 0, of which no compiler knows a bit. The length keeps it from being a mere uniform:
// llvmpipe compiles those that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// v, but nothing is known of it: no rearranging, contracting or folding looks through
// a word that was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

fn m_inf() -> f32 { return bitcast<f32>(0x7f800000u | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

fn m_isfinite(x: f32) -> bool { return m_abits(x) < 0x7f800000u; }

// The upper half of the significand: products of two such halves are exact.
fn m_hi12(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) & 0xfffff000u); }

// 2^n for -126 <= n <= 127.
fn m_pow2(n: i32) -> f32 { return bitcast<f32>(bitcast<u32>(n + 127) << 23u); }

// v * 2^n for |n| <= 250, in two steps that neither overflow nor vanish early.
fn m_ldexp(v: f32, n: i32) -> f32 { let a = n >> 1u; return m_bar(v * m_pow2(a)) * m_pow2(n - a); }

struct MGrown { v: f32, back: f32 }

// A small x is v * back, so that products of its parts are no subnormals; others are v themselves.
fn m_grown(x: f32) -> MGrown {
  let b = m_abits(x);
  if (b >= 0x0d000000u) { return MGrown(x, 1.0); } // 2^-101
  let v = select(x * 16777216.0, m_or(f32(b) * 2.3509887e-38, m_sbit(x)), b < 0x00800000u); // 2^24, 2^-125
  return MGrown(v, 5.9604645e-8); // 2^-24
}

// An integer that grows with x, a number; equal for both zeros.
fn m_order(x: f32) -> i32 {
  let a = bitcast<i32>(m_abits(x));
  return select(a, 0 - a, m_sbit(x) != 0u);
}

fn m_numbers(x: f32, y: f32) -> bool { return !m_isnan(x) && !m_isnan(y); }

fn m_eq(x: f32, y: f32) -> bool { return m_numbers(x, y) && m_order(x) == m_order(y); }

fn m_lt(x: f32, y: f32) -> bool { return m_numbers(x, y) && m_order(x) < m_order(y); }

fn base_div(x: f32, y: f32) -> f32 { return x / y; }

struct MNorm { m: f32, e: i32 }

// A positive number from its bits: m * 2^e with m in [1, 2).
fn m_norm(bits: u32) -> MNorm {
  var b = bits; var e = 0;
  if (b < 0x00800000u) { let s = countLeadingZeros(b) - 8u; b = b << s; e = -i32(s); }
  return MNorm(bitcast<f32>((b & 0x7fffffu) | 0x3f800000u), i32(b >> 23u) - 127 + e);
}

// What rounding a*b to p lost, exactly; fma may be a mere a*b+c.
fn m_prod_err(a: f32, b: f32, p: f32) -> f32 {
  let ah = m_hi12(a); let al = m_bar(a - ah);
  let bh = m_hi12(b); let bl = m_bar(b - bh);
  return m_bar(m_bar(m_bar(ah * bh - p) + ah * bl) + al * bh) + al * bl;
}

struct MExp { hi: f32, lo: f32, n: i32 }

// exp(x + d) as (hi + lo) * 2^n for |x| <= 105 and small |d|; |lo| is below hi / 8.
fn m_exp_pair(x: f32, d: f32) -> MExp {
  let n = floor((x + d) * 1.44269502 + 0.5);
  let a = m_bar(x - n * 0.693359375);
  let b = m_bar(n * 2.12194440e-4 + d);
  let r = m_bar(a + b);
  let c = m_bar(a - r) + b;
  var p = 0.00139439607;
  p = p * r + 0.00837010052;
  p = p * r + 0.0416663662;
  p = p * r + 0.166665092;
  p = p * r + 0.5;
  let s = m_bar(1.0 + r);
  let t = m_bar(r - m_bar(s - 1.0)) + m_bar(p * r * r + c);
  return MExp(s, m_bar(t), i32(n));
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

// k * log(2) + log1p(f) + c.
fn m_log_sum(s: MLog, c: f32) -> f32 {
  let f = s.f;
  let w = f * f;
  let lo = m_bar(m_bar(w * f * m_log_poly(f) + (s.k * -2.12194440e-4 + c)) - 0.5 * w);
  return m_bar(f + lo) + s.k * 0.693359375;
}

// k * log(2) + log1p(x + lo) for a finite x above -1 and a lo below its last place; k is 0
// for an x below 1.
fn m_log1p_sum(k: f32, x: f32, lo: f32) -> f32 {
  if (x > -0.2928932 && x < 0.4142135) { return m_log_sum(MLog(0.0, x), lo * (1.0 - x * (1.0 - x))); }
  let u = m_bar(1.0 + x);
  let lost = select(m_bar(x - m_bar(u - 1.0)), m_bar(1.0 - m_bar(u - x)), x >= 1.0);
  let c = base_div(select(lost + lo, 0.0, x > 67108864.0), u);
  let s = m_log_split(bitcast<u32>(u));
  return m_log_sum(MLog(s.k + k, s.f), c);
}

// m_exp_pair, but hi is the rounded result and lo what it lost.
fn m_exp_split(x: f32, d: f32) -> MExp {
  let p = m_exp_pair(x, d);
  let hi = m_bar(p.hi + p.lo);
  return MExp(hi, m_bar(m_bar(p.hi - hi) + p.lo), p.n);
}

// log1p(exp(x + d)) for -110 <= x <= 0 and small |d|.
fn m_log1p_exp(x: f32, d: f32) -> f32 {
  let p = m_exp_split(x, d);
  return m_log1p_sum(0.0, m_bar(m_ldexp(p.hi, p.n)), p.lo * m_pow2(max(p.n, -126)));
}

// Whether x * y is above p of its sign, to which it may round. All may be subnormal; an infinite
// p is that of an infinite operand, or beyond the largest number.
fn m_rounded_down(x: f32, y: f32, p: f32) -> bool {
  let xb = m_abits(x); let yb = m_abits(y);
  let neg = m_sbit(x) != m_sbit(y);
  if (xb == 0u || yb == 0u) { return false; }
  if (!m_isfinite(p)) { return neg && m_isfinite(x) && m_isfinite(y); }
  if (m_abits(p) == 0u) { return !neg; }
  let xn = m_norm(xb); let yn = m_norm(yb); let pn = m_norm(m_abits(p));
  let m = m_bar(xn.m * yn.m);
  let more = m_bar(m - m_ldexp(pn.m, clamp(pn.e - xn.e - yn.e, -250, 250))) + m_prod_err(xn.m, yn.m, m);
  return select(more > 0.0, more < 0.0, neg);
}

// Whether x * y, which rounds to p, is above a limit.
fn m_above(x: f32, y: f32, p: f32, limit: f32) -> bool {
  let sign = m_sbit(x) ^ m_sbit(y);
  let flushed = m_abits(p) < 0x00800000u && m_abits(x) != 0u && m_abits(y) != 0u; // it may be
  let more = m_rounded_down(x, y, select(p, limit, flushed));
  if (flushed) { return !m_isnan(limit) && select(sign == 0u, more, m_sbit(limit) == sign); }
  return m_lt(limit, p) || (m_eq(limit, p) && more);
}

// log(exp(p) + 1) / beta with p = x * beta, whose rounding error d counts; x itself where
// p + d is above the threshold, or so large that the result is x anyway. Far below 0 the
// exponential keeps its exponent apart: a small beta makes a large quotient.
fn m_softplus(x: f32, beta: f32, threshold: f32) -> f32 {
  // Small operands are scaled: an adapter may flush them, or parts of them; m_above does not.
  let k = m_grown(x); let h = m_grown(beta);
  let q = m_bar(k.v * h.v);
  let p = m_bar(m_bar(q * k.back) * h.back);
  if (m_isnan(p)) { return p; }
  let d = select(0.0, m_prod_err(k.v, h.v, q) * k.back * h.back, abs(p) <= 215.0);
  if (p > 20.0 || m_above(x, beta, p, threshold)) { return x; }
  var l: f32; var sc = 0;
  if (p > -18.0) {
    l = m_bar(m_log1p_exp(-abs(p), select(-d, d, p < 0.0)) + select(0.0, d, p > 0.0)) + max(p, 0.0);
  } else {
    let e = m_exp_pair(max(p, -215.0), d);
    l = e.lo + e.hi; sc = e.n;
  }
  let b = m_abits(beta);
  if (b == 0u) { return m_or(m_inf(), m_sbit(beta)); }
  let n = m_norm(b);
  return m_or(m_ldexp(base_div(l, n.m), clamp(sc - n.e, -250, 250)), m_sbit(beta));
}

fn apply(x0: f32, x1: f32, x2: f32) -> f32 {
  let v3 = m_softplus(x0, x1, x2);
  return v3;
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
  let in2_at = params.in2_offset + i;
  let x2 = bitcast<f32>(buf4[in2_at]);
  let y = apply(x0, x1, x2);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

