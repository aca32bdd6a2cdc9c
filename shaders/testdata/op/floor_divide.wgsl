// ---- floor_divide uint32 ----

// (%0 uint32, %1 uint32)
// %2 uint32 = floor_divide %0 %1
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

fn m_udiv(x: u32, y: u32) -> u32 { return select(x / select(y, 1u, y == 0u), 0u, y == 0u); }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = m_udiv(x0, x1);
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
  let x0 = buf2[in0_at];
  let in1_at = params.in1_offset + i;
  let x1 = buf3[in1_at];
  let y = apply(x0, x1);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = y;
}

// ---- floor_divide int32 ----

// (%0 int32, %1 int32)
// %2 int32 = floor_divide %0 %1
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

// Towards zero; the smallest integer by -1 is itself.
fn m_idiv(x: i32, y: i32) -> i32 {
  let q = x / select(y, 1, y == 0 || y == -1);
  return select(select(q, 0 - x, y == -1), 0, y == 0);
}

// With the sign of x.
fn m_irem(x: i32, y: i32) -> i32 {
  let d = select(y, 1, y == 0 || y == -1);
  return x - x / d * d;
}

// Towards minus infinity.
fn m_ifloordiv(x: i32, y: i32) -> i32 {
  let r = m_irem(x, y);
  return m_idiv(x, y) - select(0, 1, r != 0 && (r ^ y) < 0);
}

fn apply(x0: i32, x1: i32) -> i32 {
  let v2 = m_ifloordiv(x0, x1);
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
  let x0 = bitcast<i32>(buf2[in0_at]);
  let in1_at = params.in1_offset + i;
  let x1 = bitcast<i32>(buf3[in1_at]);
  let y = apply(x0, x1);
  let out0_at = params.out0_offset + i;
  buf1[out0_at] = bitcast<u32>(y);
}

// ---- floor_divide float32 ----

// (%0 float32, %1 float32)
// %2 float32 = floor_divide %0 %1
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

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

fn base_div(x: f32, y: f32) -> f32 { return x / y; }

// Exact: long division of the significands, eight bits a round, in integers.
fn m_fmod(x: f32, y: f32) -> f32 {
  let xb = m_abits(x); let yb = m_abits(y);
  if (xb >= 0x7f800000u || yb > 0x7f800000u || yb == 0u) { return m_nan(); }
  if (xb < yb) { return x; }
  var ex = i32(xb >> 23u); var ey = i32(yb >> 23u);
  var mx = xb & 0x7fffffu; var my = yb & 0x7fffffu;
  if (ex == 0) { let s = countLeadingZeros(mx) - 8u; mx = mx << s; ex = 1 - i32(s); } else { mx = mx | 0x800000u; }
  if (ey == 0) { let s = countLeadingZeros(my) - 8u; my = my << s; ey = 1 - i32(s); } else { my = my | 0x800000u; }
  var d = ex - ey;
  var r = mx % my;
  while (d > 0 && r != 0u) {
    let st = min(d, 8);
    r = (r << u32(st)) % my;
    d -= st;
  }
  if (r == 0u) { return m_or(0.0, m_sbit(x)); }
  // The result is r * 2^(ey - 150).
  let z = countLeadingZeros(r) - 8u;
  let e = ey - i32(z);
  var o: u32;
  if (e >= 1) { o = ((r << z) & 0x7fffffu) | (u32(e) << 23u); }
  else { // subnormal
    let up = ey - 1;
    if (up >= 0) { o = r << u32(up); } else { o = r >> u32(-up); }
  }
  return bitcast<f32>(o | m_sbit(x));
}

// NumPy's algorithm, step by step: the exact remainder is taken off before dividing.
fn m_floor_div(x: f32, y: f32) -> f32 {
  if (m_abits(y) == 0u) { return base_div(x, y); }
  let m = m_fmod(x, y);
  if (m_isnan(m)) { return m; }
  var d = base_div(m_bar(x - m), y);
  if (m_abits(m) != 0u && m_sbit(m) != m_sbit(y)) { d = m_bar(d - 1.0); }
  if (m_abits(d) == 0u) { return bitcast<f32>(m_sbit(x) ^ m_sbit(y)); }
  let f = m_bar(floor(d));
  return select(f, f + 1.0, m_bar(d - f) > 0.5);
}

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = m_floor_div(x0, x1);
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

