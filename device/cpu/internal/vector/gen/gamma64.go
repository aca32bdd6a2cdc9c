package main

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// gammaOf64 has log(gamma(z)) - (z-1/2)*log(z) + z - log(2*pi)/2 by 1/z, in 1/z², where z >= 4, to 2^-61 of that difference.
var gammaOf64 = []float64{0.08333333333333331, -0.0027777777777560336, 0.0007936507859815439, -0.000595236838642477, 0.0008416359716014483, -0.00191107897354056, 0.006175423762448738, -0.02380329720651288, 0.08190449168945498, -0.16015552500874744}

// (log(2*pi)-1)/2, and what it lacks
const gammaRest64, gammaRestLack64 = 0x1.acfe390c97d69p-2, 0x1.3494bc9001442p-56

// lgammaDoubt64 is how near to 0 results are that need more digits than these sums have.
const lgammaDoubt64 = 0x1p-5

// lgamma64 is log(gamma(z)) for a = |x|, or for a+4 where that is less than 8 and a product of four numbers
// to be divided by; and where x is negative, what reflection makes of it. All are sums to 2^-57, as results
// near 0 are differences.
func lgamma64(f floats, x emit.Vec) emit.Vec {
	a := f.magnitude(x)
	near := f.test(emit.Less, a, f.single(4))
	z, zLow := sumOf(f, f.where(near, f.single(4)), a)
	q, qRest := threeFrom(f, a)
	one := f.InRegister(f.single(1))
	q, qRest = f.choose(near, q, one), f.where(near, qRest)

	by := f.choose(near, f.mul(a, f.single(0x1p64)), one) // which is no subnormal number
	p, pRest, turns := f.mul(q, by), f.mul(qRest, by), f.where(near, f.single(-64))
	f.plus(pRest, one, f.lost(p, q, by))
	below := f.test(emit.LessEqual, x, f.zero())
	f.Rarely(below, func() {
		v, vRest := reflected(f, a, f.choose(near, one, a), q, qRest)
		f.Move(f.choose(below, v, p), p)
		f.Move(f.choose(below, vRest, pRest), pRest)
		f.Move(f.choose(below, f.single(-64), turns), turns)
	})
	second, secondRest := finest(f, p, pRest, turns)
	high, low := stirling(f, z, zLow)
	sum, lost := anySum(f, f.Xor(high, f.signBit(x)), f.negative(second))
	v := f.add(sum, f.add(f.sub(f.Xor(low, f.signBit(x)), secondRest), lost))
	v = f.choose(f.test(emit.NotLess, high, f.single(math.Inf(1))), high, v)
	f.Rarely(below, func() {
		pole := f.Both(below, f.test(emit.Equal, x, f.Nearest("PD", x)))
		f.Move(f.choose(pole, f.single(math.Inf(1)), v), v)
	})
	return v
}

// threeFrom is (a+1)*(a+2)*(a+3) as a sum, for a < 4.
func threeFrom(f floats, a emit.Vec) (q, rest emit.Vec) {
	u, uLow := sumOf(f, f.InRegister(f.single(2)), a)
	s := f.mul(u, u)
	sLow := f.plus(f.lost(s, u, u), f.add(u, u), uLow)
	g, gLow := sumOf(f, s, f.InRegister(f.single(-1)))
	gLow = f.add(gLow, sLow)
	q = f.mul(g, u)
	return q, f.plus(f.plus(f.lost(q, g, u), g, uLow), gLow, u)
}

// reflected is |sin(pi*a)|/pi * 2^64 times the factor, by q, as a sum.
func reflected(f floats, a, factor, q, qRest emit.Vec) (v, rest emit.Vec) {
	r := f.magnitude(f.sub(a, f.Nearest("PD", a)))
	s := f.mul(r, r)
	w, wLow := sumOf(f, f.InRegister(f.single(1)), f.mul(s, polynomial64(f, s, f.mul(s, s), sincOf64...)))
	r = f.mul(r, f.single(0x1p64))
	n := f.mul(r, w)
	nLow := f.plus(f.lost(n, r, w), r, wLow)
	over := f.mul(n, factor)
	overRest := f.plus(f.lost(over, n, factor), nLow, factor)
	return ratio(f, over, overRest, q, qRest)
}

// stirling is log(gamma(z+zLow)) as a sum, for z from 4 on.
func stirling(f floats, z, zLow emit.Vec) (high, low emit.Vec) {
	l, lRest := finest(f, z, zLow, nil)
	l, lost := sumOf(f, l, f.InRegister(f.single(-1)))
	h := f.sub(z, f.single(0.5))
	high = f.mul(l, h)
	low = f.plus(f.lost(high, l, h), f.add(lost, lRest), h)
	f.plus(low, l, zLow)
	inverse := f.div(f.InRegister(f.single(1)), z)
	s := f.mul(inverse, inverse)
	series := f.times(polynomial64(f, s, f.mul(s, s), gammaOf64...), inverse, f.single(gammaRestLack64))
	high, lost = sumOf(f, high, f.InRegister(f.single(gammaRest64)))
	return high, f.add(f.add(low, series), lost)
}

// finest is log((x+rest) * 2^turns) as a sum, to 2^-60, of a positive normal number x.
func finest(f floats, x, rest, turns emit.Vec) (l, low emit.Vec) {
	m, e := exponent(f, x)
	d := f.sub(m, f.single(1))
	rest = f.mul(rest, powerOf264(f, f.sub(f.InRegister(f.single(shifter64)), e)))
	if turns != nil {
		e = f.add(e, turns)
	}
	under, lost := sumOf(f, f.InRegister(f.single(2)), d)
	l, low = logOfRatio(f, d, rest, under, f.add(lost, rest))
	l, lost = sumOf(f, f.mul(e, f.single(ln2Short)), l)
	return l, f.add(lost, f.plus(low, e, f.single(ln2ShortLack)))
}

// logOfRatio is log((under+over)/(under-over)) as a sum, to 2^-60, for sums whose ratio is 1/5 at most, either way.
func logOfRatio(f floats, over, overRest, under, underRest emit.Vec) (l, low emit.Vec) {
	s, low := ratio(f, over, overRest, under, underRest)
	z := f.mul(s, s)
	rest := f.mul(polynomial64(f, z, f.mul(z, z), logOf64...), f.mul(z, s))
	low = f.add(low, low)
	f.plus(rest, low, z) // the cube's part of low, as 2*s³/3 has the derivative 2*z
	return f.add(s, s), f.add(rest, low)
}
