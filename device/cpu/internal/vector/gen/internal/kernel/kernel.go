// Package kernel writes kernels for every kernel set: the loops around the code for one vector. It
// also writes the files of assembly and Go.
package kernel

import (
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// Kernel is a function over contiguous elements: see vector.Kernel. It works in vectors: as many
// elements as their results fill one register.
type Kernel struct {
	Name          string // of the function: "addFloat32"
	Is            string // an element of the result, in Go: "x[i] + y[i]"
	Entries       []Entry
	In            []int   // bytes of an element of each operand
	Out           int     // and of the result
	Constants     []int   // and of each constant of a composition, which follow the operands as Input
	Width         int     // bytes of a register: 32, 64 with AVX-512, 16 with NEON; 0 means 32
	Unroll        int     // vectors of an iteration; 0 means enough to read four registers, or 1 if the code is long
	Keep          int     // how many constants stay in registers
	Steps         int     // of a composition
	AheadX        int     // bytes by which a loop prefetches its first operand ahead of the loads; 0: it does not
	AheadTo       int     // the same for the result, ahead of the stores
	FallbackAbove int     // see vector.Entry
	FallbackBelow float32 // the same

	// Vector writes the code of one vector.
	Vector func(f *emit.Writer, in Input) emit.Vec

	// Constant writes what a constant of a composition becomes before it is kept; nil if it stays as it is.
	Constant func(f *emit.Writer, x emit.Vec) emit.Vec

	// Begin writes what a row begins with; nil if it is nothing.
	Begin func(f *emit.Writer)

	// Vectors writes the code of several registers of results instead, in a single body.
	Vectors   func(f *emit.Writer, in Input) []emit.Vec
	Registers int // how many, or 0

	// Pair writes the operation on one register, which it may change, and another; nil if there are
	// not two operands of one type.
	Pair  func(f *emit.Writer, x emit.Vec, y emit.Arg) emit.Vec
	Folds bool // there is a vector.Fold by the operation

	twin, foldTwin string // functions of other kernels with the same instructions, or ""
}

// Input is the memory of an operand, so many bytes after its part of the vector begins, or of a constant.
type Input = func(operand, at int) operand.Mem

// Entry is what a kernel computes, as the table names it. It has dtypes and operations of package
// op, each applied to the result of the one before.
type Entry struct {
	Ops      []string
	From, To string
}

// bytes are those of the results of a vector.
func (k *Kernel) bytes() int { return max(k.Registers, 1) * k.Width }

// elements is how many a vector has.
func (k *Kernel) elements() int { return k.bytes() / k.Out }

// unrollCount is how many vectors an iteration of the loop takes.
func (k *Kernel) unrollCount() int {
	if k.Unroll > 0 {
		return k.Unroll
	}
	widest := k.Out
	for _, size := range k.In {
		widest = max(widest, size)
	}
	return max(4*k.Out/widest, 1)
}
