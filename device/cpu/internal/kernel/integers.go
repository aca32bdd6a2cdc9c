package kernel

import "github.com/wgtensor/wgtensor/device/op"

func integers[T integer](dt op.DType) {
	numbers[T](dt)
	bitwise[T](dt)
	finite[T](dt)
	integerCasts[T](dt)
	set2(op.Fmax, dt, maximum[T])
	set2(op.Fmin, dt, minimum[T])
	set2(op.FloorDivide, dt, func(to, x, y []T) { each2(to, x, y, floorDivide) })
	set2(op.TruncDivide, dt, func(to, x, y []T) { each2(to, x, y, truncDivide) })
	set2(op.Remainder, dt, func(to, x, y []T) { each2(to, x, y, remainder) })
	set2(op.Fmod, dt, func(to, x, y []T) { each2(to, x, y, fmod) })
	set2(op.Pow, dt, func(to, x, y []T) { each2(to, x, y, power) })
	for _, o := range []*op.Op{op.Floor, op.Ceil, op.Trunc, op.Round} {
		set1(o, dt, same[T])
	}
}

// below is -1 where a remainder that is not 0 has another sign than the divisor, else 0. It has no
// branch: with random signs the processor would predict half of them wrong.
func below[T integer](remainder, divisor T) T {
	if none := T(0); none-1 > none {
		return 0 // unsigned types
	}
	const signBit = 63 // for a narrower type, of its sign extension
	return T(int64(remainder^divisor) & int64(remainder|-remainder) >> signBit)
}

// In Go the smallest value by -1 gives itself, with remainder 0. The divisions rely on this.

func truncDivide[T integer](x, y T) T {
	if y == 0 {
		return 0
	}
	return x / y
}

func floorDivide[T integer](x, y T) T {
	if y == 0 {
		return 0
	}
	q := x / y
	return q + below(x-q*y, y)
}

func fmod[T integer](x, y T) T {
	if y == 0 {
		return 0
	}
	return x % y
}

func remainder[T integer](x, y T) T {
	if y == 0 {
		return 0
	}
	r := x % y
	return r + y&below(r, y)
}

// power squares and multiplies. For 1 and -1 only the last bit of the exponent counts. With a
// negative exponent any other number gives 0.
func power[T integer](b, e T) T {
	r := T(1)
	if b == 1 || b == ^T(0) && b < 0 {
		e &= 1
	}
	if e < 0 {
		return 0
	}
	for ; e > 0; e >>= 1 {
		if e&1 != 0 {
			r *= b
		}
		b *= b
	}
	return r
}
