package main

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// stirlingOf has log(gamma(z)) - (z-1/2)*log(z) + z - log(2*pi)/2 in 1/z, by its odd powers
// (Abramowitz and Stegun, 6.1.41).
var stirlingOf = []float64{1. / 12, -1. / 360, 1. / 1260, -1. / 1680}

// shortSincOf has sin(pi*r)/r in r², where |r| <= 1/2, to 2^-35, fitted as shortLogOf is.
var shortSincOf = []float64{3.1415926535233414, -5.167712762115458, 2.550163240310171, -0.5992513300382338, 0.08204647852806973, -0.0070221630074282304}

// lgammaDoubt is how near to 0 results are of which nearly all digits have cancelled.
const lgammaDoubt = 0x1p-8

func lgamma(f floats, x emit.Vec) emit.Vec {
	v := f.narrow(f.each(f.widen(x), func(x emit.Vec) emit.Vec { return shortGamma(f.wide(), x) }))
	pole := f.Both(f.test(emit.Equal, x, f.Nearest("PS", x)), f.test(emit.LessEqual, x, f.zero()))
	return f.choose(pole, f.single(math.Inf(1)), v)
}

// shortGamma is, to 2^-35, Stirling's series for a = |x|, or for a+7 where that is less than 14 and
// a product of seven numbers to be divided by; and where x is negative, what reflection makes of it.
func shortGamma(f floats, x emit.Vec) emit.Vec {
	a := f.magnitude(x)
	near := f.test(emit.Less, a, f.single(7))
	product := f.choose(near, sevenFrom(f, a), f.InRegister(f.single(1)))
	l := shortStirling(f, f.choose(near, f.add(a, f.single(7)), a))
	negative := f.test(emit.Less, x, f.single(0))
	reflected := f.div(f.mul(product, f.single(math.Pi)), f.mul(sineOfTurns(f, a), a))
	l = f.sub(l, shortLog(f, f.choose(negative, reflected, product)))
	return f.choose(negative, f.negative(l), l)
}

// sevenFrom is a*(a+1)*…*(a+6), of which t, t+5 and t+8 are three pairs, for t = a*(a+6).
func sevenFrom(f floats, a emit.Vec) emit.Vec {
	t := f.mul(f.add(a, f.single(6)), a)
	p := f.mul(f.add(a, f.single(3)), t)
	return f.mul(f.mul(p, f.add(t, f.single(5))), f.add(t, f.single(8)))
}

// shortStirling is log(gamma(z)) for z from 7 on.
func shortStirling(f floats, z emit.Vec) emit.Vec {
	inverse := f.div(f.InRegister(f.single(1)), z)
	series := f.times(horner(f, f.mul(inverse, inverse), stirlingOf...), inverse, f.single(0.9189385332046728)) // log(2*pi)/2
	log := shortLog(f, z)
	f.minus(series, log, f.single(0.5))
	return f.plus(series, z, f.sub(log, f.single(1)))
}

// sineOfTurns is |sin(pi*a)|.
func sineOfTurns(f floats, a emit.Vec) emit.Vec {
	r := f.sub(a, f.Nearest("PD", a))
	return f.magnitude(f.mul(horner(f, f.mul(r, r), shortSincOf...), r))
}

// shortLog is the logarithm of a positive normal number m * 2^e, with m from 1 to 2: that of
// sqrt(2)*2^e and of m/sqrt(2), which is (1+s)/(1-s).
func shortLog(f floats, x emit.Vec) emit.Vec {
	e := f.sub(f.Or(f.Shift("VPSRLQ", x, 52), f.single(0x1p52)), f.single(0x1p52+1023))
	m := f.Or(f.And(x, f.pattern(1<<52-1)), f.single(1))
	s := f.div(f.sub(m, f.single(math.Sqrt2)), f.add(m, f.single(math.Sqrt2)))
	l := f.times(horner(f, f.mul(s, s), shortLogOf...), s, f.single(math.Ln2/2))
	return f.plus(l, e, f.single(math.Ln2))
}
