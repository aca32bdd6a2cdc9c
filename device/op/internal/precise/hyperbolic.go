package precise

// The hyperbolic functions and their inverses.

import "math/big"

// Sinh is (e^x - e^-x) / 2.
func Sinh(x *big.Float) *big.Float {
	e := Expm1(abs(x)) // without abs it rounds to -1, and e + 1 below is 0
	return copysign(half(add(e, quo(e, add(e, integer(1))))), x)
}

// Cosh is (e^x + e^-x) / 2.
func Cosh(x *big.Float) *big.Float {
	e := Exp(x)
	return half(add(e, inverse(e)))
}

// Tanh is sinh(x) / cosh(x).
func Tanh(x *big.Float) *big.Float {
	e := Expm1(double(x))
	return quo(e, add(e, integer(2)))
}

// Asinh is the x' with sinh(x') = x: log(x + √(x²+1)).
func Asinh(x *big.Float) *big.Float {
	a := abs(x)
	square := mul(a, a)
	r := add(integer(1), root(add(square, integer(1))))
	return copysign(Log1p(add(a, quo(square, r))), x)
}

// Acosh is the x' >= 0 with cosh(x') = x, for x >= 1: log(x + √(x²-1)).
func Acosh(x *big.Float) *big.Float {
	d := sub(x, integer(1))
	return Log1p(add(d, root(mul(d, add(d, integer(2))))))
}

// Atanh is the x' with tanh(x') = x, for |x| <= 1: log((1+x) / (1-x)) / 2.
func Atanh(x *big.Float) *big.Float {
	a := abs(x)
	return copysign(half(Log1p(quo(double(a), sub(integer(1), a)))), x)
}
