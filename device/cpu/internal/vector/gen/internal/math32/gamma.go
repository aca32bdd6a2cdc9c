package math32

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// stirlingOf has log(gamma(z)) - (z-1/2)*log(z) + z - log(2*pi)/2 in 1/z, by its odd powers
// (Abramowitz and Stegun, 6.1.41).
var stirlingOf = []float64{1. / 12, -1. / 360, 1. / 1260, -1. / 1680}

// shortSincOf has sin(pi*r)/r in r², where |r| <= 1/2, to 2^-35, fitted as shortLogOf is.
var shortSincOf = []float64{3.1415926535233414, -5.167712762115458, 2.550163240310171, -0.5992513300382338, 0.08204647852806973, -0.0070221630074282304}

// lgammaNearZero bounds the results that have lost nearly all their digits by cancellation.
const lgammaNearZero = 0x1p-8

func lgamma(f floats.Arithmetic, x vec) vec {
	v := f.Narrow(floats.Each(f.Widen(x), func(x vec) vec { return shortGamma(f.Wide(), x) }))
	pole := f.Both(f.Test(emit.Equal, x, f.Nearest("PS", x)), f.Test(emit.LessEqual, x, f.Zero()))
	return f.Select(pole, f.Number(math.Inf(1)), v)
}

// shortGamma is log(gamma(x)) to 2^-35, by Stirling's series at a = |x|. Where a is less than 7 the
// series is taken at a+7, and gamma divided by the product of seven numbers. Negative numbers are
// reflected.
func shortGamma(f floats.Arithmetic, x vec) vec {
	a := f.Abs(x)
	near := f.Test(emit.Less, a, f.Number(7))
	product := f.Select(near, sevenFrom(f, a), f.InRegister(f.Number(1)))
	l := shortStirling(f, f.Select(near, f.Add(a, f.Number(7)), a))
	negative := f.Test(emit.Less, x, f.Number(0))
	reflected := f.Div(f.Mul(product, f.Number(math.Pi)), f.Mul(sineOfTurns(f, a), a))
	l = f.Sub(l, shortLog(f, f.Select(negative, reflected, product)))
	return f.Select(negative, f.Neg(l), l)
}

// sevenFrom is a*(a+1)*…*(a+6). With t = a*(a+6), the products of its three pairs are t, t+5 and t+8.
func sevenFrom(f floats.Arithmetic, a vec) vec {
	t := f.Mul(f.Add(a, f.Number(6)), a)
	p := f.Mul(f.Add(a, f.Number(3)), t)
	return f.Mul(f.Mul(p, f.Add(t, f.Number(5))), f.Add(t, f.Number(8)))
}

// shortStirling is log(gamma(z)) for z from 7 on.
func shortStirling(f floats.Arithmetic, z vec) vec {
	inverse := f.Div(f.InRegister(f.Number(1)), z)
	// The constant is log(2*pi)/2.
	series := f.MulAdd(horner(f, f.Mul(inverse, inverse), stirlingOf...), inverse, f.Number(0.9189385332046728))
	log := shortLog(f, z)
	f.SubProduct(series, log, f.Number(0.5))
	return f.AddProduct(series, z, f.Sub(log, f.Number(1)))
}

// sineOfTurns is |sin(pi*a)|.
func sineOfTurns(f floats.Arithmetic, a vec) vec {
	r := f.Sub(a, f.Nearest("PD", a))
	return f.Abs(f.Mul(horner(f, f.Mul(r, r), shortSincOf...), r))
}

// shortLog is the logarithm of a positive normal number m * 2^e, with m from 1 to 2. It is the sum
// of log(sqrt(2)*2^e) and log(m/sqrt(2)), and m/sqrt(2) is (1+s)/(1-s).
func shortLog(f floats.Arithmetic, x vec) vec {
	e := f.Sub(f.Or(f.Shift("VPSRLQ", x, 52), f.Number(0x1p52)), f.Number(0x1p52+1023))
	m := f.Or(f.And(x, f.Bits(1<<52-1)), f.Number(1))
	s := f.Div(f.Sub(m, f.Number(math.Sqrt2)), f.Add(m, f.Number(math.Sqrt2)))
	l := f.MulAdd(horner(f, f.Mul(s, s), shortLogOf...), s, f.Number(math.Ln2/2))
	return f.AddProduct(l, e, f.Number(math.Ln2))
}
