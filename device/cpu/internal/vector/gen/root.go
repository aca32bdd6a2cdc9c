package main

import "math"

// rsqrt is rounded twice.
func rsqrt(f *frame, _ dtype, x vec) vec { return reciprocal(f, float32s, sqrt(f, float32s, x)) }

// hypot scales both numbers so that no square is out of range.
func hypot(f *frame, _ dtype, x vec, second arg) vec {
	x = f.magnitude(x)
	y := f.magnitude(f.load(second))
	most, least := f.three("VMAXPS", y, x), f.three("VMINPS", y, x)
	large, small := f.test(greaterThan, most, f.single(0x1p60)), f.test(less, most, f.single(0x1p-60))
	one := f.inRegister(f.single(1))
	by := f.choose(large, f.single(0x1p-80), f.choose(small, f.single(0x1p80), one))
	back := f.choose(large, f.single(0x1p80), f.choose(small, f.single(0x1p-80), one))
	most, least = f.mul(most, by), f.mul(least, by)
	square := f.mul(most, most)
	v := f.add(square, f.plus(f.lost(square, most, most), least, least))
	v = f.mul(sqrt(f, float32s, v), back)
	infinity := f.inRegister(f.single(float32(math.Inf(1))))
	f.rarely(f.either(f.test(notLess, x, infinity), f.test(notLess, y, infinity)), func() {
		w := f.choose(f.test(unordered, x, y), f.add(x, y), v)
		endless := f.either(f.test(equal, x, infinity), f.test(equal, y, infinity))
		f.move(f.choose(endless, infinity, w), v)
	})
	return v
}

// cbrt is 2^k times that of a number from 1 to 8.
func cbrt(f *frame, _ dtype, x vec) vec {
	a := f.magnitude(x)
	bits := f.load(a)
	edge := f.notPositive(a)
	f.rarely(edge, func() { f.normalize(bits) })
	e := f.convert("VCVTDQ2PS", f.shiftBits("VPSRAD", bits, 23))
	third := f.inRegister(f.single(1. / 3))
	k := f.convert("VCVTPS2DQ", f.plus(f.load(third), e, third)) // (e+2)/3, rounded down
	up := f.shiftBits("VPSLLD", k, 23)
	m := f.three("VPSUBD", f.three("VPADDD", up, f.three("VPADDD", up, up)), bits)
	m = f.three("VPADDD", f.pattern(129<<23), m)
	v := f.pieceOf(&cbrtPieces, m)
	v = f.three("VPSUBD", f.pattern(43<<23), f.three("VPADDD", up, v))
	f.rarely(edge, func() {
		same := f.either(f.test(equal, a, f.zero()), f.notFinite(a))
		f.move(f.choose(same, a, v), v)
	})
	return f.signed(v, x)
}
