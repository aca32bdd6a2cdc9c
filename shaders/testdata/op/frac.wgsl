// ---- frac float32 ----

// (%0 float32)
// %1 float32 = frac %0
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

fn m_isfinite(x: f32) -> bool { return m_abits(x) < 0x7f800000u; }

// x - trunc(x), which is exact; NaN of infinities.
fn m_frac(x: f32) -> f32 {
  return select(m_nan(), x - m_bar(trunc(x)), m_isfinite(x));
}

fn apply(x0: f32) -> f32 {
  let v1 = m_frac(x0);
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

