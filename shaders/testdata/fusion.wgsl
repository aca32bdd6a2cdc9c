// ---- floats pass m_bar on their way ----

// (%0 float32, %1 float32; %2 float32)
// %3 float32 = mul %0 %2
// %4 float32 = add %3 %1
// %5 float32 = relu %4
// return %5
// out0 contiguous @1, in0 contiguous @2, in1 contiguous @3
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  out0_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
  s2: u32,
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

// The bits of what is negative, -0 and no NaN are those from 0x80000000 to 0xff800000.
fn m_relu(x: f32) -> f32 { return select(x, 0.0, bitcast<u32>(x) - 0x80000000u <= 0x7f800000u); }

fn apply(x0: f32, x1: f32, s2: f32) -> f32 {
  let v3 = m_bar(x0 * s2);
  let v4 = m_bar(v3 + x1);
  let v5 = m_relu(v4);
  return v5;
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
  let y = apply(x0, x1, m_bar(bitcast<f32>(params.s2)));
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- integers and bools do not ----

// (%0 int32, %1 int32)
// %2 int32 = mul %0 %1
// %3 int32 = add %2 %1
// %4 bool = lt %3 %0
// return %4
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
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<vec4<u32>>;

fn apply(x0: i32, x1: i32) -> bool {
  let v2 = x0 * x1;
  let v3 = v2 + x1;
  let v4 = v3 < x0;
  return v4;
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
    let x0 = bitcast<i32>(buf2[(in0_at) >> 2u][(in0_at) & 3u]);
    let in1_at = params.in1_offset + i;
    let x1 = bitcast<i32>(buf3[(in1_at) >> 2u][(in1_at) & 3u]);
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((select(0u, 1u, y)) << out0_shift);
  }
}

// ---- a value taken twice passes m_twin ----

// (%0 float32)
// %1 float32 = sub %0 %0
// %2 float32 = exp %1
// %3 float32 = div %2 %2
// return %3
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

// v, but it is not known to equal v. After m_bar, anything done with the same zero folds
// away, or makes a known 0 of a 0 (by which llvmpipe must not be let divide: it then
// drops the store).
fn m_twin(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | (params.none & ~arrayLength(&buf1))); }

fn m_inf() -> f32 { return bitcast<f32>(0x7f800000u | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// 2^n for -126 <= n <= 127.
fn m_pow2(n: i32) -> f32 { return bitcast<f32>(bitcast<u32>(n + 127) << 23u); }

// v * 2^n for |n| <= 250, in two steps that neither overflow nor vanish early.
fn m_ldexp(v: f32, n: i32) -> f32 { let a = n >> 1u; return m_bar(v * m_pow2(a)) * m_pow2(n - a); }

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

fn apply(x0: f32) -> f32 {
  let t1_1 = m_twin(x0);
  let v1 = m_bar(x0 - t1_1);
  let v2 = m_bar(m_exp(v1));
  let t3_1 = m_twin(v2);
  let v3 = base_div(v2, t3_1);
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
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- and so does one result beside another ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// %3 float32 = add %1 %0
// %4 float32 = sub %2 %3
// return %4
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

// v, but it is not known to equal v. After m_bar, anything done with the same zero folds
// away, or makes a known 0 of a 0 (by which llvmpipe must not be let divide: it then
// drops the store).
fn m_twin(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | (params.none & ~arrayLength(&buf1))); }

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_bar(x0 + x1);
  let v3 = m_bar(x1 + x0);
  let t4_1 = m_twin(v3);
  let v4 = v2 - t4_1;
  return v4;
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

// ---- scalars of every type ----

// (%0 float32; %1 bool, %2 int32, %3 uint32, %4 float32)
// %5 float32 = cast %2
// %6 float32 = cast %3
// %7 float32 = add %5 %6
// %8 float32 = add %7 %4
// %9 float32 = where %1 %8 %0
// return %9
// out0 contiguous @1, in0 contiguous @2
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  out0_offset: u32,
  in0_offset: u32,
  s1: u32,
  s2: u32,
  s3: u32,
  s4: u32,
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

// v, but it is not known to equal v. After m_bar, anything done with the same zero folds
// away, or makes a known 0 of a 0 (by which llvmpipe must not be let divide: it then
// drops the store).
fn m_twin(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | (params.none & ~arrayLength(&buf1))); }

// The nearest float: WGSL takes either neighbour for right, and SwiftShader rounds numbers
// from 2^31 on twice. Both halves are exact, however they are converted, and the sum is the
// only rounding.
fn m_u2f(x: u32) -> f32 { return f32(x & 0xffff0000u) + f32(bitcast<i32>(x & 0xffffu)); }

fn m_i2f(x: i32) -> f32 { return f32(x & -65536) + f32(x & 65535); }

fn apply(x0: f32, s1: bool, s2: i32, s3: u32, s4: f32) -> f32 {
  let v5 = m_bar(m_i2f(s2));
  let v6 = m_bar(m_u2f(s3));
  let t7_1 = m_twin(v6);
  let v7 = m_bar(v5 + t7_1);
  let v8 = m_bar(v7 + s4);
  let v9 = select(x0, v8, s1);
  return v9;
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
  let y = apply(x0, params.s1 != 0u, bitcast<i32>(params.s2), params.s3, m_bar(bitcast<f32>(params.s4)));
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- several outputs ----

// (%0 float32)
// %1 float32 = sin %0
// %2 float32 = cos %0
// return %1 %2 %0
// out0 contiguous @1, out1 contiguous @2, out2 contiguous @3, in0 contiguous @4
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  out0_offset: u32,
  out1_offset: u32,
  out2_offset: u32,
  in0_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;
@group(0) @binding(3) var<storage, read_write> buf3: array<u32>;
@group(0) @binding(4) var<storage, read> buf4: array<u32>;

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

fn m_sin(x: f32) -> f32 {
  let b = m_abits(x);
  if (b >= 0x7f800000u) { return m_nan(); }
  if (b < 0x39800000u) { return x; }
  let t = m_trig_reduce(x);
  let v = select(m_sin_k(t.r, t.lo), m_cos_k(t.r, t.lo), (t.q & 1u) != 0u);
  return m_xor(v, (t.q & 2u) << 30u);
}

fn m_cos(x: f32) -> f32 {
  if (m_abits(x) >= 0x7f800000u) { return m_nan(); }
  let t = m_trig_reduce(x);
  let v = select(m_cos_k(t.r, t.lo), m_sin_k(t.r, t.lo), (t.q & 1u) != 0u);
  return m_xor(v, ((t.q + 1u) & 2u) << 30u);
}

struct Results { y0: f32, y1: f32 }
fn apply(x0: f32) -> Results {
  let v1 = m_sin(x0);
  let v2 = m_cos(x0);
  return Results(v1, v2);
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
  let b0 = buf4[in0_at];
  let x0 = bitcast<f32>(b0);
  let y = apply(x0);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y.y0);
  let out1_at = params.out1_offset + i;
  buf2[out1_at] = bitcast<u32>(y.y1);
  let out2_at = params.out2_offset + i;
  buf3[out2_at] = b0;
}

// ---- no instructions, two outputs ----

// (%0 float32, %1 int32)
// return %1 %0
// out0 contiguous @1, out1 contiguous @2, in0 contiguous @3, in1 contiguous @4
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  out0_offset: u32,
  out1_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;
@group(0) @binding(4) var<storage, read> buf4: array<u32>;

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let i = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  if (i >= params.len) { return; }
  let in0_at = params.in0_offset + i;
  let b0 = buf3[in0_at];
  let in1_at = params.in1_offset + i;
  let b1 = buf4[in1_at];
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = b1;
  let out1_at = params.out1_offset + i;
  buf2[out1_at] = b0;
}

