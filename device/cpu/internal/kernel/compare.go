package kernel

import (
	"math"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// Turned returns the operation that gives the same with its operands swapped, if only that one has
// kernels; else nil.
func Turned(o *op.Op) *op.Op {
	switch o {
	case op.Lt:
		return op.Gt
	case op.Ge:
		return op.Le
	}
	return nil
}

func comparisons[T number](dt op.DType) {
	set2(op.Eq, dt, func(to []bool, x, y []T) { each2(to, x, y, func(x, y T) bool { return x == y }) })
	set2(op.Ne, dt, func(to []bool, x, y []T) { each2(to, x, y, func(x, y T) bool { return x != y }) })
	set2(op.Le, dt, func(to []bool, x, y []T) { each2(to, x, y, func(x, y T) bool { return x <= y }) })
	set2(op.Gt, dt, func(to []bool, x, y []T) { each2(to, x, y, func(x, y T) bool { return x > y }) })
}

// finite enters the rows that ask for the kind of a float, of integers.
func finite[T integer](dt op.DType) {
	for _, o := range []*op.Op{op.Isnan, op.Isinf, op.Isposinf, op.Isneginf} {
		answer(o, dt, 0)
	}
	answer(op.Isfinite, dt, 1)
	set1(op.Signbit, dt, func(to []bool, x []T) { each1(to, x, func(x T) bool { return x < 0 }) })
}

func classes[T floating](dt op.DType) {
	inf, minusInf := T(math.Inf(1)), T(math.Inf(-1))
	set1(op.Isnan, dt, func(to []bool, x []T) { each1(to, x, func(x T) bool { return x != x }) })
	set1(op.Isinf, dt, func(to []bool, x []T) { each1(to, x, func(x T) bool { return x == x && x-x != 0 }) })
	set1(op.Isposinf, dt, func(to []bool, x []T) { each1(to, x, func(x T) bool { return x == inf }) })
	set1(op.Isneginf, dt, func(to []bool, x []T) { each1(to, x, func(x T) bool { return x == minusInf }) })
	set1(op.Isfinite, dt, func(to []bool, x []T) { each1(to, x, func(x T) bool { return x-x == 0 }) })
}

// answer enters the kernel of a row that has the same answer for every element. It only writes, so
// it costs as little as assembly.
func answer(o *op.Op, dt op.DType, answer uint64) {
	loops[One(o, dt, op.Bool)] = Kernel{Cost: 1, loop: func(n int, to, _, _, _ unsafe.Pointer, _ vector.Mode) { Fill(to, 1, n, answer) }}
}
