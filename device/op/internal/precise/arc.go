package precise

// The inverse trigonometric functions, in radians.

import (
	"math"
	"math/big"
)

// Atan is the angle between -π/2 and π/2 whose tangent is x.
func Atan(x *big.Float) *big.Float {
	switch {
	case below(x, -20):
		return mul(x, sum(&odd, neg(mul(x, x)))) // x - x³/3 + …
	case !below(x, 1):
		return sub(copysign(half(pi.get()), x), Atan(inverse(x)))
	}
	f, _ := x.Float64()
	y := Float(math.Atan(f))
	s, c := Sin(y), Cos(y)
	t := quo(sub(mul(x, c), s), add(c, mul(x, s))) // tan(atan(x) - y)
	return add(y, Atan(t))
}

// Atan2 is the angle between -π and π of the point (x, y).
func Atan2(y, x *big.Float) *big.Float {
	a := Atan(quo(y, x))
	if x.Sign() < 0 {
		a.Add(a, copysign(pi.get(), y))
	}
	return a
}

// Asin is the angle between -π/2 and π/2 whose sine is x, for |x| <= 1.
func Asin(x *big.Float) *big.Float { return Atan(quo(x, across(x))) }

// Acos is the angle between 0 and π whose cosine is x, for |x| <= 1.
func Acos(x *big.Float) *big.Float { return Atan2(across(x), x) }

// across is √(1-x²).
func across(x *big.Float) *big.Float { return root(sub(integer(1), mul(x, x))) }
