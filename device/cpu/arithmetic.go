package cpu

import "github.com/wgtensor/wgtensor/device/op"

type (
	unsigned interface {
		uint8 | uint16 | uint32 | uint64
	}
	integer  interface{ unsigned | int32 | int64 }
	floating interface{ float32 | float64 }
	number   interface{ integer | floating }

	// wide is what the rows' meanings compute in.
	wide interface{ float64 | int64 | uint64 }
)

func init() {
	numbers[uint8](op.Uint8)
	numbers[uint32](op.Uint32)
	numbers[int32](op.Int32)
	numbers[int64](op.Int64)
	numbers[float32](op.Float32)
	numbers[float64](op.Float64)
	set3(op.Where, op.Bool, choose[uint8])
	set3(op.Where, op.Uint8, choose[uint8])
	set3(op.Where, op.Uint32, choose[uint32])
	set3(op.Where, op.Int32, choose[uint32])
	set3(op.Where, op.Int64, choose[uint64])
	set3(op.Where, op.Float32, choose[uint32])
	set3(op.Where, op.Float64, choose[uint64])
}

// numbers enters the loops that read alike for integers and floats. A float32 is
// computed in float32: for these operations that is the exact result, rounded once.
func numbers[T number](dt op.DType) {
	set2(op.Add, dt, add[T])
	set2(op.Sub, dt, sub[T])
	set2(op.Mul, dt, mul[T])
	set1(op.Square, dt, square[T])
	set1(op.Neg, dt, neg[T])
	set1(op.Relu, dt, relu[T])
	set2(op.Maximum, dt, maximum[T])
	set2(op.Minimum, dt, minimum[T])
	set3(op.Clamp, dt, clamp[T])
}

func add[T number](to []T, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = x[i] + y[i]
	}
}

func sub[T number](to []T, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = x[i] - y[i]
	}
}

func mul[T number](to []T, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = x[i] * y[i]
	}
}

func square[T number](to []T, x []T) {
	x = x[:len(to)]
	for i := range to {
		to[i] = x[i] * x[i]
	}
}

func neg[T number](to []T, x []T) {
	x = x[:len(to)]
	for i := range to {
		to[i] = -x[i]
	}
}

func relu[T number](to []T, x []T) {
	x = x[:len(to)]
	for i := range to {
		to[i] = max(x[i], 0)
	}
}

func maximum[T number](to []T, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = max(x[i], y[i])
	}
}

func minimum[T number](to []T, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = min(x[i], y[i])
	}
}

func clamp[T number](to, x, y, z []T) {
	x, y, z = x[:len(to)], y[:len(to)], z[:len(to)]
	for i := range to {
		to[i] = min(max(x[i], y[i]), z[i])
	}
}

func same[T any](to, x []T) { copy(to, x) }

// choose takes y where the condition is 1, z where it is 0. Without a branch: a random
// condition would be guessed wrong half of the time.
func choose[U unsigned](to []U, x []uint8, y, z []U) {
	x, y, z = x[:len(to)], y[:len(to)], z[:len(to)]
	for i := range to {
		to[i] = z[i] ^ (y[i]^z[i])&-U(x[i])
	}
}
