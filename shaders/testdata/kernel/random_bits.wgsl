// ---- bits and words of a key ----

// (%0 uint64; %1 uint64)
// %2 uint32 = random_bits %1 %0
// %3 uint64 = threefry2x32 %1 %0
// return %2 %3
// out0 contiguous aligned @1, out1 contiguous aligned @2, in0 contiguous aligned @3, flat 1xvec4 no-tail exact-grid
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  out0_offset: u32,
  out1_offset: u32,
  in0_offset: u32,
  s1: u32,
  high1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> buf2: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<vec4<u32>>;

// Four rounds of addition, rotation and exclusive or.
fn m_threefry_rounds(block: vec2<u32>, r0: u32, r1: u32, r2: u32, r3: u32) -> vec2<u32> {
  var x = block[1] + block[0];
  var y = ((block[0] << r0) | (block[0] >> (u32(32u) - r0))) ^ x;
  x += y; y = ((y << r1) | (y >> (u32(32u) - r1))) ^ x;
  x += y; y = ((y << r2) | (y >> (u32(32u) - r2))) ^ x;
  x += y; y = ((y << r3) | (y >> (u32(32u) - r3))) ^ x;
  return vec2<u32>(y, x);
}

// The first rotations, and what is added then.
fn m_threefry_even(b: vec2<u32>, y: u32, x: u32) -> vec2<u32> {
  let a = m_threefry_rounds(b, u32(13u), u32(15u), u32(26u), u32(6u));
  return vec2<u32>(a[0] + y, a[1] + x);
}

fn m_threefry_odd(b: vec2<u32>, y: u32, x: u32) -> vec2<u32> {
  let a = m_threefry_rounds(b, u32(17u), u32(29u), u32(16u), u32(24u));
  return vec2<u32>(a[0] + y, a[1] + x);
}

fn m_threefry(key: vec2<u32>, counter: vec2<u32>) -> vec2<u32> {
  let y = key[0]; let x = key[1];
  let last = u32(0x1bd11bdau) ^ y ^ x;
  var b = m_threefry_even(vec2<u32>(counter[0] + y, counter[1] + x), last + u32(1u), y);
  b = m_threefry_odd(b, x + u32(2u), last);
  b = m_threefry_even(b, y + u32(3u), x);
  b = m_threefry_odd(b, last + u32(4u), y);
  return m_threefry_even(b, x + u32(5u), last);
}

fn m_random_bits(key: vec2<u32>, counter: vec2<u32>) -> u32 {
  let b = m_threefry(key, counter);
  return b[0] ^ b[1];
}

struct Results { y0: u32, y1: vec2<u32> }
fn apply(x0: vec2<u32>, s1: vec2<u32>) -> Results {
  let v2 = m_random_bits(s1, x0);
  let v3 = m_threefry(s1, x0);
  return Results(v2, v3);
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = group.x * 256u + lane;
  let i = thread * 4u;
  let out0_at0 = params.out0_offset + thread;
  let out1_at0 = params.out1_offset + thread * 2u;
  let in0_at0 = params.in0_offset + thread * 2u;
  let s1 = vec2<u32>(params.s1, params.high1);
  {
    let in0_0 = buf3[in0_at0];
    let in0_1 = buf3[in0_at0 + 1u];
    let y0 = apply(vec2<u32>(in0_0.x, in0_0.y), s1);
    let y1 = apply(vec2<u32>(in0_0.z, in0_0.w), s1);
    let y2 = apply(vec2<u32>(in0_1.x, in0_1.y), s1);
    let y3 = apply(vec2<u32>(in0_1.z, in0_1.w), s1);
    buf1[out0_at0] = vec4<u32>(y0.y0, y1.y0, y2.y0, y3.y0);
    let out1_bits0 = y0.y1;
    let out1_bits1 = y1.y1;
    let out1_bits2 = y2.y1;
    let out1_bits3 = y3.y1;
    buf2[out1_at0] = vec4<u32>(out1_bits0.x, out1_bits0.y, out1_bits1.x, out1_bits1.y);
    buf2[out1_at0 + 1u] = vec4<u32>(out1_bits2.x, out1_bits2.y, out1_bits3.x, out1_bits3.y);
  }
}

// ---- numbers of bits ----

// (%0 uint32)
// %1 float32 = random_normal %0
// %2 float32 = random_exponential %0
// return %1 %2
// out0 contiguous aligned @1, out1 contiguous aligned @2, in0 contiguous aligned @3, flat 1xvec4 no-tail exact-grid
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  out0_offset: u32,
  out1_offset: u32,
  in0_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> buf2: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<vec4<u32>>;

// 0, but compilers know none of its bits. The length keeps it from being a mere uniform: llvmpipe
// compiles uniforms that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// v, but compilers know nothing of it: they do not rearrange, contract or fold through a word that
// was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

fn base_sqrt(x: f32) -> f32 { return sqrt(x); }

// sqrt(2) erfinv(a) for 0 <= a < 1, by w = -log(1 - a^2) up to 16.8. The middle and the tail share the steps of
// their polynomials, because software drivers run the text of a branch and of a loop at least once.
fn m_normal_below(a: f32, w: f32) -> f32 {
  let s = m_bar(base_sqrt(w));
  let tail = w >= f32(4.0);
  let x = m_bar(select(w, s, tail) - select(f32(2.0), f32(3.0), tail));
  var p = m_bar(select(f32(-1.3843188e-08), f32(0.0), tail) * x);
  p = m_bar((p + select(f32(9.256788e-08), f32(-2.1043734e-05), tail)) * x);
  p = m_bar((p + select(f32(4.2986892e-07), f32(7.881578e-05), tail)) * x);
  p = m_bar((p + select(f32(-6.874558e-06), f32(-6.423636e-05), tail)) * x);
  p = m_bar((p + select(f32(1.0756522e-05), f32(-0.00031093517), tail)) * x);
  p = m_bar((p + select(f32(0.0003053549), f32(0.0016205946), tail)) * x);
  p = m_bar((p + select(f32(-0.0023930864), f32(-0.004872725), tail)) * x);
  p = m_bar((p + select(f32(-0.002783362), f32(0.009677741), tail)) * x);
  p = m_bar((p + select(f32(0.3532254), f32(0.4179788), tail)) * x);
  p = m_bar(p + select(f32(0.9476764), f32(1.006187), tail));
  return m_bar(select(a, s, tail) + select(m_bar(a * p), p, tail));
}

// -log(x) of a normal number x up to 1: see package op. Every step is rounded. So products pass m_bar, and sums
// that are added; what is multiplied by another value is neither contracted nor reassociated. 0 passes it
// too, as -log(1) is not -0: compilers make a change of the sign of 0 - x.
fn m_minus_log(x: f32) -> f32 {
  let i = bitcast<u32>(x) - u32(0x3f3504f3u);
  let e = f32(bitcast<i32>(i) >> u32(23u));
  let t = m_bar(bitcast<f32>((i & u32(0x7fffffu)) + u32(0x3f3504f3u)) - 1.0);
  var p = m_bar(-0.076108105 * t);
  p = m_bar((p + 0.13047649) * t);
  p = m_bar((p - 0.13325281) * t);
  p = m_bar((p + 0.1416174) * t);
  p = m_bar((p - 0.1659482) * t);
  p = m_bar((p + 0.20002735) * t);
  p = m_bar((p - 0.25002348) * t);
  p = m_bar((p + 0.3333332) * t);
  p = p - 0.49999976;
  let low = m_bar(m_bar(e * 0.000031946183298714458942413330078125) + m_bar(m_bar(t * t) * p));
  return m_bar(m_bar(f32(0.0)) - m_bar(m_bar(e * 0.693115234375) + m_bar(t + low)));
}

fn m_random_normal(bits: u32) -> f32 {
  let u = f32(bitcast<i32>((bits >> u32(9u)) << u32(2u)) - i32(16777215)) * 0.000000059604644775390625;
  let a = abs(u);
  let y = m_normal_below(a, m_minus_log(m_bar(m_bar(1.0 - a) * m_bar(1.0 + a))));
  return bitcast<f32>(bitcast<u32>(y) | (bitcast<u32>(u) & u32(0x80000000u)));
}

fn m_random_exponential(bits: u32) -> f32 {
  return m_minus_log(m_bar(1.0 - f32(bits >> u32(9u)) * 0.00000011920928955078125));
}

struct Results { y0: f32, y1: f32 }
fn apply(x0: u32) -> Results {
  let v1 = m_random_normal(x0);
  let v2 = m_random_exponential(x0);
  return Results(v1, v2);
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = group.x * 256u + lane;
  let i = thread * 4u;
  let out0_at0 = params.out0_offset + thread;
  let out1_at0 = params.out1_offset + thread;
  let in0_at0 = params.in0_offset + thread;
  {
    let in0_0 = buf3[in0_at0];
    let y0 = apply(in0_0.x);
    let y1 = apply(in0_0.y);
    let y2 = apply(in0_0.z);
    let y3 = apply(in0_0.w);
    buf1[out0_at0] = vec4<u32>(bitcast<u32>(y0.y0), bitcast<u32>(y1.y0), bitcast<u32>(y2.y0), bitcast<u32>(y3.y0));
    buf2[out1_at0] = vec4<u32>(bitcast<u32>(y0.y1), bitcast<u32>(y1.y1), bitcast<u32>(y2.y1), bitcast<u32>(y3.y1));
  }
}

