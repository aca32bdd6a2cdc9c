// Package fastmath says what compilers may make of a kernel's floats, for tests. Hardware's
// compilers make one fma of a product and a sum, and some re-associate sums; software drivers do
// neither. [Contract] writes a kernel as the former see it, and [Cancellations] finds what the
// latter could cancel.
//
// It reads the WGSL that package shaders writes: scalar floats, functions, structs.
package fastmath
