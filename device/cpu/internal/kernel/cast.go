package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

func setCast[F, T any](from op.DType, loop func(to []T, x []F), to ...op.DType) {
	run := kernel1(loop)
	for _, to := range to {
		enter(One(op.Cast, from, to), run)
	}
}

// integerCasts enters the casts of an integer. Bits that an integer gets do not depend on its sign.
func integerCasts[F integer](from op.DType) {
	setCast(from, convert[F, uint8], op.Uint8, op.Int8)
	setCast(from, convert[F, uint16], op.Uint16, op.Int16)
	setCast(from, convert[F, uint32], op.Uint32, op.Int32)
	setCast(from, convert[F, uint64], op.Uint64, op.Int64)
	otherCasts[F](from)
}

func floatCasts[F floating](from op.DType) {
	setCast(from, saturate[F, uint8], op.Uint8)
	setCast(from, saturate[F, uint16], op.Uint16)
	setCast(from, saturate[F, uint32], op.Uint32)
	setCast(from, saturate[F, uint64], op.Uint64)
	setCast(from, saturate[F, int8], op.Int8)
	setCast(from, saturate[F, int16], op.Int16)
	setCast(from, saturate[F, int32], op.Int32)
	setCast(from, saturate[F, int64], op.Int64)
	otherCasts[F](from)
}

func otherCasts[F number](from op.DType) {
	setCast(from, convert[F, float32], op.Float32)
	setCast(from, convert[F, float64], op.Float64)
	setCast(from, truth[F], op.Bool)
}

func truth[F number](to []bool, x []F) { each1(to, x, func(x F) bool { return x != 0 }) }

// convert is for pairs of types where Go's conversion is the same on every machine.
func convert[F, T number](to []T, x []F) { each1(to, x, func(x F) T { return T(x) }) }

// saturate truncates floats. A number out of range becomes the nearest integer, and NaN 0. Go
// leaves conversions out of range to the machine.
func saturate[F floating, T integer](to []T, x []F) {
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
