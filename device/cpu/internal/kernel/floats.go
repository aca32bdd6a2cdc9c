package kernel

import (
	"math"

	"github.com/wgtensor/wgtensor/device/op"
)

// floats enters loops for floats. Where a float32 goes through a float64 function, the
// result is exact or rounded once.
func floats[T floating](dt op.DType) {
	set2(op.Div, dt, func(to, x, y []T) { each2(to, x, y, func(x, y T) T { return x / y }) })
	set1(op.Reciprocal, dt, func(to, x []T) { each1(to, x, func(x T) T { return 1 / x }) })
	set1(op.Sqrt, dt, func(to, x []T) { each1(to, x, func(x T) T { return T(math.Sqrt(float64(x))) }) })
	set1(op.Floor, dt, func(to, x []T) { each1(to, x, func(x T) T { return T(math.Floor(float64(x))) }) })
	set1(op.Ceil, dt, func(to, x []T) { each1(to, x, func(x T) T { return T(math.Ceil(float64(x))) }) })
	set1(op.Trunc, dt, func(to, x []T) { each1(to, x, trunc) })
	set1(op.Round, dt, func(to, x []T) { each1(to, x, func(x T) T { return T(math.RoundToEven(float64(x))) }) })
	set2(op.TruncDivide, dt, func(to, x, y []T) { each2(to, x, y, func(x, y T) T { return trunc(x / y) }) })
	set1(op.Sign, dt, func(to, x []T) { each1(to, x, signFloat) })
	set1(op.Frac, dt, func(to, x []T) { each1(to, x, func(x T) T { return x - trunc(x) }) })
	set2(op.Fmax, dt, func(to, x, y []T) { each2(to, x, y, func(x, y T) T { return orNumber(x, y, max(x, y)) }) })
	set2(op.Fmin, dt, func(to, x, y []T) { each2(to, x, y, func(x, y T) T { return orNumber(x, y, min(x, y)) }) })
}

func trunc[T floating](x T) T { return T(math.Trunc(float64(x))) }

// signFloat gives NaN of NaN, and 0 of either zero.
func signFloat[T floating](x T) T {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	case x == 0:
		return 0
	}
	return x
}

// orNumber is the one of x and y that is a number, where the other is NaN; else result.
func orNumber[T floating](x, y, result T) T {
	if y != y {
		result = x
	}
	if x != x {
		result = y
	}
	return result
}
