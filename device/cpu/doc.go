// Package cpu runs programs on the processor. It is written in Go, with Go assembly on amd64 and
// arm64, and without cgo. It is the device of machines without a GPU.
//
// # Which kernels run
//
// The kernel sets are "plain", which are loops in Go and run everywhere, "avx2" and "avx512" on
// amd64, and "neon" on arm64. A set in assembly needs a processor with the instructions. The device
// takes the best set, unless the option KernelSet or the environment variable WGTENSOR_CPU names
// another. Info().Backend says which: "go", "go+avx2", "go+avx512" or "go+neon". Naming a missing
// set is an error. The build tag purego leaves the assembly out.
//
// All kernel sets give the same bits, with three exceptions: the bits of a NaN, products of
// matrices, and real functions (exp, log, sin …). "plain" rounds each product, and its functions
// have the bits of package op's meaning. Kernels in assembly are within the row's bound; all
// assembly sets have the same bits, wherever an element lies.
//
// With avx512, plain loops are left for digamma, erfinv, i0, i0e, i1, i1e and ndtri of float32 and
// float64; gcd and lcm of integers. With avx2, plain loops are left for digamma, erfinv, i0, i0e, i1,
// i1e and ndtri of float32 and float64; gcd and lcm of integers; floor_divide, fmod, remainder and
// trunc_divide of uint64 and int64. With neon, plain loops are left for digamma, erfinv, i0, i0e, i1,
// i1e and ndtri of float32 and float64; gcd and lcm of integers; floor_divide, fmod, remainder and
// trunc_divide of uint64 and int64.
//
// # Layers
//
// Package internal/exec runs launches in tiles, by one goroutine or several. Package internal/kernel
// has the kernels; those in assembly are in internal/vector. This package has the device and its
// memory. Run returns when the work is done. DESIGN.md gives the reasons.
package cpu
