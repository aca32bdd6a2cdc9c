package kernel

import (
	"math"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

func comparisons[T number](dt op.DType) {
	set2(op.Eq, dt, eq[T])
	set2(op.Ne, dt, ne[T])
	set2(op.Lt, dt, lt[T])
	set2(op.Le, dt, le[T])
	set2(op.Gt, dt, gt[T])
	set2(op.Ge, dt, ge[T])
}

func finite[T integer](dt op.DType) {
	for _, o := range []*op.Op{op.Isnan, op.Isinf, op.Isposinf, op.Isneginf} {
		set1(o, dt, always[T](false))
	}
	set1(op.Isfinite, dt, always[T](true))
	set1(op.Signbit, dt, negative[T])
}

func classes[T floating](dt op.DType) {
	set1(op.Isnan, dt, isnan[T])
	set1(op.Isinf, dt, isinf[T])
	set1(op.Isposinf, dt, is(T(math.Inf(1))))
	set1(op.Isneginf, dt, is(T(math.Inf(-1))))
	set1(op.Isfinite, dt, isfinite[T])
}

func eq[T number](to []bool, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = x[i] == y[i]
	}
}

func ne[T number](to []bool, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = x[i] != y[i]
	}
}

func lt[T number](to []bool, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = x[i] < y[i]
	}
}

func le[T number](to []bool, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = x[i] <= y[i]
	}
}

func gt[T number](to []bool, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = x[i] > y[i]
	}
}

func ge[T number](to []bool, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = x[i] >= y[i]
	}
}

func isnan[T floating](to []bool, x []T) {
	x = x[:len(to)]
	for i := range to {
		to[i] = x[i] != x[i]
	}
}

func isfinite[T floating](to []bool, x []T) {
	x = x[:len(to)]
	for i := range to {
		to[i] = x[i]-x[i] == 0
	}
}

func isinf[T floating](to []bool, x []T) {
	x = x[:len(to)]
	for i := range to {
		to[i] = x[i] == x[i] && x[i]-x[i] != 0
	}
}

func negative[T integer](to []bool, x []T) {
	x = x[:len(to)]
	for i := range to {
		to[i] = x[i] < 0
	}
}

// is tells which elements are the given one.
func is[T floating](this T) func(to []bool, x []T) {
	return func(to []bool, x []T) {
		x = x[:len(to)]
		for i := range to {
			to[i] = x[i] == this
		}
	}
}

// always gives the same answer for every element.
func always[T number](answer bool) func(to []bool, x []T) {
	return func(to []bool, _ []T) { fillWith(unsafe.Pointer(unsafe.SliceData(to)), len(to), answer) }
}
