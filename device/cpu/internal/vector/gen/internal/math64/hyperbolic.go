package math64

import (
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// sinhOf64 has (sinh(r)-r)/r³ to 2^-61 of sinh(r) and coshOf64 (cosh(r)-1-r²/2)/r⁴ to 2^-70, both
// in r² where |r| <= ln(2)/2.
var (
	sinhOf64 = []float64{0.16666666666666677, 0.008333333333321449, 0.00019841269886537822, 2.755724383079733e-06, 2.5109159318977896e-08}
	coshOf64 = []float64{0.041666666666666685, 0.0013888888888873316, 2.4801587349076895e-05, 2.7557251972407135e-07, 2.092171021245078e-09}
)

// hyperbolicParts gives r + n*ln(2) = a's r, sinh(r) - r, cosh(r) - 1, 2^(n-2) and 2^(-n-2).
func hyperbolicParts(f floats.Arithmetic, a vec) (r, sinh, cosh, up, down vec) {
	n, bits := nearestInteger(f, a, log2E)
	high := f.SubProduct(f.Load(a), n, f.Number(ln2High))
	low := f.Mul(n, f.Number(ln2Low))
	r = f.Sub(high, low)
	low = f.Sub(f.Sub(high, r), low)
	s := f.Mul(r, r)
	square := f.Mul(s, s)
	sinh = f.MulAdd(polynomial(f, s, square, sinhOf64...), f.Mul(s, r), low)
	cosh = f.MulAdd(polynomial(f, s, square, coshOf64...), square, f.Mul(s, f.Number(0.5)))
	bits = floats.InExponent(f, bits)
	quarter := f.InRegister(f.Number(0.25))
	up = f.Binary("VPADDQ", quarter, bits)
	down = f.Binary("VPMAXSD", f.Zero(), f.Binary("VPSUBQ", bits, quarter)) // 0 is small enough
	return r, sinh, cosh, up, down
}

// overflowAt is where sinh and cosh overflow, and 2^(n-2) does not.
const overflowAt = 710.8

// sinh is 2^(n-1)*e^r - 2^(-n-1)*e^-r, by cosh(r) and sinh(r). What may cancel where n is 1 is
// summed with what rounding takes away.
func sinh(f floats.Arithmetic, x vec) vec {
	a := f.Abs(x)
	r, small, rest, up, down := hyperbolicParts(f, f.AtMost(a, overflowAt))
	sum := f.Add(up, down)
	difference, low := sumOf(f, up, f.Neg(down))
	v := f.AddProduct(f.Load(difference), sum, r)
	lost := f.AddProduct(f.Sub(difference, v), sum, r)
	lost = f.AddProduct(f.AddProduct(lost, sum, small), difference, rest)
	v = f.Add(v, f.Add(lost, low))
	v = f.Select(f.Test(emit.Less, a, f.Number(0x1p-28)), a, f.Add(v, v)) // halves of a may be too small
	return f.CopySign(v, x)
}

// cosh is 2^(n-1)*e^r + 2^(-n-1)*e^-r.
func cosh(f floats.Arithmetic, x vec) vec {
	r, small, rest, up, down := hyperbolicParts(f, f.AtMost(f.Abs(x), overflowAt))
	difference := f.Sub(up, down)
	sum, low := sumOf(f, up, down)
	v := f.AddProduct(f.Load(sum), difference, r)
	lost := f.AddProduct(f.Sub(sum, v), difference, r)
	lost = f.AddProduct(f.AddProduct(lost, sum, rest), difference, small)
	v = f.Add(v, f.Add(lost, low))
	return f.Add(v, v)
}

// shrinkOf64 has ((x-tanh(x))/x³ - 1/3)/x² in x² where |x| <= 11/16, to 2^-57 of the first quotient.
var shrinkOf64 = []float64{-0.1333333333333326, 0.05396825396815078, -0.021869488530990144, 0.008863235399616616, -0.0035921261018264008, 0.0014558160002228631, -0.0005899101494991185, 0.00023861382141199256, -9.53417971665832e-05, 3.595638568043352e-05, -1.1170614513993575e-05, 2.018389990720679e-06}

const third, thirdLack = 0x1.5555555555555p-2, 0x1.5555555555555p-56 // 1/3

// tanhshrink is x - 1 + 2/(e^2x+1), or x³ times what shrinkOf64 has.
func tanhshrink(f floats.Arithmetic, x vec) vec {
	a := f.Abs(x)
	one := f.InRegister(f.Number(1))
	c := f.AtMost(a, 20)
	g := expParts(f, f.Add(c, c), expOf64)
	p, s := f.Add(g.high, g.low), powerOf2(f, g.bits)
	whole := f.Add(s, one)
	under := f.AddProduct(f.Load(whole), s, p)
	rest := f.AddProduct(f.Sub(whole, under), s, p)
	q := f.Div(one, under)
	off := f.Mul(f.SubProduct(f.SubProduct(f.Load(one), q, under), q, rest), q)
	large := f.Add(f.AddProduct(f.Sub(a, one), q, f.Number(2)), f.Add(off, off))

	z := f.Mul(a, a)
	cube := f.Mul(z, a)
	low := f.AddProduct(f.ProductError(cube, z, a), a, f.ProductError(z, a, a))
	inner := f.MulAdd(polynomial(f, z, f.Mul(z, z), shrinkOf64...), z, f.Number(thirdLack))
	small := f.AddProduct(f.AddProduct(f.Mul(low, f.Number(third)), cube, inner), cube, f.Number(third))
	v := f.Select(f.Test(emit.Less, a, f.Number(0.6875)), small, large)
	return f.CopySign(v, f.Add(x, f.Zero())) // 0 of -0
}
