package kernel

import "github.com/wgtensor/wgtensor/device/op"

func integers[T integer](dt op.DType) {
	numbers[T](dt)
	bitwise[T](dt)
	finite[T](dt)
	set2(op.Fmax, dt, maximum[T])
	set2(op.Fmin, dt, minimum[T])
	set2(op.FloorDivide, dt, floorDivide[T])
	set2(op.TruncDivide, dt, truncDivide[T])
	set2(op.Remainder, dt, remainder[T])
	set2(op.Fmod, dt, fmod[T])
	set2(op.Pow, dt, power[T])
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

func truncDivide[T integer](to, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		q := T(0)
		if y[i] != 0 {
			q = x[i] / y[i]
		}
		to[i] = q
	}
}

func floorDivide[T integer](to, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		q := T(0)
		if y[i] != 0 {
			q = x[i] / y[i]
			q += below(x[i]-q*y[i], y[i])
		}
		to[i] = q
	}
}

func fmod[T integer](to, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		r := T(0)
		if y[i] != 0 {
			r = x[i] % y[i]
		}
		to[i] = r
	}
}

func remainder[T integer](to, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		r := T(0)
		if y[i] != 0 {
			r = x[i] % y[i]
			r += y[i] & below(r, y[i])
		}
		to[i] = r
	}
}

// power squares and multiplies. For 1 and -1 only the last bit of the exponent counts. With a
// negative exponent any other number gives 0.
func power[T integer](to, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		b, e, r := x[i], y[i], T(1)
		if b == 1 || b == ^T(0) && b < 0 {
			e &= 1
		}
		if e < 0 {
			r = 0
		}
		for ; e > 0; e >>= 1 {
			if e&1 != 0 {
				r *= b
			}
			b *= b
		}
		to[i] = r
	}
}

func absolute[T signed](to, x []T) {
	x = x[:len(to)]
	for i := range to {
		to[i] = max(x[i], -x[i])
	}
}

func sign[T signed](to, x []T) {
	x = x[:len(to)]
	for i := range to {
		to[i] = min(max(x[i], -1), 1)
	}
}

func atMostOne[T unsigned](to, x []T) {
	x = x[:len(to)]
	for i := range to {
		to[i] = min(x[i], 1)
	}
}
