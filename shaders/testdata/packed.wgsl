// ---- on words, an input shifted ----

// (%0 uint8, %1 uint8)
// %2 uint8 = add %0 %1
// return %2
// out0 contiguous whole @1, in0 contiguous whole @2, in1 contiguous askew @3, flat of 16 by 1 looped
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

// Arithmetic on all lanes of a word at once. h has the highest bit of every lane set:
// keeping these apart lets no carry pass from lane to lane.
fn m_lanes_add(x: u32, y: u32, h: u32) -> u32 { return ((x & ~h) + (y & ~h)) ^ ((x ^ y) & h); }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_lanes_add(x0, x1, 0x80808080u);
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
    let x0 = (m_byte(buf2[(in0_at >> 2u) >> 2u][(in0_at >> 2u) & 3u], in0_at)) * 0x01010101u;
    let in1_at = params.in1_offset + i;
    let x1 = (m_byte(buf3[in1_at >> 2u], in1_at)) * 0x01010101u;
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 2u) >> 2u][(out0_at >> 2u) & 3u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[(out0_at >> 2u) >> 2u][(out0_at >> 2u) & 3u] = (out0_word & ~(255u << out0_shift)) | (((y) & 255u) << out0_shift);
  }
}

// ---- on words, an input repeated ----

// (%0 int16, %1 int16)
// %2 int16 = add %0 %1
// return %2
// out0 contiguous whole @1, in0 contiguous whole @2, in1 scalar @3, flat of 8 by 1 looped
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// Arithmetic on all lanes of a word at once. h has the highest bit of every lane set:
// keeping these apart lets no carry pass from lane to lane.
fn m_lanes_add(x: u32, y: u32, h: u32) -> u32 { return ((x & ~h) + (y & ~h)) ^ ((x ^ y) & h); }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_lanes_add(x0, x1, 0x80008000u);
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
    let x0 = (m_short(buf2[(in0_at >> 1u) >> 2u][(in0_at >> 1u) & 3u], in0_at)) * 0x00010001u;
    let in1_at = params.in1_offset;
    let x1 = (m_short(buf3[in1_at >> 1u], in1_at)) * 0x00010001u;
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 2u][(out0_at >> 1u) & 3u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 2u][(out0_at >> 1u) & 3u] = (out0_word & ~(65535u << out0_shift)) | (((y) & 65535u) << out0_shift);
  }
}

// ---- fitted on the way ----

// (%0 int8, %1 uint8; %2 int8)
// %3 int8 = mul %0 %2
// %4 uint8 = cast %3
// %5 uint8 = mul %4 %1
// return %5
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
  s2: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: i32, x1: u32, s2: i32) -> u32 {
  let v3 = ((x0 * s2) << 24u) >> 24u;
  let v4 = bitcast<u32>(v3) & 255u;
  let v5 = v4 * x1;
  return v5;
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
    let x1 = m_byte(buf3[in1_at >> 2u], in1_at);
    let y = apply(x0, x1, bitcast<i32>(params.s2 << 24u) >> 24u);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((y & 255u) << out0_shift);
  }
}

// ---- a long program, in a loop ----

// (%0 float16)
// %1 float16 = exp %0
// %2 float16 = sin %1
// %3 float16 = add %2 %0
// %4 float16 = div %3 %1
// %5 bfloat16 = cast %4
// %6 bfloat16 = relu %5
// return %6
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

// v, but it is not known to equal v. After m_bar, anything done with the same zero folds
// away, or makes a known 0 of a 0 (by which llvmpipe must not be let divide: it then
// drops the store).
fn m_twin(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | (params.none & ~arrayLength(&buf1))); }

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_inf() -> f32 { return bitcast<f32>(0x7f800000u | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_xor(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) ^ s); }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// 2^n for -126 <= n <= 127.
fn m_pow2(n: i32) -> f32 { return bitcast<f32>(bitcast<u32>(n + 127) << 23u); }

// v * 2^n for |n| <= 250, in two steps that neither overflow nor vanish early.
fn m_ldexp(v: f32, n: i32) -> f32 { let a = n >> 1u; return m_bar(v * m_pow2(a)) * m_pow2(n - a); }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// The bits of what is negative, -0 and no NaN are those from 0x80000000 to 0xff800000.
fn m_relu(x: f32) -> f32 { return select(x, 0.0, bitcast<u32>(x) - 0x80000000u <= 0x7f800000u); }

fn base_div(x: f32, y: f32) -> f32 { return x / y; }

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

fn m_exp(x: f32) -> f32 {
  if (m_isnan(x)) { return x; }
  var r = m_exp_core(clamp(x, -105.0, 90.0), 0.0, 0);
  r = select(r, m_inf(), x > 88.7228394);
  return select(r, 0.0, x < -104.0);
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

// The float16 nearest to x, as f32; NaN stays.
fn m_round_f16(x: f32) -> f32 {
  let a = m_abits(x);
  let low = bitcast<u32>(f32(bitcast<i32>(m_f16_low(a))) * 5.9604645e-8);
  let high = (a + 0xfffu + ((a >> 13u) & 1u)) & 0xffffe000u;
  let r = select(select(high, 0x7f800000u, high > 0x477fe000u), low, a < 0x38800000u);
  return bitcast<f32>(select(r, a, a > 0x7f800000u) | m_sbit(x));
}

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

// The bfloat16 nearest to x, as f32; NaN stays.
fn m_round_bf16(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  return bitcast<f32>(select((b + 0x7fffu + ((b >> 16u) & 1u)) & 0xffff0000u, b, m_isnan(x)));
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

fn m_sin(x: f32) -> f32 {
  let b = m_abits(x);
  if (b >= 0x7f800000u) { return m_nan(); }
  if (b < 0x39800000u) { return x; }
  let t = m_trig_reduce(x);
  let v = select(m_sin_k(t.r, t.lo), m_cos_k(t.r, t.lo), (t.q & 1u) != 0u);
  return m_xor(v, (t.q & 2u) << 30u);
}

fn apply(x0: f32) -> f32 {
  let v1 = m_round_f16(m_exp(x0));
  let v2 = m_round_f16(m_sin(v1));
  let v3 = m_round_f16(v2 + x0);
  let t4_1 = m_twin(v1);
  let v4 = m_round_f16(base_div(v3, t4_1));
  let v5 = m_bar(m_round_bf16(v4));
  let v6 = m_relu(v5);
  return v6;
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
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((m_f32_to_bf16(y)) << out0_shift);
  }
}

// ---- outputs of several widths ----

// (%0 uint8, %1 int16)
// %2 int16 = cast %0
// %3 int16 = mul %1 %2
// %4 float32 = cast %3
// return %3 %0 %4
// out0 contiguous whole @1, out1 contiguous whole @2, out2 contiguous whole @3, in0 contiguous whole @4, in1 contiguous askew @5, flat of 4 by 1 looped
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
  out2_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;
@group(0) @binding(3) var<storage, read_write> buf3: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> buf4: array<u32>;
@group(0) @binding(5) var<storage, read> buf5: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

struct Results { y0: i32, y2: f32 }
fn apply(x0: u32, x1: i32) -> Results {
  let v2 = bitcast<i32>(x0);
  let v3 = ((x1 * v2) << 16u) >> 16u;
  let v4 = f32(v3);
  return Results(v3, v4);
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
    let b0 = m_byte(buf4[in0_at >> 2u], in0_at);
    let x0 = b0;
    let in1_at = params.in1_offset + i;
    let x1 = bitcast<i32>(m_short(buf5[in1_at >> 1u], in1_at) << 16u) >> 16u;
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 1u][(out0_at >> 1u) & 1u] = (out0_word & ~(65535u << out0_shift)) | ((bitcast<u32>(y.y0) & 65535u) << out0_shift);
    let out1_at = params.out1_offset + i;
    let out1_word = buf2[out1_at >> 2u];
    let out1_shift = (out1_at & 3u) * 8u;
    buf2[out1_at >> 2u] = (out1_word & ~(255u << out1_shift)) | ((b0) << out1_shift);
    let out2_at = params.out2_offset + i;
    buf3[(out2_at) >> 2u][(out2_at) & 3u] = bitcast<u32>(y.y2);
  }
}

// ---- a row repeated ----

// (%0 uint8, %1 uint8)
// %2 uint8 = add %0 %1
// return %2
// out0 contiguous whole @1, in0 contiguous whole @2, in1 strided @3, rank 2, flat of 4 by 1 looped
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
  size1: u32,
  out0_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
  in1_stride0: u32,
  in1_stride1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = x0 + x1;
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
    let q1 = i / params.size1;
    let i1 = i - q1 * params.size1;
    let i0 = q1;
    let in0_at = params.in0_offset + i;
    let x0 = m_byte(buf2[in0_at >> 2u], in0_at);
    let in1_at = params.in1_offset + i0 * params.in1_stride0 + i1 * params.in1_stride1;
    let x1 = m_byte(buf3[in1_at >> 2u], in1_at);
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((y & 255u) << out0_shift);
  }
}

// ---- rows that share words, in place ----

// (%0 uint8, %1 uint8)
// %2 uint8 = add %0 %1
// return %2
// out0 strided @1, in0 strided @1, in1 strided @2, rank 2, clustered along 1
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  span: u32,
  extent: u32,
  size0: u32,
  size1: u32,
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
  in1_offset: u32,
  in1_stride0: u32,
  in1_stride1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = x0 + x1;
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
  let cluster = thread / params.span;
  let i0 = cluster;
  let base = params.out0_offset + i0 * params.out0_stride0;
  let first = (base & ~3u) + (thread - cluster * params.span) * 4u;
  var mask = 0u;
  var out0_word = 0u;
  for (var j = 0u; j < 4u; j++) {
    let r1 = first + j - base;
    if (r1 >= params.extent) { continue; }
    let i1 = r1 / params.out0_stride1;
    if (i1 >= params.size1) { continue; }
    let r2 = r1 - i1 * params.out0_stride1;
    if (r2 != 0u) { continue; }
    let in0_at = params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1;
    let x0 = m_byte(buf1[in0_at >> 2u], in0_at);
    let in1_at = params.in1_offset + i0 * params.in1_stride0 + i1 * params.in1_stride1;
    let x1 = m_byte(buf2[in1_at >> 2u], in1_at);
    let y = apply(x0, x1);
    out0_word |= (y & 255u) << (j * 8u);
    mask |= 255u << (j * 8u);
  }
  if (mask == 0u) { return; }
  let out0_at = first / 4u;
  buf1[out0_at] = (buf1[out0_at] & ~mask) | out0_word;
}

// ---- rows far apart ----

// (%0 float16, %1 float16)
// %2 float16 = add %0 %1
// return %2
// out0 strided @1, in0 strided @2, in1 scalar @3, rank 2, clustered along 1
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  span: u32,
  extent: u32,
  size0: u32,
  size1: u32,
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
  in1_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

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

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = x0 + x1;
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
  let cluster = thread / params.span;
  let i0 = cluster;
  let base = params.out0_offset + i0 * params.out0_stride0;
  let first = (base & ~1u) + (thread - cluster * params.span) * 2u;
  let in1_at = params.in1_offset;
  let x1 = m_f16_to_f32(m_short(buf3[in1_at >> 1u], in1_at));
  var mask = 0u;
  var out0_word = 0u;
  for (var j = 0u; j < 2u; j++) {
    let r1 = first + j - base;
    if (r1 >= params.extent) { continue; }
    let i1 = r1 / params.out0_stride1;
    if (i1 >= params.size1) { continue; }
    let r2 = r1 - i1 * params.out0_stride1;
    if (r2 != 0u) { continue; }
    let in0_at = params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1;
    let x0 = m_f16_to_f32(m_short(buf2[in0_at >> 1u], in0_at));
    let y = apply(x0, x1);
    out0_word |= (m_f32_to_f16(y)) << (j * 16u);
    mask |= 65535u << (j * 16u);
  }
  if (mask == 0u) { return; }
  let out0_at = first / 2u;
  buf1[out0_at] = (buf1[out0_at] & ~mask) | out0_word;
}

// ---- interleaving axes ----

// (%0 uint8)
// return %0
// out0 strided @1, in0 strided @2, rank 2, in turns
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  turn: u32,
  size1: u32,
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let i = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (i >= params.len) { return; }
  let q1 = i / params.size1;
  let i1 = i - q1 * params.size1;
  let i0 = q1;
  if (((params.out0_offset + i0 * params.out0_stride0 + i1 * params.out0_stride1) & 3u) != params.turn) { return; }
  let in0_at = params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1;
  let b0 = m_byte(buf2[in0_at >> 2u], in0_at);
  let out0_at = params.out0_offset + i0 * params.out0_stride0 + i1 * params.out0_stride1;
  let out0_shift = params.turn * 8u;
  buf1[out0_at / 4u] = (buf1[out0_at / 4u] & ~(255u << out0_shift)) | ((b0) << out0_shift);
}

// ---- copy int64 ----

// (%0 int64)
// return %0
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

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let i = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (i >= params.len) { return; }
  let in0_at = params.in0_offset + i;
  let b0 = vec2<u32>(buf2[in0_at * 2u], buf2[in0_at * 2u + 1u]);
  let out0_at = params.out0_offset + i;
  let out0_bits = b0;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

// ---- copy float16 backwards ----

// (%0 float16)
// return %0
// out0 contiguous whole @1, in0 strided @2, rank 1, flat of 8 by 1 looped
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
  in0_stride0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

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
    let i0 = i;
    let in0_at = params.in0_offset + i0 * params.in0_stride0;
    let b0 = m_short(buf2[in0_at >> 1u], in0_at);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 1u) >> 2u][(out0_at >> 1u) & 3u];
    let out0_shift = (out0_at & 1u) * 16u;
    buf1[(out0_at >> 1u) >> 2u][(out0_at >> 1u) & 3u] = (out0_word & ~(65535u << out0_shift)) | ((b0) << out0_shift);
  }
}

// ---- fill every other uint64 ----

// (; %0 uint64)
// return %0
// out0 strided @1, rank 1
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  out0_offset: u32,
  out0_stride0: u32,
  s0: u32,
  high0: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let i = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (i >= params.len) { return; }
  let i0 = i;
  let out0_at = params.out0_offset + i0 * params.out0_stride0;
  let out0_bits = vec2<u32>(params.s0, params.high0);
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

