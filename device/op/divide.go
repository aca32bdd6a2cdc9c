package op

import "math"

// intDivide truncates. Division by zero gives 0. The smallest value by -1 gives itself.
func intDivide(x, y int64) int64 {
	switch y {
	case 0:
		return 0
	case -1:
		return -x
	}
	return x / y
}

func intFloorDivide(x, y int64) int64 {
	q := intDivide(x, y)
	if y != 0 && q*y != x && (x < 0) != (y < 0) {
		q--
	}
	return q
}

func intModulo(x, y int64) int64 {
	if y == 0 || y == -1 {
		return 0
	}
	return x % y
}

// intRemainder takes the divisor's sign.
func intRemainder(x, y int64) int64 {
	r := intModulo(x, y)
	if r != 0 && (r < 0) != (y < 0) {
		r += y
	}
	return r
}

func uintDivide(x, y uint64) uint64 {
	if y == 0 {
		return 0
	}
	return x / y
}

func uintModulo(x, y uint64) uint64 {
	if y == 0 {
		return 0
	}
	return x % y
}

// mod is math.Mod, but quicker: math.Mod takes a step for each bit of the quotient. A quotient
// below 2^53 is off by one at most, and an FMA gives its exact remainder.
func mod(x, y float64) float64 {
	a, b := math.Abs(x), math.Abs(y)
	if a < b {
		return x
	}
	q := math.Trunc(a / b)
	if !(q < 0x1p53) { // NaN too
		return math.Mod(x, y)
	}
	r := math.FMA(-q, b, a)
	if r < 0 { // the quotient was rounded up to a whole number
		r += b
	}
	return math.Copysign(r, x)
}

// floatRemainder takes the divisor's sign, zero included.
func floatRemainder(x, y float64) float64 {
	r := mod(x, y)
	switch {
	case r == 0:
		return math.Copysign(r, y)
	case (r < 0) != (y < 0):
		return r + y
	}
	return r
}

// floorDivide is NumPy's algorithm, and PyTorch's: the exact remainder is taken off
// before dividing, so that the quotient is whole but for rounding.
func floorDivide[T float32 | float64](x, y T) T {
	if y == 0 {
		return x / y
	}
	mod := T(mod(float64(x), float64(y)))
	div := (x - mod) / y
	if mod != 0 && (mod < 0) != (y < 0) {
		div--
	}
	if div == 0 {
		return T(math.Copysign(0, float64(x/y)))
	}
	floor := T(math.Floor(float64(div)))
	if div-floor > 0.5 {
		floor++
	}
	return floor
}

func intPow(x, y int64) int64 {
	if y >= 0 {
		return int64(uintPow(uint64(x), uint64(y)))
	}
	switch x {
	case 1:
		return 1
	case -1:
		return 1 - y&1*2
	}
	return 0
}

func uintPow(x, y uint64) uint64 {
	r := uint64(1)
	for ; y > 0; y >>= 1 {
		if y&1 == 1 {
			r *= x
		}
		x *= x
	}
	return r
}

// uintGCD is Euclid's algorithm.
func uintGCD(x, y uint64) uint64 {
	for y != 0 {
		x, y = y, x%y
	}
	return x
}

// uintLCM wraps.
func uintLCM(x, y uint64) uint64 {
	if x == 0 || y == 0 {
		return 0
	}
	return x / uintGCD(x, y) * y
}

func magnitude(x int64) uint64 { return uint64(max(x, -x)) }
