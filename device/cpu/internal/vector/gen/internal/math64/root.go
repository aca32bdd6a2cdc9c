package math64

import (
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// rsqrt is rounded twice.
func rsqrt(f floats.Arithmetic, x vec) vec { return f.Div(f.Load(f.Number(1)), f.Sqrt(x)) }

func hypot(f floats.Arithmetic, x vec, y arg) vec {
	return floats.Hypot(f, x, y, 0x1p500, 0x1p-450, 0x1p600)
}

// inverseCubeRootOf64 has m^(-1/3) where 1 <= m <= 8, to 2^-8.
var inverseCubeRootOf64 = []float64{1.4246590315999783, -0.5962491399853086, 0.20356918881604608, -0.03854225232346143, 0.003687704563549948, -0.00013903158840824044}

// cbrt is 2^k times the cube root of a number m from 1 to 8. The root is m*r² for an r near
// m^(-1/3). The series of (1-d)^(-1/3) with d = 1-m*r³ improves r. At last the root is corrected by
// the error of its cube.
func cbrt(f floats.Arithmetic, x vec) vec {
	a := f.Abs(x)
	bits := f.Load(a)
	edge := f.NotPositive(a)
	f.Rarely(edge, func() { floats.Normalize(f, bits) })
	e := f.Shift("VPSRLQ", f.Xor(bits, f.Bits(1<<63)), 52) // 2048 too many
	e = f.Sub(f.Or(e, f.Number(0x1p52)), f.Number(0x1p52+2048+1023+1))
	third := f.InRegister(f.Number(1. / 3))
	k := f.AddProduct(f.Load(f.Number(floats.Shifter64)), e, third) // the exponent by 3, rounded down
	up := f.Shift("VPSLLQ", k, 52)
	m := f.Binary("VPSUBQ", f.Binary("VPADDQ", up, f.Binary("VPADDQ", up, up)), bits)

	r := polynomial(f, m, f.Mul(m, m), inverseCubeRootOf64...)
	square := f.Mul(r, r)
	d := f.SubProduct(f.Load(f.Number(1)), f.Mul(m, r), square)
	series := polynomial(f, d, f.Mul(d, d), 1./3, 2./9, 14./81)
	r = f.MulAdd(series, f.Mul(d, r), r)
	square = f.Mul(r, r)
	v := f.Mul(m, square)
	off := f.SubProduct(f.Load(m), f.Mul(v, v), v)
	v = f.AddProduct(v, off, f.Mul(square, third))

	v = f.Binary("VPADDQ", up, v)
	f.Rarely(edge, func() {
		same := f.Either(f.Test(emit.Equal, a, f.Zero()), f.NotFinite(a))
		f.Move(f.Select(same, a, v), v)
	})
	return f.CopySign(v, x)
}
