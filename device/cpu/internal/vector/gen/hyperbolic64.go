package main

import "github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"

// sinhOf64 has (sinh(r)-r)/r³ to 2^-61 of sinh(r) and coshOf64 (cosh(r)-1-r²/2)/r⁴ to 2^-70, both in r²
// where |r| <= ln(2)/2.
var (
	sinhOf64 = []float64{0.16666666666666677, 0.008333333333321449, 0.00019841269886537822, 2.755724383079733e-06, 2.5109159318977896e-08}
	coshOf64 = []float64{0.041666666666666685, 0.0013888888888873316, 2.4801587349076895e-05, 2.7557251972407135e-07, 2.092171021245078e-09}
)

// hyperbolicParts gives r + n*ln(2) = a's r, sinh(r) - r, cosh(r) - 1, 2^(n-2) and 2^(-n-2).
func hyperbolicParts64(f floats, a emit.Vec) (r, sinh, cosh, up, down emit.Vec) {
	n, bits := integer64(f, a, log2E64)
	high := f.minus(f.Load(a), n, f.single(ln2High64))
	low := f.mul(n, f.single(ln2Low64))
	r = f.sub(high, low)
	low = f.sub(f.sub(high, r), low)
	s := f.mul(r, r)
	square := f.mul(s, s)
	sinh = f.times(polynomial64(f, s, square, sinhOf64...), f.mul(s, r), low)
	cosh = f.times(polynomial64(f, s, square, coshOf64...), square, f.mul(s, f.single(0.5)))
	bits = shifted(f, bits)
	quarter := f.InRegister(f.single(0.25))
	up = f.Binary("VPADDQ", quarter, bits)
	down = f.Binary("VPMAXSD", f.zero(), f.Binary("VPSUBQ", bits, quarter)) // 0 is small enough
	return r, sinh, cosh, up, down
}

// growLimit64 is where sinh and cosh are beyond all bounds, and 2^(n-2) is not.
const growLimit64 = 710.8

// sinh64 is 2^(n-1)*e^r - 2^(-n-1)*e^-r, by cosh(r) and sinh(r). What may cancel where n is 1 is
// summed with what rounding takes away.
func sinh64(f floats, x emit.Vec) emit.Vec {
	a := f.magnitude(x)
	r, small, rest, up, down := hyperbolicParts64(f, f.atMost(a, growLimit64))
	sum := f.add(up, down)
	difference, low := sumOf(f, up, f.negative(down))
	v := f.plus(f.Load(difference), sum, r)
	lost := f.plus(f.sub(difference, v), sum, r)
	lost = f.plus(f.plus(lost, sum, small), difference, rest)
	v = f.add(v, f.add(lost, low))
	v = f.choose(f.test(emit.Less, a, f.single(0x1p-28)), a, f.add(v, v)) // halves of a may be too small
	return f.signed(v, x)
}

// cosh64 is 2^(n-1)*e^r + 2^(-n-1)*e^-r.
func cosh64(f floats, x emit.Vec) emit.Vec {
	r, small, rest, up, down := hyperbolicParts64(f, f.atMost(f.magnitude(x), growLimit64))
	difference := f.sub(up, down)
	sum, low := sumOf(f, up, down)
	v := f.plus(f.Load(sum), difference, r)
	lost := f.plus(f.sub(sum, v), difference, r)
	lost = f.plus(f.plus(lost, sum, rest), difference, small)
	v = f.add(v, f.add(lost, low))
	return f.add(v, v)
}

// shrinkOf64 has ((x-tanh(x))/x³ - 1/3)/x² in x² where |x| <= 11/16, to 2^-57 of the first quotient.
var shrinkOf64 = []float64{-0.1333333333333326, 0.05396825396815078, -0.021869488530990144, 0.008863235399616616, -0.0035921261018264008, 0.0014558160002228631, -0.0005899101494991185, 0.00023861382141199256, -9.53417971665832e-05, 3.595638568043352e-05, -1.1170614513993575e-05, 2.018389990720679e-06}

const third, thirdLack = 0x1.5555555555555p-2, 0x1.5555555555555p-56 // 1/3

// tanhshrink64 is x - 1 + 2/(e^2x+1), or x³ times what shrinkOf64 has.
func tanhshrink64(f floats, x emit.Vec) emit.Vec {
	a := f.magnitude(x)
	one := f.InRegister(f.single(1))
	c := f.atMost(a, 20)
	g := grow(f, f.add(c, c), expOf64)
	p, s := f.add(g.high, g.low), powerOf264(f, g.bits)
	whole := f.add(s, one)
	under := f.plus(f.Load(whole), s, p)
	rest := f.plus(f.sub(whole, under), s, p)
	q := f.div(one, under)
	off := f.mul(f.minus(f.minus(f.Load(one), q, under), q, rest), q)
	large := f.add(f.plus(f.sub(a, one), q, f.single(2)), f.add(off, off))

	z := f.mul(a, a)
	cube := f.mul(z, a)
	low := f.plus(f.lost(cube, z, a), a, f.lost(z, a, a))
	inner := f.times(polynomial64(f, z, f.mul(z, z), shrinkOf64...), z, f.single(thirdLack))
	small := f.plus(f.plus(f.mul(low, f.single(third)), cube, inner), cube, f.single(third))
	v := f.choose(f.test(emit.Less, a, f.single(0.6875)), small, large)
	return f.signed(v, f.add(x, f.zero())) // 0 of -0
}
