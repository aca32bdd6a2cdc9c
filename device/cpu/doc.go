// Package cpu runs programs on the processor, in Go alone: no cgo, no assembly. It is
// the device of machines without a GPU, and the one other devices are compared with.
//
// # How a launch runs
//
// The launch's plan is walked in tiles of at most 1024 elements, small enough that
// everything a tile needs stays in the processor's nearest caches. For each tile every
// input is brought into reach: elements that lie side by side are used where they are,
// others are copied together (gathered), constants fill a tile once. Then each
// instruction runs over the whole tile, by one call of a kernel. Results are written
// straight to their output where that is safe, else they are scattered at the end.
//
// A kernel is a plain loop over a tile. What has no loop of its own is computed by the
// meaning of its row in package op, one element after the other: a new row works at
// once, and its loop is an optimisation. Assembly kernels take the place of loops in
// the same table.
//
// float16 and bfloat16 have loops of their own only for what their bits tell. For the
// rest a few hundred elements at a time are widened to float32, the loop of float32 runs
// over them, and its results are rounded: what makes that loop faster makes theirs.
//
// Long launches are cut into chunks that goroutines share. Run returns when the work
// is done. Launches that touch different buffers run side by side.
package cpu
