// Package cpu runs programs on the processor, in Go and, on amd64 and arm64, Go assembly: no
// cgo. It is the device of machines without a GPU, and the one other devices are compared with.
//
// # Which kernels run
//
// The tiers are "plain", loops in Go that run everywhere, and "avx2" and "avx512", on arm64
// "neon", whose kernels take the place of loops where the processor has the instructions. The
// best one is taken, unless the option Tier or the environment variable WGTENSOR_CPU names
// another; Info().Backend says which: "go", "go+avx2", "go+avx512", "go+neon". One that is not
// there is an error. The build tag purego leaves the assembly out. All tiers give the same bits,
// but for those of a NaN, and for real functions (exp, log, sin …): plain has those of package
// op's meaning, assembly within the row's tolerance, the same in all of its tiers wherever an
// element lies.
//
// # How a launch runs
//
// The launch's plan is walked in tiles of at most 1024 elements, small enough that
// everything a tile needs stays in the processor's nearest caches. For each tile every
// input is brought into reach: elements that lie side by side are used where they are,
// others are copied together (gathered), constants fill a tile once, or are one element
// for kernels that take that. A tile may be rows that lie anyhow, of which assembly computes
// many with one call; very short ones are copied together. Then each instruction runs over the whole tile, by one call of
// a kernel, or several instructions by one where there is a kernel for their chain. Results
// are written straight to their output where that is safe, else they are scattered at the
// end; those of large launches go past the caches.
//
// A kernel is a plain loop over a tile. What has no loop of its own is computed by the
// meaning of its row in package op, one element after the other: a new row works at
// once, and its loop is an optimisation. Assembly (package internal/vector, written by its
// module gen) takes the place of loops in the same table, and is tested against them.
//
// float16 and bfloat16 have loops of their own only for what their bits tell, and assembly for
// arithmetic and comparisons. For the
// rest a few hundred elements at a time are widened to float32, the loop of float32 runs
// over them, and its results are rounded: what makes that loop faster makes theirs.
//
// Long launches are cut into chunks that goroutines share, which look for another launch for
// 50 µs and then end. Run returns when the work is done. Launches that touch different buffers run side by side.
package cpu
