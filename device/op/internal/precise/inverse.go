package precise

// The inverses of the error function and of the normal distribution.

import (
	"math"
	"math/big"
)

// Erfinv is the y with erf(y) = x, for |x| <= 1.
func Erfinv(x *big.Float) *big.Float {
	a := abs(x)
	if below(x, -1) {
		f, _ := a.Float64()
		return copysign(halley(Float(math.Erfinv(f)), func(y *big.Float) *big.Float { return sub(Erf(y), a) }), x)
	}
	return copysign(erfcInverse(sub(integer(1), a)), x)
}

// Ndtri is the y with (1 + erf(y/√2)) / 2 = x, for 0 < x <= 1.
func Ndtri(x *big.Float) *big.Float {
	y := newBig()
	if below(x, -2) {
		y.Neg(erfcInverse(double(x)))
	} else {
		y.Set(Erfinv(sub(double(x), integer(1))))
	}
	return y.Mul(y, root(integer(2)))
}

// erfcInverse is the y with erfc(y) = x, for 0 <= x < 1. It starts within 4.5e-4 (Abramowitz and Stegun, 26.2.23).
func erfcInverse(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return newBig().SetInf(false)
	}
	m := newBig()
	n := x.MantExp(m) // math.Log is wrong for subnormal numbers
	f, _ := m.Float64()
	t := math.Sqrt(2 * (math.Ln2*float64(1-n) - math.Log(f)))
	start := t - (2.515517+t*(0.802853+t*0.010328))/(1+t*(1.432788+t*(0.189269+t*0.001308)))
	return halley(Float(start/math.Sqrt2), func(y *big.Float) *big.Float { return sub(x, Erfc(y)) })
}

// halley is the zero of a function whose derivative is that of erf, from a near y. Every step has three times
// the digits.
func halley(y *big.Float, f func(y *big.Float) *big.Float) *big.Float {
	for range 3 {
		step := quo(f(y), mul(twoOverRootPi.get(), Exp(neg(mul(y, y)))))
		y = sub(y, quo(step, add(integer(1), mul(y, step))))
	}
	return y
}
