package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

func setCast[F, T any](from, to op.DType, loop func(to []T, x []F)) {
	loops[One(op.Cast, from, to)] = kernel1(loop)
}

func toInteger[F number, T integer](from op.DType) func(to []T, x []F) {
	if from.IsFloat() {
		return saturate[F, T]
	}
	return convert[F, T]
}

func truth[F number](to []bool, x []F) { each1(to, x, func(x F) bool { return x != 0 }) }

// convert is for pairs of types where Go's conversion is the same on every machine.
func convert[F, T number](to []T, x []F) { each1(to, x, func(x F) T { return T(x) }) }

// saturate truncates floats. A number out of range becomes the nearest integer, and NaN 0. Go
// leaves conversions out of range to the machine.
func saturate[F number, T integer](to []T, x []F) {
	lowest := T(0)
	if ^lowest < 0 {
		lowest = 1 << (8*unsafe.Sizeof(lowest) - 1)
	}
	highest := ^lowest
	lo, hi := float64(lowest), float64(highest) // hi may be rounded up to 2^63
	each1(to, x, func(x F) T {
		switch f := float64(x); {
		case f >= hi:
			return highest
		case f <= lo:
			return lowest
		case f == f:
			return T(f)
		}
		return 0
	})
}
