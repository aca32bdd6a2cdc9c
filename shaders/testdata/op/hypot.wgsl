// ---- hypot float32 ----

// (%0 float32, %1 float32)
// %2 float32 = hypot %0 %1
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

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_inf() -> f32 { return bitcast<f32>(0x7f800000u | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_isinf(x: f32) -> bool { return m_abits(x) == 0x7f800000u; }

// 2^n for -126 <= n <= 127.
fn m_pow2(n: i32) -> f32 { return bitcast<f32>(bitcast<u32>(n + 127) << 23u); }

// v * 2^n for |n| <= 250, in two steps that neither overflow nor vanish early.
fn m_ldexp(v: f32, n: i32) -> f32 { let a = n >> 1u; return m_bar(v * m_pow2(a)) * m_pow2(n - a); }

fn base_sqrt(x: f32) -> f32 { return sqrt(x); }

struct MNorm { m: f32, e: i32 }

// A positive number from its bits: m * 2^e with m in [1, 2).
fn m_norm(bits: u32) -> MNorm {
  var b = bits; var e = 0;
  if (b < 0x00800000u) { let s = countLeadingZeros(b) - 8u; b = b << s; e = -i32(s); }
  return MNorm(bitcast<f32>((b & 0x7fffffu) | 0x3f800000u), i32(b >> 23u) - 127 + e);
}

// sqrt(x*x + y*y) of operands scaled to where their squares neither overflow nor vanish.
fn m_hypot(x: f32, y: f32) -> f32 {
  let a = max(m_abits(x), m_abits(y)); let b = min(m_abits(x), m_abits(y));
  if (m_isinf(x) || m_isinf(y)) { return m_inf(); }
  if (a > 0x7f800000u) { return m_nan(); }
  if (b == 0u) { return bitcast<f32>(a); }
  let p = m_norm(a); let q = m_norm(b);
  let s = q.m * m_pow2(max(q.e - p.e, -60));
  return m_ldexp(base_sqrt(p.m * p.m + s * s), p.e);
}

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_hypot(x0, x1);
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

