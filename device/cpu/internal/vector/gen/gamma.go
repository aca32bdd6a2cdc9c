package main

import "math"

// stirlingOf has log(gamma(z)) - (z-1/2)*log(z) + z - log(2*pi)/2 in 1/z, by its odd powers
// (Abramowitz and Stegun, 6.1.41).
var stirlingOf = []float64{1. / 12, -1. / 360, 1. / 1260, -1. / 1680}

// wideSincOf has sin(pi*r)/r in r², where |r| <= 1/2, to 2^-35, fitted as wideLogOf is.
var wideSincOf = []float64{3.1415926535233414, -5.167712762115458, 2.550163240310171, -0.5992513300382338, 0.08204647852806973, -0.0070221630074282304}

// lgammaDoubt is how near to 0 results are of which nearly all digits have cancelled.
const lgammaDoubt = 0x1p-8

// lgamma is, in float64, Stirling's series for a = |x|, or for a+7 where that is less than 14 and
// a product of seven numbers to be divided by; and where x is negative, what reflection makes of it.
func lgamma(f *frame, _ dtype, x vec) vec {
	wide := f.widen(x)
	for i, v := range wide {
		a := f.three("VANDPD", f.double(math.Float64frombits(1<<63-1)), v)
		near := frame64{f}.test(less, a, f.double(7))
		z := frame64{f}.choose(near, f.three("VADDPD", f.double(7), a), a)
		product := frame64{f}.choose(near, f.sevenFrom(a), f.inRegister(f.double(1)))
		l := f.stirling(z)
		negative := frame64{f}.test(less, v, f.double(0))
		reflected := f.three("VDIVPD", f.three("VMULPD", f.sineOfTurns(a), a), f.three("VMULPD", f.double(math.Pi), product))
		second := f.wideLog(frame64{f}.choose(negative, reflected, product))
		l = f.three("VSUBPD", second, l)
		wide[i] = frame64{f}.choose(negative, f.three("VXORPD", f.double(math.Copysign(0, -1)), l), l)
	}
	pole := f.both(f.test(equal, x, f.nearest("PS", x)), f.test(lessEqual, x, f.zero()))
	return f.choose(pole, f.single(float32(math.Inf(1))), f.narrow(wide))
}

// sevenFrom is a*(a+1)*…*(a+6), of which t, t+5 and t+8 are three pairs, for t = a*(a+6).
func (f *frame) sevenFrom(a vec) vec {
	t := f.into("VMULPD", a, f.three("VADDPD", f.double(6), a))
	p := f.into("VMULPD", t, f.three("VADDPD", f.double(3), a))
	f.into("VMULPD", f.three("VADDPD", f.double(5), t), p)
	return f.into("VMULPD", f.three("VADDPD", f.double(8), t), p)
}

// stirling is log(gamma(z)) for z from 7 on.
func (f *frame) stirling(z vec) vec {
	inverse := f.three("VDIVPD", z, f.inRegister(f.double(1)))
	series := f.widePolynomial(f.three("VMULPD", inverse, inverse), stirlingOf)
	f.do("VFMADD213PD", f.double(0.9189385332046728), inverse, series) // log(2*pi)/2
	log := f.wideLog(z)
	f.do("VFNMADD231PD", f.double(0.5), log, series)
	f.do("VFMADD231PD", f.three("VSUBPD", f.double(1), log), z, series)
	return series
}

// sineOfTurns is |sin(pi*a)|.
func (f *frame) sineOfTurns(a vec) vec {
	r := f.three("VSUBPD", f.nearest("PD", a), a)
	p := f.widePolynomial(f.three("VMULPD", r, r), wideSincOf)
	return f.into("VANDPD", f.double(math.Float64frombits(1<<63-1)), f.into("VMULPD", r, p))
}

// wideLog is the logarithm of a positive normal number m * 2^e, with m from 1 to 2: that of
// sqrt(2)*2^e and of m/sqrt(2), which is (1+s)/(1-s).
func (f *frame) wideLog(x vec) vec {
	const two52 = 0x1p52
	e := f.three("VORPD", f.double(two52), f.shiftBits("VPSRLQ", x, 52))
	f.into("VSUBPD", f.double(two52+1023), e)
	m := f.three("VANDPD", f.double(math.Float64frombits(1<<52-1)), x)
	f.into("VORPD", f.double(1), m)
	s := f.into("VDIVPD", f.three("VADDPD", f.double(math.Sqrt2), m), f.three("VSUBPD", f.double(math.Sqrt2), m))
	p := f.widePolynomial(f.three("VMULPD", s, s), wideLogOf)
	f.do("VFMADD213PD", f.double(math.Ln2/2), s, p)
	f.do("VFMADD231PD", f.double(math.Ln2), e, p)
	return p
}
