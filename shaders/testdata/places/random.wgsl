// ---- stage 1: groups by a thread ----

// (%0 int64 position; %1 uint64)
// %2 uint64 = cast %0
// %3 uint32 = random_bits %1 %2
// %4 float32 = random_normal %3
// %5 float32 = random_exponential %3
// return %4 %5
// out0 strided @1, out1 strided @2, in0 strided position, groups by a thread, axes 1, ranks 0, rounds of 4, by groups, vectors of operand 0, vectors of operand 1, keeps [] outputs [0 1]
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  loops: u32, // always 0 in kernels of groups, see m_hide
  threads: u32,
  whole: u32,
  each: u32,
  groups: u32,
  elements: u32,
  part: u32,
  parts: u32,
  first_part: u32,
  part_count: u32,
  out0_offset: u32,
  out0_stride0: u32,
  out1_offset: u32,
  out1_stride0: u32,
  in0_offset: u32,
  in0_high: u32,
  in0_stride0: u32,
  s1: u32,
  high1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> buf2: array<vec4<u32>>;

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

// m_signed64 is an integer with its sign in a second word.
fn m_signed64(x: u32) -> vec2<u32> { return vec2<u32>(x, select(0u, 0xffffffffu, x >= 0x80000000u)); }

fn m_threefry_rounds4(block: array<vec4<u32>, 2>, r0: vec4<u32>, r1: vec4<u32>, r2: vec4<u32>, r3: vec4<u32>) -> array<vec4<u32>, 2> {
  var x = block[1] + block[0];
  var y = ((block[0] << r0) | (block[0] >> (vec4<u32>(32u) - r0))) ^ x;
  x += y; y = ((y << r1) | (y >> (vec4<u32>(32u) - r1))) ^ x;
  x += y; y = ((y << r2) | (y >> (vec4<u32>(32u) - r2))) ^ x;
  x += y; y = ((y << r3) | (y >> (vec4<u32>(32u) - r3))) ^ x;
  return array<vec4<u32>, 2>(y, x);
}

fn m_threefry_even4(b: array<vec4<u32>, 2>, y: vec4<u32>, x: vec4<u32>) -> array<vec4<u32>, 2> {
  let a = m_threefry_rounds4(b, vec4<u32>(13u), vec4<u32>(15u), vec4<u32>(26u), vec4<u32>(6u));
  return array<vec4<u32>, 2>(a[0] + y, a[1] + x);
}

fn m_threefry_odd4(b: array<vec4<u32>, 2>, y: vec4<u32>, x: vec4<u32>) -> array<vec4<u32>, 2> {
  let a = m_threefry_rounds4(b, vec4<u32>(17u), vec4<u32>(29u), vec4<u32>(16u), vec4<u32>(24u));
  return array<vec4<u32>, 2>(a[0] + y, a[1] + x);
}

fn m_threefry4(key: array<vec4<u32>, 2>, counter: array<vec4<u32>, 2>) -> array<vec4<u32>, 2> {
  let y = key[0]; let x = key[1];
  let last = vec4<u32>(0x1bd11bdau) ^ y ^ x;
  var b = m_threefry_even4(array<vec4<u32>, 2>(counter[0] + y, counter[1] + x), last + vec4<u32>(1u), y);
  b = m_threefry_odd4(b, x + vec4<u32>(2u), last);
  b = m_threefry_even4(b, y + vec4<u32>(3u), x);
  b = m_threefry_odd4(b, last + vec4<u32>(4u), y);
  return m_threefry_even4(b, x + vec4<u32>(5u), last);
}

fn m_random_bits4(key: array<vec4<u32>, 2>, counter: array<vec4<u32>, 2>) -> vec4<u32> {
  let b = m_threefry4(key, counter);
  return b[0] ^ b[1];
}

// 0, but compilers know none of its bits. The length keeps it from being a mere uniform: llvmpipe
// compiles uniforms that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

fn m_bar4(v: vec4<f32>) -> vec4<f32> { return bitcast<vec4<f32>>(bitcast<vec4<u32>>(v) | vec4<u32>(m_zero())); }

fn base_sqrt(x: f32) -> f32 { return sqrt(x); }

fn base_sqrt4(x: vec4<f32>) -> vec4<f32> { return vec4<f32>(base_sqrt(x.x), base_sqrt(x.y), base_sqrt(x.z), base_sqrt(x.w)); }

fn m_normal_below4(a: vec4<f32>, w: vec4<f32>) -> vec4<f32> {
  let s = m_bar4(base_sqrt4(w));
  let tail = w >= vec4<f32>(4.0);
  let x = m_bar4(select(w, s, tail) - select(vec4<f32>(2.0), vec4<f32>(3.0), tail));
  var p = m_bar4(select(vec4<f32>(-1.3843188e-08), vec4<f32>(0.0), tail) * x);
  p = m_bar4((p + select(vec4<f32>(9.256788e-08), vec4<f32>(-2.1043734e-05), tail)) * x);
  p = m_bar4((p + select(vec4<f32>(4.2986892e-07), vec4<f32>(7.881578e-05), tail)) * x);
  p = m_bar4((p + select(vec4<f32>(-6.874558e-06), vec4<f32>(-6.423636e-05), tail)) * x);
  p = m_bar4((p + select(vec4<f32>(1.0756522e-05), vec4<f32>(-0.00031093517), tail)) * x);
  p = m_bar4((p + select(vec4<f32>(0.0003053549), vec4<f32>(0.0016205946), tail)) * x);
  p = m_bar4((p + select(vec4<f32>(-0.0023930864), vec4<f32>(-0.004872725), tail)) * x);
  p = m_bar4((p + select(vec4<f32>(-0.002783362), vec4<f32>(0.009677741), tail)) * x);
  p = m_bar4((p + select(vec4<f32>(0.3532254), vec4<f32>(0.4179788), tail)) * x);
  p = m_bar4(p + select(vec4<f32>(0.9476764), vec4<f32>(1.006187), tail));
  return m_bar4(select(a, s, tail) + select(m_bar4(a * p), p, tail));
}

fn m_minus_log4(x: vec4<f32>) -> vec4<f32> {
  let i = bitcast<vec4<u32>>(x) - vec4<u32>(0x3f3504f3u);
  let e = vec4<f32>(bitcast<vec4<i32>>(i) >> vec4<u32>(23u));
  let t = m_bar4(bitcast<vec4<f32>>((i & vec4<u32>(0x7fffffu)) + vec4<u32>(0x3f3504f3u)) - 1.0);
  var p = m_bar4(-0.076108105 * t);
  p = m_bar4((p + 0.13047649) * t);
  p = m_bar4((p - 0.13325281) * t);
  p = m_bar4((p + 0.1416174) * t);
  p = m_bar4((p - 0.1659482) * t);
  p = m_bar4((p + 0.20002735) * t);
  p = m_bar4((p - 0.25002348) * t);
  p = m_bar4((p + 0.3333332) * t);
  p = p - 0.49999976;
  let low = m_bar4(m_bar4(e * 0.000031946183298714458942413330078125) + m_bar4(m_bar4(t * t) * p));
  return m_bar4(m_bar4(vec4<f32>(0.0)) - m_bar4(m_bar4(e * 0.693115234375) + m_bar4(t + low)));
}

fn m_random_normal4(bits: vec4<u32>) -> vec4<f32> {
  let u = vec4<f32>(bitcast<vec4<i32>>((bits >> vec4<u32>(9u)) << vec4<u32>(2u)) - vec4<i32>(16777215)) * 0.000000059604644775390625;
  let a = abs(u);
  let y = m_normal_below4(a, m_minus_log4(m_bar4(m_bar4(1.0 - a) * m_bar4(1.0 + a))));
  return bitcast<vec4<f32>>(bitcast<vec4<u32>>(y) | (bitcast<vec4<u32>>(u) & vec4<u32>(0x80000000u)));
}

fn m_random_exponential4(bits: vec4<u32>) -> vec4<f32> {
  return m_minus_log4(m_bar4(1.0 - vec4<f32>(bits >> vec4<u32>(9u)) * 0.00000011920928955078125));
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  var whole = params.whole;
  let first = (thread - lane) * params.each + lane;
  let past = min(first + 256u * params.each, whole);
  for (var turn = first; turn < past; turn += 256u) {
    let thread = turn * 4u;
    let begin = 0u;
    let end = params.elements;
    let number = thread;
    let i0 = thread;
    let out0_first = params.out0_offset + i0 * params.out0_stride0;
    var out0_vector0 = vec4<u32>();
    let out1_first = params.out1_offset + i0 * params.out1_stride0;
    var out1_vector0 = vec4<u32>();
    let in0_first = params.in0_offset + i0 * params.in0_stride0;
    var four3_0: array<vec4<u32>, 2>;
    var four3_1: array<vec4<u32>, 2>;
    {
      let s1 = vec2<u32>(params.s1, params.high1);
      four3_0[0].x = s1[0];
      four3_0[1].x = s1[1];
      let in0_at = in0_first;
      let b0 = m_add64(vec2<u32>(params.in0_offset, params.in0_high), m_signed64(in0_at - params.in0_offset));
      let x0 = b0;
      let v2 = x0;
      four3_1[0].x = v2[0];
      four3_1[1].x = v2[1];
    }
    {
      let number = number + 1u;
      let i0 = i0 + 1u;
      let s1 = vec2<u32>(params.s1, params.high1);
      four3_0[0].y = s1[0];
      four3_0[1].y = s1[1];
      let in0_at = in0_first + 1u * params.in0_stride0;
      let b0 = m_add64(vec2<u32>(params.in0_offset, params.in0_high), m_signed64(in0_at - params.in0_offset));
      let x0 = b0;
      let v2 = x0;
      four3_1[0].y = v2[0];
      four3_1[1].y = v2[1];
    }
    {
      let number = number + 2u;
      let i0 = i0 + 2u;
      let s1 = vec2<u32>(params.s1, params.high1);
      four3_0[0].z = s1[0];
      four3_0[1].z = s1[1];
      let in0_at = in0_first + 2u * params.in0_stride0;
      let b0 = m_add64(vec2<u32>(params.in0_offset, params.in0_high), m_signed64(in0_at - params.in0_offset));
      let x0 = b0;
      let v2 = x0;
      four3_1[0].z = v2[0];
      four3_1[1].z = v2[1];
    }
    {
      let number = number + 3u;
      let i0 = i0 + 3u;
      let s1 = vec2<u32>(params.s1, params.high1);
      four3_0[0].w = s1[0];
      four3_0[1].w = s1[1];
      let in0_at = in0_first + 3u * params.in0_stride0;
      let b0 = m_add64(vec2<u32>(params.in0_offset, params.in0_high), m_signed64(in0_at - params.in0_offset));
      let x0 = b0;
      let v2 = x0;
      four3_1[0].w = v2[0];
      four3_1[1].w = v2[1];
    }
    let four3 = m_random_bits4(four3_0, four3_1);
    var four4_0: vec4<u32>;
    {
      let v3 = four3.x;
      four4_0.x = v3;
    }
    {
      let number = number + 1u;
      let i0 = i0 + 1u;
      let v3 = four3.y;
      four4_0.y = v3;
    }
    {
      let number = number + 2u;
      let i0 = i0 + 2u;
      let v3 = four3.z;
      four4_0.z = v3;
    }
    {
      let number = number + 3u;
      let i0 = i0 + 3u;
      let v3 = four3.w;
      four4_0.w = v3;
    }
    let four4 = m_random_normal4(four4_0);
    var four5_0: vec4<u32>;
    {
      let v3 = four3.x;
      four5_0.x = v3;
    }
    {
      let number = number + 1u;
      let i0 = i0 + 1u;
      let v3 = four3.y;
      four5_0.y = v3;
    }
    {
      let number = number + 2u;
      let i0 = i0 + 2u;
      let v3 = four3.z;
      four5_0.z = v3;
    }
    {
      let number = number + 3u;
      let i0 = i0 + 3u;
      let v3 = four3.w;
      four5_0.w = v3;
    }
    let four5 = m_random_exponential4(four5_0);
    {
      let v4 = four4.x;
      let v5 = four5.x;
      out0_vector0.x = bitcast<u32>(v4);
      out1_vector0.x = bitcast<u32>(v5);
    }
    {
      let number = number + 1u;
      let i0 = i0 + 1u;
      let v4 = four4.y;
      let v5 = four5.y;
      out0_vector0.y = bitcast<u32>(v4);
      out1_vector0.y = bitcast<u32>(v5);
    }
    {
      let number = number + 2u;
      let i0 = i0 + 2u;
      let v4 = four4.z;
      let v5 = four5.z;
      out0_vector0.z = bitcast<u32>(v4);
      out1_vector0.z = bitcast<u32>(v5);
    }
    {
      let number = number + 3u;
      let i0 = i0 + 3u;
      let v4 = four4.w;
      let v5 = four5.w;
      out0_vector0.w = bitcast<u32>(v4);
      out1_vector0.w = bitcast<u32>(v5);
    }
    buf1[((out0_first) >> 2u)] = out0_vector0;
    buf2[((out1_first) >> 2u)] = out1_vector0;
  }
}

