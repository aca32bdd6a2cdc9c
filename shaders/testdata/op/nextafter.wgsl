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

