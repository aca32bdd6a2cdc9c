package main

import "math"

// wideExp2Of has (2^r-1)/r where |r| <= 1/2, to 2^-40 of 2^r. wideLogOf and wideLog2Of have
// log((1+s)/(1-s))/s in two bases, in s² where |s| <= 1/3, to 2^-38. All are fitted as functions
// says, but in float64.
var (
	wideExp2Of = []float64{0.6931471805482128, 0.24022650698109935, 0.055504109352663214, 0.009618128616215527, 0.0013333454860285393, 0.00015403825430476543, 1.530915624090945e-05, 1.3178935565242702e-06}
	wideLogOf  = []float64{2.000000000005028, 0.6666666622733054, 0.4000006253928761, 0.2856810265386826, 0.22305877838143418, 0.17116518454584687, 0.21878658742339616}
	wideLog2Of = []float64{2.885390081785182, 0.9617966875873917, 0.5770789186286429, 0.41215059958860334, 0.3218058035248004, 0.24693908997469813, 0.31564252674086246}
)

// logsDoubt is how near to 0 results are that need more digits than these: two logarithms
// have cancelled.
const logsDoubt = 0x1p-12

func logaddexp(f *frame, _ dtype, x vec, y arg) vec {
	return f.addedPowers(x, y, math.Log2E, wideLogOf)
}

func logaddexp2(f *frame, _ dtype, x vec, y arg) vec { return f.addedPowers(x, y, 1, wideLog2Of) }

// addedPowers is the larger of x and y, and the logarithm of 1 + 2^-|x-y|*factor, in float64.
func (f *frame) addedPowers(x vec, second arg, factor float64, logOf []float64) vec {
	y := f.load(second)
	most := f.widen(f.three("VMAXPS", y, x))
	same := f.test(equal, x, y) // infinities, too
	other := f.widen(f.choose(same, f.zero(), y))
	for i, d := range f.widen(f.choose(same, f.zero(), x)) {
		d = f.into("VORPD", f.double(math.Copysign(0, -1)), f.into("VSUBPD", other[i], d)) // NaN stays
		d = f.three("VMAXPD", d, f.inRegister(f.double(-160)))
		if factor != 1 {
			f.into("VMULPD", f.double(factor), d)
		}
		e := f.wideExp2(d)
		s := f.three("VDIVPD", f.three("VADDPD", f.double(2), e), e) // log(1+e) is that of (1+s)/(1-s)
		p := f.widePolynomial(f.three("VMULPD", s, s), logOf)
		f.do("VFMADD231PD", p, s, most[i])
	}
	return f.narrow(most)
}

// wideExp2 is 2^d, which is a normal number.
func (f *frame) wideExp2(d vec) vec {
	const shifter = 0x1.8p52
	bits := f.three("VADDPD", f.double(shifter), d)
	f.into("VSUBPD", f.three("VSUBPD", f.double(shifter), bits), d)
	p := f.widePolynomial(d, wideExp2Of)
	f.do("VFMADD213PD", f.double(1), d, p)
	return f.into("VPADDQ", f.shiftBits("VPSLLQ", bits, 52), p)
}

func (f *frame) widePolynomial(x vec, c []float64) vec {
	v := f.load(f.double(c[len(c)-1]))
	for i := len(c) - 2; i >= 0; i-- {
		f.do("VFMADD213PD", f.double(c[i]), x, v)
	}
	return v
}
