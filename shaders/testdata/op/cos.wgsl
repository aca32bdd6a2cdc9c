// ---- cos float16 ----

// (%0 float16)
// %1 float16 = cos %0
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

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_xor(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) ^ s); }

// 2^n for -126 <= n <= 127.
fn m_pow2(n: i32) -> f32 { return bitcast<f32>(bitcast<u32>(n + 127) << 23u); }

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

// The upper word of a product.
fn m_mulhi(a: u32, b: u32) -> u32 {
  let al = a & 0xffffu; let ah = a >> 16u;
  let bl = b & 0xffffu; let bh = b >> 16u;
  let t = al * bl;
  let u = ah * bl + (t >> 16u);
  let v = al * bh + (u & 0xffffu);
  return ah * bh + (u >> 16u) + (v >> 16u);
}

struct MRed { q: u32, r: f32, lo: f32 }

// A finite x as q*pi/2 + r modulo 2*pi, |r| <= pi/4. Payne and Hanek, in integers: x times
// those words of 2/pi that matter, so that no argument is too large.
fn m_trig_reduce(x: f32) -> MRed {
  let ab = m_abits(x);
  if (ab <= 0x3f490fdau) { return MRed(0u, x, 0.0); }
  let m = (ab & 0x7fffffu) | 0x800000u;
  let s = (ab >> 23u) - 120u;          // bit offset into 32 zero bits . 2/pi
  let i = s >> 5u; let sh = s & 31u;
  // words 0, 2/pi[0..6], selected without dynamic indexing
  let b4 = (i & 4u) != 0u; let b2 = (i & 2u) != 0u; let b1 = (i & 1u) != 0u;
  var a0 = select(0u, 0xf534ddc0u, b4);
  var a1 = select(0xa2f9836eu, 0xdb629599u, b4);
  var a2 = select(0x4e441529u, 0x3c439041u, b4);
  var a3 = select(0xfc2757d1u, 0xfe5163abu, b4);
  var a4 = select(0xf534ddc0u, 0xdebbc561u, b4);
  a0 = select(a0, a2, b2); a1 = select(a1, a3, b2); a2 = select(a2, a4, b2);
  a3 = select(a3, 0xdb629599u, b2); a4 = select(a4, 0x3c439041u, b2);
  a0 = select(a0, a1, b1); a1 = select(a1, a2, b1); a2 = select(a2, a3, b1); a3 = select(a3, a4, b1);
  var g0 = a0; var g1 = a1; var g2 = a2;
  if (sh != 0u) {
    let rs = 32u - sh;
    g0 = (a0 << sh) | (a1 >> rs);
    g1 = (a1 << sh) | (a2 >> rs);
    g2 = (a2 << sh) | (a3 >> rs);
  }
  let p1 = m * g1;
  let r1 = p1 + m_mulhi(m, g2);
  let r0 = m * g0 + m_mulhi(m, g1) + select(0u, 1u, r1 < p1);
  var q = r0 >> 30u;
  var hi = (r0 << 2u) | (r1 >> 30u);
  var lo = r1 << 2u;
  let neg = (hi >> 31u) != 0u;          // fraction >= 1/2: round up, r negative
  if (neg) { q += 1u; hi = ~hi; lo = ~lo; }   // (one-unit error of ~ is far below f32)
  let z = countLeadingZeros(hi);
  var n = hi;
  var zz = z;
  if (z == 32u) { zz = 32u + countLeadingZeros(lo); n = lo << (zz & 31u); }
  else if (z != 0u) { n = (hi << z) | (lo >> (32u - z)); }
  // n: fraction normalised to 32 bits, value n*2^-(32+zz); times pi/2 = 0xC90FDAA2*2^-31
  let t = m_mulhi(n, 0xC90FDAA2u);
  // the upper 24 bits and the rest, so that both are converted exactly
  let drop = 8u - min(countLeadingZeros(t), 1u);
  let up = ((t + (1u << (drop - 1u))) >> drop) << drop;
  let unit = m_pow2(-31 - i32(zz));
  let r = f32(up) * unit;
  let rest = f32(bitcast<i32>(t - up)) * unit;
  var sgn = m_sbit(x);
  q = select(q, 0u - q, sgn != 0u);
  if (neg) { sgn = sgn ^ 0x80000000u; }
  return MRed(q & 3u, m_or(r, sgn), m_xor(rest, sgn));
}

// The sine, cosine and tangent of r + lo for |r| <= pi/4.
fn m_sin_k(r: f32, lo: f32) -> f32 {
  let w = r * r;
  let p = -0.166666672 + w * (0.0083333794 + w * (-0.000198530281 + w * 2.83177383e-06));
  return m_bar(r * w * p + lo * (1.0 - 0.5 * w)) + r;
}

fn m_cos_k(r: f32, lo: f32) -> f32 {
  let w = r * r;
  let h = 0.5 * w;
  let t = m_bar(1.0 - h);
  let p = 0.0416666456 + w * (-0.00138873013 + w * 2.44306684e-05);
  return m_bar(m_bar(m_bar(1.0 - t) - h) + (w * w * p - r * lo)) + t;
}

fn m_cos(x: f32) -> f32 {
  if (m_abits(x) >= 0x7f800000u) { return m_nan(); }
  let t = m_trig_reduce(x);
  let v = select(m_cos_k(t.r, t.lo), m_sin_k(t.r, t.lo), (t.q & 1u) != 0u);
  return m_xor(v, ((t.q + 1u) & 2u) << 30u);
}

fn apply(x0: f32) -> f32 {
  let v1 = m_cos(x0);
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

// ---- cos bfloat16 ----

// (%0 bfloat16)
// %1 bfloat16 = cos %0
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

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_xor(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) ^ s); }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// 2^n for -126 <= n <= 127.
fn m_pow2(n: i32) -> f32 { return bitcast<f32>(bitcast<u32>(n + 127) << 23u); }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

// The upper word of a product.
fn m_mulhi(a: u32, b: u32) -> u32 {
  let al = a & 0xffffu; let ah = a >> 16u;
  let bl = b & 0xffffu; let bh = b >> 16u;
  let t = al * bl;
  let u = ah * bl + (t >> 16u);
  let v = al * bh + (u & 0xffffu);
  return ah * bh + (u >> 16u) + (v >> 16u);
}

struct MRed { q: u32, r: f32, lo: f32 }

// A finite x as q*pi/2 + r modulo 2*pi, |r| <= pi/4. Payne and Hanek, in integers: x times
// those words of 2/pi that matter, so that no argument is too large.
fn m_trig_reduce(x: f32) -> MRed {
  let ab = m_abits(x);
  if (ab <= 0x3f490fdau) { return MRed(0u, x, 0.0); }
  let m = (ab & 0x7fffffu) | 0x800000u;
  let s = (ab >> 23u) - 120u;          // bit offset into 32 zero bits . 2/pi
  let i = s >> 5u; let sh = s & 31u;
  // words 0, 2/pi[0..6], selected without dynamic indexing
  let b4 = (i & 4u) != 0u; let b2 = (i & 2u) != 0u; let b1 = (i & 1u) != 0u;
  var a0 = select(0u, 0xf534ddc0u, b4);
  var a1 = select(0xa2f9836eu, 0xdb629599u, b4);
  var a2 = select(0x4e441529u, 0x3c439041u, b4);
  var a3 = select(0xfc2757d1u, 0xfe5163abu, b4);
  var a4 = select(0xf534ddc0u, 0xdebbc561u, b4);
  a0 = select(a0, a2, b2); a1 = select(a1, a3, b2); a2 = select(a2, a4, b2);
  a3 = select(a3, 0xdb629599u, b2); a4 = select(a4, 0x3c439041u, b2);
  a0 = select(a0, a1, b1); a1 = select(a1, a2, b1); a2 = select(a2, a3, b1); a3 = select(a3, a4, b1);
  var g0 = a0; var g1 = a1; var g2 = a2;
  if (sh != 0u) {
    let rs = 32u - sh;
    g0 = (a0 << sh) | (a1 >> rs);
    g1 = (a1 << sh) | (a2 >> rs);
    g2 = (a2 << sh) | (a3 >> rs);
  }
  let p1 = m * g1;
  let r1 = p1 + m_mulhi(m, g2);
  let r0 = m * g0 + m_mulhi(m, g1) + select(0u, 1u, r1 < p1);
  var q = r0 >> 30u;
  var hi = (r0 << 2u) | (r1 >> 30u);
  var lo = r1 << 2u;
  let neg = (hi >> 31u) != 0u;          // fraction >= 1/2: round up, r negative
  if (neg) { q += 1u; hi = ~hi; lo = ~lo; }   // (one-unit error of ~ is far below f32)
  let z = countLeadingZeros(hi);
  var n = hi;
  var zz = z;
  if (z == 32u) { zz = 32u + countLeadingZeros(lo); n = lo << (zz & 31u); }
  else if (z != 0u) { n = (hi << z) | (lo >> (32u - z)); }
  // n: fraction normalised to 32 bits, value n*2^-(32+zz); times pi/2 = 0xC90FDAA2*2^-31
  let t = m_mulhi(n, 0xC90FDAA2u);
  // the upper 24 bits and the rest, so that both are converted exactly
  let drop = 8u - min(countLeadingZeros(t), 1u);
  let up = ((t + (1u << (drop - 1u))) >> drop) << drop;
  let unit = m_pow2(-31 - i32(zz));
  let r = f32(up) * unit;
  let rest = f32(bitcast<i32>(t - up)) * unit;
  var sgn = m_sbit(x);
  q = select(q, 0u - q, sgn != 0u);
  if (neg) { sgn = sgn ^ 0x80000000u; }
  return MRed(q & 3u, m_or(r, sgn), m_xor(rest, sgn));
}

// The sine, cosine and tangent of r + lo for |r| <= pi/4.
fn m_sin_k(r: f32, lo: f32) -> f32 {
  let w = r * r;
  let p = -0.166666672 + w * (0.0083333794 + w * (-0.000198530281 + w * 2.83177383e-06));
  return m_bar(r * w * p + lo * (1.0 - 0.5 * w)) + r;
}

fn m_cos_k(r: f32, lo: f32) -> f32 {
  let w = r * r;
  let h = 0.5 * w;
  let t = m_bar(1.0 - h);
  let p = 0.0416666456 + w * (-0.00138873013 + w * 2.44306684e-05);
  return m_bar(m_bar(m_bar(1.0 - t) - h) + (w * w * p - r * lo)) + t;
}

fn m_cos(x: f32) -> f32 {
  if (m_abits(x) >= 0x7f800000u) { return m_nan(); }
  let t = m_trig_reduce(x);
  let v = select(m_cos_k(t.r, t.lo), m_sin_k(t.r, t.lo), (t.q & 1u) != 0u);
  return m_xor(v, ((t.q + 1u) & 2u) << 30u);
}

fn apply(x0: f32) -> f32 {
  let v1 = m_cos(x0);
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

// ---- cos float32 ----

// (%0 float32)
// %1 float32 = cos %0
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

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_xor(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) ^ s); }

// 2^n for -126 <= n <= 127.
fn m_pow2(n: i32) -> f32 { return bitcast<f32>(bitcast<u32>(n + 127) << 23u); }

// The upper word of a product.
fn m_mulhi(a: u32, b: u32) -> u32 {
  let al = a & 0xffffu; let ah = a >> 16u;
  let bl = b & 0xffffu; let bh = b >> 16u;
  let t = al * bl;
  let u = ah * bl + (t >> 16u);
  let v = al * bh + (u & 0xffffu);
  return ah * bh + (u >> 16u) + (v >> 16u);
}

struct MRed { q: u32, r: f32, lo: f32 }

// A finite x as q*pi/2 + r modulo 2*pi, |r| <= pi/4. Payne and Hanek, in integers: x times
// those words of 2/pi that matter, so that no argument is too large.
fn m_trig_reduce(x: f32) -> MRed {
  let ab = m_abits(x);
  if (ab <= 0x3f490fdau) { return MRed(0u, x, 0.0); }
  let m = (ab & 0x7fffffu) | 0x800000u;
  let s = (ab >> 23u) - 120u;          // bit offset into 32 zero bits . 2/pi
  let i = s >> 5u; let sh = s & 31u;
  // words 0, 2/pi[0..6], selected without dynamic indexing
  let b4 = (i & 4u) != 0u; let b2 = (i & 2u) != 0u; let b1 = (i & 1u) != 0u;
  var a0 = select(0u, 0xf534ddc0u, b4);
  var a1 = select(0xa2f9836eu, 0xdb629599u, b4);
  var a2 = select(0x4e441529u, 0x3c439041u, b4);
  var a3 = select(0xfc2757d1u, 0xfe5163abu, b4);
  var a4 = select(0xf534ddc0u, 0xdebbc561u, b4);
  a0 = select(a0, a2, b2); a1 = select(a1, a3, b2); a2 = select(a2, a4, b2);
  a3 = select(a3, 0xdb629599u, b2); a4 = select(a4, 0x3c439041u, b2);
  a0 = select(a0, a1, b1); a1 = select(a1, a2, b1); a2 = select(a2, a3, b1); a3 = select(a3, a4, b1);
  var g0 = a0; var g1 = a1; var g2 = a2;
  if (sh != 0u) {
    let rs = 32u - sh;
    g0 = (a0 << sh) | (a1 >> rs);
    g1 = (a1 << sh) | (a2 >> rs);
    g2 = (a2 << sh) | (a3 >> rs);
  }
  let p1 = m * g1;
  let r1 = p1 + m_mulhi(m, g2);
  let r0 = m * g0 + m_mulhi(m, g1) + select(0u, 1u, r1 < p1);
  var q = r0 >> 30u;
  var hi = (r0 << 2u) | (r1 >> 30u);
  var lo = r1 << 2u;
  let neg = (hi >> 31u) != 0u;          // fraction >= 1/2: round up, r negative
  if (neg) { q += 1u; hi = ~hi; lo = ~lo; }   // (one-unit error of ~ is far below f32)
  let z = countLeadingZeros(hi);
  var n = hi;
  var zz = z;
  if (z == 32u) { zz = 32u + countLeadingZeros(lo); n = lo << (zz & 31u); }
  else if (z != 0u) { n = (hi << z) | (lo >> (32u - z)); }
  // n: fraction normalised to 32 bits, value n*2^-(32+zz); times pi/2 = 0xC90FDAA2*2^-31
  let t = m_mulhi(n, 0xC90FDAA2u);
  // the upper 24 bits and the rest, so that both are converted exactly
  let drop = 8u - min(countLeadingZeros(t), 1u);
  let up = ((t + (1u << (drop - 1u))) >> drop) << drop;
  let unit = m_pow2(-31 - i32(zz));
  let r = f32(up) * unit;
  let rest = f32(bitcast<i32>(t - up)) * unit;
  var sgn = m_sbit(x);
  q = select(q, 0u - q, sgn != 0u);
  if (neg) { sgn = sgn ^ 0x80000000u; }
  return MRed(q & 3u, m_or(r, sgn), m_xor(rest, sgn));
}

// The sine, cosine and tangent of r + lo for |r| <= pi/4.
fn m_sin_k(r: f32, lo: f32) -> f32 {
  let w = r * r;
  let p = -0.166666672 + w * (0.0083333794 + w * (-0.000198530281 + w * 2.83177383e-06));
  return m_bar(r * w * p + lo * (1.0 - 0.5 * w)) + r;
}

fn m_cos_k(r: f32, lo: f32) -> f32 {
  let w = r * r;
  let h = 0.5 * w;
  let t = m_bar(1.0 - h);
  let p = 0.0416666456 + w * (-0.00138873013 + w * 2.44306684e-05);
  return m_bar(m_bar(m_bar(1.0 - t) - h) + (w * w * p - r * lo)) + t;
}

fn m_cos(x: f32) -> f32 {
  if (m_abits(x) >= 0x7f800000u) { return m_nan(); }
  let t = m_trig_reduce(x);
  let v = select(m_cos_k(t.r, t.lo), m_sin_k(t.r, t.lo), (t.q & 1u) != 0u);
  return m_xor(v, ((t.q + 1u) & 2u) << 30u);
}

fn apply(x0: f32) -> f32 {
  let v1 = m_cos(x0);
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

