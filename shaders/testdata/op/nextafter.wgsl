// ---- nextafter float16 ----

// (%0 float16, %1 float16)
// %2 float16 = nextafter %0 %1
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

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// An integer that grows with x, a number; equal for both zeros.
fn m_order(x: f32) -> i32 {
  let a = bitcast<i32>(m_abits(x));
  return select(a, 0 - a, m_sbit(x) != 0u);
}

fn m_numbers(x: f32, y: f32) -> bool { return !m_isnan(x) && !m_isnan(y); }

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

// The bits of the half-precision number next to x towards y, which differs; h has x's.
fn m_half_step(h: u32, x: f32, y: f32) -> u32 {
  if (m_abits(x) == 0u) { return (m_sbit(y) >> 16u) | 1u; }
  let outwards = (m_order(x) < m_order(y)) == (m_sbit(x) == 0u);
  return select(h - 1u, h + 1u, outwards);
}

fn m_nextafter_f16(x: f32, y: f32) -> f32 {
  if (!m_numbers(x, y)) { return m_nan(); }
  if (m_order(x) == m_order(y)) { return y; }
  return m_f16_to_f32(m_half_step(m_f32_to_f16(x), x, y));
}

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_nextafter_f16(x0, x1);
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

// ---- nextafter bfloat16 ----

// (%0 bfloat16, %1 bfloat16)
// %2 bfloat16 = nextafter %0 %1
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

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds two of 16 bits.
fn m_short(word: u32, at: u32) -> u32 { return (word >> ((at & 1u) * 16u)) & 0xffffu; }

// An integer that grows with x, a number; equal for both zeros.
fn m_order(x: f32) -> i32 {
  let a = bitcast<i32>(m_abits(x));
  return select(a, 0 - a, m_sbit(x) != 0u);
}

fn m_numbers(x: f32, y: f32) -> bool { return !m_isnan(x) && !m_isnan(y); }

fn m_bf16_to_f32(h: u32) -> f32 { return bitcast<f32>(h << 16u); }

// The bits of the bfloat16 nearest to x, ties to even; of NaN those above, and quiet.
fn m_f32_to_bf16(x: f32) -> u32 {
  let b = bitcast<u32>(x);
  return select(b + 0x7fffu + ((b >> 16u) & 1u), b | 0x400000u, m_isnan(x)) >> 16u;
}

// The bits of the half-precision number next to x towards y, which differs; h has x's.
fn m_half_step(h: u32, x: f32, y: f32) -> u32 {
  if (m_abits(x) == 0u) { return (m_sbit(y) >> 16u) | 1u; }
  let outwards = (m_order(x) < m_order(y)) == (m_sbit(x) == 0u);
  return select(h - 1u, h + 1u, outwards);
}

fn m_nextafter_bf16(x: f32, y: f32) -> f32 {
  if (!m_numbers(x, y)) { return m_nan(); }
  if (m_order(x) == m_order(y)) { return y; }
  return m_bf16_to_f32(m_half_step(m_f32_to_bf16(x), x, y));
}

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_nextafter_bf16(x0, x1);
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

// ---- nextafter float32 ----

// (%0 float32, %1 float32)
// %2 float32 = nextafter %0 %1
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

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// An integer that grows with x, a number; equal for both zeros.
fn m_order(x: f32) -> i32 {
  let a = bitcast<i32>(m_abits(x));
  return select(a, 0 - a, m_sbit(x) != 0u);
}

fn m_numbers(x: f32, y: f32) -> bool { return !m_isnan(x) && !m_isnan(y); }

// The neighbour of x in the direction of y: the bits of numbers of one sign are ordered
// as the numbers are.
fn m_nextafter(x: f32, y: f32) -> f32 {
  if (!m_numbers(x, y)) { return m_nan(); }
  if (m_order(x) == m_order(y)) { return y; }
  if (m_abits(x) == 0u) { return bitcast<f32>(m_sbit(y) | 1u); }
  let outwards = (m_order(x) < m_order(y)) == (m_sbit(x) == 0u);
  return bitcast<f32>(select(bitcast<u32>(x) - 1u, bitcast<u32>(x) + 1u, outwards));
}

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_nextafter(x0, x1);
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

// ---- nextafter float64 ----

// (%0 float64, %1 float64)
// %2 float64 = nextafter %0 %1
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

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// An integer that grows with x, a number; equal for both zeros.
fn m_order(x: f32) -> i32 {
  let a = bitcast<i32>(m_abits(x));
  return select(a, 0 - a, m_sbit(x) != 0u);
}

fn m_numbers(x: f32, y: f32) -> bool { return !m_isnan(x) && !m_isnan(y); }

// The neighbour of x in the direction of y: the bits of numbers of one sign are ordered
// as the numbers are.
fn m_nextafter(x: f32, y: f32) -> f32 {
  if (!m_numbers(x, y)) { return m_nan(); }
  if (m_order(x) == m_order(y)) { return y; }
  if (m_abits(x) == 0u) { return bitcast<f32>(m_sbit(y) | 1u); }
  let outwards = (m_order(x) < m_order(y)) == (m_sbit(x) == 0u);
  return bitcast<f32>(select(bitcast<u32>(x) - 1u, bitcast<u32>(x) + 1u, outwards));
}

// A signed integer that grows with x, a number; equal for both zeros.
fn m_forder64(x: vec2<u32>) -> vec2<u32> { return m_negate64(m_fabs64(x), m_negative64(x)); }

fn m_fnumbers64(x: vec2<u32>, y: vec2<u32>) -> bool { return !m_fisnan64(x) && !m_fisnan64(y); }

fn m_feq64(x: vec2<u32>, y: vec2<u32>) -> bool {
  return m_fnumbers64(x, y) && (all(x == y) || (m_fiszero64(x) && m_fiszero64(y)));
}

fn m_flt64(x: vec2<u32>, y: vec2<u32>) -> bool {
  return m_fnumbers64(x, y) && m_ilt64(m_forder64(x), m_forder64(y));
}

// See m_nextafter.
fn m_fnextafter64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  if (!m_fnumbers64(x, y)) { return m_fnan64(); }
  if (m_feq64(x, y)) { return y; }
  if (m_fiszero64(x)) { return vec2<u32>(1u, y.y & 0x80000000u); }
  let outwards = m_flt64(x, y) != m_negative64(x);
  return m_add64(x, select(vec2<u32>(0xffffffffu), vec2<u32>(1u, 0u), outwards));
}

fn m_fabs64(x: vec2<u32>) -> vec2<u32> { return vec2<u32>(x.x, x.y & 0x7fffffffu); }

fn m_fnan64() -> vec2<u32> { return vec2<u32>(0u, 0x7ff80000u); }

fn m_fisnan64(x: vec2<u32>) -> bool { return ((x.y << 1u) | min(x.x, 1u)) > 0xffe00000u; }

fn m_fiszero64(x: vec2<u32>) -> bool { return ((x.y << 1u) | x.x) == 0u; }

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

fn m_sub64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(x.x - y.x, x.y - y.y - select(0u, 1u, x.x < y.x));
}

fn m_neg64(x: vec2<u32>) -> vec2<u32> { return m_sub64(vec2<u32>(0u), x); }

fn m_negative64(x: vec2<u32>) -> bool { return x.y > 0x7fffffffu; }

// x, or -x where the condition holds.
fn m_negate64(x: vec2<u32>, condition: bool) -> vec2<u32> { return select(x, m_neg64(x), condition); }

fn m_ilt64(x: vec2<u32>, y: vec2<u32>) -> bool {
  return bitcast<i32>(x.y) < bitcast<i32>(y.y) || (x.y == y.y && x.x < y.x);
}

fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_fnextafter64(x0, x1);
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
  let x0 = vec2<u32>(buf2[in0_at * 2u], buf2[in0_at * 2u + 1u]);
  let in1_at = params.in1_offset + i;
  let x1 = vec2<u32>(buf3[in1_at * 2u], buf3[in1_at * 2u + 1u]);
  let y = apply(x0, x1);
  let out0_at = params.out0_offset + i;
  let out0_bits = y;
  buf1[out0_at * 2u] = out0_bits.x;
  buf1[out0_at * 2u + 1u] = out0_bits.y;
}

