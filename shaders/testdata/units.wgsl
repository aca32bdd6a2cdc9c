// ---- contiguous ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// return %2
// out0 contiguous whole @1, in0 contiguous whole @2, in1 contiguous whole @3, flat of 4 by 4 even full
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  out0_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<vec4<u32>>;

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = x0 + x1;
  return v2;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = group.x * 256u + lane;
  let i = thread * 4u;
  let apart = params.threads * 4u;
  let out0_at0 = params.out0_offset + thread;
  let in0_at0 = params.in0_offset + thread;
  let in1_at0 = params.in1_offset + thread;
  {
    let in0_0 = buf2[in0_at0];
    let in1_0 = buf3[in1_at0];
    let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0.x));
    let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0.y));
    let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0.z));
    let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0.w));
    buf1[out0_at0] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
  }
  let out0_at1 = out0_at0 + params.threads;
  let in0_at1 = in0_at0 + params.threads;
  let in1_at1 = in1_at0 + params.threads;
  {
    let in0_0 = buf2[in0_at1];
    let in1_0 = buf3[in1_at1];
    let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0.x));
    let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0.y));
    let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0.z));
    let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0.w));
    buf1[out0_at1] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
  }
  let out0_at2 = out0_at1 + params.threads;
  let in0_at2 = in0_at1 + params.threads;
  let in1_at2 = in1_at1 + params.threads;
  {
    let in0_0 = buf2[in0_at2];
    let in1_0 = buf3[in1_at2];
    let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0.x));
    let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0.y));
    let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0.z));
    let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0.w));
    buf1[out0_at2] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
  }
  let out0_at3 = out0_at2 + params.threads;
  let in0_at3 = in0_at2 + params.threads;
  let in1_at3 = in1_at2 + params.threads;
  {
    let in0_0 = buf2[in0_at3];
    let in1_0 = buf3[in1_at3];
    let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0.x));
    let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0.y));
    let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0.z));
    let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0.w));
    buf1[out0_at3] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
  }
}

// ---- contiguous, of odd length, beginning anywhere ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// return %2
// out0 contiguous whole @1, in0 contiguous whole @2, in1 contiguous @3, flat of 4 by 4
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
  let lone = thread >= params.whole;
  let i = thread * 4u + params.first;
  let apart = params.whole * 4u;
  let out0_at0 = ((params.out0_offset + i) >> 2u);
  let in0_at0 = ((params.in0_offset + i) >> 2u);
  let in1_at0 = params.in1_offset + i;
  if (!lone) {
    {
      let in0_0 = buf2[in0_at0];
      let in1_0 = buf3[in1_at0];
      let in1_at0_1 = in1_at0 + 1u;
      let in1_1 = buf3[in1_at0_1];
      let in1_at0_2 = in1_at0 + 2u;
      let in1_2 = buf3[in1_at0_2];
      let in1_at0_3 = in1_at0 + 3u;
      let in1_3 = buf3[in1_at0_3];
      let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0));
      let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_1));
      let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_2));
      let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_3));
      buf1[out0_at0] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
    }
    let out0_at1 = out0_at0 + ((apart) >> 2u);
    let in0_at1 = in0_at0 + ((apart) >> 2u);
    let in1_at1 = in1_at0 + apart;
    {
      let in0_0 = buf2[in0_at1];
      let in1_0 = buf3[in1_at1];
      let in1_at1_1 = in1_at1 + 1u;
      let in1_1 = buf3[in1_at1_1];
      let in1_at1_2 = in1_at1 + 2u;
      let in1_2 = buf3[in1_at1_2];
      let in1_at1_3 = in1_at1 + 3u;
      let in1_3 = buf3[in1_at1_3];
      let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0));
      let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_1));
      let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_2));
      let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_3));
      buf1[out0_at1] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
    }
    let out0_at2 = out0_at1 + ((apart) >> 2u);
    let in0_at2 = in0_at1 + ((apart) >> 2u);
    let in1_at2 = in1_at1 + apart;
    {
      let in0_0 = buf2[in0_at2];
      let in1_0 = buf3[in1_at2];
      let in1_at2_1 = in1_at2 + 1u;
      let in1_1 = buf3[in1_at2_1];
      let in1_at2_2 = in1_at2 + 2u;
      let in1_2 = buf3[in1_at2_2];
      let in1_at2_3 = in1_at2 + 3u;
      let in1_3 = buf3[in1_at2_3];
      let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0));
      let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_1));
      let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_2));
      let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_3));
      buf1[out0_at2] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
    }
    let out0_at3 = out0_at2 + ((apart) >> 2u);
    let in0_at3 = in0_at2 + ((apart) >> 2u);
    let in1_at3 = in1_at2 + apart;
    {
      let in0_0 = buf2[in0_at3];
      let in1_0 = buf3[in1_at3];
      let in1_at3_1 = in1_at3 + 1u;
      let in1_1 = buf3[in1_at3_1];
      let in1_at3_2 = in1_at3 + 2u;
      let in1_2 = buf3[in1_at3_2];
      let in1_at3_3 = in1_at3 + 3u;
      let in1_3 = buf3[in1_at3_3];
      let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0));
      let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_1));
      let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_2));
      let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_3));
      buf1[out0_at3] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
    }
  }
  for (var e = select(1u, 0u, lone); e < 1u; e++) {
    let rest = (thread - params.whole) + e;
    let slot = select(rest, rest + params.body, rest >= params.head);
    if (slot < params.phase || slot >= params.len + params.phase) { continue; }
    let i = slot - params.phase;
    let in0_at = params.in0_offset + i;
    let x0 = bitcast<f32>(buf2[(in0_at) >> 2u][(in0_at) & 3u]);
    let in1_at = params.in1_offset + i;
    let x1 = bitcast<f32>(buf3[in1_at]);
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    buf1[(out0_at) >> 2u][(out0_at) & 3u] = bitcast<u32>(y);
  }
}

// ---- bytes on words ----

// (%0 uint8, %1 uint8)
// %2 uint8 = add %0 %1
// return %2
// out0 contiguous whole @1, in0 contiguous whole @2, in1 contiguous askew @3, flat of 16 by 4 even full
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  out0_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

// A word's worth of elements that begin inside low, bits from its lowest, and go on in high.
fn m_joined(low: u32, high: u32, bits: u32) -> u32 {
  return (low >> bits) | select(high << (32u - bits), 0u, bits == 0u);
}

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
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = group.x * 256u + lane;
  let i = thread * 16u;
  let apart = params.threads * 16u;
  let out0_at0 = params.out0_offset + thread;
  let in0_at0 = params.in0_offset + thread;
  let in1_at0 = params.in1_offset + i;
  {
    let in0_0 = buf2[in0_at0];
    let in1_shift = (in1_at0 & 3u) * 8u;
    let in1_word = in1_at0 >> 2u;
    let in1_w0 = buf3[in1_word];
    let in1_w1 = buf3[in1_word + 1u];
    let in1_w2 = buf3[in1_word + 2u];
    let in1_w3 = buf3[in1_word + 3u];
    let in1_w4 = buf3[in1_word + 4u];
    let in1_0 = m_joined(in1_w0, in1_w1, in1_shift);
    let in1_1 = m_joined(in1_w1, in1_w2, in1_shift);
    let in1_2 = m_joined(in1_w2, in1_w3, in1_shift);
    let in1_3 = m_joined(in1_w3, in1_w4, in1_shift);
    let y0 = apply(in0_0.x, in1_0);
    let y1 = apply(in0_0.y, in1_1);
    let y2 = apply(in0_0.z, in1_2);
    let y3 = apply(in0_0.w, in1_3);
    buf1[out0_at0] = vec4<u32>(y0, y1, y2, y3);
  }
  let out0_at1 = out0_at0 + params.threads;
  let in0_at1 = in0_at0 + params.threads;
  let in1_at1 = in1_at0 + apart;
  {
    let in0_0 = buf2[in0_at1];
    let in1_shift = (in1_at1 & 3u) * 8u;
    let in1_word = in1_at1 >> 2u;
    let in1_w0 = buf3[in1_word];
    let in1_w1 = buf3[in1_word + 1u];
    let in1_w2 = buf3[in1_word + 2u];
    let in1_w3 = buf3[in1_word + 3u];
    let in1_w4 = buf3[in1_word + 4u];
    let in1_0 = m_joined(in1_w0, in1_w1, in1_shift);
    let in1_1 = m_joined(in1_w1, in1_w2, in1_shift);
    let in1_2 = m_joined(in1_w2, in1_w3, in1_shift);
    let in1_3 = m_joined(in1_w3, in1_w4, in1_shift);
    let y0 = apply(in0_0.x, in1_0);
    let y1 = apply(in0_0.y, in1_1);
    let y2 = apply(in0_0.z, in1_2);
    let y3 = apply(in0_0.w, in1_3);
    buf1[out0_at1] = vec4<u32>(y0, y1, y2, y3);
  }
  let out0_at2 = out0_at1 + params.threads;
  let in0_at2 = in0_at1 + params.threads;
  let in1_at2 = in1_at1 + apart;
  {
    let in0_0 = buf2[in0_at2];
    let in1_shift = (in1_at2 & 3u) * 8u;
    let in1_word = in1_at2 >> 2u;
    let in1_w0 = buf3[in1_word];
    let in1_w1 = buf3[in1_word + 1u];
    let in1_w2 = buf3[in1_word + 2u];
    let in1_w3 = buf3[in1_word + 3u];
    let in1_w4 = buf3[in1_word + 4u];
    let in1_0 = m_joined(in1_w0, in1_w1, in1_shift);
    let in1_1 = m_joined(in1_w1, in1_w2, in1_shift);
    let in1_2 = m_joined(in1_w2, in1_w3, in1_shift);
    let in1_3 = m_joined(in1_w3, in1_w4, in1_shift);
    let y0 = apply(in0_0.x, in1_0);
    let y1 = apply(in0_0.y, in1_1);
    let y2 = apply(in0_0.z, in1_2);
    let y3 = apply(in0_0.w, in1_3);
    buf1[out0_at2] = vec4<u32>(y0, y1, y2, y3);
  }
  let out0_at3 = out0_at2 + params.threads;
  let in0_at3 = in0_at2 + params.threads;
  let in1_at3 = in1_at2 + apart;
  {
    let in0_0 = buf2[in0_at3];
    let in1_shift = (in1_at3 & 3u) * 8u;
    let in1_word = in1_at3 >> 2u;
    let in1_w0 = buf3[in1_word];
    let in1_w1 = buf3[in1_word + 1u];
    let in1_w2 = buf3[in1_word + 2u];
    let in1_w3 = buf3[in1_word + 3u];
    let in1_w4 = buf3[in1_word + 4u];
    let in1_0 = m_joined(in1_w0, in1_w1, in1_shift);
    let in1_1 = m_joined(in1_w1, in1_w2, in1_shift);
    let in1_2 = m_joined(in1_w2, in1_w3, in1_shift);
    let in1_3 = m_joined(in1_w3, in1_w4, in1_shift);
    let y0 = apply(in0_0.x, in1_0);
    let y1 = apply(in0_0.y, in1_1);
    let y2 = apply(in0_0.z, in1_2);
    let y3 = apply(in0_0.w, in1_3);
    buf1[out0_at3] = vec4<u32>(y0, y1, y2, y3);
  }
}

// ---- pairs of words, a scalar ----

// (%0 int64, %1 int64)
// %2 int64 = add %0 %1
// return %2
// out0 contiguous whole @1, in0 contiguous whole @2, in1 scalar @3, flat of 4 by 4 even full
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  out0_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

fn m_add64(x: vec2<u32>, y: vec2<u32>) -> vec2<u32> {
  let low = x.x + y.x;
  return vec2<u32>(low, x.y + y.y + select(0u, 1u, low < x.x));
}

fn apply(x0: vec2<u32>, x1: vec2<u32>) -> vec2<u32> {
  let v2 = m_add64(x0, x1);
  return v2;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = group.x * 256u + lane;
  let i = thread * 4u;
  let apart = params.threads * 4u;
  let out0_at0 = params.out0_offset + thread * 2u;
  let in0_at0 = params.in0_offset + thread * 2u;
  let in1_at0 = params.in1_offset;
  let in1_0 = vec2<u32>(buf3[in1_at0 * 2u], buf3[in1_at0 * 2u + 1u]);
  {
    let in0_0 = buf2[in0_at0];
    let in0_1 = buf2[in0_at0 + 1u];
    let y0 = apply(vec2<u32>(in0_0.x, in0_0.y), in1_0);
    let y1 = apply(vec2<u32>(in0_0.z, in0_0.w), in1_0);
    let y2 = apply(vec2<u32>(in0_1.x, in0_1.y), in1_0);
    let y3 = apply(vec2<u32>(in0_1.z, in0_1.w), in1_0);
    let out0_bits0 = y0;
    let out0_bits1 = y1;
    let out0_bits2 = y2;
    let out0_bits3 = y3;
    buf1[out0_at0] = vec4<u32>(out0_bits0.x, out0_bits0.y, out0_bits1.x, out0_bits1.y);
    buf1[out0_at0 + 1u] = vec4<u32>(out0_bits2.x, out0_bits2.y, out0_bits3.x, out0_bits3.y);
  }
  let out0_at1 = out0_at0 + params.threads * 2u;
  let in0_at1 = in0_at0 + params.threads * 2u;
  {
    let in0_0 = buf2[in0_at1];
    let in0_1 = buf2[in0_at1 + 1u];
    let y0 = apply(vec2<u32>(in0_0.x, in0_0.y), in1_0);
    let y1 = apply(vec2<u32>(in0_0.z, in0_0.w), in1_0);
    let y2 = apply(vec2<u32>(in0_1.x, in0_1.y), in1_0);
    let y3 = apply(vec2<u32>(in0_1.z, in0_1.w), in1_0);
    let out0_bits0 = y0;
    let out0_bits1 = y1;
    let out0_bits2 = y2;
    let out0_bits3 = y3;
    buf1[out0_at1] = vec4<u32>(out0_bits0.x, out0_bits0.y, out0_bits1.x, out0_bits1.y);
    buf1[out0_at1 + 1u] = vec4<u32>(out0_bits2.x, out0_bits2.y, out0_bits3.x, out0_bits3.y);
  }
  let out0_at2 = out0_at1 + params.threads * 2u;
  let in0_at2 = in0_at1 + params.threads * 2u;
  {
    let in0_0 = buf2[in0_at2];
    let in0_1 = buf2[in0_at2 + 1u];
    let y0 = apply(vec2<u32>(in0_0.x, in0_0.y), in1_0);
    let y1 = apply(vec2<u32>(in0_0.z, in0_0.w), in1_0);
    let y2 = apply(vec2<u32>(in0_1.x, in0_1.y), in1_0);
    let y3 = apply(vec2<u32>(in0_1.z, in0_1.w), in1_0);
    let out0_bits0 = y0;
    let out0_bits1 = y1;
    let out0_bits2 = y2;
    let out0_bits3 = y3;
    buf1[out0_at2] = vec4<u32>(out0_bits0.x, out0_bits0.y, out0_bits1.x, out0_bits1.y);
    buf1[out0_at2 + 1u] = vec4<u32>(out0_bits2.x, out0_bits2.y, out0_bits3.x, out0_bits3.y);
  }
  let out0_at3 = out0_at2 + params.threads * 2u;
  let in0_at3 = in0_at2 + params.threads * 2u;
  {
    let in0_0 = buf2[in0_at3];
    let in0_1 = buf2[in0_at3 + 1u];
    let y0 = apply(vec2<u32>(in0_0.x, in0_0.y), in1_0);
    let y1 = apply(vec2<u32>(in0_0.z, in0_0.w), in1_0);
    let y2 = apply(vec2<u32>(in0_1.x, in0_1.y), in1_0);
    let y3 = apply(vec2<u32>(in0_1.z, in0_1.w), in1_0);
    let out0_bits0 = y0;
    let out0_bits1 = y1;
    let out0_bits2 = y2;
    let out0_bits3 = y3;
    buf1[out0_at3] = vec4<u32>(out0_bits0.x, out0_bits0.y, out0_bits1.x, out0_bits1.y);
    buf1[out0_at3 + 1u] = vec4<u32>(out0_bits2.x, out0_bits2.y, out0_bits3.x, out0_bits3.y);
  }
}

// ---- halves ----

// (%0 float16, %1 float16)
// %2 float16 = add %0 %1
// return %2
// out0 contiguous whole @1, in0 contiguous whole @2, in1 contiguous whole @3, flat of 4 by 4 even full
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  out0_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<vec2<u32>>;

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
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = group.x * 256u + lane;
  let i = thread * 4u;
  let apart = params.threads * 4u;
  let out0_at0 = params.out0_offset + thread;
  let in0_at0 = params.in0_offset + thread;
  let in1_at0 = params.in1_offset + thread;
  {
    let in0_0 = buf2[in0_at0];
    let in1_0 = buf3[in1_at0];
    let y0 = apply(m_f16_to_f32(m_short(in0_0.x, 0u)), m_f16_to_f32(m_short(in1_0.x, 0u)));
    let y1 = apply(m_f16_to_f32(m_short(in0_0.x, 1u)), m_f16_to_f32(m_short(in1_0.x, 1u)));
    let y2 = apply(m_f16_to_f32(m_short(in0_0.y, 0u)), m_f16_to_f32(m_short(in1_0.y, 0u)));
    let y3 = apply(m_f16_to_f32(m_short(in0_0.y, 1u)), m_f16_to_f32(m_short(in1_0.y, 1u)));
    buf1[out0_at0] = vec2<u32>((m_f32_to_f16(y0)) | ((m_f32_to_f16(y1)) << 16u), (m_f32_to_f16(y2)) | ((m_f32_to_f16(y3)) << 16u));
  }
  let out0_at1 = out0_at0 + params.threads;
  let in0_at1 = in0_at0 + params.threads;
  let in1_at1 = in1_at0 + params.threads;
  {
    let in0_0 = buf2[in0_at1];
    let in1_0 = buf3[in1_at1];
    let y0 = apply(m_f16_to_f32(m_short(in0_0.x, 0u)), m_f16_to_f32(m_short(in1_0.x, 0u)));
    let y1 = apply(m_f16_to_f32(m_short(in0_0.x, 1u)), m_f16_to_f32(m_short(in1_0.x, 1u)));
    let y2 = apply(m_f16_to_f32(m_short(in0_0.y, 0u)), m_f16_to_f32(m_short(in1_0.y, 0u)));
    let y3 = apply(m_f16_to_f32(m_short(in0_0.y, 1u)), m_f16_to_f32(m_short(in1_0.y, 1u)));
    buf1[out0_at1] = vec2<u32>((m_f32_to_f16(y0)) | ((m_f32_to_f16(y1)) << 16u), (m_f32_to_f16(y2)) | ((m_f32_to_f16(y3)) << 16u));
  }
  let out0_at2 = out0_at1 + params.threads;
  let in0_at2 = in0_at1 + params.threads;
  let in1_at2 = in1_at1 + params.threads;
  {
    let in0_0 = buf2[in0_at2];
    let in1_0 = buf3[in1_at2];
    let y0 = apply(m_f16_to_f32(m_short(in0_0.x, 0u)), m_f16_to_f32(m_short(in1_0.x, 0u)));
    let y1 = apply(m_f16_to_f32(m_short(in0_0.x, 1u)), m_f16_to_f32(m_short(in1_0.x, 1u)));
    let y2 = apply(m_f16_to_f32(m_short(in0_0.y, 0u)), m_f16_to_f32(m_short(in1_0.y, 0u)));
    let y3 = apply(m_f16_to_f32(m_short(in0_0.y, 1u)), m_f16_to_f32(m_short(in1_0.y, 1u)));
    buf1[out0_at2] = vec2<u32>((m_f32_to_f16(y0)) | ((m_f32_to_f16(y1)) << 16u), (m_f32_to_f16(y2)) | ((m_f32_to_f16(y3)) << 16u));
  }
  let out0_at3 = out0_at2 + params.threads;
  let in0_at3 = in0_at2 + params.threads;
  let in1_at3 = in1_at2 + params.threads;
  {
    let in0_0 = buf2[in0_at3];
    let in1_0 = buf3[in1_at3];
    let y0 = apply(m_f16_to_f32(m_short(in0_0.x, 0u)), m_f16_to_f32(m_short(in1_0.x, 0u)));
    let y1 = apply(m_f16_to_f32(m_short(in0_0.x, 1u)), m_f16_to_f32(m_short(in1_0.x, 1u)));
    let y2 = apply(m_f16_to_f32(m_short(in0_0.y, 0u)), m_f16_to_f32(m_short(in1_0.y, 0u)));
    let y3 = apply(m_f16_to_f32(m_short(in0_0.y, 1u)), m_f16_to_f32(m_short(in1_0.y, 1u)));
    buf1[out0_at3] = vec2<u32>((m_f32_to_f16(y0)) | ((m_f32_to_f16(y1)) << 16u), (m_f32_to_f16(y2)) | ((m_f32_to_f16(y3)) << 16u));
  }
}

// ---- types of several sizes, a bool out ----

// (%0 uint8, %1 float32)
// %2 float32 = cast %0
// %3 float32 = add %1 %2
// %4 bool = lt %1 %2
// return %3 %4
// out0 contiguous whole @1, out1 contiguous whole @2, in0 contiguous whole @3, in1 contiguous whole @4, flat of 4 by 2 even full
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  out0_offset: u32,
  out1_offset: u32,
  in0_offset: u32,
  in1_offset: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;
@group(0) @binding(4) var<storage, read> buf4: array<vec4<u32>>;

// 0, of which no compiler knows a bit. The length keeps it from being a mere uniform:
// llvmpipe compiles those that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// v, but nothing is known of it: no rearranging, contracting or folding looks through
// a word that was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

// An integer that grows with x, a number; equal for both zeros.
fn m_order(x: f32) -> i32 {
  let a = bitcast<i32>(m_abits(x));
  return select(a, 0 - a, m_sbit(x) != 0u);
}

fn m_numbers(x: f32, y: f32) -> bool { return !m_isnan(x) && !m_isnan(y); }

fn m_lt(x: f32, y: f32) -> bool { return m_numbers(x, y) && m_order(x) < m_order(y); }

struct Results { y0: f32, y1: bool }
fn apply(x0: u32, x1: f32) -> Results {
  let v2 = m_bar(f32(x0));
  let v3 = x1 + v2;
  let v4 = m_lt(x1, v2);
  return Results(v3, v4);
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = group.x * 256u + lane;
  let i = thread * 4u;
  let apart = params.threads * 4u;
  let out0_at0 = params.out0_offset + thread;
  let out1_at0 = params.out1_offset + thread;
  let in0_at0 = params.in0_offset + thread;
  let in1_at0 = params.in1_offset + thread;
  {
    let in0_0 = buf3[in0_at0];
    let in1_0 = buf4[in1_at0];
    let y0 = apply(m_byte(in0_0, 0u), bitcast<f32>(in1_0.x));
    let y1 = apply(m_byte(in0_0, 1u), bitcast<f32>(in1_0.y));
    let y2 = apply(m_byte(in0_0, 2u), bitcast<f32>(in1_0.z));
    let y3 = apply(m_byte(in0_0, 3u), bitcast<f32>(in1_0.w));
    buf1[out0_at0] = vec4<u32>(bitcast<u32>(y0.y0), bitcast<u32>(y1.y0), bitcast<u32>(y2.y0), bitcast<u32>(y3.y0));
    buf2[out1_at0] = (select(0u, 1u, y0.y1)) | ((select(0u, 1u, y1.y1)) << 8u) | ((select(0u, 1u, y2.y1)) << 16u) | ((select(0u, 1u, y3.y1)) << 24u);
  }
  let out0_at1 = out0_at0 + params.threads;
  let out1_at1 = out1_at0 + params.threads;
  let in0_at1 = in0_at0 + params.threads;
  let in1_at1 = in1_at0 + params.threads;
  {
    let in0_0 = buf3[in0_at1];
    let in1_0 = buf4[in1_at1];
    let y0 = apply(m_byte(in0_0, 0u), bitcast<f32>(in1_0.x));
    let y1 = apply(m_byte(in0_0, 1u), bitcast<f32>(in1_0.y));
    let y2 = apply(m_byte(in0_0, 2u), bitcast<f32>(in1_0.z));
    let y3 = apply(m_byte(in0_0, 3u), bitcast<f32>(in1_0.w));
    buf1[out0_at1] = vec4<u32>(bitcast<u32>(y0.y0), bitcast<u32>(y1.y0), bitcast<u32>(y2.y0), bitcast<u32>(y3.y0));
    buf2[out1_at1] = (select(0u, 1u, y0.y1)) | ((select(0u, 1u, y1.y1)) << 8u) | ((select(0u, 1u, y2.y1)) << 16u) | ((select(0u, 1u, y3.y1)) << 24u);
  }
}

// ---- row ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// return %2
// out0 strided whole @1, in0 strided whole @2, in1 strided whole still @3, rank 2, stacked of 4 by 4 even full
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  strips: u32,
  per_strips: f32,
  blocks: u32,
  per_blocks: f32,
  size0: u32,
  per_size0: f32,
  size1: u32,
  per_size1: f32,
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<vec4<u32>>;

// n / d for n < 2^21, of 1 / d: n + 0.5 is as far as 0.5 / d from every multiple, and the
// product off by less, at most 1.5 * 2^-23 of itself.
fn m_quotient(n: u32, inverse: f32) -> u32 {
  return bitcast<u32>(i32((f32(bitcast<i32>(n)) + 0.5) * inverse));
}

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = x0 + x1;
  return v2;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = group.x * 256u + lane;
  let row = m_quotient(thread, params.per_strips);
  let strip = thread - row * params.strips;
  let inner = strip * 4u;
  let place = row;
  let step = place * 4u;
  let out0_at0 = params.out0_offset + step * params.out0_stride0 + strip;
  let in0_at0 = params.in0_offset + step * params.in0_stride0 + strip;
  let in1_at0 = params.in1_offset + strip;
  let in1_0 = buf3[in1_at0];
  {
    let in0_0 = buf2[in0_at0];
    let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0.x));
    let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0.y));
    let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0.z));
    let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0.w));
    buf1[out0_at0] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
  }
  let out0_at1 = out0_at0 + params.out0_stride0;
  let in0_at1 = in0_at0 + params.in0_stride0;
  {
    let in0_0 = buf2[in0_at1];
    let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0.x));
    let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0.y));
    let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0.z));
    let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0.w));
    buf1[out0_at1] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
  }
  let out0_at2 = out0_at1 + params.out0_stride0;
  let in0_at2 = in0_at1 + params.in0_stride0;
  {
    let in0_0 = buf2[in0_at2];
    let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0.x));
    let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0.y));
    let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0.z));
    let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0.w));
    buf1[out0_at2] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
  }
  let out0_at3 = out0_at2 + params.out0_stride0;
  let in0_at3 = in0_at2 + params.in0_stride0;
  {
    let in0_0 = buf2[in0_at3];
    let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0.x));
    let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0.y));
    let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0.z));
    let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0.w));
    buf1[out0_at3] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
  }
}

// ---- column, rows left over ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// return %2
// out0 strided whole @1, in0 strided whole @2, in1 strided column @3, rank 2, stacked of 4 by 4
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  strips: u32,
  per_strips: f32,
  blocks: u32,
  per_blocks: f32,
  whole: u32,
  body: u32,
  rest: u32,
  size0: u32,
  per_size0: f32,
  size1: u32,
  per_size1: f32,
  out0_offset: u32,
  out0_stride0: u32,
  out0_stride1: u32,
  out0_apart: u32,
  in0_offset: u32,
  in0_stride0: u32,
  in0_stride1: u32,
  in0_apart: u32,
  in1_offset: u32,
  in1_stride0: u32,
  in1_stride1: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<vec4<u32>>;

// n / d for n < 2^21, of 1 / d: n + 0.5 is as far as 0.5 / d from every multiple, and the
// product off by less, at most 1.5 * 2^-23 of itself.
fn m_quotient(n: u32, inverse: f32) -> u32 {
  return bitcast<u32>(i32((f32(bitcast<i32>(n)) + 0.5) * inverse));
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
  let lone = thread >= params.whole;
  let number = select(thread, thread - params.whole, lone);
  let row = m_quotient(number, params.per_strips);
  let strip = number - row * params.strips;
  let inner = strip * 4u;
  let place = row;
  let step = select(place * 4u, params.body + place, lone);
  let out0_at0 = ((params.out0_offset + step * params.out0_stride0 + inner) >> 2u);
  let in0_at0 = ((params.in0_offset + step * params.in0_stride0 + inner) >> 2u);
  let in1_at0 = params.in1_offset + step * params.in1_stride0;
  let in1_column0 = buf3[(in1_at0 >> 2u)];
  if (!lone) {
    {
      let in0_0 = buf2[in0_at0];
      let in1_0 = in1_column0.x;
      let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0));
      let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0));
      let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0));
      let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0));
      buf1[out0_at0] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
    }
    let out0_at1 = out0_at0 + params.out0_apart;
    let in0_at1 = in0_at0 + params.in0_apart;
    {
      let in0_0 = buf2[in0_at1];
      let in1_0 = in1_column0.y;
      let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0));
      let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0));
      let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0));
      let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0));
      buf1[out0_at1] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
    }
    let out0_at2 = out0_at1 + params.out0_apart;
    let in0_at2 = in0_at1 + params.in0_apart;
    {
      let in0_0 = buf2[in0_at2];
      let in1_0 = in1_column0.z;
      let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0));
      let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0));
      let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0));
      let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0));
      buf1[out0_at2] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
    }
    let out0_at3 = out0_at2 + params.out0_apart;
    let in0_at3 = in0_at2 + params.in0_apart;
    {
      let in0_0 = buf2[in0_at3];
      let in1_0 = in1_column0.w;
      let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0));
      let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_0));
      let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_0));
      let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_0));
      buf1[out0_at3] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
    }
  }
  for (var e = select(4u, 0u, lone); e < 4u; e++) {
    let i0 = step;
    let i1 = inner + e;
    let in0_at = params.in0_offset + i0 * params.in0_stride0 + i1 * params.in0_stride1;
    let x0 = bitcast<f32>(buf2[(in0_at) >> 2u][(in0_at) & 3u]);
    let in1_at = params.in1_offset + i0 * params.in1_stride0 + i1 * params.in1_stride1;
    let x1 = bitcast<f32>(buf3[(in1_at) >> 2u][(in1_at) & 3u]);
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i0 * params.out0_stride0 + i1 * params.out0_stride1;
    buf1[(out0_at) >> 2u][(out0_at) & 3u] = bitcast<u32>(y);
  }
}

// ---- transposed ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// return %2
// out0 strided whole @1, in0 strided whole @2, in1 strided turned @3, rank 2, stacked of 4 by 4 even tiled full
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  strips: u32,
  per_strips: f32,
  blocks: u32,
  per_blocks: f32,
  size0: u32,
  per_size0: f32,
  size1: u32,
  per_size1: f32,
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
@group(0) @binding(1) var<storage, read_write> buf1: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> buf3: array<vec4<u32>>;

// n / d for n < 2^21, of 1 / d: n + 0.5 is as far as 0.5 / d from every multiple, and the
// product off by less, at most 1.5 * 2^-23 of itself.
fn m_quotient(n: u32, inverse: f32) -> u32 {
  return bitcast<u32>(i32((f32(bitcast<i32>(n)) + 0.5) * inverse));
}

fn apply(x0: f32, x1: f32) -> f32 {
  let v2 = x0 + x1;
  return v2;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = group.x * 256u + lane;
  let number = thread >> 2u;
  let row = m_quotient(number, params.per_strips);
  let strip = number - row * params.strips;
  let inner = strip * 4u;
  let place = row * 4u + (thread & 3u);
  let step = place * 4u;
  let out0_at0 = params.out0_offset + step * params.out0_stride0 + strip;
  let in0_at0 = params.in0_offset + step * params.in0_stride0 + strip;
  let in1_at0 = params.in1_offset + step * params.in1_stride0 + inner * params.in1_stride1;
  let in1_column0 = buf3[(in1_at0 >> 2u)];
  let in1_at0_1 = in1_at0 + params.in1_stride1;
  let in1_column1 = buf3[(in1_at0_1 >> 2u)];
  let in1_at0_2 = in1_at0 + params.in1_stride1 * 2u;
  let in1_column2 = buf3[(in1_at0_2 >> 2u)];
  let in1_at0_3 = in1_at0 + params.in1_stride1 * 3u;
  let in1_column3 = buf3[(in1_at0_3 >> 2u)];
  {
    let in0_0 = buf2[in0_at0];
    let in1_0 = in1_column0.x;
    let in1_1 = in1_column1.x;
    let in1_2 = in1_column2.x;
    let in1_3 = in1_column3.x;
    let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0));
    let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_1));
    let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_2));
    let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_3));
    buf1[out0_at0] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
  }
  let out0_at1 = out0_at0 + params.out0_stride0;
  let in0_at1 = in0_at0 + params.in0_stride0;
  {
    let in0_0 = buf2[in0_at1];
    let in1_0 = in1_column0.y;
    let in1_1 = in1_column1.y;
    let in1_2 = in1_column2.y;
    let in1_3 = in1_column3.y;
    let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0));
    let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_1));
    let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_2));
    let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_3));
    buf1[out0_at1] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
  }
  let out0_at2 = out0_at1 + params.out0_stride0;
  let in0_at2 = in0_at1 + params.in0_stride0;
  {
    let in0_0 = buf2[in0_at2];
    let in1_0 = in1_column0.z;
    let in1_1 = in1_column1.z;
    let in1_2 = in1_column2.z;
    let in1_3 = in1_column3.z;
    let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0));
    let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_1));
    let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_2));
    let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_3));
    buf1[out0_at2] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
  }
  let out0_at3 = out0_at2 + params.out0_stride0;
  let in0_at3 = in0_at2 + params.in0_stride0;
  {
    let in0_0 = buf2[in0_at3];
    let in1_0 = in1_column0.w;
    let in1_1 = in1_column1.w;
    let in1_2 = in1_column2.w;
    let in1_3 = in1_column3.w;
    let y0 = apply(bitcast<f32>(in0_0.x), bitcast<f32>(in1_0));
    let y1 = apply(bitcast<f32>(in0_0.y), bitcast<f32>(in1_1));
    let y2 = apply(bitcast<f32>(in0_0.z), bitcast<f32>(in1_2));
    let y3 = apply(bitcast<f32>(in0_0.w), bitcast<f32>(in1_3));
    buf1[out0_at3] = vec4<u32>(bitcast<u32>(y0), bitcast<u32>(y1), bitcast<u32>(y2), bitcast<u32>(y3));
  }
}

// ---- rows of odd length ----

// (%0 float32, %1 float32)
// %2 float32 = add %0 %1
// return %2
// out0 strided @1, in0 strided @2, in1 strided still @3, rank 2, stacked of 1 by 4 even
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  threads: u32,
  strips: u32,
  per_strips: f32,
  blocks: u32,
  per_blocks: f32,
  size0: u32,
  per_size0: f32,
  size1: u32,
  per_size1: f32,
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
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

// n / d for n < 2^21, of 1 / d: n + 0.5 is as far as 0.5 / d from every multiple, and the
// product off by less, at most 1.5 * 2^-23 of itself.
fn m_quotient(n: u32, inverse: f32) -> u32 {
  return bitcast<u32>(i32((f32(bitcast<i32>(n)) + 0.5) * inverse));
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
  let row = m_quotient(thread, params.per_strips);
  let strip = thread - row * params.strips;
  let inner = strip;
  let place = row;
  let step = place * 4u;
  let out0_at0 = params.out0_offset + step * params.out0_stride0 + inner * params.out0_stride1;
  let in0_at0 = params.in0_offset + step * params.in0_stride0 + inner * params.in0_stride1;
  let in1_at0 = params.in1_offset + inner * params.in1_stride1;
  let in1_0 = buf3[in1_at0];
  {
    let in0_0 = buf2[in0_at0];
    let y0 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0));
    buf1[out0_at0] = bitcast<u32>(y0);
  }
  let out0_at1 = out0_at0 + params.out0_stride0;
  let in0_at1 = in0_at0 + params.in0_stride0;
  {
    let in0_0 = buf2[in0_at1];
    let y0 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0));
    buf1[out0_at1] = bitcast<u32>(y0);
  }
  let out0_at2 = out0_at1 + params.out0_stride0;
  let in0_at2 = in0_at1 + params.in0_stride0;
  {
    let in0_0 = buf2[in0_at2];
    let y0 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0));
    buf1[out0_at2] = bitcast<u32>(y0);
  }
  let out0_at3 = out0_at2 + params.out0_stride0;
  let in0_at3 = in0_at2 + params.in0_stride0;
  {
    let in0_0 = buf2[in0_at3];
    let y0 = apply(bitcast<f32>(in0_0), bitcast<f32>(in1_0));
    buf1[out0_at3] = bitcast<u32>(y0);
  }
}

// ---- small rows of odd length ----

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

// ---- a long program ----

// (%0 float32)
// %1 float32 = lgamma %0
// %2 float32 = tan %1
// %3 float32 = pow %2 %0
// %4 bool = lt %3 %0
// return %4
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
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<vec4<u32>>;

// 0, of which no compiler knows a bit. The length keeps it from being a mere uniform:
// llvmpipe compiles those that decide a branch into the code as constants.
fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }

// v, but nothing is known of it: no rearranging, contracting or folding looks through
// a word that was or-ed with m_zero.
fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }

fn m_nan() -> f32 { return bitcast<f32>(0x7fc00000u | m_zero()); }

fn m_inf() -> f32 { return bitcast<f32>(0x7f800000u | m_zero()); }

fn m_abits(x: f32) -> u32 { return bitcast<u32>(x) & 0x7fffffffu; }

fn m_sbit(x: f32) -> u32 { return bitcast<u32>(x) & 0x80000000u; }

fn m_or(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) | s); }

fn m_xor(x: f32, s: u32) -> f32 { return bitcast<f32>(bitcast<u32>(x) ^ s); }

fn m_isnan(x: f32) -> bool { return m_abits(x) > 0x7f800000u; }

fn m_isinf(x: f32) -> bool { return m_abits(x) == 0x7f800000u; }

// The upper half of the significand: products of two such halves are exact.
fn m_hi12(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) & 0xfffff000u); }

// 2^n for -126 <= n <= 127.
fn m_pow2(n: i32) -> f32 { return bitcast<f32>(bitcast<u32>(n + 127) << 23u); }

// v * 2^n for |n| <= 250, in two steps that neither overflow nor vanish early.
fn m_ldexp(v: f32, n: i32) -> f32 { let a = n >> 1u; return m_bar(v * m_pow2(a)) * m_pow2(n - a); }

// An integer that grows with x, a number; equal for both zeros.
fn m_order(x: f32) -> i32 {
  let a = bitcast<i32>(m_abits(x));
  return select(a, 0 - a, m_sbit(x) != 0u);
}

fn m_numbers(x: f32, y: f32) -> bool { return !m_isnan(x) && !m_isnan(y); }

fn m_lt(x: f32, y: f32) -> bool { return m_numbers(x, y) && m_order(x) < m_order(y); }

fn base_div(x: f32, y: f32) -> f32 { return x / y; }

// What rounding a*b to p lost, exactly; fma may be a mere a*b+c.
fn m_prod_err(a: f32, b: f32, p: f32) -> f32 {
  let ah = m_hi12(a); let al = m_bar(a - ah);
  let bh = m_hi12(b); let bl = m_bar(b - bh);
  return m_bar(m_bar(m_bar(ah * bh - p) + ah * bl) + al * bh) + al * bl;
}

// 2^(q + ql) for |q| <= 0.5.
fn m_exp2_poly(q: f32, ql: f32) -> f32 {
  var p = 0.00015464134;
  p = p * q + 0.00133920659;
  p = p * q + 0.00961805973;
  p = p * q + 0.055503577;
  p = p * q + 0.240226507;
  let h = m_hi12(q);
  let u = h * 0.693115234;
  let v = m_bar(m_bar(q - h) + ql) * 0.693147182 + h * 3.19461833e-05;
  let s = m_bar(1.0 + u);
  let t = m_bar(u - m_bar(s - 1.0)) + m_bar(p * q * q + v);
  return m_bar(t) + s;
}

// lgamma(1 + t) for 0 <= t <= 1, zero at both ends.
fn m_lgamma_unit(t: f32) -> f32 {
  var p = -0.0021529905;
  p = p * t + 0.012208523;
  p = p * t - 0.032228783;
  p = p * t + 0.055237766;
  p = p * t - 0.07451616;
  p = p * t + 0.0920283;
  p = p * t - 0.115203075;
  p = p * t + 0.1554472;
  p = p * t - 0.24525212;
  p = p * t + 0.5772157;
  return m_bar(t * (t - 1.0)) * p;
}

// Stirling's series for x >= 8: (x - 1/2) * (log(x) - 1) + (log(2*pi) - 1)/2 + 1/12x - ...
fn m_lgamma_large(x: f32) -> f32 {
  let r = base_div(1.0, x);
  let w = r * r;
  let c = r * (0.0833333358 + w * (-0.00277777785 + w * 0.000793650805)) + 0.418938547;
  return m_bar((x - 0.5) * m_log_sum(m_log_split(bitcast<u32>(x)), -1.0)) + c;
}

// lgamma(1 + t) carried to -16 < x < 8 along gamma(x+1) = x * gamma(x): one logarithm of the
// product of the steps. Near the zeros below -2 it cancels what was much larger, so the
// product and its logarithm have two parts.
fn m_lgamma_steps(x: f32) -> f32 {
  let m = floor(x);
  let up = m >= 1.0;
  let n = select(1 - i32(m), i32(m) - 1, up);
  var p = 1.0; var pl = 0.0; var f = select(x, x - 1.0, up);
  for (var i = 0; i < n; i++) {
    let q = m_bar(p * f);
    pl = m_prod_err(p, f, q) + pl * f;
    p = q;
    f = m_bar(f + select(1.0, -1.0, up));
  }
  let s = m_log_split(m_abits(p));
  let k = s.k * 0.693359375;
  let hi = m_bar(k + s.f);
  let w = s.f * s.f;
  let c = s.k * -2.12194440e-4 + base_div(pl, p);
  let lo = m_bar(s.f - m_bar(hi - k)) + m_bar(m_bar(w * s.f * m_log_poly(s.f) + c) - 0.5 * w);
  let g = m_lgamma_unit(m_bar(x - m));
  return select(g - lo, g + lo, up) + select(-hi, hi, up);
}

fn m_lgamma(x: f32) -> f32 {
  if (m_isnan(x)) { return x; }
  if (m_isinf(x) || (x <= 0.0 && floor(x) == x)) { return m_inf(); }
  if (x > -16.0 && x < 8.0) { return m_lgamma_steps(x); }
  let a = abs(x);
  let l = m_lgamma_large(a);
  if (x > 0.0) { return l; }
  // |gamma(x) * gamma(|x|) * x * sin(pi*x)| = pi; t is the distance from a whole number
  let t = abs(m_bar(a - floor(a + 0.5)));
  let s = select(m_cos_k(3.14159274 * m_bar(0.5 - t), 0.0), m_sin_k(3.14159274 * t, 0.0), t < 0.25);
  return 1.14472985 - m_log(a * s) - l;
}

struct MLog { k: f32, f: f32 }

// A positive number from its bits: 2^k * (1 + f) with f around 0.
fn m_log_split(bits: u32) -> MLog {
  var b = bits;
  var e = 0;
  if (b < 0x00800000u) { let s = countLeadingZeros(b) - 8u; b = b << s; e = -i32(s); }
  let k = bitcast<i32>(b - 0x3f3504f3u) >> 23u;
  let m = bitcast<f32>(b - (bitcast<u32>(k) << 23u));
  return MLog(f32(k + e), m - 1.0);
}

// (log1p(f) - f + f^2/2) / f^3.
fn m_log_poly(f: f32) -> f32 {
  var p = 0.0674954057;
  p = p * f - 0.116701834;
  p = p * f + 0.118834712;
  p = p * f - 0.124062084;
  p = p * f + 0.142203629;
  p = p * f - 0.166679904;
  p = p * f + 0.200020716;
  p = p * f - 0.250000089;
  p = p * f + 0.333333135;
  return p;
}

// k * log(2) + log1p(f) + c.
fn m_log_sum(s: MLog, c: f32) -> f32 {
  let f = s.f;
  let w = f * f;
  let lo = m_bar(m_bar(w * f * m_log_poly(f) + (s.k * -2.12194440e-4 + c)) - 0.5 * w);
  return m_bar(f + lo) + s.k * 0.693359375;
}

// The logarithm of bits that are no positive finite number.
fn m_log_special(b: u32) -> f32 {
  if ((b << 1u) == 0u) { return -m_inf(); }
  if (b == 0x7f800000u) { return m_inf(); }
  return m_nan();
}

fn m_log(x: f32) -> f32 {
  let b = bitcast<u32>(x);
  if (b - 1u >= 0x7f7fffffu) { return m_log_special(b); }
  return m_log_sum(m_log_split(b), 0.0);
}

// Powers of a positive x != 1 from its bits: 2^(y * log2(x)), the logarithm in two parts.
fn m_pow_core(ab: u32, y0: f32) -> f32 {
  let s0 = m_log_split(ab);
  let f = s0.f;
  let den = f + 2.0;
  let dh = m_hi12(den);
  let dl = m_bar(f - m_bar(dh - 2.0));
  let rc = base_div(1.0, den);
  let s = f * rc;
  let sh = m_hi12(s);
  let sl = rc * (m_bar(m_bar(f - sh * dh) - sh * dl));
  let w = s * s;
  var r = w * w * (0.600000024 + w * (0.42855832 + w * (0.33435908 + w * 0.25828439)));
  r = r + sl * (sh + s);
  let h2 = sh * sh;
  let th = m_hi12(3.0 + h2 + r);
  let tl = r - m_bar(m_bar(th - 3.0) - h2);
  let u = sh * th;
  let v = m_bar(sl * th + tl * s);
  let ph = m_hi12(u + v);
  let pl = v - m_bar(ph - u);
  let zh = 0.961669922 * ph;
  let zl = 0.000126772051 * ph + pl * 0.961796701;
  let t1 = m_hi12(m_bar(zh + zl) + s0.k);
  let t2 = zl - m_bar(m_bar(t1 - s0.k) - zh);
  let y = clamp(y0, -8589934592.0, 8589934592.0);
  let y1 = m_hi12(y);
  let lo = m_bar(m_bar(y - y1) * t1 + y * t2);
  let hi = y1 * t1;
  let z = clamp(hi + lo, -160.0, 140.0);
  let n = floor(z + 0.5);
  let over = z >= 128.0 && m_bar(hi - 128.0) + lo >= -4.2995665694e-08;
  let qa = m_bar(hi - n);
  let q = m_bar(qa + lo);
  let e = m_ldexp(m_exp2_poly(clamp(q, -0.6, 0.6), clamp(m_bar(qa - q) + lo, -1e-6, 1e-6)), i32(n));
  return select(select(e, m_inf(), over || z > 128.5), 0.0, z < -151.0);
}

fn m_pow(x: f32, y: f32) -> f32 {
  let xb = bitcast<u32>(x); let yb = bitcast<u32>(y);
  let ax = xb & 0x7fffffffu; let ay = yb & 0x7fffffffu;
  if (ay == 0u || xb == 0x3f800000u) { return 1.0; }
  if (ax > 0x7f800000u || ay > 0x7f800000u) { return m_nan(); }
  // yi: 0 where y is not whole, 1 where it is odd, 2 where even.
  var yi = 0u;
  if (ay >= 0x4b800000u) { yi = 2u; }
  else if (ay >= 0x3f800000u) {
    let sh = 150u - (ay >> 23u);
    let m = (ay & 0x7fffffu) | 0x800000u;
    if (((m >> sh) << sh) == m) { yi = 2u - ((m >> sh) & 1u); }
  }
  let yneg = (yb >> 31u) != 0u;
  if (ay == 0x7f800000u) {
    if (ax == 0x3f800000u) { return 1.0; }
    return select(0.0, m_inf(), (ax > 0x3f800000u) != yneg);
  }
  let sg = select(0u, xb & 0x80000000u, yi == 1u);
  if (ax == 0u || ax == 0x7f800000u) {
    return m_or(select(0.0, m_inf(), (ax != 0u) != yneg), sg);
  }
  if ((xb >> 31u) != 0u && yi == 0u) { return m_nan(); }
  if (ax == 0x3f800000u) { return m_or(1.0, sg); }
  return m_or(m_pow_core(ax, y), sg);
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

// The tangent of the reduced argument in two parts, or -1 over both of them, which must be
// rounded correctly.
fn m_tan(x: f32) -> f32 {
  let b = m_abits(x);
  if (b >= 0x7f800000u) { return m_nan(); }
  if (b < 0x39800000u) { return x; }
  let t = m_trig_reduce(x);
  let r = t.r;
  let w = r * r;
  var p = 0.00437206449;
  p = p * w + 9.93037902e-05;
  p = p * w + 0.0108268047;
  p = p * w + 0.0212863721;
  p = p * w + 0.0540588982;
  p = p * w + 0.133326754;
  p = p * w + 0.333333492;
  let a = p * w * r;
  let near = a + r;
  let tail = m_bar(a + t.lo * (1.0 + near * near));
  let v = m_bar(r + tail);
  let q = base_div(-1.0, v);
  return select(v, q + q * q * (m_bar(r - v) + tail), (t.q & 1u) != 0u);
}

fn apply(x0: f32) -> bool {
  let v1 = m_bar(m_lgamma(x0));
  let v2 = m_bar(m_tan(v1));
  let v3 = m_bar(m_pow(v2, x0));
  let v4 = m_lt(v3, x0);
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
    let x0 = bitcast<f32>(buf2[(in0_at) >> 2u][(in0_at) & 3u]);
    let y = apply(x0);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[out0_at >> 2u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[out0_at >> 2u] = (out0_word & ~(255u << out0_shift)) | ((select(0u, 1u, y)) << out0_shift);
  }
}

