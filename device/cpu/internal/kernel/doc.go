// Package kernel has the kernels of the CPU: kernel sets, by operation and types.
//
// A kernel is a plain loop over a tile. A row without a loop is computed by its meaning in package
// op, element by element. A new row works at once, and its loop is an optimisation. Assembly
// comes before loops, and is tested against them. Each kernel set in assembly is a package below
// package vector.
//
// float16 and bfloat16 have their own loops only for operations on their bits, and assembly for
// arithmetic and comparisons. All other rows widen a few hundred elements at a time to float32.
// They run the loop of float32, and round its results.
package kernel
