package math64

import (
	"math"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

const (
	ln2Short     = 0x1.62e42fefa38p-1 // ln(2) in so few bits that products with exponents are exact
	ln2ShortLack = 0x1.ef35793c7673p-45
)

// logOf64 has (log(1+d)-2s)/s³ by s = d/(2+d) in s², where -1/4 <= d < 1/2, to 2^-62 of the
// logarithm.
var logOf64 = []float64{0.666666666666666, 0.40000000000056435, 0.2857142855591681, 0.22222224284410766, 0.18181666678701058, 0.15391083881507864, 0.13174093774518703, 0.13839575659358871}

// logParts gives x as (1+d) * 2^e with 1+d from 3/4 to 3/2.
func logParts(f floats.Arithmetic, x vec) (d, e vec) {
	if f.Width == 64 { // whose instructions take subnormal numbers
		m, e := exponent(f, x)
		return f.Sub(m, f.Number(1)), e
	}
	subnormal := f.Test(emit.Less, x, f.Number(0x1p-1022))
	scaled := f.Select(subnormal, f.Mul(x, f.Number(0x1p52)), x)
	m, e := exponent(f, scaled)
	return f.Sub(m, f.Number(1)), f.Sub(e, f.SelectOrZero(subnormal, f.Number(52)))
}

// exponent gives a positive normal number as m * 2^e with m from 3/4 to 3/2.
func exponent(f floats.Arithmetic, x vec) (m, e vec) {
	if f.Width == 64 {
		const fromThreeQuarters = 3
		m = f.Vec()
		f.VGETMANTPD(operand.U8(fromThreeQuarters), x, m)
		return m, f.Sub(f.Unary("VGETEXPPD", x), f.Unary("VGETEXPPD", m))
	}
	i := f.Binary("VPADDQ", f.Bits(1<<51), x)
	e = f.Or(f.Shift("VPSRLQ", i, 52), f.Number(0x1p52))
	m = f.Binary("VPSUBQ", f.And(i, f.Bits(0x7ff<<52)), x)
	return f.Binary("VPADDQ", f.Bits(oneBits), m), f.Sub(e, f.Number(0x1p52+1023))
}

// logOdd puts the results of zero, infinities, NaN and negative numbers over v.
func logOdd(f floats.Arithmetic, x, v vec) vec {
	if f.Width == 64 {
		const responses = 0x03530422 // as for float32
		f.VFIXUPIMMPD(operand.U8(0), f.Bits(responses), x, v)
		return v
	}
	v = f.Select(f.Test(emit.NotLess, x, f.Number(math.Inf(1))), x, v)
	zero := f.Zero()
	v = f.Select(f.Test(emit.Equal, x, zero), f.Number(math.Inf(-1)), v)
	return f.Or(v, f.Test(emit.Less, x, zero).(vec)) // all bits are a NaN's
}

// logRest is log(1+d) - d as product - half, where half is d²/2.
func logRest(f floats.Arithmetic, d vec) (product, half vec) {
	s := f.Div(d, f.Add(d, f.Number(2)))
	z := f.Mul(s, s)
	half = f.Mul(f.Mul(d, f.Number(0.5)), d)
	return f.Mul(f.MulAdd(polynomial(f, z, f.Mul(z, z), logOf64...), z, half), s), half
}

// logSum is log(1+d) + e*log(2) + lack.
func logSum(f floats.Arithmetic, d, e, lack vec) vec {
	product, half := logRest(f, d)
	rest := f.Sub(f.AddProduct(product, e, f.Number(ln2ShortLack)), half)
	if lack != nil {
		rest = f.Add(rest, lack)
	}
	whole := f.Mul(e, f.Number(ln2Short))
	sum, lost := sumOf(f, whole, d)
	return f.Add(sum, f.Add(lost, rest))
}

func ln(f floats.Arithmetic, x vec) vec {
	d, e := logParts(f, x)
	return logOdd(f, x, logSum(f, d, e, nil))
}

// logTimes is log(1+d) * (factor + factorLack) + e * (unit + unitLack). Products of unit and an
// exponent are exact.
func logTimes(f floats.Arithmetic, d, e vec, factor, factorLack, unit, unitLack float64) vec {
	product, half := logRest(f, d)
	l, lost := sumOf(f, d, f.Sub(product, half))
	p := f.Mul(l, f.Number(factor))
	rest := f.ProductError(p, l, f.Number(factor))
	f.AddProduct(rest, lost, f.Number(factor))
	f.AddProduct(rest, l, f.Number(factorLack))
	if unitLack != 0 {
		f.AddProduct(rest, e, f.Number(unitLack))
		e = f.Mul(e, f.Number(unit))
	}
	sum, lost := sumOf(f, e, p)
	return f.Add(sum, f.Add(lost, rest))
}

func log2(f floats.Arithmetic, x vec) vec {
	d, e := logParts(f, x)
	return logOdd(f, x, logTimes(f, d, e, log2E, 0x1.777d0ffda0d24p-56, 1, 0))
}

func log10(f floats.Arithmetic, x vec) vec {
	d, e := logParts(f, x)
	return logOdd(f, x, logTimes(f, d, e, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57, 0x1.34413509f78p-2, 0x1.fef311f12b358p-46))
}

// log1p takes the exponent of u = 1+x, and x*2^-e + (2^-e-1) for d, as math32's log1p does.
func log1p(f floats.Arithmetic, x vec) vec {
	u := f.Add(x, f.Number(1))
	i := f.Binary("VPADDQ", f.Bits(1<<51), u)
	e := f.Sub(f.Or(f.Shift("VPSRLQ", i, 52), f.Number(0x1p52)), f.Number(0x1p52+1023))
	s := f.Binary("VPSUBQ", f.And(i, f.Bits(0x7ff<<52)), f.InRegister(f.Bits(1<<63))) // 4*2^-e
	quarter := f.InRegister(f.Number(0.25))
	d := f.AddProduct(f.Load(f.Number(-1)), s, quarter)
	f.AddProduct(d, s, f.Mul(x, quarter))
	v := logOdd(f, u, logSum(f, d, e, nil))
	return f.Select(f.Test(emit.Less, f.Abs(x), f.Number(0x1p-54)), x, v)
}

// logarithmOf is log(x * 2^doublings * (1+over/under)) for a positive normal number x. The quotient
// over/under is as small as roundings are.
func logarithmOf(f floats.Arithmetic, x, doublings, over, under vec) vec {
	m, e := exponent(f, x)
	if doublings != nil {
		e = f.Add(e, doublings)
	}
	return logSum(f, f.Sub(m, f.Number(1)), e, f.Div(over, under))
}
