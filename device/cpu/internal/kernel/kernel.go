package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// Loop computes one instruction for n contiguous elements of to. It reads as many of x, y and z as
// the operation has operands. to may be x, y or z if their sizes agree. Bytes of bool are 0 or 1.
// Plain loops do not look at the mode.
type Loop = func(n int, to, x, y, z unsafe.Pointer, how vector.Mode)

// Kernel is a kernel and its cost. An addition in assembly costs 1.
type Kernel struct {
	Run    Loop
	Cost   int
	Vector bool // it takes a constant operand as one element, and streams

	Rows  vector.Kernel // the same for many rows, each of at least so many elements; or nil
	Least int

	Set string // the kernel set that has it in assembly; "" for Go
}

// Without assembly exp takes 25 times as long as a plain addition, and logaddexp is the slowest.
const (
	plainCost    = 8              // of a plain loop
	callCost     = 16 * plainCost // of an exact row without a loop, which takes a call for each element
	functionCost = 48 * plainCost // of a real function without a loop
	vectorCost   = 4              // of a real function in assembly
)

// Key names a kernel by its operation, the type of its operands (except a condition), and the type
// of its result.
type Key struct {
	Op       *op.Op
	From, To op.DType
}

// Chain lists operations on operands of one type. The first operand of each is the result of the
// one before.
type Chain struct {
	Ops   [3]*op.Op
	DType op.DType
}

// loops has the plain loops: the kernels that are more than their row's meaning and run
// everywhere. Each costs plainCost. Kernel sets have more, which are tested against them.
var loops = map[Key]Loop{}

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

// setLoop enters a loop, unless the row is not defined for the type. So families of types can be
// entered together.
func setLoop(o *op.Op, from op.DType, run Loop) {
	if _, to, err := o.Types(from); err == nil {
		loops[Key{o, from, to}] = run
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
