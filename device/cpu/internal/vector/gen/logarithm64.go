package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

const (
	ln2Short     = 0x1.62e42fefa38p-1 // ln(2) in so few bits that products with exponents are exact
	ln2ShortLack = 0x1.ef35793c7673p-45
)

// logOf64 has (log(1+d)-2s)/s³ by s = d/(2+d) in s², where -1/4 <= d < 1/2, to 2^-62 of the logarithm.
var logOf64 = []float64{0.666666666666666, 0.40000000000056435, 0.2857142855591681, 0.22222224284410766, 0.18181666678701058, 0.15391083881507864, 0.13174093774518703, 0.13839575659358871}

// logParts gives x as (1+d) * 2^e with 1+d from 3/4 to 3/2.
func logParts64(f floats, x emit.Vec) (d, e emit.Vec) {
	if f.Width == 64 { // whose instructions take subnormal numbers
		m, e := exponent(f, x)
		return f.sub(m, f.single(1)), e
	}
	subnormal := f.test(emit.Less, x, f.single(0x1p-1022))
	scaled := f.choose(subnormal, f.mul(x, f.single(0x1p52)), x)
	m, e := exponent(f, scaled)
	return f.sub(m, f.single(1)), f.sub(e, f.where(subnormal, f.single(52)))
}

// exponent gives a positive normal number as m * 2^e with m from 3/4 to 3/2.
func exponent(f floats, x emit.Vec) (m, e emit.Vec) {
	if f.Width == 64 {
		const fromThreeQuarters = 3
		m = f.Vec()
		f.VGETMANTPD(operand.U8(fromThreeQuarters), x, m)
		return m, f.sub(f.Unary("VGETEXPPD", x), f.Unary("VGETEXPPD", m))
	}
	i := f.Binary("VPADDQ", f.pattern(1<<51), x)
	e = f.Or(f.Shift("VPSRLQ", i, 52), f.single(0x1p52))
	m = f.Binary("VPSUBQ", f.And(i, f.pattern(0x7ff<<52)), x)
	return f.Binary("VPADDQ", f.pattern(oneBits64), m), f.sub(e, f.single(0x1p52+1023))
}

// logOdd puts the results of zero, infinities, NaN and what is negative over v.
func logOdd64(f floats, x, v emit.Vec) emit.Vec {
	if f.Width == 64 {
		const responses = 0x03530422 // as for float32
		f.VFIXUPIMMPD(operand.U8(0), f.pattern(responses), x, v)
		return v
	}
	v = f.choose(f.test(emit.NotLess, x, f.single(math.Inf(1))), x, v)
	zero := f.zero()
	v = f.choose(f.test(emit.Equal, x, zero), f.single(math.Inf(-1)), v)
	return f.Or(v, f.test(emit.Less, x, zero).(emit.Vec)) // all bits are a NaN's
}

// logRest is log(1+d) - d as product - half, of which half is d²/2.
func logRest(f floats, d emit.Vec) (product, half emit.Vec) {
	s := f.div(d, f.add(d, f.single(2)))
	z := f.mul(s, s)
	half = f.mul(f.mul(d, f.single(0.5)), d)
	return f.mul(f.times(polynomial64(f, z, f.mul(z, z), logOf64...), z, half), s), half
}

// logSum is log(1+d) + e*log(2) + lack.
func logSum64(f floats, d, e, lack emit.Vec) emit.Vec {
	product, half := logRest(f, d)
	rest := f.sub(f.plus(product, e, f.single(ln2ShortLack)), half)
	if lack != nil {
		rest = f.add(rest, lack)
	}
	whole := f.mul(e, f.single(ln2Short))
	sum, lost := sumOf(f, whole, d)
	return f.add(sum, f.add(lost, rest))
}

func ln64(f floats, x emit.Vec) emit.Vec {
	d, e := logParts64(f, x)
	return logOdd64(f, x, logSum64(f, d, e, nil))
}

// logTimes is log(1+d) * (factor + factorLack) + e * (unit + unitLack), of which products of unit and
// exponents are exact.
func logTimes(f floats, d, e emit.Vec, factor, factorLack, unit, unitLack float64) emit.Vec {
	product, half := logRest(f, d)
	l, lost := sumOf(f, d, f.sub(product, half))
	p := f.mul(l, f.single(factor))
	rest := f.lost(p, l, f.single(factor))
	f.plus(rest, lost, f.single(factor))
	f.plus(rest, l, f.single(factorLack))
	if unitLack != 0 {
		f.plus(rest, e, f.single(unitLack))
		e = f.mul(e, f.single(unit))
	}
	sum, lost := sumOf(f, e, p)
	return f.add(sum, f.add(lost, rest))
}

func log264(f floats, x emit.Vec) emit.Vec {
	d, e := logParts64(f, x)
	return logOdd64(f, x, logTimes(f, d, e, log2E64, 0x1.777d0ffda0d24p-56, 1, 0))
}

func log1064(f floats, x emit.Vec) emit.Vec {
	d, e := logParts64(f, x)
	return logOdd64(f, x, logTimes(f, d, e, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57, 0x1.34413509f78p-2, 0x1.fef311f12b358p-46))
}

// log1p64 takes the exponent of u = 1+x, and x*2^-e + (2^-e-1) for d, as log1p does.
func log1p64(f floats, x emit.Vec) emit.Vec {
	u := f.add(x, f.single(1))
	i := f.Binary("VPADDQ", f.pattern(1<<51), u)
	e := f.sub(f.Or(f.Shift("VPSRLQ", i, 52), f.single(0x1p52)), f.single(0x1p52+1023))
	s := f.Binary("VPSUBQ", f.And(i, f.pattern(0x7ff<<52)), f.InRegister(f.pattern(1<<63))) // 4*2^-e
	quarter := f.InRegister(f.single(0.25))
	d := f.plus(f.Load(f.single(-1)), s, quarter)
	f.plus(d, s, f.mul(x, quarter))
	v := logOdd64(f, u, logSum64(f, d, e, nil))
	return f.choose(f.test(emit.Less, f.magnitude(x), f.single(0x1p-54)), x, v)
}

// logOf is log(x * 2^turns * (1+over/under)) of a positive normal number x, of which the quotient is
// as small as roundings are.
func logarithmOf64(f floats, x, turns, over, under emit.Vec) emit.Vec {
	m, e := exponent(f, x)
	if turns != nil {
		e = f.add(e, turns)
	}
	return logSum64(f, f.sub(m, f.single(1)), e, f.div(over, under))
}
