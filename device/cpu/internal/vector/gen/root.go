package main

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// rsqrt is rounded twice.
func rsqrt(f floats, x emit.Vec) emit.Vec {
	return reciprocal(f.Writer, dtype.Float32, sqrt(f.Writer, dtype.Float32, x))
}

func hypot(f floats, x emit.Vec, y emit.Arg) emit.Vec {
	return hypotenuse(f, x, y, 0x1p60, 0x1p-60, 0x1p80)
}

// hypot scales both numbers by a power of two, beyond large and small ones, so that no square is out of range.
func hypotenuse(f floats, x emit.Vec, second emit.Arg, beyond, below, power float64) emit.Vec {
	x = f.magnitude(x)
	y := f.magnitude(f.Load(second))
	most, least := f.Binary("VMAX"+f.t.Suffix(), y, x), f.Binary("VMIN"+f.t.Suffix(), y, x)
	large, small := f.test(emit.GreaterThan, most, f.single(beyond)), f.test(emit.Less, most, f.single(below))
	one := f.InRegister(f.single(1))
	by := f.choose(large, f.single(1/power), f.choose(small, f.single(power), one))
	back := f.choose(large, f.single(power), f.choose(small, f.single(1/power), one))
	most, least = f.mul(most, by), f.mul(least, by)
	square := f.mul(most, most)
	v := f.add(square, f.plus(f.lost(square, most, most), least, least))
	v = f.mul(f.root(v), back)
	infinity := f.InRegister(f.single(math.Inf(1)))
	f.Rarely(f.Either(f.test(emit.NotLess, x, infinity), f.test(emit.NotLess, y, infinity)), func() {
		w := f.choose(f.test(emit.Unordered, x, y), f.add(x, y), v)
		endless := f.Either(f.test(emit.Equal, x, infinity), f.test(emit.Equal, y, infinity))
		f.Move(f.choose(endless, infinity, w), v)
	})
	return v
}

// cbrtOf has ((1+d)^(-2/3)-1)/d, where |d| < 0.105.
var cbrtOf = []float64{-0.66666675, 0.55555564, -0.49377564, 0.4526249, -0.43081355, 0.40691715}

// cbrt is a*r² times (1+d)^(-2/3), where r is near 1/cbrt(a) and 1+d is a*r³. The bits of r are a
// third of a's taken from a number that makes d small.
func cbrt(f floats, x emit.Vec) emit.Vec {
	const inverse = 0x54a20000
	a := f.magnitude(x)
	edge, b := f.notPositive(a), f.Load(a)
	f.Rarely(edge, func() {
		f.Move(f.choose(f.test(emit.Less, a, f.single(0x1p-126)), f.mul(a, f.single(0x1p24)), a), b)
	})
	r := f.minus(f.Load(f.single(inverse)), f.Unary("VCVTDQ2PS", b), f.single(1./3))
	r = f.Unary("VCVTPS2DQ", r)
	q := f.mul(f.mul(b, r), r)
	d := f.plus(f.Load(f.single(-1)), q, r)
	v := f.plus(q, f.mul(q, d), f.polynomial(d, cbrtOf...))
	f.Rarely(edge, func() {
		f.Move(f.choose(f.test(emit.Less, a, f.single(0x1p-126)), f.mul(v, f.single(0x1p-8)), v), v)
		same := f.Either(f.test(emit.Equal, a, f.zero()), f.notFinite(a))
		f.Move(f.choose(same, a, v), v)
	})
	return f.signed(v, x)
}
