// Package exec runs launches by a kernel set.
//
// A program is compiled once into steps: an instruction, or several that have a kernel together.
// Compiling finds where values lie that steps hand on, and what a step costs.
//
// A short launch of at most two loops is run inline, by the caller's goroutine: kernels take the
// operands where they are, or from a packed copy.
//
// Any other launch is walked in tiles. A tile has at most 1024 elements, so that
// everything a tile needs stays in the processor's nearest caches. For each tile every
// input is brought into reach: elements that lie side by side are used where they are,
// others are copied together (gathered), constants fill a tile once, or are one element
// for kernels that take that. A tile may be rows that lie anyhow, of which assembly computes
// many with one call; very short ones are copied together. Then each instruction runs over the whole tile, by one call of
// a kernel, or several instructions by one where there is a kernel for their chain. Results
// are written straight to their output where that is safe, else they are scattered at the
// end; those of large launches go past the caches.
//
// Long launches are cut into chunks that goroutines share, which look for another launch for
// 50 µs and then end.
package exec
