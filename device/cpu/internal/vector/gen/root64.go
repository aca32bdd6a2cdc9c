package main

import "github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"

// rsqrt64 is rounded twice.
func rsqrt64(f floats, x emit.Vec) emit.Vec { return f.div(f.Load(f.single(1)), f.root(x)) }

func hypot64(f floats, x emit.Vec, y emit.Arg) emit.Vec {
	return hypotenuse(f, x, y, 0x1p500, 0x1p-450, 0x1p600)
}

// inverseCubeRootOf64 has m^(-1/3) where 1 <= m <= 8, to 2^-8.
var inverseCubeRootOf64 = []float64{1.4246590315999783, -0.5962491399853086, 0.20356918881604608, -0.03854225232346143, 0.003687704563549948, -0.00013903158840824044}

// cbrt64 is 2^k times that of a number m from 1 to 8, m*r² for an r near m^(-1/3), which is brought
// nearer by the series of (1-d)^(-1/3), d being 1-m*r³; then mended by what is missing of its cube.
func cbrt64(f floats, x emit.Vec) emit.Vec {
	a := f.magnitude(x)
	bits := f.Load(a)
	edge := f.notPositive(a)
	f.Rarely(edge, func() { normalize(f, bits) })
	e := f.Shift("VPSRLQ", f.Xor(bits, f.pattern(1<<63)), 52) // 2048 too many
	e = f.sub(f.Or(e, f.single(0x1p52)), f.single(0x1p52+2048+1023+1))
	third := f.InRegister(f.single(1. / 3))
	k := f.plus(f.Load(f.single(shifter64)), e, third) // the exponent by 3, rounded down
	up := f.Shift("VPSLLQ", k, 52)
	m := f.Binary("VPSUBQ", f.Binary("VPADDQ", up, f.Binary("VPADDQ", up, up)), bits)

	r := polynomial64(f, m, f.mul(m, m), inverseCubeRootOf64...)
	square := f.mul(r, r)
	d := f.minus(f.Load(f.single(1)), f.mul(m, r), square)
	series := polynomial64(f, d, f.mul(d, d), 1./3, 2./9, 14./81)
	r = f.times(series, f.mul(d, r), r)
	square = f.mul(r, r)
	v := f.mul(m, square)
	off := f.minus(f.Load(m), f.mul(v, v), v)
	v = f.plus(v, off, f.mul(square, third))

	v = f.Binary("VPADDQ", up, v)
	f.Rarely(edge, func() {
		same := f.Either(f.test(emit.Equal, a, f.zero()), f.notFinite(a))
		f.Move(f.choose(same, a, v), v)
	})
	return f.signed(v, x)
}
