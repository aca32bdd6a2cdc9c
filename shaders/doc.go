// Package shaders translates launches to WGSL, the language of WebGPU's compute shaders. It makes text
// and numbers only, and needs no GPU.
//
//	w, err := shaders.Lower(launch, limits, repair)
//	for _, k := range w.Stages() { // to dispatch in this order
//		k.Key()      // look up the pipeline, or compile
//		k.WGSL()     // the text
//		k.Bindings() // windows of storage buffers to bind, after the uniform
//		k.Params(b)  // the uniform's bytes
//		k.Threads()  // and Grid: how many workgroups to dispatch
//	}
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
//	// 0, but compilers know none of its bits. The length keeps it from being a mere uniform: llvmpipe
//	// compiles uniforms that decide a branch into the code as constants.
//	fn m_zero() -> u32 { return params.zero & ~arrayLength(&buf1); }
//
//	// v, but compilers know nothing of it: they do not rearrange, contract or fold through a word that
//	// was or-ed with m_zero.
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
// Buffers are arrays of words. Elements are bitcast when they are loaded and stored, so every bit
// pattern is copied exactly, and operands of different types can share a binding. They have to
// share it if they lie in one buffer and a kernel writes to it: WebGPU binds such a buffer once.
//
// The text has nothing that changes between launches, because compiling takes milliseconds and a
// launch should take microseconds, so scalars are never literals. There is a second reason:
// compilers fold x*0.0 to 0 although x may be NaN. A driver may treat a uniform as a constant too,
// so scalars pass m_bar.
//
// If another instruction uses the result of an instruction, the result passes m_bar, an optimisation
// barrier. Without it compilers rearrange and contract float arithmetic. Then a fused program gives
// other bits than its instructions one by one. If an instruction takes one value twice, m_twin hides
// that both are equal.
//
// Functions m_… come from lib/*.wgsl. They are needed because WGSL promises little. Its atan may be
// wrong by 4096 units. Compilers may assume that there are no NaN and no infinities. A kernel has
// only the functions that it needs.
//
// # Adapters that round badly
//
// Rows and functions m_… divide by base_div and take roots by base_sqrt. If the adapter rounds these
// operations correctly, they are its own. The caller of Lower has to find that out. Otherwise the
// caller passes Repair, and the functions come from lib/repair/*.wgsl. Those need from the adapter
// only an estimate and integers.
//
// # Vectors
//
// In the kernel above a thread computes one element. Most kernels compute vectors. A vector is 4
// neighbouring elements. For types of 32 bits it has 16 bytes, is loaded and stored at once, and
// buffers are arrays of such vectors. A thread computes several vectors, so that it computes their
// position only once. Their number is 4 for short programs, 2 for those of more than 4 operands, and
// otherwise 1. Launches of fewer than 4096 elements mostly have a thread for each element.
// The function choose is the table of the variants. (*Kernel).Describe prints what was chosen:
//
//   - "flat": vectors follow the order of the elements. This needs operands that are contiguous or
//     scalars, or a launch with one axis. Views begin anywhere, so element 0 may have any position in
//     its vector. The uniform has this position. Eight threads form a stripe: their first vectors
//     lie side by side, then their second ones, and so on.
//   - "row-blocked": vectors lie along rows, and a thread computes those of several rows. It
//     divides once for each axis to find them. The divisions are those of floats, up to 2^21
//     threads; a "large-grid" has more. If rows are no multiple of 4 elements, a vector has one.
//   - "loop-invariant": an operand that is constant across these rows, and is loaded once for all.
//   - "splat": a constant along the row, loaded as one element for a vector.
//   - "transposed-load": an operand that is contiguous from row to row, loaded in vectors along that
//     axis. If it is also constant along the row, it is a "column-broadcast".
//   - "no-tail": no element is left over by the vectors, and the uniform counts in vectors. Otherwise
//     the elements that are left over have threads of their own, and are computed one by one.
//   - "exact-grid": no workgroup has a thread too many.
//   - "looped": a long program computes the elements of a vector in a loop. Repeated text would make
//     drivers compile several times as long.
//
// # Elements smaller than a word
//
// A word has four elements of 8 bits, or two of 16. Each thread owns every word that it writes. So
// two threads never write one word, and no atomic operation is needed:
//
//   - Vectors are whole words if small outputs lie without gaps, with their axes in any order, or in
//     rows of whole words. The elements that are left over have threads too. Such a thread owns
//     whole words, and replaces its elements in them.
//   - "misaligned": an input whose words begin at other elements than those of the output. A thread
//     makes each word from two.
//   - "word-owning": a small output has gaps, as in x[:, ::3], and a thread computes all elements of
//     one word. It divides by the strides to find them. If rows are a word or more apart, the words
//     between the rows have no threads.
//   - "multi-pass": axes interleave, or rows with wide gaps share words. A thread computes one
//     element, and there is a stage for each position in a word. Each stage computes only the
//     elements at that position, so it writes each word once.
//
// Several small outputs may share words, or begin words at different elements. Then each output has
// stages of its own. Stages before them copy the inputs that an output overwrites to scratch.
//
// If all values have one width, and every row has a text for whole words (op.Words), four or two
// elements are computed at once. Then a vector is 16 bytes, and copies and fills move words.
//
// # Values of narrow types
//
// Shaders compute integers of 8 and 16 bits in 32 bits, and halves in f32. If another instruction
// uses such a result, it is first wrapped or rounded to its type, as if it were stored and loaded
// again. Halves are rounded by integer arithmetic. float64 is computed by integer arithmetic alone
// (lib/float64.wgsl, lib/machine.wgsl), so compilers cannot rearrange it. A value that no
// instruction has computed is copied as bits.
//
// # Types
//
// Each type uses those above it:
//
//	text            lines of WGSL
//	operand         where the elements of an input or output lie, and how a word of it is accessed
//	nest            the operands of a launch, and the shape that they walk together
//	instruction     the text of one instruction of a program
//	function        the program as the function apply
//	variant         how choose deals the elements of a nest to threads
//	vector          an operand's elements that a thread loads or stores at once
//	vectorPosition  the positions of a thread's vectors
//	elementText     how a thread computes an element; vectorText and clusterText use it
//	uniform         the numbers of a launch
//	task            what threads do in a stage without a program: sort, or combine at places
//	Kernel          one dispatch, with its bindings
//	Lowering        all of a launch: the kernels, and the scratch that they bind
package shaders
