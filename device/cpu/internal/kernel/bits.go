package kernel

import "github.com/wgtensor/wgtensor/device/op"

func bitwise[T integer](dt op.DType) {
	set2(op.BitwiseAnd, dt, and[T])
	set2(op.BitwiseOr, dt, or[T])
	set2(op.BitwiseXor, dt, xor[T])
	set1(op.BitwiseNot, dt, func(to, x []T) { each1(to, x, func(x T) T { return ^x }) })
	// A negative count is taken for a huge one. As with one beyond the width, 0 or the sign is left.
	set2(op.BitwiseLeftShift, dt, func(to, x, y []T) { each2(to, x, y, func(x, y T) T { return x << uint64(y) }) })
	set2(op.BitwiseRightShift, dt, func(to, x, y []T) { each2(to, x, y, func(x, y T) T { return x >> uint64(y) }) })
}

// logic enters the loops for bool, whose bytes are 0 or 1.
func logic() {
	for _, o := range []*op.Op{op.LogicalAnd, op.BitwiseAnd, op.Mul, op.Minimum, op.Fmin} {
		set2(o, op.Bool, and[uint8])
	}
	for _, o := range []*op.Op{op.LogicalOr, op.BitwiseOr, op.Add, op.Maximum, op.Fmax} {
		set2(o, op.Bool, or[uint8])
	}
	for _, o := range []*op.Op{op.LogicalXor, op.BitwiseXor} {
		set2(o, op.Bool, xor[uint8])
	}
	for _, o := range []*op.Op{op.LogicalNot, op.BitwiseNot} {
		set1(o, op.Bool, func(to, x []uint8) { each1(to, x, func(x uint8) uint8 { return x ^ 1 }) })
	}
	for _, o := range []*op.Op{op.Relu, op.Sign} {
		set1(o, op.Bool, same[uint8])
	}
}

func and[T integer](to, x, y []T) { each2(to, x, y, func(x, y T) T { return x & y }) }

func or[T integer](to, x, y []T) { each2(to, x, y, func(x, y T) T { return x | y }) }

func xor[T integer](to, x, y []T) { each2(to, x, y, func(x, y T) T { return x ^ y }) }

// patternsOf are the functions patterns, by the size of the type.
var patternsOf = [...]func(op.DType){1: patterns[uint8], 2: patterns[uint16], 4: patterns[uint32], 8: patterns[uint64]}

// patterns enters the loops that look at an element's bits alone.
func patterns[U unsigned](dt op.DType) {
	set3(op.Where, dt, func(to []U, x []uint8, y, z []U) { each3(to, x, y, z, choose) })
	if dt.IsFloat() {
		sign := ^(^U(0) >> 1) // the highest bit, also of zeros and NaN
		set1(op.Abs, dt, func(to, x []U) { each1(to, x, func(x U) U { return x &^ sign }) })
		set2(op.Copysign, dt, func(to, x, y []U) { each2(to, x, y, func(x, y U) U { return x&^sign | y&sign }) })
		set1(op.Signbit, dt, func(to []bool, x []U) { each1(to, x, func(x U) bool { return x >= sign }) })
	}
}

// choose takes y where the condition is 1, and z where it is 0. It has no branch, because processors
// guess a random condition wrong half of the time.
func choose[U unsigned](x uint8, y, z U) U { return z ^ (y^z)&-U(x) }
