package precise

import "math/big"

// Digamma is the derivative of log |Γ(x)|.
func Digamma(x *big.Float) *big.Float {
	one := integer(1)
	if x.Sign() < 0 { // ψ(1-x) - ψ(x) = π / tan πx
		return sub(Digamma(sub(one, x)), quo(mul(pi.get(), sinPi(add(x, big.NewFloat(0.5)))), sinPi(x)))
	}
	// ψ(x) = ψ(x+n) - 1/x - … - 1/(x+n-1), and the derivative of Stirling's series for x+n >= 50.
	steps := newBig()
	for x = newBig().Set(x); x.Cmp(integer(50)) < 0; x.Add(x, one) {
		steps.Add(steps, inverse(x))
	}
	y := sub(Log(x), half(inverse(x)))
	scaled := quo(integer(8), x)
	square := mul(scaled, scaled)
	y.Sub(y, mul(shift(square, -6), sum(&stirlingSlope, square)))
	return y.Sub(y, steps)
}

// stirlingSlope is B(2k) / 2k for k = 1, 2, …, each divided by 64^(k-1).
var stirlingSlope = series{term: func(k int64) *big.Float {
	return mul(stirling.coefficients()[k], integer(2*k+1))
}}
