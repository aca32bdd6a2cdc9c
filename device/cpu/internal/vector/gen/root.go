package main

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
)

// rsqrt is rounded twice.
func rsqrt(f floats, x vec) vec {
	return reciprocal(f.emitter, dtype.Float32, sqrt(f.emitter, dtype.Float32, x))
}

func hypot(f floats, x vec, y arg) vec {
	return hypotenuse(f, x, y, 0x1p60, 0x1p-60, 0x1p80)
}

// hypot scales both numbers by a power of two, beyond large and small ones, so that no square is out of range.
func hypotenuse(f floats, x vec, second arg, beyond, below, power float64) vec {
	x = f.magnitude(x)
	y := f.magnitude(f.load(second))
	most, least := f.three("VMAX"+f.t.Suffix(), y, x), f.three("VMIN"+f.t.Suffix(), y, x)
	large, small := f.test(greaterThan, most, f.single(beyond)), f.test(less, most, f.single(below))
	one := f.inRegister(f.single(1))
	by := f.choose(large, f.single(1/power), f.choose(small, f.single(power), one))
	back := f.choose(large, f.single(power), f.choose(small, f.single(1/power), one))
	most, least = f.mul(most, by), f.mul(least, by)
	square := f.mul(most, most)
	v := f.add(square, f.plus(f.lost(square, most, most), least, least))
	v = f.mul(f.root(v), back)
	infinity := f.inRegister(f.single(math.Inf(1)))
	f.rarely(f.either(f.test(notLess, x, infinity), f.test(notLess, y, infinity)), func() {
		w := f.choose(f.test(unordered, x, y), f.add(x, y), v)
		endless := f.either(f.test(equal, x, infinity), f.test(equal, y, infinity))
		f.move(f.choose(endless, infinity, w), v)
	})
	return v
}

// cbrtOf has ((1+d)^(-2/3)-1)/d, where |d| < 0.105.
var cbrtOf = []float64{-0.66666675, 0.55555564, -0.49377564, 0.4526249, -0.43081355, 0.40691715}

// cbrt is a*r² times (1+d)^(-2/3), where r is near 1/cbrt(a) and 1+d is a*r³. The bits of r are a
// third of a's taken from a number that makes d small.
func cbrt(f floats, x vec) vec {
	const inverse = 0x54a20000
	a := f.magnitude(x)
	edge, b := f.notPositive(a), f.load(a)
	f.rarely(edge, func() {
		f.move(f.choose(f.test(less, a, f.single(0x1p-126)), f.mul(a, f.single(0x1p24)), a), b)
	})
	r := f.minus(f.load(f.single(inverse)), f.convert("VCVTDQ2PS", b), f.single(1./3))
	r = f.convert("VCVTPS2DQ", r)
	q := f.mul(f.mul(b, r), r)
	d := f.plus(f.load(f.single(-1)), q, r)
	v := f.plus(q, f.mul(q, d), f.polynomial(d, cbrtOf...))
	f.rarely(edge, func() {
		f.move(f.choose(f.test(less, a, f.single(0x1p-126)), f.mul(v, f.single(0x1p-8)), v), v)
		same := f.either(f.test(equal, a, f.zero()), f.notFinite(a))
		f.move(f.choose(same, a, v), v)
	})
	return f.signed(v, x)
}
