// ---- tanhshrink float16 ----

// (%0 float16)
// %1 float16 = tanhshrink %0
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

// |x| - 1 + 2 / (exp(2|x|) + 1) from 1 on. Below, x^3 in two parts times a polynomial, 1/4
// of which is exact.
fn m_tanhshrink(x: f32) -> f32 {
  if (m_isnan(x)) { return x; }
  let a = abs(x);
  if (a < 1.0) {
    let tiny = a < 9.5367432e-7; // 2^-20; scaled, or an adapter would flush parts of a normal result
    let y = x * select(1.0, 1.0995116e12, tiny);
    let w = m_bar(y * y);
    let v = m_bar(y * w);
    let vl = m_prod_err(y, w, v) + y * m_prod_err(y, y, w);
    let z = select(w, 0.0, tiny);
    var p = -0.00020825089;
    p = p * z + 0.0011581747;
    p = p * z - 0.0035389184;
    p = p * z + 0.008932421;
    p = p * z - 0.021915365;
    p = p * z + 0.053978562;
    p = p * z - 0.13333413;
    p = p * z + 0.0833333358;
    let s = m_bar(m_bar(v * p + vl * (p + 0.25)) + v * 0.25) * select(1.0, 7.523164e-37, tiny); // 2^-120
    return m_or(s, select(m_sbit(x), 0u, a == 0.0));
  }
  let e = m_exp_core(2.0 * min(a, 12.0), 0.0, 0);
  return m_or(m_bar(a - 1.0) + base_div(2.0, e + 1.0), m_sbit(x));
}

// 0, of which no compiler knows a bit. The length keeps it from being a mere uniform:
// llvmpipe compiles those that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// v, but nothing is known of it: no rearranging, contracting or folding looks through
// a word that was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

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
  let v1 = m_tanhshrink(x0);
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

// ---- tanhshrink bfloat16 ----

// (%0 bfloat16)
// %1 bfloat16 = tanhshrink %0
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

// |x| - 1 + 2 / (exp(2|x|) + 1) from 1 on. Below, x^3 in two parts times a polynomial, 1/4
// of which is exact.
fn m_tanhshrink(x: f32) -> f32 {
  if (m_isnan(x)) { return x; }
  let a = abs(x);
  if (a < 1.0) {
    let tiny = a < 9.5367432e-7; // 2^-20; scaled, or an adapter would flush parts of a normal result
    let y = x * select(1.0, 1.0995116e12, tiny);
    let w = m_bar(y * y);
    let v = m_bar(y * w);
    let vl = m_prod_err(y, w, v) + y * m_prod_err(y, y, w);
    let z = select(w, 0.0, tiny);
    var p = -0.00020825089;
    p = p * z + 0.0011581747;
    p = p * z - 0.0035389184;
    p = p * z + 0.008932421;
    p = p * z - 0.021915365;
    p = p * z + 0.053978562;
    p = p * z - 0.13333413;
    p = p * z + 0.0833333358;
    let s = m_bar(m_bar(v * p + vl * (p + 0.25)) + v * 0.25) * select(1.0, 7.523164e-37, tiny); // 2^-120
    return m_or(s, select(m_sbit(x), 0u, a == 0.0));
  }
  let e = m_exp_core(2.0 * min(a, 12.0), 0.0, 0);
  return m_or(m_bar(a - 1.0) + base_div(2.0, e + 1.0), m_sbit(x));
}

// 0, of which no compiler knows a bit. The length keeps it from being a mere uniform:
// llvmpipe compiles those that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// v, but nothing is known of it: no rearranging, contracting or folding looks through
// a word that was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

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

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

fn apply(x0: f32) -> f32 {
  let v1 = m_tanhshrink(x0);
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

// ---- tanhshrink float32 ----

// (%0 float32)
// %1 float32 = tanhshrink %0
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

// |x| - 1 + 2 / (exp(2|x|) + 1) from 1 on. Below, x^3 in two parts times a polynomial, 1/4
// of which is exact.
fn m_tanhshrink(x: f32) -> f32 {
  if (m_isnan(x)) { return x; }
  let a = abs(x);
  if (a < 1.0) {
    let tiny = a < 9.5367432e-7; // 2^-20; scaled, or an adapter would flush parts of a normal result
    let y = x * select(1.0, 1.0995116e12, tiny);
    let w = m_bar(y * y);
    let v = m_bar(y * w);
    let vl = m_prod_err(y, w, v) + y * m_prod_err(y, y, w);
    let z = select(w, 0.0, tiny);
    var p = -0.00020825089;
    p = p * z + 0.0011581747;
    p = p * z - 0.0035389184;
    p = p * z + 0.008932421;
    p = p * z - 0.021915365;
    p = p * z + 0.053978562;
    p = p * z - 0.13333413;
    p = p * z + 0.0833333358;
    let s = m_bar(m_bar(v * p + vl * (p + 0.25)) + v * 0.25) * select(1.0, 7.523164e-37, tiny); // 2^-120
    return m_or(s, select(m_sbit(x), 0u, a == 0.0));
  }
  let e = m_exp_core(2.0 * min(a, 12.0), 0.0, 0);
  return m_or(m_bar(a - 1.0) + base_div(2.0, e + 1.0), m_sbit(x));
}

// 0, of which no compiler knows a bit. The length keeps it from being a mere uniform:
// llvmpipe compiles those that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// v, but nothing is known of it: no rearranging, contracting or folding looks through
// a word that was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// The upper half of the significand: products of two such halves are exact.
fn m_hi12(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) & 0xfffff000u); }

// 2^n for -126 <= n <= 127.
fn m_pow2(n: i32) -> f32 { return bitcast<f32>(bitcast<u32>(n + 127) << 23u); }

// v * 2^n for |n| <= 250, in two steps that neither overflow nor vanish early.
fn m_ldexp(v: f32, n: i32) -> f32 { let a = n >> 1u; return m_bar(v * m_pow2(a)) * m_pow2(n - a); }

fn base_div(x: f32, y: f32) -> f32 { return x / y; }

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

fn apply(x0: f32) -> f32 {
  let v1 = m_tanhshrink(x0);
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

