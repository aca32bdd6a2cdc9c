package precise

// The error function and its complement.

import "math/big"

// Erf is 2/√π times the integral of e^(-t²) from 0 to x.
func Erf(x *big.Float) *big.Float {
	if below(x, 0) {
		return mul(mul(x, twoOverRootPi.get()), sum(&erfTerms, neg(mul(x, x))))
	}
	return copysign(sub(integer(1), Erfc(abs(x))), x)
}

var twoOverRootPi = lazy[*big.Float]{compute: func() *big.Float { return double(Rsqrt(pi.get())) }}

var erfTerms = series{term: func(k int64) *big.Float {
	return inverse(mul(factorial(k), integer(2*k+1)))
}}

// Erfc is 1 - erf(x), with all its digits also where x is large.
//
// For x >= 1 the integral (2x e^(-x²)/π) ∫ e^(-t²)/(t²+x²) dt, t from 0 to ∞, is
// summed by the trapezoidal rule of step h. It errs by the residue at t = ix, which is
// known, and a part e^(-π²/h²) of the result (C. Chiarella and A. Reichel, "On the
// evaluation of integrals related to the error function", Math. Comp. 22, 1968).
func Erfc(x *big.Float) *big.Float {
	switch {
	case below(x, 0):
		return sub(integer(1), Erf(x))
	case x.Sign() < 0:
		return sub(integer(2), Erfc(neg(x)))
	}
	square, t := mul(x, x), newBig()
	total := half(inverse(square))
	for _, b := range bell.get() {
		t.Add(square, b.square)
		total.Add(total, t.Quo(b.height, t))
	}
	y := mul(mul(total, Exp(neg(square))), quo(mul(x, spacing()), half(pi.get())))
	if below(x, 4) { // further on the pole is not met
		exponent := quo(double(mul(x, pi.get())), spacing())
		y.Sub(y, quo(integer(2), Expm1(exponent)))
	}
	return y
}

// With this step e^(-π²/h²) is 2^-345. The residue counts up to x = π/h, near 16.
func spacing() *big.Float { return big.NewFloat(13.0 / 64) }

type point struct{ square, height *big.Float } // t², e^(-t²)

// bell is e^(-t²) at t = h, 2h, 3h, … as far as it counts.
var bell = lazy[[]point]{compute: func() (points []point) {
	for n := int64(1); ; n++ {
		t := mul(integer(n), spacing())
		p := point{mul(t, t), Exp(neg(mul(t, t)))}
		if below(p.height, -wide) {
			return points
		}
		points = append(points, p)
	}
}}
