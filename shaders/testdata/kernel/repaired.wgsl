// ---- div ----

// (%0 float32, %1 float32)
// %2 float32 = div %0 %1
// return %2
// out0 contiguous @1, in0 contiguous @2, in1 contiguous @3, repaired div sqrt
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

// 0, but compilers know none of its bits. The length keeps it from being a mere uniform: llvmpipe
// compiles uniforms that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_inf() -> f32 { return bitcast<f32>(0x7f800000u | m_zero()); }

// Quotients with a zero, an infinity or NaN, without their sign.
fn r_div_special(xb: u32, yb: u32) -> f32 {
  if (max(xb, yb) > 0x7f800000u || xb == yb) { return m_nan(); }
  return select(0.0, m_inf(), xb == 0x7f800000u || yb == 0u);
}

struct MNorm { m: f32, e: i32 }

// A positive number from its bits: m * 2^e with m in [1, 2).
fn m_norm(bits: u32) -> MNorm {
  var b = bits; var e = 0;
  if (b < 0x00800000u) { let s = countLeadingZeros(b) - 8u; b = b << s; e = -i32(s); }
  return MNorm(bitcast<f32>((b & 0x7fffffu) | 0x3f800000u), i32(b >> 23u) - 127 + e);
}

fn raw_div(x: f32, y: f32) -> f32 { return x / y; }

// The bits of (q + a fraction, if more) * 2^(e - 151), for 25 bits of q: to nearest even.
fn r_round(q: u32, more: bool, e: i32) -> u32 {
  if (e > 254) { return 0x7f800000u; }
  let v = (q << 1u) | select(0u, 1u, more);
  let drop = u32(clamp(3 - e, 2, 27)); // 2, and what a subnormal lacks
  let up = (1u << (drop - 1u)) - 1u + ((v >> drop) & 1u);
  return ((v + up) >> drop) + (u32(max(e, 1) - 1) << 23u);
}

// The bits of the quotient of two finite positive numbers, from theirs.
fn r_div(xb: u32, yb: u32) -> u32 {
  let x = m_norm(xb); let y = m_norm(yb);
  var n = (bitcast<u32>(x.m) & 0x7fffffu) | 0x800000u;
  let d = (bitcast<u32>(y.m) & 0x7fffffu) | 0x800000u;
  var e = x.e - y.e + 127;
  if (n < d) { n = n << 1u; e -= 1; }
  // q = floor(2^24 * n / d) has 25 bits. If the adapter is at most 3.5 units off, the estimate less
  // 8 is at most 15 too small. r is n * 2^24 - q * d, modulo 2^32 all the way.
  var q = u32(raw_div(f32(n), f32(d)) * 16777216.0) - 8u;
  var r = (n << 24u) - q * d;
  for (var k = 8u; k > 0u; k = k >> 1u) {
    if (r >= k * d) { r -= k * d; q += k; }
  }
  return r_round(q, r != 0u, e);
}

fn base_div(x: f32, y: f32) -> f32 {
  let xb = m_abits(x); let yb = m_abits(y);
  let s = m_sbit(x) ^ m_sbit(y);
  if (min(xb, yb) == 0u || max(xb, yb) >= 0x7f800000u) { return m_or(r_div_special(xb, yb), s); }
  return bitcast<f32>(r_div(xb, yb) | s);
}

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = base_div(x0, x1);
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

// ---- sqrt ----

// (%0 float32)
// %1 float32 = sqrt %0
// return %1
// out0 contiguous @1, in0 contiguous @2, repaired div sqrt
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

// 0, but compilers know none of its bits. The length keeps it from being a mere uniform: llvmpipe
// compiles uniforms that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

struct MNorm { m: f32, e: i32 }

// A positive number from its bits: m * 2^e with m in [1, 2).
fn m_norm(bits: u32) -> MNorm {
  var b = bits; var e = 0;
  if (b < 0x00800000u) { let s = countLeadingZeros(b) - 8u; b = b << s; e = -i32(s); }
  return MNorm(bitcast<f32>((b & 0x7fffffu) | 0x3f800000u), i32(b >> 23u) - 127 + e);
}

fn raw_sqrt(x: f32) -> f32 { return sqrt(x); }

fn base_sqrt(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  if ((b << 1u) == 0u || b == 0x7f800000u) { return x; }
  if (b > 0x7f800000u) { return m_nan(); }
  let n = m_norm(b);
  let odd = u32(n.e & 1);
  // s = floor(2^24 * sqrt(m)) for m in [1, 4). If the adapter is at most 7 units off, the estimate
  // less 15 is at most 31 too small. r is m * 2^48 - s * s, modulo 2^32.
  var s = u32(raw_sqrt(select(n.m, n.m * 2.0, odd != 0u)) * 16777216.0) - 15u;
  var r = (((bitcast<u32>(n.m) & 0x7fffffu) | 0x800000u) << (25u + odd)) - s * s;
  for (var k = 16u; k > 0u; k = k >> 1u) {
    let t = (2u * s + k) * k;
    if (r >= t) { r -= t; s += k; }
  }
  // No root of 24 bits lies halfway between two numbers of 24 bits.
  return bitcast<f32>(((s + 1u) >> 1u) + (u32((n.e >> 1u) + 126) << 23u));
}

fn apply(x0: f32) -> f32 {
  let v1 = base_sqrt(x0);
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

