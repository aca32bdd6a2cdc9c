package main

// sinhOf64 has (sinh(r)-r)/r³ to 2^-61 of sinh(r) and coshOf64 (cosh(r)-1-r²/2)/r⁴ to 2^-70, both in r²
// where |r| <= ln(2)/2.
var (
	sinhOf64 = []float64{0.16666666666666677, 0.008333333333321449, 0.00019841269886537822, 2.755724383079733e-06, 2.5109159318977896e-08}
	coshOf64 = []float64{0.041666666666666685, 0.0013888888888873316, 2.4801587349076895e-05, 2.7557251972407135e-07, 2.092171021245078e-09}
)

// grown gives r + n*ln(2) = a's r, sinh(r) - r, cosh(r) - 1, 2^(n-2) and 2^(-n-2).
func (f frame64) grown(a vec) (r, sinh, cosh, up, down vec) {
	n, bits := f.integer(a, log2E64)
	high := f.minus(f.load(a), n, f.single(ln2High64))
	low := f.mul(n, f.single(ln2Low64))
	r = f.sub(high, low)
	low = f.sub(f.sub(high, r), low)
	s := f.mul(r, r)
	square := f.mul(s, s)
	sinh = f.times(f.polynomial(s, square, sinhOf64...), f.mul(s, r), low)
	cosh = f.times(f.polynomial(s, square, coshOf64...), square, f.mul(s, f.single(0.5)))
	bits = f.shifted(bits)
	quarter := f.inRegister(f.single(0.25))
	up = f.three("VPADDQ", quarter, bits)
	down = f.three("VPMAXSD", f.zero(), f.three("VPSUBQ", bits, quarter)) // 0 is small enough
	return r, sinh, cosh, up, down
}

// growLimit64 is where sinh and cosh are beyond all bounds, and 2^(n-2) is not.
const growLimit64 = 710.8

// sinh64 is 2^(n-1)*e^r - 2^(-n-1)*e^-r, by cosh(r) and sinh(r). What may cancel where n is 1 is
// summed with what rounding takes away.
func sinh64(f frame64, x vec) vec {
	a := f.magnitude(x)
	r, small, rest, up, down := f.grown(f.atMost(a, growLimit64))
	sum := f.add(up, down)
	difference, low := f.sumOf(up, f.negative(down))
	v := f.plus(f.load(difference), sum, r)
	lost := f.plus(f.sub(difference, v), sum, r)
	lost = f.plus(f.plus(lost, sum, small), difference, rest)
	v = f.add(v, f.add(lost, low))
	v = f.choose(f.test(less, a, f.single(0x1p-28)), a, f.add(v, v)) // halves of a may be too small
	return f.signed(v, x)
}

// cosh64 is 2^(n-1)*e^r + 2^(-n-1)*e^-r.
func cosh64(f frame64, x vec) vec {
	r, small, rest, up, down := f.grown(f.atMost(f.magnitude(x), growLimit64))
	difference := f.sub(up, down)
	sum, low := f.sumOf(up, down)
	v := f.plus(f.load(sum), difference, r)
	lost := f.plus(f.sub(sum, v), difference, r)
	lost = f.plus(f.plus(lost, sum, rest), difference, small)
	v = f.add(v, f.add(lost, low))
	return f.add(v, v)
}
