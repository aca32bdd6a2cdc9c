// Package kernel has the kernels of the CPU: sets of them, by operation and types.
//
// A kernel is a plain loop over a tile. What has no loop of its own is computed by the
// meaning of its row in package op, one element after the other: a new row works at
// once, and its loop is an optimisation. Assembly (package vector, written by its
// module gen) takes the place of loops in the same table, and is tested against them.
//
// float16 and bfloat16 have loops of their own only for what their bits tell, and assembly for
// arithmetic and comparisons. For the
// rest a few hundred elements at a time are widened to float32, the loop of float32 runs
// over them, and its results are rounded: what makes that loop faster makes theirs.
package kernel
