package math64

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// gammaOf64 has (log(gamma(z)) - (z-1/2)*log(z) + z - log(2*pi)/2) * z as a polynomial in 1/z²,
// where z >= 4. It is right to 2^-61.
var gammaOf64 = []float64{0.08333333333333331, -0.0027777777777560336, 0.0007936507859815439, -0.000595236838642477, 0.0008416359716014483, -0.00191107897354056, 0.006175423762448738, -0.02380329720651288, 0.08190449168945498, -0.16015552500874744}

// (log(2*pi)-1)/2, and its rounding error
const gammaRest, gammaRestLack = 0x1.acfe390c97d69p-2, 0x1.3494bc9001442p-56

// lgammaNearZero bounds the results that need more digits than these sums have.
const lgammaNearZero = 0x1p-5

// lgamma is log(gamma(z)) at z = a = |x|. Where a is less than 4 it is taken at a+4, and gamma
// divided by the product of four numbers. Negative numbers are reflected. All terms are pairs right
// to 2^-57, as results near 0 are differences.
func lgamma(f floats.Arithmetic, x vec) vec {
	a := f.Abs(x)
	near := f.Test(emit.Less, a, f.Number(4))
	z, zLow := sumOf(f, f.SelectOrZero(near, f.Number(4)), a)
	q, qRest := threeFrom(f, a)
	one := f.InRegister(f.Number(1))
	q, qRest = f.Select(near, q, one), f.SelectOrZero(near, qRest)

	by := f.Select(near, f.Mul(a, f.Number(0x1p64)), one) // which is no subnormal number
	p, pRest, doublings := f.Mul(q, by), f.Mul(qRest, by), f.SelectOrZero(near, f.Number(-64))
	f.AddProduct(pRest, one, f.ProductError(p, q, by))
	below := f.Test(emit.LessEqual, x, f.Zero())
	f.Rarely(below, func() {
		v, vRest := reflect(f, a, f.Select(near, one, a), q, qRest)
		f.Move(f.Select(below, v, p), p)
		f.Move(f.Select(below, vRest, pRest), pRest)
		f.Move(f.Select(below, f.Number(-64), doublings), doublings)
	})
	second, secondRest := logPrecise(f, p, pRest, doublings)
	high, low := stirling(f, z, zLow)
	sum, lost := anySum(f, f.Xor(high, f.SignBit(x)), f.Neg(second))
	v := f.Add(sum, f.Add(f.Sub(f.Xor(low, f.SignBit(x)), secondRest), lost))
	v = f.Select(f.Test(emit.NotLess, high, f.Number(math.Inf(1))), high, v)
	f.Rarely(below, func() {
		pole := f.Both(below, f.Test(emit.Equal, x, f.Nearest("PD", x)))
		f.Move(f.Select(pole, f.Number(math.Inf(1)), v), v)
	})
	return v
}

// threeFrom is (a+1)*(a+2)*(a+3) as a sum, for a < 4.
func threeFrom(f floats.Arithmetic, a vec) (q, rest vec) {
	u, uLow := sumOf(f, f.InRegister(f.Number(2)), a)
	s := f.Mul(u, u)
	sLow := f.AddProduct(f.ProductError(s, u, u), f.Add(u, u), uLow)
	g, gLow := sumOf(f, s, f.InRegister(f.Number(-1)))
	gLow = f.Add(gLow, sLow)
	q = f.Mul(g, u)
	return q, f.AddProduct(f.AddProduct(f.ProductError(q, g, u), g, uLow), gLow, u)
}

// reflect returns |sin(pi*a)|/pi * 2^64 times the factor, by q, as a sum.
func reflect(f floats.Arithmetic, a, factor, q, qRest vec) (v, rest vec) {
	r := f.Abs(f.Sub(a, f.Nearest("PD", a)))
	s := f.Mul(r, r)
	w, wLow := sumOf(f, f.InRegister(f.Number(1)), f.Mul(s, polynomial(f, s, f.Mul(s, s), sincOf64...)))
	r = f.Mul(r, f.Number(0x1p64))
	n := f.Mul(r, w)
	nLow := f.AddProduct(f.ProductError(n, r, w), r, wLow)
	over := f.Mul(n, factor)
	overRest := f.AddProduct(f.ProductError(over, n, factor), nLow, factor)
	return ratio(f, over, overRest, q, qRest)
}

// stirling is log(gamma(z+zLow)) as a sum, for z from 4 on.
func stirling(f floats.Arithmetic, z, zLow vec) (high, low vec) {
	l, lRest := logPrecise(f, z, zLow, nil)
	l, lost := sumOf(f, l, f.InRegister(f.Number(-1)))
	h := f.Sub(z, f.Number(0.5))
	high = f.Mul(l, h)
	low = f.AddProduct(f.ProductError(high, l, h), f.Add(lost, lRest), h)
	f.AddProduct(low, l, zLow)
	inverse := f.Div(f.InRegister(f.Number(1)), z)
	s := f.Mul(inverse, inverse)
	series := f.MulAdd(polynomial(f, s, f.Mul(s, s), gammaOf64...), inverse, f.Number(gammaRestLack))
	high, lost = sumOf(f, high, f.InRegister(f.Number(gammaRest)))
	return high, f.Add(f.Add(low, series), lost)
}

// logPrecise is log((x+rest) * 2^doublings) as a sum, to 2^-60, of a positive normal number x.
func logPrecise(f floats.Arithmetic, x, rest, doublings vec) (l, low vec) {
	m, e := exponent(f, x)
	d := f.Sub(m, f.Number(1))
	rest = f.Mul(rest, powerOf2(f, f.Sub(f.InRegister(f.Number(floats.Shifter64)), e)))
	if doublings != nil {
		e = f.Add(e, doublings)
	}
	under, lost := sumOf(f, f.InRegister(f.Number(2)), d)
	l, low = logOfRatio(f, d, rest, under, f.Add(lost, rest))
	l, lost = sumOf(f, f.Mul(e, f.Number(ln2Short)), l)
	return l, f.Add(lost, f.AddProduct(low, e, f.Number(ln2ShortLack)))
}

// logOfRatio is log((under+over)/(under-over)) as a sum, to 2^-60, for sums whose ratio is 1/5 at
// most, either way.
func logOfRatio(f floats.Arithmetic, over, overRest, under, underRest vec) (l, low vec) {
	s, low := ratio(f, over, overRest, under, underRest)
	z := f.Mul(s, s)
	rest := f.Mul(polynomial(f, z, f.Mul(z, z), logOf64...), f.Mul(z, s))
	low = f.Add(low, low)
	f.AddProduct(rest, low, z) // the cube's part of low, as 2*s³/3 has the derivative 2*z
	return f.Add(s, s), f.Add(rest, low)
}
