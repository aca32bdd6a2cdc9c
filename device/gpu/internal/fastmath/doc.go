// Package fastmath rewrites the floats of a kernel as a hardware driver's compiler may, for tests.
// Such a compiler may contract a product and a sum to one fma. llvmpipe and SwiftShader do not.
// [Contract] writes the contracted kernel. Some compilers re-associate sums, llvmpipe's among them.
// [Cancellations] finds the terms that would cancel then.
//
// The package reads the WGSL that package shaders writes: scalar floats, functions, structs.
package fastmath
