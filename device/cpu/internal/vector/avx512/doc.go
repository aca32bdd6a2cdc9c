// Package avx512 is the kernel set of processors with AVX-512, of those kernels that gain from it:
// those of package avx2 do the rest.
package avx512
