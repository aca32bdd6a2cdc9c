package kernel

import "github.com/wgtensor/wgtensor/device/op"

func bitwise[T integer](dt op.DType) {
	set2(op.BitwiseAnd, dt, and[T])
	set2(op.BitwiseOr, dt, or[T])
	set2(op.BitwiseXor, dt, xor[T])
	set1(op.BitwiseNot, dt, complement[T])
	set2(op.BitwiseLeftShift, dt, shiftLeft[T])
	set2(op.BitwiseRightShift, dt, shiftRight[T])
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
		set1(o, op.Bool, not)
	}
	for _, o := range []*op.Op{op.Relu, op.Sign} {
		set1(o, op.Bool, same[uint8])
	}
}

func and[T integer](to []T, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = x[i] & y[i]
	}
}

func or[T integer](to []T, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = x[i] | y[i]
	}
}

func xor[T integer](to []T, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = x[i] ^ y[i]
	}
}

func complement[T integer](to []T, x []T) {
	x = x[:len(to)]
	for i := range to {
		to[i] = ^x[i]
	}
}

func not(to, x []uint8) {
	x = x[:len(to)]
	for i := range to {
		to[i] = x[i] ^ 1
	}
}

// shiftLeft takes a negative count for a huge one, as Go does one beyond the width: 0 is left.
func shiftLeft[T integer](to []T, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = x[i] << uint64(y[i])
	}
}

// shiftRight leaves the sign where the count is negative or beyond the width.
func shiftRight[T integer](to []T, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = x[i] >> uint64(y[i])
	}
}
