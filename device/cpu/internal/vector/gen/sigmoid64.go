package main

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// tanhOf64 has (tanh(x)-x)/x³ in x² where |x| <= 11/16, to 2^-58 of tanh(x).
var tanhOf64 = []float64{-0.33333333333333176, 0.13333333333310352, -0.05396825395653437, 0.021869488236012022, -0.008863231015287925, 0.003592084656397654, -0.0014555549893031459, 0.0005887895705111575, -0.00023532074119310902, 8.882303289919548e-05, -2.7646331121189332e-05, 5.009755466426998e-06}

// tanh64 is 1 - 2/(e^2|x|+1), of which no rounding counts much where |x| > 11/16.
func tanh64(f floats, x emit.Vec) emit.Vec {
	a := f.atMost(f.magnitude(x), 20)
	g := grow(f, f.add(a, a), expOf64)
	s := powerOf264(f, g.bits)
	one := f.InRegister(f.single(1))
	more := f.plus(f.add(s, one), s, f.add(g.high, g.low))
	large := f.minus(f.Load(one), f.div(one, more), f.single(2))
	z := f.mul(a, a)
	small := f.times(polynomial64(f, z, f.mul(z, z), tanhOf64...), f.mul(z, a), a)
	return f.signed(f.choose(f.test(emit.Less, a, f.single(0.6875)), small, large), x)
}

// sigmoidParts is 1/(1+e^-x) as q + q*rest, where x is from -708 on.
func sigmoidParts(f floats, x emit.Vec) (q, rest emit.Vec) {
	y := f.negative(f.atLeast(f.atMost(x, 700), -708))
	g := grow(f, y, expOf64)
	p, s := f.add(g.high, g.low), powerOf264(f, g.bits)
	e := f.plus(f.Load(s), s, p)
	lost := f.plus(f.sub(s, e), s, p)
	one := f.InRegister(f.single(1))
	under := f.add(e, one)
	q = f.div(one, under) // meanwhile:
	most, least := f.Binary("VMAXPD", e, one), f.Binary("VMINPD", e, one)
	lost = f.add(lost, f.sub(least, f.sub(under, most)))
	return q, f.minus(f.minus(f.Load(one), q, under), q, lost)
}

// sigmoid64 is e^x where that is subnormal.
func sigmoid64(f floats, x emit.Vec) emit.Vec {
	q, rest := sigmoidParts(f, x)
	v := f.plus(f.Load(q), q, rest)
	tiny := f.test(emit.Less, x, f.single(-708))
	f.Rarely(tiny, func() { f.Move(f.choose(tiny, exp64(f, f.Load(x)), v), v) })
	return v
}

// silu64 is NaN of -Inf.
func silu64(f floats, x emit.Vec) emit.Vec {
	q, rest := sigmoidParts(f, x)
	v := f.plus(f.mul(x, f.mul(q, rest)), x, q)
	edge := f.test(emit.NotLess, f.magnitude(x), f.single(700))
	f.Rarely(edge, func() {
		// x*e^x: what is far below all bounds gives zero, and NaN times infinity.
		g := grow(f, f.atLeast(x, -800), expOf64)
		e := f.add(f.add(g.high, g.low), f.single(1))
		c := f.atLeast(x, -800)
		c = f.choose(f.test(emit.Equal, x, f.single(math.Inf(-1))), f.pattern(0x7ff8000000000000), c)
		w := scale64(f, f.mul(e, c), g.n)
		w = f.choose(f.test(emit.GreaterThan, x, f.zero()), x, w)
		f.Move(f.choose(edge, w, v), v)
	})
	return v
}

// mish64 is x*tanh(log(1+e^x)), which is x*(1+2e)/(1+2e+2e²) by e = e^-|x|, or x*e*(2+e)/(2+2e+e²) where
// x is negative; that e is a factor to the last. It is NaN of -Inf.
func mish64(f floats, x emit.Vec) emit.Vec {
	c := f.atLeast(x, -800)
	e, eRest, lack := faintness(f, f.atLeast(f.Or(x, f.pattern(1<<63)), -800), f.Load(f.zero()))
	below := f.signOf(x)
	one, two := f.InRegister(f.single(1)), f.InRegister(f.single(2))
	// over is 1+2e or 2+e, and under over + 2e², or 2 + e*over.
	first, slope := f.choose(below, two, one), f.choose(below, one, two)
	over, overRest := sumOf(f, first, f.mul(slope, e))
	f.plus(overRest, slope, eRest)
	by := f.choose(below, over, f.add(e, e))
	square := f.mul(e, by)
	squareRest := f.lost(square, e, by)
	f.plus(squareRest, eRest, f.choose(below, by, f.add(by, by)))
	base := f.choose(below, two, over)
	under, underRest := sumOf(f, f.Binary("VMAXPD", base, square), f.Binary("VMINPD", base, square))
	underRest = f.add(underRest, f.add(squareRest, f.choose(below, f.mul(e, overRest), overRest)))
	q, rest := ratio(f, over, overRest, under, underRest)

	product := f.mul(c, e)
	factor := f.choose(below, product, c)
	factorRest := f.choose(below, f.plus(f.lost(product, c, e), c, eRest), f.zero())
	v := f.plus(f.plus(f.mul(factor, rest), factorRest, q), factor, q)
	v = scale64(f, v, f.choose(below, lack, f.zero()))
	v = f.choose(f.test(emit.GreaterThan, x, f.single(40)), x, v)
	return f.signed(f.add(v, f.mul(f.Binary("VMINPD", x, f.zero()), f.zero())), x) // NaN of -Inf
}
