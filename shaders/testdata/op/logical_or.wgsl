// ---- logical_or bool ----

// (%0 bool, %1 bool)
// %2 bool = logical_or %0 %1
// return %2
// out0 contiguous whole @1, in0 contiguous whole @2, in1 contiguous whole @3, flat of 16 by 1 looped
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
@group(0) @binding(3) var<storage, read> buf3: array<vec4<u32>>;

// Element at of a word that holds four of 8 bits.
fn m_byte(word: u32, at: u32) -> u32 { return (word >> ((at & 3u) * 8u)) & 0xffu; }

fn apply(x0: u32, x1: u32) -> u32 {
  let v2 = x0 | x1;
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
    let in0_at = params.in0_offset + i;
    let x0 = (m_byte(buf2[(in0_at >> 2u) >> 2u][(in0_at >> 2u) & 3u], in0_at)) * 0x01010101u;
    let in1_at = params.in1_offset + i;
    let x1 = (m_byte(buf3[(in1_at >> 2u) >> 2u][(in1_at >> 2u) & 3u], in1_at)) * 0x01010101u;
    let y = apply(x0, x1);
    let out0_at = params.out0_offset + i;
    let out0_word = buf1[(out0_at >> 2u) >> 2u][(out0_at >> 2u) & 3u];
    let out0_shift = (out0_at & 3u) * 8u;
    buf1[(out0_at >> 2u) >> 2u][(out0_at >> 2u) & 3u] = (out0_word & ~(255u << out0_shift)) | (((y) & 255u) << out0_shift);
  }
}

