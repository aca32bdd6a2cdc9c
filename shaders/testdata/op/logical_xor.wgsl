// ---- logical_xor bool ----

// (%0 bool, %1 bool)
// %2 bool = logical_xor %0 %1
// return %2
// out0 contiguous @1, in0 contiguous @2, in1 contiguous @3, grouped
struct Params {
  zero: u32, // always 0; no compiler knows, see m_zero
  none: u32, // always 0 too, and not known to equal zero, see m_twin
  len: u32,
  phase: u32,
  out0_word: u32,
  in0_word: u32,
  in1_word: u32,
}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
@group(0) @binding(2) var<storage, read> buf2: array<u32>;
@group(0) @binding(3) var<storage, read> buf3: array<u32>;

// Ones in the lowest bits, in all 32 if there are more.
fn m_ones(bits: u32) -> u32 { return select((1u << (bits & 31u)) - 1u, 0xffffffffu, bits > 31u); }

// Ones in the lanes of a word that are among those from low to before high, all counted
// from the thread's first; the word's own begin with lane first.
fn m_span(low: u32, high: u32, first: u32, width: u32) -> u32 {
  return m_ones((max(high, first) - first) * width) & ~m_ones((max(low, first) - first) * width);
}

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = x0 ^ x1;
  return v2;
}

@compute @workgroup_size(256)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(num_workgroups) groups: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let thread = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
  let slot = thread * 4u;
  if (slot >= params.len + params.phase) { return; }
  let low = params.phase - min(params.phase, slot);
  let high = min(params.len + params.phase - slot, 4u);
  let in0_word0 = buf2[params.in0_word + thread];
  let in1_word0 = buf3[params.in1_word + thread];
  let x0 = in0_word0;
  let x1 = in1_word0;
  let y = apply(x0, x1);
  let out0_word0 = y;
  if (high - low == 4u) {
    buf1[params.out0_word + thread] = out0_word0;
  } else {
    let out0_mask0 = m_span(low, high, 0u, 8u);
    buf1[params.out0_word + thread] = (buf1[params.out0_word + thread] & ~out0_mask0) | (out0_word0 & out0_mask0);
  }
}

