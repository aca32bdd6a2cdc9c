package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// Loop computes one instruction for n contiguous elements of to. It reads as many of x, y and z as
// the operation has operands; the others are nil, or point to n elements. to may be x, y or z if
// their sizes agree. Bytes of bool are 0 or 1. Plain loops do not look at the mode.
type Loop = func(n int, to, x, y, z unsafe.Pointer, how vector.Mode)

// Kernel is a kernel and its cost. An addition in assembly costs 1.
type Kernel struct {
	Cost   int
	Set    string // the kernel set that has it in assembly; "" for Go
	Vector bool   // it takes a constant operand as one element, and streams

	sizes [4]int8       // for assembly, the bytes of an element of the result and of operands
	Least int           // elements that assembly takes
	Rows  vector.Kernel // assembly, for many rows; nil if there is a loop
	fold  vector.Fold   // assembly; nil if there is none
	loop  Loop

	above, below float32 // the bounds of a fallback: see vector.Entry
}

// Run computes any number of elements: see Loop. Fewer than assembly takes are computed in a
// scratch, with any elements behind them. A result does not depend on how many elements are
// computed with it.
func (k *Kernel) Run(n int, to, x, y, z unsafe.Pointer, how vector.Mode) {
	k.RunRow(n, to, x, y, z, how, nil)
}

// RunRow is Run of a kernel that may be a composition's, whose constants the call has.
func (k *Kernel) RunRow(n int, to, x, y, z unsafe.Pointer, how vector.Mode, call *vector.Call) {
	switch {
	case k.loop != nil:
		k.loop(n, to, x, y, z, how)
		return
	case n >= k.Least:
		k.Rows(n, to, x, y, z, how, 1, call)
		return
	}
	s := scratches.Get().(*scratch)
	from := [3]unsafe.Pointer{x, y, z}
	for i, size := range k.sizes[1:] {
		if from[i] != nil && how&(vector.X<<i) == 0 {
			copyBytes(s.at(i), from[i], n*int(size))
			from[i] = s.at(i)
		}
	}
	k.Rows(k.Least, s.at(3), from[0], from[1], from[2], how&^vector.Stream, 1, call)
	copyBytes(to, s.at(3), n*int(k.sizes[0]))
	scratches.Put(s)
}

// Without assembly exp takes 25 times as long as a plain addition, and logaddexp is the slowest.
const (
	plainCost    = 8              // of a plain loop
	callCost     = 16 * plainCost // of an exact row without a loop, which takes a call for each element
	functionCost = 48 * plainCost // of a real function without a loop
	vectorCost   = 4              // of a real function in assembly
)

// Key names a kernel by its operations, the type of their operands (except a condition), and the type
// of the result. Mostly it is one operation. The first operand of another is the result of the one
// before.
type Key struct {
	Ops      vector.Ops
	From, To op.DType
}

// One is the key of one operation.
func One(o *op.Op, from, to op.DType) Key { return Key{vector.Ops{o}, from, to} }

// loops has the plain loops: the kernels that are more than their row's meaning and run
// everywhere. Kernel sets have more, which are tested against them.
var loops = map[Key]Kernel{}

// enter enters a loop of plainCost.
func enter(k Key, run Loop) { loops[k] = Kernel{loop: run, Cost: plainCost} }

// set1 enters the loop of an operation on one operand of type from.
func set1[T, R any](o *op.Op, from op.DType, loop func(to []R, x []T)) {
	setLoop(o, from, kernel1(loop))
}

// set2 enters the loop of an operation on two operands.
func set2[T, R any](o *op.Op, from op.DType, loop func(to []R, x, y []T)) {
	setLoop(o, from, kernel2(loop))
}

// set3 enters the loop of an operation on three operands; the first may be a condition.
func set3[C, T, R any](o *op.Op, from op.DType, loop func(to []R, x []C, y, z []T)) {
	setLoop(o, from, kernel3(loop))
}

// setLoop enters a loop, unless the row is not defined for the type, so families of types can be
// entered together.
func setLoop(o *op.Op, from op.DType, run Loop) {
	if _, to, err := o.Types(from); err == nil {
		enter(One(o, from, to), run)
	}
}

func kernel1[T, R any](loop func(to []R, x []T)) Loop {
	return func(n int, to, x, _, _ unsafe.Pointer, _ vector.Mode) {
		loop(unsafe.Slice((*R)(to), n), unsafe.Slice((*T)(x), n))
	}
}

func kernel2[T, R any](loop func(to []R, x, y []T)) Loop {
	return func(n int, to, x, y, _ unsafe.Pointer, _ vector.Mode) {
		loop(unsafe.Slice((*R)(to), n), unsafe.Slice((*T)(x), n), unsafe.Slice((*T)(y), n))
	}
}

func kernel3[C, T, R any](loop func(to []R, x []C, y, z []T)) Loop {
	return func(n int, to, x, y, z unsafe.Pointer, _ vector.Mode) {
		loop(unsafe.Slice((*R)(to), n), unsafe.Slice((*C)(x), n), unsafe.Slice((*T)(y), n), unsafe.Slice((*T)(z), n))
	}
}

// each1 computes f for each element. The compiler makes one loop of each1 and a short f that the call
// writes out or names. With an f that a closure holds, an addition took three times as long.
func each1[T, R any](to []R, x []T, f func(x T) R) {
	x = x[:len(to)]
	for i := range to {
		to[i] = f(x[i])
	}
}

// each2 is each1 for two operands.
func each2[T, R any](to []R, x, y []T, f func(x, y T) R) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = f(x[i], y[i])
	}
}

// each3 is each1 for three operands; the first may be a condition.
func each3[C, T, R any](to []R, x []C, y, z []T, f func(x C, y, z T) R) {
	x, y, z = x[:len(to)], y[:len(to)], z[:len(to)]
	for i := range to {
		to[i] = f(x[i], y[i], z[i])
	}
}
