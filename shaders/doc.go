// Package shaders turns launches into WGSL, the language of WebGPU's compute shaders.
// It makes text and numbers only; no GPU is needed.
//
//	k, err := shaders.For(launch, launch.Plan(), window, repair)
//	k.Key()      // look up the pipeline; where there is none, compile
//	k.WGSL()     // the text
//	k.Bindings() // windows of storage buffers to bind, after the uniform
//	k.Params(b)  // the uniform's bytes
//	k.Threads()  // and Grid: how many workgroups to dispatch
//	k.Turns()    // how often: as a rule once
//
// # A kernel
//
// This is x = x*s + y, where x is overwritten, s is a scalar and y is repeated along
// an axis:
//
//	// (%0 float32, %1 float32; %2 float32)
//	// %3 float32 = mul %0 %2
//	// %4 float32 = add %3 %1
//	// return %4
//	// out0 contiguous @1, in0 contiguous @1, in1 strided @2, rank 2
//	struct Params {
//	  zero: u32, // always 0; no compiler knows, see m_zero
//	  none: u32, // always 0 too, and not known to equal zero, see m_twin
//	  len: u32,
//	  size1: u32,
//	  out0_offset: u32,
//	  in0_offset: u32,
//	  in1_offset: u32,
//	  in1_stride0: u32,
//	  in1_stride1: u32,
//	  s2: u32,
//	}
//	@group(0) @binding(0) var<uniform> params: Params;
//	@group(0) @binding(1) var<storage, read_write> buf1: array<u32>;
//	@group(0) @binding(2) var<storage, read> buf2: array<u32>;
//
//	// 0, of which no compiler knows a bit. The length keeps it from being a mere uniform:
//	// llvmpipe compiles those that decide a branch into the code as constants.
//	fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }
//
//	// v, but nothing is known of it: no rearranging, contracting or folding looks through
//	// a word that was or-ed with m_zero.
//	fn m_bar(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) | m_zero()); }
//
//	fn apply(x0: f32, x1: f32, s2: f32) -> f32 {
//	  let v3 = m_bar(x0 * s2);
//	  let v4 = v3 + x1;
//	  return v4;
//	}
//
//	@compute @workgroup_size(256)
//	fn main(
//	  @builtin(workgroup_id) group: vec3<u32>,
//	  @builtin(num_workgroups) groups: vec3<u32>,
//	  @builtin(local_invocation_index) lane: u32,
//	) {
//	  let i = ((group.z * groups.y + group.y) * groups.x + group.x) * 256u + lane;
//	  if (i >= params.len) { return; }
//	  let q1 = i / params.size1;
//	  let i1 = i - q1 * params.size1;
//	  let i0 = q1;
//	  let in0_at = params.in0_offset + i;
//	  let x0 = bitcast<f32>(buf1[in0_at]);
//	  let in1_at = params.in1_offset + i0 * params.in1_stride0 + i1 * params.in1_stride1;
//	  let x1 = bitcast<f32>(buf2[in1_at]);
//	  let y = apply(x0, x1, m_bar(bitcast<f32>(params.s2)));
//	  let out0_at = params.out0_offset + i;
//	  buf1[out0_at] = bitcast<u32>(y);
//	}
//
// # Why it looks like that
//
// Buffers are arrays of words, and elements are bitcast where they are loaded and
// stored. So every bit pattern is copied exactly, and operands of different types
// share a binding: WebGPU does not let a dispatch bind a buffer twice if it is
// written.
//
// Nothing that changes between launches stands in the text. Compiling takes
// milliseconds, a launch should take microseconds. Scalars are never literals for a
// second reason: compilers fold x*0.0 to 0 although x may be NaN. A driver may know the
// uniform too, so scalars pass m_bar.
//
// A value of an instruction that goes on into another one passes m_bar, which
// compilers cannot look through. Without it they rearrange and contract float
// arithmetic, and a fused program gives other bits than its steps one by one. Where
// an instruction takes one value twice, m_twin hides that the two are equal.
//
// Functions m_… come from lib/*.wgsl. WGSL promises little of its own: 4096 units of
// error for atan, no NaN, no infinities. A kernel carries those functions it needs.
//
// # Adapters that round badly
//
// Rows and helpers divide by base_div and take roots by base_sqrt. These are the
// adapter's own operations where it rounds them correctly, which who opens it has to find
// out. Else Repair has lib/repair/*.wgsl take their places, which need of the adapter
// no more than an estimate and integers.
//
// # Units
//
// The kernel above computes an element a thread. Most compute units: 4 neighbours, which
// for 32 bits is a vector of 16 bytes, loaded and stored at once; buffers are arrays of
// vectors then. A thread computes 4 units of a brief program, 2 of a short one, so that the
// place is found once for all of them. choose is the table of the variants,
// (*Kernel).Describe tells what became of a launch:
//
//   - Where every operand is contiguous or a scalar, or there is but one axis, units are
//     dealt in the order of elements: "flat". Element 0 may lie anywhere in its unit, as
//     views begin anywhere; the uniform says where.
//   - Else units lie along rows, and a thread's lie above each other: "row-blocked". One
//     division for each axis finds them all (of floats, unless a "large-grid" has more than
//     a million threads). What is "loop-invariant" is loaded once for them, and an inner
//     constant is one element, a "splat". An operand that lies without gaps along the axis of
//     steps is loaded in vectors along that axis: a "transposed-load", or where it is an inner
//     constant a "column-broadcast". Where rows are no whole units an element is a unit.
//   - What is left over is computed by threads of their own, element by element. A kernel has
//     "no-tail" where nothing is, and the uniform then counts in vectors. It has an
//     "exact-grid" where no workgroup has a thread too many either.
//
// Long programs are not repeated for every element: drivers would take as much longer to
// compile them.
//
// # Elements smaller than a word
//
// Four elements of 8 bits lie in a word, or two of 16. A thread owns every word it
// writes, so that none is torn between threads, and no atomic operation is needed:
//
//   - Where small outputs lie without gaps (in any order of their axes), or in rows of
//     whole words, units are whole words. The threads of what is left over replace parts
//     of words: each has whole words of its own. Inputs whose words begin at other elements
//     are "misaligned": a thread joins its words of two.
//   - Where a small output lies with gaps, as x[:, ::3] does, a thread computes what
//     elements there are in one word: "word-owning". It finds them by dividing by the
//     strides. Axes that leave a word or more between their rows tell threads' clusters
//     apart; the words in such gaps need no threads.
//   - Where axes interleave, or rows with wide gaps yet meet in words, a thread computes
//     an element, but the kernel is dispatched once for each place in a word, and computes
//     only the elements at that place: "multi-pass". A word has but one of those.
//
// Several small outputs that meet in one word, or disagree on where words begin, are
// launches of their own, one after the other: For answers ErrApart.
//
// Where all values have one width and every row has a text for whole words (op.Words),
// four or two elements are computed at once, a unit is 16 bytes, and copies and fills move
// words.
//
// # Values of narrow types
//
// Shaders compute integers of 8 and 16 bits in 32, halves in f32. What goes on into
// another instruction is first made a value of its type, wrapped or rounded, as if it
// had been stored and loaded again. Halves are rounded by integer arithmetic, and float64
// is computed by it from end to end (lib/float64.wgsl, lib/machine.wgsl), which
// compilers cannot look through either. What no instruction computed is copied as bits.
package shaders
