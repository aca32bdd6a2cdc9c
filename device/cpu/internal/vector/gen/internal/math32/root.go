package math32

import (
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/arithmetic"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// rsqrt is rounded twice.
func rsqrt(f floats.Arithmetic, x vec) vec {
	return arithmetic.Reciprocal(f.Writer, dtype.Float32, arithmetic.Sqrt(f.Writer, dtype.Float32, x))
}

func hypot(f floats.Arithmetic, x vec, y arg) vec {
	return floats.Hypot(f, x, y, 0x1p60, 0x1p-60, 0x1p80)
}

// cbrtOf has ((1+d)^(-2/3)-1)/d, where |d| < 0.105.
var cbrtOf = []float64{-0.66666675, 0.55555564, -0.49377564, 0.4526249, -0.43081355, 0.40691715}

// cbrt is a*r² times (1+d)^(-2/3), where r is near 1/cbrt(a) and 1+d is a*r³. The bits of r are a
// third of a's taken from a number that makes d small.
func cbrt(f floats.Arithmetic, x vec) vec {
	const inverse = 0x54a20000
	a := f.Abs(x)
	edge, b := f.NotPositive(a), f.Load(a)
	f.Rarely(edge, func() {
		f.Move(f.Select(f.Test(emit.Less, a, f.Number(0x1p-126)), f.Mul(a, f.Number(0x1p24)), a), b)
	})
	r := f.SubProduct(f.Load(f.Number(inverse)), f.Unary("VCVTDQ2PS", b), f.Number(1./3))
	r = f.Unary("VCVTPS2DQ", r)
	q := f.Mul(f.Mul(b, r), r)
	d := f.AddProduct(f.Load(f.Number(-1)), q, r)
	v := f.AddProduct(q, f.Mul(q, d), f.Polynomial(d, cbrtOf...))
	f.Rarely(edge, func() {
		f.Move(f.Select(f.Test(emit.Less, a, f.Number(0x1p-126)), f.Mul(v, f.Number(0x1p-8)), v), v)
		same := f.Either(f.Test(emit.Equal, a, f.Zero()), f.NotFinite(a))
		f.Move(f.Select(same, a, v), v)
	})
	return f.CopySign(v, x)
}
