// ---- logaddexp2 float16 ----

// (%0 float16, %1 float16)
// %2 float16 = logaddexp2 %0 %1
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_xor(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) ^ s); }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

fn m_isfinite(x: f32) -> bool { return m_abits(x) < 0x7f800000u; }

// The upper half of the significand: products of two such halves are exact.
fn m_hi12(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) & 0xfffff000u); }

// 2^n for -126 <= n <= 127.
fn m_pow2(n: i32) -> f32 { return bitcast<f32>(bitcast<u32>(n + 127) << 23u); }

// v * 2^n for |n| <= 250, in two steps that neither overflow nor vanish early.
fn m_ldexp(v: f32, n: i32) -> f32 { let a = n >> 1u; return m_bar(v * m_pow2(a)) * m_pow2(n - a); }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

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

fn m_max(x: f32, y: f32) -> f32 {
  let r = select(y, x, m_total(x) > m_total(y));
  return select(select(r, y, m_isnan(y)), x, m_isnan(x));
}

fn m_min(x: f32, y: f32) -> f32 {
  let r = select(y, x, m_total(x) < m_total(y));
  return select(select(r, y, m_isnan(y)), x, m_isnan(x));
}

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

// exp(x + d) * 2^sc for |x| <= 105 and small |d|.
fn m_exp_core(x: f32, d: f32, sc: i32) -> f32 {
  let e = m_exp_pair(x, d);
  return m_ldexp(e.lo + e.hi, e.n + sc);
}

// Fixed point: 104 bits after the point in 8 limbs of 13 bits, the highest first. Limbs are
// signed and may be a little too large or too small; the first takes what is whole.
struct MFix { h: vec4<i32>, l: vec4<i32> }

fn m_fix_one() -> MFix { return MFix(vec4<i32>(8192, 0, 0, 0), vec4<i32>()); }

fn m_fix_minus(x: MFix, y: MFix) -> MFix { return MFix(x.h - y.h, x.l - y.l); }

// Moves what limbs have beyond 13 bits up by one limb.
fn m_fix_carry(x: MFix) -> MFix {
  let h = x.h >> vec4<u32>(13u); let l = x.l >> vec4<u32>(13u);
  return MFix((x.h & vec4<i32>(-1, 8191, 8191, 8191)) + vec4<i32>(h.yzw, l.x), (x.l & vec4<i32>(8191)) + vec4<i32>(l.yzw, 0));
}

// m * 2^t, the words of it that end at the point.
fn m_fix_words(m: u32, t: vec4<i32>) -> vec4<i32> {
  let up = vec4<u32>(clamp(t, vec4<i32>(0), vec4<i32>(31))); let down = vec4<u32>(clamp(-t, vec4<i32>(0), vec4<i32>(31)));
  return vec4<i32>((vec4<u32>(m) >> down) << up);
}

// m * 2^e below 4.
fn m_fix(m: u32, e: i32) -> MFix {
  let t = vec4<i32>(13, 26, 39, 52) + vec4<i32>(e);
  return MFix(m_fix_words(m, t) & vec4<i32>(-1, 8191, 8191, 8191), m_fix_words(m, t + vec4<i32>(52)) & vec4<i32>(8191));
}

// The columns of a product: the first four of four limbs by four, and the others.
fn m_fix_left(x: vec4<i32>, y: vec4<i32>) -> vec4<i32> {
  return x.x * y + x.y * vec4<i32>(0, y.xyz) + x.z * vec4<i32>(0, 0, y.xy) + x.w * vec4<i32>(0, 0, 0, y.x);
}

fn m_fix_right(x: vec4<i32>, y: vec4<i32>) -> vec4<i32> {
  return x.y * vec4<i32>(y.w, 0, 0, 0) + x.z * vec4<i32>(y.zw, 0, 0) + x.w * vec4<i32>(y.yzw, 0);
}

fn m_fix_times(x: MFix, y: MFix) -> MFix {
  let h = m_fix_left(x.h, y.h);
  let l = m_fix_left(x.h, y.l) + m_fix_right(x.h, y.h) + m_fix_left(x.l, y.h);
  return m_fix_carry(m_fix_carry(MFix(vec4<i32>(0, h.xyz), vec4<i32>(h.w, l.xy, l.z + (l.w >> 13u)))));
}

// x / n for a small n. A digit that is off by one leaves a rest that the next one makes up for.
fn m_fix_over(x: MFix, n: i32) -> MFix {
  let q = base_div(1.0, f32(n));
  var d = x;
  var v = x.h.x; d.h.x = i32(f32(v) * q);
  v = (v - d.h.x * n) * 8192 + x.h.y; d.h.y = i32(f32(v) * q);
  v = (v - d.h.y * n) * 8192 + x.h.z; d.h.z = i32(f32(v) * q);
  v = (v - d.h.z * n) * 8192 + x.h.w; d.h.w = i32(f32(v) * q);
  v = (v - d.h.w * n) * 8192 + x.l.x; d.l.x = i32(f32(v) * q);
  v = (v - d.l.x * n) * 8192 + x.l.y; d.l.y = i32(f32(v) * q);
  v = (v - d.l.y * n) * 8192 + x.l.z; d.l.z = i32(f32(v) * q);
  v = (v - d.l.z * n) * 8192 + x.l.w; d.l.w = i32(f32(v) * q);
  return d;
}

// (1 - exp(-z)) / z = 1 - z/2 * (1 - z/3 * (1 - ...)) for 0 <= z < 0.7.
fn m_fix_growth(z: MFix) -> MFix {
  var p = m_fix_one();
  for (var n = 25; n > 1; n = n - 1) {
    p = m_fix_carry(m_fix_minus(m_fix_one(), m_fix_over(m_fix_times(z, p), n)));
  }
  return p;
}

// sign * (hi + lo) * 2^n, hi + lo having 32 bits; sign is a sign bit. hi is 0 for what is
// below 2^-78.
struct MFixParts { sign: u32, hi: f32, lo: f32, n: i32 }

fn m_fix_parts(x: MFix) -> MFixParts {
  var v = x;
  for (var i = 0; i < 8; i = i + 1) { v = m_fix_carry(v); }
  let sign = bitcast<u32>(v.h.x) & 0x80000000u;
  if (sign != 0u) { v = MFix(-v.h, -v.l); }
  for (var i = 0; i < 8; i = i + 1) { v = m_fix_carry(v); }
  var n = -26;
  while (v.h.x == 0 && n > -104) {
    v = MFix(vec4<i32>(v.h.yzw, v.l.x), vec4<i32>(v.l.yzw, 0));
    n = n - 13;
  }
  if (v.h.x == 0) { return MFixParts(0u, 0.0, 0.0, 0); }
  let s = countLeadingZeros(u32(v.h.x * 8192 + v.h.y));
  let top = (u32(v.h.x * 8192 + v.h.y) << s) | (u32(v.h.z * 8192 + v.h.w) >> (26u - s));
  return MFixParts(sign, f32(top & 0xffffff00u), f32(top & 0xffu), n - i32(s));
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

struct MPair { hi: f32, lo: f32 }

// c + cl + r * h, for |r * h| below c.
fn m_pair_step(r: MPair, h: MPair, c: f32, cl: f32) -> MPair {
  let p = m_bar(r.hi * h.hi);
  let pl = m_prod_err(r.hi, h.hi, p) + (r.hi * h.lo + r.lo * h.hi);
  let s = m_bar(c + p);
  return MPair(s, m_bar(m_bar(p - m_bar(s - c)) + pl) + cl);
}

// exp(r) * 2^n for |r| <= 0.35 and n >= -126, to some 42 bits: Taylor's series, in two parts
// up to the fifth power.
fn m_exp_wide(r: MPair, n: i32) -> MPair {
  var p = 2.8629236e-07;
  p = p * r.hi + 2.757915e-06;
  p = p * r.hi + 2.4800036e-05;
  p = p * r.hi + 0.0001984127;
  p = p * r.hi + 0.0013888889;
  let t = m_bar(p * r.hi);
  let s = m_bar(0.00833333377 + t);
  var h = MPair(s, m_bar(t - m_bar(s - 0.00833333377)) - 4.34617203e-10);
  h = m_pair_step(r, h, 0.0416666679, -1.24176347e-09);
  h = m_pair_step(r, h, 0.166666672, -4.96705388e-09);
  h = m_pair_step(r, h, 0.5, 0.0);
  h = m_pair_step(r, h, 1.0, 0.0);
  h = m_pair_step(r, h, 1.0, 0.0);
  let unit = m_pow2(n);
  return MPair(h.hi * unit, h.lo * unit);
}

// log(p + q), the larger first.
fn m_log_of_sum(p: MPair, q: MPair) -> f32 {
  let s = m_bar(p.hi + q.hi);
  let lo = m_bar(q.hi - m_bar(s - p.hi)) + (p.lo + q.lo);
  return m_log_sum(m_log_split(bitcast<u32>(s)), base_div(lo, s));
}

// What rounding x - y to d lost, exactly.
fn m_diff_err(x: f32, y: f32, d: f32) -> f32 {
  let back = m_bar(d - x);
  return m_bar(x - m_bar(d - back)) - m_bar(y + back);
}

// 2^x for -126 <= x <= 1.
fn m_exp_wide_2(x: f32) -> MPair {
  let n = floor(x + 0.5);
  let q = m_bar(x - n);
  let r = m_bar(q * 0.693147182);
  return m_exp_wide(MPair(r, m_prod_err(q, 0.693147182, r) - q * 1.90465421e-09), i32(n));
}

// a + l / log(2). Where the two cancel the sum of the upper parts is mostly exact.
fn m_add_log2(a: f32, l: f32) -> f32 {
  let h = m_hi12(l);
  return m_bar(a + h * 1.44238281) + m_bar(m_bar(l - h) * 1.44269502 + h * 0.000312228396);
}

// Whether r, the sum above or the logarithm of a sum in two parts, lost digits: it is
// between -c/2 and 2 * c, c being -a or 2^-13, whichever is less.
fn m_near_one(a: f32, r: f32) -> bool {
  let c = min(m_abits(a), 0x39000000u);
  let s = m_abits(r);
  let near = select(s < c + 0x00800000u, s + 0x00800000u < c, m_sbit(r) != 0u);
  return near && m_sbit(a) != 0u && c != 0u;
}

// log(base^a + base^-(k + z)) / log(base) next to 0. What is taken the logarithm of is 1 + d;
// 2^k * d / log(base) is 1 / log(base) - z * growth(z * log(base)) + 2^k * a * growth(...).
fn m_log_near_one(a: f32, k: i32, z: MFix, log: MFix, per: MFix, by: f32) -> f32 {
  let p = m_norm(m_abits(a));
  let m = (bitcast<u32>(p.m) & 0x7fffffu) | 0x800000u;
  let e = p.e - 23;
  if (e + k > -22) { return a; } // where subnormals are flushed, the other one may not count
  let y = m_fix_times(z, m_fix_growth(m_fix_times(z, log)));
  let x = m_fix_times(m_fix(m, e + k), m_fix_growth(m_fix_times(m_fix(m, e), log)));
  let d = m_fix_parts(m_fix_minus(m_fix_minus(per, y), x));
  let n = d.n - k;
  let q = m_xor(d.hi * m_pow2(max(n, -126)) * by, d.sign);
  let r = m_bar(d.lo - d.hi * (q * (0.5 - q * 0.33333334))) + d.hi; // log1p
  return m_or(m_ldexp(r, max(n, -250)), d.sign);
}

// The same for -b = k + z, log(2) and its inverse.
fn m_logaddexp2_near(a: f32, b: f32) -> f32 {
  let k = floor(-b);
  let per = MFix(vec4<i32>(11818, 4569, 2396, 766), vec4<i32>(750, 8003, 8173, 210));
  return m_log_near_one(a, i32(k), m_fix(u32(m_bar(-b - k) * 16777216.0), -24), m_fix_log2(), per, 0.693147182);
}

fn m_fix_log2() -> MFix { return MFix(vec4<i32>(5678, 2143, 7144, 7415), vec4<i32>(4951, 4728, 7580, 6148)); }

// Whether a is next to 0 and b far below: then the logarithm is a + by * exp(t + tl), whose
// parts an adapter might flush, though not the sum. Times 2^64 it flushes none.
fn m_tiny(a: f32, b: f32) -> bool { return abs(a) < 3.9443045e-31 && b < -60.0; }

fn m_tiny_sum(a: f32, by: f32, t: f32, tl: f32) -> f32 {
  let e = m_bar(by * m_exp_core(max(t, -105.0), tl, 64));
  return m_bar(a * 1.8446744e+19 + select(e, 0.0, t < -104.5)); // 2^-150.8, of no number half a unit
}

fn m_logaddexp2(x: f32, y: f32) -> f32 {
  let a = m_max(x, y); let b = m_min(x, y);
  if (!m_isfinite(x) || !m_isfinite(y)) { return select(a, 0.0, m_abits(a) == 0u); }
  let d = m_bar(b - a);
  let dl = select(m_diff_err(b, a, d), 0.0, d < -151.0);
  let z = max(d, -151.0);
  let t = m_bar(z * 0.693147182);
  let tl = m_prod_err(z, 0.693147182, t) + (0.693147182 * dl - z * 1.90465421e-09);
  var r = 0.0;
  if (a < -1.5 || a > -1.220703125e-4) {
    r = m_add_log2(a, m_bar(m_log1p_exp(t, tl)));
  } else {
    r = 1.44269502 * m_log_of_sum(m_exp_wide_2(a), m_exp_wide_2(max(b, -80.0)));
  }
  let tiny = m_tiny(a, b);
  if (tiny) { r = m_tiny_sum(a, 1.44269502, t, tl); }
  if (m_near_one(select(a, a * 1.8446744e+19, tiny), r)) { return m_logaddexp2_near(a, b); }
  if (tiny) { r = r * 5.421011e-20; }
  return select(r, 0.0, r == 0.0);
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

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_logaddexp2(x0, x1);
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

// ---- logaddexp2 bfloat16 ----

// (%0 bfloat16, %1 bfloat16)
// %2 bfloat16 = logaddexp2 %0 %1
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_xor(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) ^ s); }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

fn m_isfinite(x: f32) -> bool { return m_abits(x) < 0x7f800000u; }

// The upper half of the significand: products of two such halves are exact.
fn m_hi12(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) & 0xfffff000u); }

// 2^n for -126 <= n <= 127.
fn m_pow2(n: i32) -> f32 { return bitcast<f32>(bitcast<u32>(n + 127) << 23u); }

// v * 2^n for |n| <= 250, in two steps that neither overflow nor vanish early.
fn m_ldexp(v: f32, n: i32) -> f32 { let a = n >> 1u; return m_bar(v * m_pow2(a)) * m_pow2(n - a); }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

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

fn m_max(x: f32, y: f32) -> f32 {
  let r = select(y, x, m_total(x) > m_total(y));
  return select(select(r, y, m_isnan(y)), x, m_isnan(x));
}

fn m_min(x: f32, y: f32) -> f32 {
  let r = select(y, x, m_total(x) < m_total(y));
  return select(select(r, y, m_isnan(y)), x, m_isnan(x));
}

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

// exp(x + d) * 2^sc for |x| <= 105 and small |d|.
fn m_exp_core(x: f32, d: f32, sc: i32) -> f32 {
  let e = m_exp_pair(x, d);
  return m_ldexp(e.lo + e.hi, e.n + sc);
}

// Fixed point: 104 bits after the point in 8 limbs of 13 bits, the highest first. Limbs are
// signed and may be a little too large or too small; the first takes what is whole.
struct MFix { h: vec4<i32>, l: vec4<i32> }

fn m_fix_one() -> MFix { return MFix(vec4<i32>(8192, 0, 0, 0), vec4<i32>()); }

fn m_fix_minus(x: MFix, y: MFix) -> MFix { return MFix(x.h - y.h, x.l - y.l); }

// Moves what limbs have beyond 13 bits up by one limb.
fn m_fix_carry(x: MFix) -> MFix {
  let h = x.h >> vec4<u32>(13u); let l = x.l >> vec4<u32>(13u);
  return MFix((x.h & vec4<i32>(-1, 8191, 8191, 8191)) + vec4<i32>(h.yzw, l.x), (x.l & vec4<i32>(8191)) + vec4<i32>(l.yzw, 0));
}

// m * 2^t, the words of it that end at the point.
fn m_fix_words(m: u32, t: vec4<i32>) -> vec4<i32> {
  let up = vec4<u32>(clamp(t, vec4<i32>(0), vec4<i32>(31))); let down = vec4<u32>(clamp(-t, vec4<i32>(0), vec4<i32>(31)));
  return vec4<i32>((vec4<u32>(m) >> down) << up);
}

// m * 2^e below 4.
fn m_fix(m: u32, e: i32) -> MFix {
  let t = vec4<i32>(13, 26, 39, 52) + vec4<i32>(e);
  return MFix(m_fix_words(m, t) & vec4<i32>(-1, 8191, 8191, 8191), m_fix_words(m, t + vec4<i32>(52)) & vec4<i32>(8191));
}

// The columns of a product: the first four of four limbs by four, and the others.
fn m_fix_left(x: vec4<i32>, y: vec4<i32>) -> vec4<i32> {
  return x.x * y + x.y * vec4<i32>(0, y.xyz) + x.z * vec4<i32>(0, 0, y.xy) + x.w * vec4<i32>(0, 0, 0, y.x);
}

fn m_fix_right(x: vec4<i32>, y: vec4<i32>) -> vec4<i32> {
  return x.y * vec4<i32>(y.w, 0, 0, 0) + x.z * vec4<i32>(y.zw, 0, 0) + x.w * vec4<i32>(y.yzw, 0);
}

fn m_fix_times(x: MFix, y: MFix) -> MFix {
  let h = m_fix_left(x.h, y.h);
  let l = m_fix_left(x.h, y.l) + m_fix_right(x.h, y.h) + m_fix_left(x.l, y.h);
  return m_fix_carry(m_fix_carry(MFix(vec4<i32>(0, h.xyz), vec4<i32>(h.w, l.xy, l.z + (l.w >> 13u)))));
}

// x / n for a small n. A digit that is off by one leaves a rest that the next one makes up for.
fn m_fix_over(x: MFix, n: i32) -> MFix {
  let q = base_div(1.0, f32(n));
  var d = x;
  var v = x.h.x; d.h.x = i32(f32(v) * q);
  v = (v - d.h.x * n) * 8192 + x.h.y; d.h.y = i32(f32(v) * q);
  v = (v - d.h.y * n) * 8192 + x.h.z; d.h.z = i32(f32(v) * q);
  v = (v - d.h.z * n) * 8192 + x.h.w; d.h.w = i32(f32(v) * q);
  v = (v - d.h.w * n) * 8192 + x.l.x; d.l.x = i32(f32(v) * q);
  v = (v - d.l.x * n) * 8192 + x.l.y; d.l.y = i32(f32(v) * q);
  v = (v - d.l.y * n) * 8192 + x.l.z; d.l.z = i32(f32(v) * q);
  v = (v - d.l.z * n) * 8192 + x.l.w; d.l.w = i32(f32(v) * q);
  return d;
}

// (1 - exp(-z)) / z = 1 - z/2 * (1 - z/3 * (1 - ...)) for 0 <= z < 0.7.
fn m_fix_growth(z: MFix) -> MFix {
  var p = m_fix_one();
  for (var n = 25; n > 1; n = n - 1) {
    p = m_fix_carry(m_fix_minus(m_fix_one(), m_fix_over(m_fix_times(z, p), n)));
  }
  return p;
}

// sign * (hi + lo) * 2^n, hi + lo having 32 bits; sign is a sign bit. hi is 0 for what is
// below 2^-78.
struct MFixParts { sign: u32, hi: f32, lo: f32, n: i32 }

fn m_fix_parts(x: MFix) -> MFixParts {
  var v = x;
  for (var i = 0; i < 8; i = i + 1) { v = m_fix_carry(v); }
  let sign = bitcast<u32>(v.h.x) & 0x80000000u;
  if (sign != 0u) { v = MFix(-v.h, -v.l); }
  for (var i = 0; i < 8; i = i + 1) { v = m_fix_carry(v); }
  var n = -26;
  while (v.h.x == 0 && n > -104) {
    v = MFix(vec4<i32>(v.h.yzw, v.l.x), vec4<i32>(v.l.yzw, 0));
    n = n - 13;
  }
  if (v.h.x == 0) { return MFixParts(0u, 0.0, 0.0, 0); }
  let s = countLeadingZeros(u32(v.h.x * 8192 + v.h.y));
  let top = (u32(v.h.x * 8192 + v.h.y) << s) | (u32(v.h.z * 8192 + v.h.w) >> (26u - s));
  return MFixParts(sign, f32(top & 0xffffff00u), f32(top & 0xffu), n - i32(s));
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

struct MPair { hi: f32, lo: f32 }

// c + cl + r * h, for |r * h| below c.
fn m_pair_step(r: MPair, h: MPair, c: f32, cl: f32) -> MPair {
  let p = m_bar(r.hi * h.hi);
  let pl = m_prod_err(r.hi, h.hi, p) + (r.hi * h.lo + r.lo * h.hi);
  let s = m_bar(c + p);
  return MPair(s, m_bar(m_bar(p - m_bar(s - c)) + pl) + cl);
}

// exp(r) * 2^n for |r| <= 0.35 and n >= -126, to some 42 bits: Taylor's series, in two parts
// up to the fifth power.
fn m_exp_wide(r: MPair, n: i32) -> MPair {
  var p = 2.8629236e-07;
  p = p * r.hi + 2.757915e-06;
  p = p * r.hi + 2.4800036e-05;
  p = p * r.hi + 0.0001984127;
  p = p * r.hi + 0.0013888889;
  let t = m_bar(p * r.hi);
  let s = m_bar(0.00833333377 + t);
  var h = MPair(s, m_bar(t - m_bar(s - 0.00833333377)) - 4.34617203e-10);
  h = m_pair_step(r, h, 0.0416666679, -1.24176347e-09);
  h = m_pair_step(r, h, 0.166666672, -4.96705388e-09);
  h = m_pair_step(r, h, 0.5, 0.0);
  h = m_pair_step(r, h, 1.0, 0.0);
  h = m_pair_step(r, h, 1.0, 0.0);
  let unit = m_pow2(n);
  return MPair(h.hi * unit, h.lo * unit);
}

// log(p + q), the larger first.
fn m_log_of_sum(p: MPair, q: MPair) -> f32 {
  let s = m_bar(p.hi + q.hi);
  let lo = m_bar(q.hi - m_bar(s - p.hi)) + (p.lo + q.lo);
  return m_log_sum(m_log_split(bitcast<u32>(s)), base_div(lo, s));
}

// What rounding x - y to d lost, exactly.
fn m_diff_err(x: f32, y: f32, d: f32) -> f32 {
  let back = m_bar(d - x);
  return m_bar(x - m_bar(d - back)) - m_bar(y + back);
}

// 2^x for -126 <= x <= 1.
fn m_exp_wide_2(x: f32) -> MPair {
  let n = floor(x + 0.5);
  let q = m_bar(x - n);
  let r = m_bar(q * 0.693147182);
  return m_exp_wide(MPair(r, m_prod_err(q, 0.693147182, r) - q * 1.90465421e-09), i32(n));
}

// a + l / log(2). Where the two cancel the sum of the upper parts is mostly exact.
fn m_add_log2(a: f32, l: f32) -> f32 {
  let h = m_hi12(l);
  return m_bar(a + h * 1.44238281) + m_bar(m_bar(l - h) * 1.44269502 + h * 0.000312228396);
}

// Whether r, the sum above or the logarithm of a sum in two parts, lost digits: it is
// between -c/2 and 2 * c, c being -a or 2^-13, whichever is less.
fn m_near_one(a: f32, r: f32) -> bool {
  let c = min(m_abits(a), 0x39000000u);
  let s = m_abits(r);
  let near = select(s < c + 0x00800000u, s + 0x00800000u < c, m_sbit(r) != 0u);
  return near && m_sbit(a) != 0u && c != 0u;
}

// log(base^a + base^-(k + z)) / log(base) next to 0. What is taken the logarithm of is 1 + d;
// 2^k * d / log(base) is 1 / log(base) - z * growth(z * log(base)) + 2^k * a * growth(...).
fn m_log_near_one(a: f32, k: i32, z: MFix, log: MFix, per: MFix, by: f32) -> f32 {
  let p = m_norm(m_abits(a));
  let m = (bitcast<u32>(p.m) & 0x7fffffu) | 0x800000u;
  let e = p.e - 23;
  if (e + k > -22) { return a; } // where subnormals are flushed, the other one may not count
  let y = m_fix_times(z, m_fix_growth(m_fix_times(z, log)));
  let x = m_fix_times(m_fix(m, e + k), m_fix_growth(m_fix_times(m_fix(m, e), log)));
  let d = m_fix_parts(m_fix_minus(m_fix_minus(per, y), x));
  let n = d.n - k;
  let q = m_xor(d.hi * m_pow2(max(n, -126)) * by, d.sign);
  let r = m_bar(d.lo - d.hi * (q * (0.5 - q * 0.33333334))) + d.hi; // log1p
  return m_or(m_ldexp(r, max(n, -250)), d.sign);
}

// The same for -b = k + z, log(2) and its inverse.
fn m_logaddexp2_near(a: f32, b: f32) -> f32 {
  let k = floor(-b);
  let per = MFix(vec4<i32>(11818, 4569, 2396, 766), vec4<i32>(750, 8003, 8173, 210));
  return m_log_near_one(a, i32(k), m_fix(u32(m_bar(-b - k) * 16777216.0), -24), m_fix_log2(), per, 0.693147182);
}

fn m_fix_log2() -> MFix { return MFix(vec4<i32>(5678, 2143, 7144, 7415), vec4<i32>(4951, 4728, 7580, 6148)); }

// Whether a is next to 0 and b far below: then the logarithm is a + by * exp(t + tl), whose
// parts an adapter might flush, though not the sum. Times 2^64 it flushes none.
fn m_tiny(a: f32, b: f32) -> bool { return abs(a) < 3.9443045e-31 && b < -60.0; }

fn m_tiny_sum(a: f32, by: f32, t: f32, tl: f32) -> f32 {
  let e = m_bar(by * m_exp_core(max(t, -105.0), tl, 64));
  return m_bar(a * 1.8446744e+19 + select(e, 0.0, t < -104.5)); // 2^-150.8, of no number half a unit
}

fn m_logaddexp2(x: f32, y: f32) -> f32 {
  let a = m_max(x, y); let b = m_min(x, y);
  if (!m_isfinite(x) || !m_isfinite(y)) { return select(a, 0.0, m_abits(a) == 0u); }
  let d = m_bar(b - a);
  let dl = select(m_diff_err(b, a, d), 0.0, d < -151.0);
  let z = max(d, -151.0);
  let t = m_bar(z * 0.693147182);
  let tl = m_prod_err(z, 0.693147182, t) + (0.693147182 * dl - z * 1.90465421e-09);
  var r = 0.0;
  if (a < -1.5 || a > -1.220703125e-4) {
    r = m_add_log2(a, m_bar(m_log1p_exp(t, tl)));
  } else {
    r = 1.44269502 * m_log_of_sum(m_exp_wide_2(a), m_exp_wide_2(max(b, -80.0)));
  }
  let tiny = m_tiny(a, b);
  if (tiny) { r = m_tiny_sum(a, 1.44269502, t, tl); }
  if (m_near_one(select(a, a * 1.8446744e+19, tiny), r)) { return m_logaddexp2_near(a, b); }
  if (tiny) { r = r * 5.421011e-20; }
  return select(r, 0.0, r == 0.0);
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

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_logaddexp2(x0, x1);
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

// ---- logaddexp2 float32 ----

// (%0 float32, %1 float32)
// %2 float32 = logaddexp2 %0 %1
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_xor(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) ^ s); }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

fn m_isfinite(x: f32) -> bool { return m_abits(x) < 0x7f800000u; }

// The upper half of the significand: products of two such halves are exact.
fn m_hi12(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) & 0xfffff000u); }

// 2^n for -126 <= n <= 127.
fn m_pow2(n: i32) -> f32 { return bitcast<f32>(bitcast<u32>(n + 127) << 23u); }

// v * 2^n for |n| <= 250, in two steps that neither overflow nor vanish early.
fn m_ldexp(v: f32, n: i32) -> f32 { let a = n >> 1u; return m_bar(v * m_pow2(a)) * m_pow2(n - a); }

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

fn m_max(x: f32, y: f32) -> f32 {
  let r = select(y, x, m_total(x) > m_total(y));
  return select(select(r, y, m_isnan(y)), x, m_isnan(x));
}

fn m_min(x: f32, y: f32) -> f32 {
  let r = select(y, x, m_total(x) < m_total(y));
  return select(select(r, y, m_isnan(y)), x, m_isnan(x));
}

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

// exp(x + d) * 2^sc for |x| <= 105 and small |d|.
fn m_exp_core(x: f32, d: f32, sc: i32) -> f32 {
  let e = m_exp_pair(x, d);
  return m_ldexp(e.lo + e.hi, e.n + sc);
}

// Fixed point: 104 bits after the point in 8 limbs of 13 bits, the highest first. Limbs are
// signed and may be a little too large or too small; the first takes what is whole.
struct MFix { h: vec4<i32>, l: vec4<i32> }

fn m_fix_one() -> MFix { return MFix(vec4<i32>(8192, 0, 0, 0), vec4<i32>()); }

fn m_fix_minus(x: MFix, y: MFix) -> MFix { return MFix(x.h - y.h, x.l - y.l); }

// Moves what limbs have beyond 13 bits up by one limb.
fn m_fix_carry(x: MFix) -> MFix {
  let h = x.h >> vec4<u32>(13u); let l = x.l >> vec4<u32>(13u);
  return MFix((x.h & vec4<i32>(-1, 8191, 8191, 8191)) + vec4<i32>(h.yzw, l.x), (x.l & vec4<i32>(8191)) + vec4<i32>(l.yzw, 0));
}

// m * 2^t, the words of it that end at the point.
fn m_fix_words(m: u32, t: vec4<i32>) -> vec4<i32> {
  let up = vec4<u32>(clamp(t, vec4<i32>(0), vec4<i32>(31))); let down = vec4<u32>(clamp(-t, vec4<i32>(0), vec4<i32>(31)));
  return vec4<i32>((vec4<u32>(m) >> down) << up);
}

// m * 2^e below 4.
fn m_fix(m: u32, e: i32) -> MFix {
  let t = vec4<i32>(13, 26, 39, 52) + vec4<i32>(e);
  return MFix(m_fix_words(m, t) & vec4<i32>(-1, 8191, 8191, 8191), m_fix_words(m, t + vec4<i32>(52)) & vec4<i32>(8191));
}

// The columns of a product: the first four of four limbs by four, and the others.
fn m_fix_left(x: vec4<i32>, y: vec4<i32>) -> vec4<i32> {
  return x.x * y + x.y * vec4<i32>(0, y.xyz) + x.z * vec4<i32>(0, 0, y.xy) + x.w * vec4<i32>(0, 0, 0, y.x);
}

fn m_fix_right(x: vec4<i32>, y: vec4<i32>) -> vec4<i32> {
  return x.y * vec4<i32>(y.w, 0, 0, 0) + x.z * vec4<i32>(y.zw, 0, 0) + x.w * vec4<i32>(y.yzw, 0);
}

fn m_fix_times(x: MFix, y: MFix) -> MFix {
  let h = m_fix_left(x.h, y.h);
  let l = m_fix_left(x.h, y.l) + m_fix_right(x.h, y.h) + m_fix_left(x.l, y.h);
  return m_fix_carry(m_fix_carry(MFix(vec4<i32>(0, h.xyz), vec4<i32>(h.w, l.xy, l.z + (l.w >> 13u)))));
}

// x / n for a small n. A digit that is off by one leaves a rest that the next one makes up for.
fn m_fix_over(x: MFix, n: i32) -> MFix {
  let q = base_div(1.0, f32(n));
  var d = x;
  var v = x.h.x; d.h.x = i32(f32(v) * q);
  v = (v - d.h.x * n) * 8192 + x.h.y; d.h.y = i32(f32(v) * q);
  v = (v - d.h.y * n) * 8192 + x.h.z; d.h.z = i32(f32(v) * q);
  v = (v - d.h.z * n) * 8192 + x.h.w; d.h.w = i32(f32(v) * q);
  v = (v - d.h.w * n) * 8192 + x.l.x; d.l.x = i32(f32(v) * q);
  v = (v - d.l.x * n) * 8192 + x.l.y; d.l.y = i32(f32(v) * q);
  v = (v - d.l.y * n) * 8192 + x.l.z; d.l.z = i32(f32(v) * q);
  v = (v - d.l.z * n) * 8192 + x.l.w; d.l.w = i32(f32(v) * q);
  return d;
}

// (1 - exp(-z)) / z = 1 - z/2 * (1 - z/3 * (1 - ...)) for 0 <= z < 0.7.
fn m_fix_growth(z: MFix) -> MFix {
  var p = m_fix_one();
  for (var n = 25; n > 1; n = n - 1) {
    p = m_fix_carry(m_fix_minus(m_fix_one(), m_fix_over(m_fix_times(z, p), n)));
  }
  return p;
}

// sign * (hi + lo) * 2^n, hi + lo having 32 bits; sign is a sign bit. hi is 0 for what is
// below 2^-78.
struct MFixParts { sign: u32, hi: f32, lo: f32, n: i32 }

fn m_fix_parts(x: MFix) -> MFixParts {
  var v = x;
  for (var i = 0; i < 8; i = i + 1) { v = m_fix_carry(v); }
  let sign = bitcast<u32>(v.h.x) & 0x80000000u;
  if (sign != 0u) { v = MFix(-v.h, -v.l); }
  for (var i = 0; i < 8; i = i + 1) { v = m_fix_carry(v); }
  var n = -26;
  while (v.h.x == 0 && n > -104) {
    v = MFix(vec4<i32>(v.h.yzw, v.l.x), vec4<i32>(v.l.yzw, 0));
    n = n - 13;
  }
  if (v.h.x == 0) { return MFixParts(0u, 0.0, 0.0, 0); }
  let s = countLeadingZeros(u32(v.h.x * 8192 + v.h.y));
  let top = (u32(v.h.x * 8192 + v.h.y) << s) | (u32(v.h.z * 8192 + v.h.w) >> (26u - s));
  return MFixParts(sign, f32(top & 0xffffff00u), f32(top & 0xffu), n - i32(s));
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

struct MPair { hi: f32, lo: f32 }

// c + cl + r * h, for |r * h| below c.
fn m_pair_step(r: MPair, h: MPair, c: f32, cl: f32) -> MPair {
  let p = m_bar(r.hi * h.hi);
  let pl = m_prod_err(r.hi, h.hi, p) + (r.hi * h.lo + r.lo * h.hi);
  let s = m_bar(c + p);
  return MPair(s, m_bar(m_bar(p - m_bar(s - c)) + pl) + cl);
}

// exp(r) * 2^n for |r| <= 0.35 and n >= -126, to some 42 bits: Taylor's series, in two parts
// up to the fifth power.
fn m_exp_wide(r: MPair, n: i32) -> MPair {
  var p = 2.8629236e-07;
  p = p * r.hi + 2.757915e-06;
  p = p * r.hi + 2.4800036e-05;
  p = p * r.hi + 0.0001984127;
  p = p * r.hi + 0.0013888889;
  let t = m_bar(p * r.hi);
  let s = m_bar(0.00833333377 + t);
  var h = MPair(s, m_bar(t - m_bar(s - 0.00833333377)) - 4.34617203e-10);
  h = m_pair_step(r, h, 0.0416666679, -1.24176347e-09);
  h = m_pair_step(r, h, 0.166666672, -4.96705388e-09);
  h = m_pair_step(r, h, 0.5, 0.0);
  h = m_pair_step(r, h, 1.0, 0.0);
  h = m_pair_step(r, h, 1.0, 0.0);
  let unit = m_pow2(n);
  return MPair(h.hi * unit, h.lo * unit);
}

// log(p + q), the larger first.
fn m_log_of_sum(p: MPair, q: MPair) -> f32 {
  let s = m_bar(p.hi + q.hi);
  let lo = m_bar(q.hi - m_bar(s - p.hi)) + (p.lo + q.lo);
  return m_log_sum(m_log_split(bitcast<u32>(s)), base_div(lo, s));
}

// What rounding x - y to d lost, exactly.
fn m_diff_err(x: f32, y: f32, d: f32) -> f32 {
  let back = m_bar(d - x);
  return m_bar(x - m_bar(d - back)) - m_bar(y + back);
}

// 2^x for -126 <= x <= 1.
fn m_exp_wide_2(x: f32) -> MPair {
  let n = floor(x + 0.5);
  let q = m_bar(x - n);
  let r = m_bar(q * 0.693147182);
  return m_exp_wide(MPair(r, m_prod_err(q, 0.693147182, r) - q * 1.90465421e-09), i32(n));
}

// a + l / log(2). Where the two cancel the sum of the upper parts is mostly exact.
fn m_add_log2(a: f32, l: f32) -> f32 {
  let h = m_hi12(l);
  return m_bar(a + h * 1.44238281) + m_bar(m_bar(l - h) * 1.44269502 + h * 0.000312228396);
}

// Whether r, the sum above or the logarithm of a sum in two parts, lost digits: it is
// between -c/2 and 2 * c, c being -a or 2^-13, whichever is less.
fn m_near_one(a: f32, r: f32) -> bool {
  let c = min(m_abits(a), 0x39000000u);
  let s = m_abits(r);
  let near = select(s < c + 0x00800000u, s + 0x00800000u < c, m_sbit(r) != 0u);
  return near && m_sbit(a) != 0u && c != 0u;
}

// log(base^a + base^-(k + z)) / log(base) next to 0. What is taken the logarithm of is 1 + d;
// 2^k * d / log(base) is 1 / log(base) - z * growth(z * log(base)) + 2^k * a * growth(...).
fn m_log_near_one(a: f32, k: i32, z: MFix, log: MFix, per: MFix, by: f32) -> f32 {
  let p = m_norm(m_abits(a));
  let m = (bitcast<u32>(p.m) & 0x7fffffu) | 0x800000u;
  let e = p.e - 23;
  if (e + k > -22) { return a; } // where subnormals are flushed, the other one may not count
  let y = m_fix_times(z, m_fix_growth(m_fix_times(z, log)));
  let x = m_fix_times(m_fix(m, e + k), m_fix_growth(m_fix_times(m_fix(m, e), log)));
  let d = m_fix_parts(m_fix_minus(m_fix_minus(per, y), x));
  let n = d.n - k;
  let q = m_xor(d.hi * m_pow2(max(n, -126)) * by, d.sign);
  let r = m_bar(d.lo - d.hi * (q * (0.5 - q * 0.33333334))) + d.hi; // log1p
  return m_or(m_ldexp(r, max(n, -250)), d.sign);
}

// The same for -b = k + z, log(2) and its inverse.
fn m_logaddexp2_near(a: f32, b: f32) -> f32 {
  let k = floor(-b);
  let per = MFix(vec4<i32>(11818, 4569, 2396, 766), vec4<i32>(750, 8003, 8173, 210));
  return m_log_near_one(a, i32(k), m_fix(u32(m_bar(-b - k) * 16777216.0), -24), m_fix_log2(), per, 0.693147182);
}

fn m_fix_log2() -> MFix { return MFix(vec4<i32>(5678, 2143, 7144, 7415), vec4<i32>(4951, 4728, 7580, 6148)); }

// Whether a is next to 0 and b far below: then the logarithm is a + by * exp(t + tl), whose
// parts an adapter might flush, though not the sum. Times 2^64 it flushes none.
fn m_tiny(a: f32, b: f32) -> bool { return abs(a) < 3.9443045e-31 && b < -60.0; }

fn m_tiny_sum(a: f32, by: f32, t: f32, tl: f32) -> f32 {
  let e = m_bar(by * m_exp_core(max(t, -105.0), tl, 64));
  return m_bar(a * 1.8446744e+19 + select(e, 0.0, t < -104.5)); // 2^-150.8, of no number half a unit
}

fn m_logaddexp2(x: f32, y: f32) -> f32 {
  let a = m_max(x, y); let b = m_min(x, y);
  if (!m_isfinite(x) || !m_isfinite(y)) { return select(a, 0.0, m_abits(a) == 0u); }
  let d = m_bar(b - a);
  let dl = select(m_diff_err(b, a, d), 0.0, d < -151.0);
  let z = max(d, -151.0);
  let t = m_bar(z * 0.693147182);
  let tl = m_prod_err(z, 0.693147182, t) + (0.693147182 * dl - z * 1.90465421e-09);
  var r = 0.0;
  if (a < -1.5 || a > -1.220703125e-4) {
    r = m_add_log2(a, m_bar(m_log1p_exp(t, tl)));
  } else {
    r = 1.44269502 * m_log_of_sum(m_exp_wide_2(a), m_exp_wide_2(max(b, -80.0)));
  }
  let tiny = m_tiny(a, b);
  if (tiny) { r = m_tiny_sum(a, 1.44269502, t, tl); }
  if (m_near_one(select(a, a * 1.8446744e+19, tiny), r)) { return m_logaddexp2_near(a, b); }
  if (tiny) { r = r * 5.421011e-20; }
  return select(r, 0.0, r == 0.0);
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

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_logaddexp2(x0, x1);
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

