package math32

import (
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// sinhOf has (sinh(r)-r)/r³ and coshOf (cosh(r)-1)/r², both in r² where |r| <= ln(2)/2.
var (
	sinhOf = []float64{0.16666667, 0.008333175, 0.00019973988}
	coshOf = []float64{0.5, 0.041666456, 0.0013935823}
)

// hyperbolicParts gives r + n*ln(2) = a's sinh(r), cosh(r) - 1, 2^(n-2) and 2^(-n-2).
func hyperbolicParts(f floats.Arithmetic, a vec) (sinh, cosh, up, down vec) {
	n, bits := nearestInteger(f, a, log2E)
	r := lessLn2s(f, f.Load(a), n)
	s := f.Mul(r, r)
	cosh = f.Mul(f.Polynomial(s, coshOf...), s)
	sinh = f.MulAdd(f.Polynomial(s, sinhOf...), f.Mul(s, r), r)
	bits = f.Shift("VPSLLD", bits, 23)
	quarter := f.InRegister(f.Number(0.25))
	up = f.Binary("VPADDD", quarter, bits)
	down = f.Binary("VPMAXSD", f.Zero(), f.Binary("VPSUBD", bits, quarter)) // 0 is small enough
	return sinh, cosh, up, down
}

// overflowAt is where sinh and cosh overflow, and 2^(n-2) does not.
const overflowAt = 89.5

// sinh is 2^(n-1)*e^r - 2^(-n-1)*e^-r, by cosh(r) and sinh(r). Nothing cancels where n is 0.
func sinh(f floats.Arithmetic, x vec) vec {
	a := f.Abs(x)
	small, rest, up, down := hyperbolicParts(f, f.AtMost(a, overflowAt))
	sum, difference := f.Add(up, down), f.Sub(up, down)
	v := f.Add(f.AddProduct(f.Mul(sum, small), difference, rest), difference)
	v = f.Select(f.Test(emit.Less, a, f.Number(0x1p-12)), a, f.Add(v, v)) // halves of a may be too small
	return f.CopySign(v, x)
}

// cosh is 2^(n-1)*e^r + 2^(-n-1)*e^-r.
func cosh(f floats.Arithmetic, x vec) vec {
	small, rest, up, down := hyperbolicParts(f, f.AtMost(f.Abs(x), overflowAt))
	other := f.Add(f.Sub(rest, small), f.Number(1))
	v := f.Add(f.AddProduct(f.Mul(up, f.Add(rest, small)), down, other), up)
	return f.Add(v, v)
}

// tanhshrink is x³ times a piecewise polynomial, with more digits than each product has. It is x
// less 1 where no other digit counts.
func tanhshrink(f floats.Arithmetic, x vec) vec {
	a := f.Abs(x)
	near, rest := piecewiseSum(f, &shrinkPiecewise, f.AtMost(a, 9.1))
	s := f.Mul(a, a)
	cube := f.Mul(s, a)
	low := f.AddProduct(f.ProductError(cube, s, a), a, f.ProductError(s, a, a))
	v := f.AddProduct(f.AddProduct(f.Mul(low, near), cube, rest), cube, near)
	large := f.Test(emit.GreaterThan, a, f.Number(9))
	v = f.Select(large, f.Sub(a, f.Number(1)), v)
	return f.CopySign(v, f.Add(x, f.Zero())) // 0 of -0
}
