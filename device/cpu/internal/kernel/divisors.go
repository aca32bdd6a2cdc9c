package kernel

import "math/bits"

// gcd and lcm use the magnitudes of their operands. The results wrap.

func gcd[T integer](to, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		to[i] = T(commonDivisor(magnitude(x[i]), magnitude(y[i])))
	}
}

func lcm[T integer](to, x, y []T) {
	x, y = x[:len(to)], y[:len(to)]
	for i := range to {
		m, a, b := uint64(0), magnitude(x[i]), magnitude(y[i])
		if a != 0 && b != 0 {
			m = a / commonDivisor(a, b) * b
		}
		to[i] = T(m)
	}
}

func magnitude[T integer](x T) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// commonDivisor is Stein's algorithm: it subtracts the smaller of two odd numbers from the larger,
// and removes the factors of 2 from the difference. It needs no division, and no branch that a
// processor would predict wrong. It never takes longer than Euclid's algorithm, and often half the
// time.
func commonDivisor(x, y uint64) uint64 {
	if x == 0 || y == 0 {
		return x | y
	}
	twos := bits.TrailingZeros64(x|y) & 63 // & for shifts without a test
	x >>= bits.TrailingZeros64(x) & 63
	y >>= bits.TrailingZeros64(y) & 63
	for x != y {
		d, borrow := bits.Sub64(x, y, 0)
		less := -borrow
		y += d & less
		d = (d ^ less) + borrow
		x = d >> (bits.TrailingZeros64(d) & 63)
	}
	return x << twos
}
