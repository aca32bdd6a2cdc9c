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
	set2(op.Add, dt, func(to, x, y []T) { each2(to, x, y, func(x, y T) T { return x + y }) })
	set2(op.Sub, dt, func(to, x, y []T) { each2(to, x, y, func(x, y T) T { return x - y }) })
	set2(op.Mul, dt, func(to, x, y []T) { each2(to, x, y, func(x, y T) T { return x * y }) })
	set1(op.Square, dt, func(to, x []T) { each1(to, x, func(x T) T { return x * x }) })
	set1(op.Neg, dt, func(to, x []T) { each1(to, x, func(x T) T { return -x }) })
	set1(op.Positive, dt, same[T])
	set1(op.Relu, dt, func(to, x []T) { each1(to, x, func(x T) T { return max(x, 0) }) })
	set2(op.Maximum, dt, maximum[T])
	set2(op.Minimum, dt, minimum[T])
	set3(op.Clamp, dt, func(to, x, y, z []T) {
		each3(to, x, y, z, func(x, y, z T) T { return min(max(x, y), z) })
	})
}

func maximum[T number](to, x, y []T) { each2(to, x, y, func(x, y T) T { return max(x, y) }) }

func minimum[T number](to, x, y []T) { each2(to, x, y, func(x, y T) T { return min(x, y) }) }

func same[T any](to, x []T) { copy(to, x) }
