// Package avx512 is the kernel set of processors with AVX-512. It has the kernels that gain from
// these instructions, and package avx2 has the others.
package avx512
