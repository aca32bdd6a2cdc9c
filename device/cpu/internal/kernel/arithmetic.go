package kernel

import "github.com/wgtensor/wgtensor/device/op"

type (
	unsigned interface {
		uint8 | uint16 | uint32 | uint64
	}
	signed interface {
		int8 | int16 | int32 | int64
	}
	integer  interface{ unsigned | signed }
	floating interface{ float32 | float64 }
	number   interface{ integer | floating }

	// wide are the types in which the rows' meanings compute.
	wide interface{ float64 | int64 | uint64 }
)

// numbers enters the loops whose text serves integers and floats. A float32 is computed in float32:
// for these operations that is the exact result, rounded once.
func numbers[T number](dt op.DType) {
	set2(op.Add, dt, add[T])
	set2(op.Sub, dt, sub[T])
	set2(op.Mul, dt, mul[T])
	set1(op.Square, dt, square[T])
	set1(op.Neg, dt, neg[T])
	set1(op.Positive, dt, same[T])
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

// choose takes y where the condition is 1, and z where it is 0. It has no branch, because processors
// guess a random condition wrong half of the time.
func choose[U unsigned](to []U, x []uint8, y, z []U) {
	x, y, z = x[:len(to)], y[:len(to)], z[:len(to)]
	for i := range to {
		to[i] = z[i] ^ (y[i]^z[i])&-U(x[i])
	}
}
