package kernel

import (
	"math"

	"github.com/wgtensor/wgtensor/device/op"
)

// floats enters loops for floats. Where a float32 goes through a float64 function, the
// result is exact or rounded once.
func floats[T floating](dt op.DType) {
	set2(op.Div, dt, divide[T])
	set1(op.Reciprocal, dt, reciprocal[T])
	set1(op.Sqrt, dt, sqrt[T])
	set1(op.Floor, dt, floor[T])
	set1(op.Ceil, dt, ceil[T])
	set1(op.Trunc, dt, trunc[T])
	set1(op.Round, dt, round[T])
	set2(op.TruncDivide, dt, truncDivideFloat[T])
	set1(op.Sign, dt, signFloat[T])
	set1(op.Frac, dt, frac[T])
	set2(op.Fmax, dt, fmax[T])
	set2(op.Fmin, dt, fmin[T])
}

func divide[T floating](to []T, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = x[i] / y[i]
	}
}

func reciprocal[T floating](to []T, x []T) {
	x = x[:len(to)]
	for i := range to {
		to[i] = 1 / x[i]
	}
}

func sqrt[T floating](to, x []T) {
	x = x[:len(to)]
	for i := range to {
		to[i] = T(math.Sqrt(float64(x[i])))
	}
}

func floor[T floating](to []T, x []T) {
	x = x[:len(to)]
	for i := range to {
		to[i] = T(math.Floor(float64(x[i])))
	}
}

func ceil[T floating](to []T, x []T) {
	x = x[:len(to)]
	for i := range to {
		to[i] = T(math.Ceil(float64(x[i])))
	}
}

func trunc[T floating](to []T, x []T) {
	x = x[:len(to)]
	for i := range to {
		to[i] = T(math.Trunc(float64(x[i])))
	}
}

func round[T floating](to []T, x []T) {
	x = x[:len(to)]
	for i := range to {
		to[i] = T(math.RoundToEven(float64(x[i])))
	}
}

func frac[T floating](to []T, x []T) {
	x = x[:len(to)]
	for i := range to {
		to[i] = x[i] - T(math.Trunc(float64(x[i])))
	}
}

func truncDivideFloat[T floating](to []T, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = T(math.Trunc(float64(x[i] / y[i])))
	}
}

// signFloat gives NaN of NaN, and 0 of either zero.
func signFloat[T floating](to, x []T) {
	x = x[:len(to)]
	for i := range to {
		s := x[i]
		switch {
		case s > 0:
			s = 1
		case s < 0:
			s = -1
		case s == 0:
			s = 0
		}
		to[i] = s
	}
}

func fmax[T floating](to, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = orNumber(x[i], y[i], max(x[i], y[i]))
	}
}

func fmin[T floating](to, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = orNumber(x[i], y[i], min(x[i], y[i]))
	}
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
