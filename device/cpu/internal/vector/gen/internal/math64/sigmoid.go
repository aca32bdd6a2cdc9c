package math64

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// tanhOf64 has (tanh(x)-x)/x³ in x² where |x| <= 11/16, to 2^-58 of tanh(x).
var tanhOf64 = []float64{-0.33333333333333176, 0.13333333333310352, -0.05396825395653437, 0.021869488236012022, -0.008863231015287925, 0.003592084656397654, -0.0014555549893031459, 0.0005887895705111575, -0.00023532074119310902, 8.882303289919548e-05, -2.7646331121189332e-05, 5.009755466426998e-06}

// tanh is 1 - 2/(e^2|x|+1). Where |x| > 11/16, its roundings change the result little.
func tanh(f floats.Arithmetic, x vec) vec {
	a := f.AtMost(f.Abs(x), 20)
	g := expParts(f, f.Add(a, a), expOf64)
	s := powerOf2(f, g.bits)
	one := f.InRegister(f.Number(1))
	more := f.AddProduct(f.Add(s, one), s, f.Add(g.high, g.low))
	large := f.SubProduct(f.Load(one), f.Div(one, more), f.Number(2))
	z := f.Mul(a, a)
	small := f.MulAdd(polynomial(f, z, f.Mul(z, z), tanhOf64...), f.Mul(z, a), a)
	return f.CopySign(f.Select(f.Test(emit.Less, a, f.Number(0.6875)), small, large), x)
}

// sigmoidParts is 1/(1+e^-x) as q + q*rest, where x is from -708 on.
func sigmoidParts(f floats.Arithmetic, x vec) (q, rest vec) {
	y := f.Neg(f.AtLeast(f.AtMost(x, 700), -708))
	g := expParts(f, y, expOf64)
	p, s := f.Add(g.high, g.low), powerOf2(f, g.bits)
	e := f.AddProduct(f.Load(s), s, p)
	lost := f.AddProduct(f.Sub(s, e), s, p)
	one := f.InRegister(f.Number(1))
	under := f.Add(e, one)
	q = f.Div(one, under) // meanwhile:
	most, least := f.Binary("VMAXPD", e, one), f.Binary("VMINPD", e, one)
	lost = f.Add(lost, f.Sub(least, f.Sub(under, most)))
	return q, f.SubProduct(f.SubProduct(f.Load(one), q, under), q, lost)
}

// sigmoid is e^x where that is subnormal.
func sigmoid(f floats.Arithmetic, x vec) vec {
	q, rest := sigmoidParts(f, x)
	v := f.AddProduct(f.Load(q), q, rest)
	tiny := f.Test(emit.Less, x, f.Number(-708))
	f.Rarely(tiny, func() { f.Move(f.Select(tiny, exp(f, f.Load(x)), v), v) })
	return v
}

// silu is NaN of -Inf.
func silu(f floats.Arithmetic, x vec) vec {
	q, rest := sigmoidParts(f, x)
	v := f.AddProduct(f.Mul(x, f.Mul(q, rest)), x, q)
	edge := f.Test(emit.NotLess, f.Abs(x), f.Number(700))
	f.Rarely(edge, func() {
		// x*e^x: what is far below all bounds gives zero, and NaN times infinity.
		g := expParts(f, f.AtLeast(x, -800), expOf64)
		e := f.Add(f.Add(g.high, g.low), f.Number(1))
		c := f.AtLeast(x, -800)
		c = f.Select(f.Test(emit.Equal, x, f.Number(math.Inf(-1))), f.Bits(0x7ff8000000000000), c)
		w := scale(f, f.Mul(e, c), g.n)
		w = f.Select(f.Test(emit.GreaterThan, x, f.Zero()), x, w)
		f.Move(f.Select(edge, w, v), v)
	})
	return v
}

// mish is x*tanh(log(1+e^x)), which is x*(1+2e)/(1+2e+2e²) by e = e^-|x|, or x*e*(2+e)/(2+2e+e²)
// where x is negative. The factor e is multiplied last. It is NaN of -Inf.
func mish(f floats.Arithmetic, x vec) vec {
	c := f.AtLeast(x, -800)
	e, eRest, lack := expSum(f, f.AtLeast(f.Or(x, f.Bits(1<<63)), -800), f.Load(f.Zero()))
	below := f.SignMask(x)
	one, two := f.InRegister(f.Number(1)), f.InRegister(f.Number(2))
	// over is 1+2e or 2+e, and under over + 2e², or 2 + e*over.
	first, slope := f.Select(below, two, one), f.Select(below, one, two)
	over, overRest := sumOf(f, first, f.Mul(slope, e))
	f.AddProduct(overRest, slope, eRest)
	by := f.Select(below, over, f.Add(e, e))
	square := f.Mul(e, by)
	squareRest := f.ProductError(square, e, by)
	f.AddProduct(squareRest, eRest, f.Select(below, by, f.Add(by, by)))
	base := f.Select(below, two, over)
	under, underRest := sumOf(f, f.Binary("VMAXPD", base, square), f.Binary("VMINPD", base, square))
	underRest = f.Add(underRest, f.Add(squareRest, f.Select(below, f.Mul(e, overRest), overRest)))
	q, rest := ratio(f, over, overRest, under, underRest)

	product := f.Mul(c, e)
	factor := f.Select(below, product, c)
	factorRest := f.Select(below, f.AddProduct(f.ProductError(product, c, e), c, eRest), f.Zero())
	v := f.AddProduct(f.AddProduct(f.Mul(factor, rest), factorRest, q), factor, q)
	v = scale(f, v, f.Select(below, lack, f.Zero()))
	v = f.Select(f.Test(emit.GreaterThan, x, f.Number(40)), x, v)
	return f.CopySign(f.Add(v, f.Mul(f.Binary("VMINPD", x, f.Zero()), f.Zero())), x) // NaN of -Inf
}
