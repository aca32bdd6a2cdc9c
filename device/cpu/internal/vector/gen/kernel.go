package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// kernel is a function over contiguous elements: see vector.Kernel. It works in vectors: as many
// elements as their results fill one register.
type kernel struct {
	name       string // of the function: "addFloat32"
	is         string // an element of the result, in Go: "x[i] + y[i]"
	entries    []entry
	in         []int   // bytes of an element of each operand
	out        int     // and of the result
	width      int     // bytes of a register: 32, 64 with AVX-512, 16 with NEON; 0 means 32
	unroll     int     // vectors of an iteration; 0 means enough to read four registers
	keep       int     // how many constants stay in registers
	singleBody bool    // the code of a vector stands once in the function, not once for each way to store it
	limit      int     // see vector.Entry
	doubt      float32 // the same

	// before is written once, before the loop over a row, given where the operands lie; it may be nil.
	before func(f *emit.Writer, at []reg.GPVirtual)

	// vector writes the code of one vector.
	vector func(f *emit.Writer, in input) emit.Vec
}

// input is the memory of an operand, so many bytes after its part of the vector begins.
type input = func(operand, at int) operand.Mem

// entry is what a kernel computes, as the table names it: the operations of package op, each on
// the result of the one before, and dtypes.
type entry struct {
	ops      []string
	from, to string
}

// elements is how many a vector has.
func (k *kernel) elements() int { return k.width / k.out }

// unrolled is how many vectors an iteration of the loop takes.
func (k *kernel) unrolled() int {
	if k.unroll > 0 {
		return k.unroll
	}
	widest := k.out
	for _, size := range k.in {
		widest = max(widest, size)
	}
	return max(4*k.out/widest, 1)
}
