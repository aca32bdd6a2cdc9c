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
// # Layers
//
// Package internal/exec runs launches: inline, or in tiles and by threads. Package internal/kernel
// has the kernels, of which internal/vector has those in assembly. This package has the device
// and its memory. Run returns when the work is done.
package cpu
