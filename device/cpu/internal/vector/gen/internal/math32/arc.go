package math32

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// atanOf has (atan(t)-t)/t³ where |t| <= 1, and asinOf (asin(t)-t)/t³ where |t| <= 1/2, both in t².
var (
	atanOf = []float64{-0.333333, 0.19998531, -0.14264053, 0.10951193, -0.084005564, 0.057908382, -0.031129219, 0.010888728, -0.0017878866}
	asinOf = []float64{0.16666752, 0.0749531, 0.045469023, 0.024185468, 0.042157095}
)

const (
	quarterTurn = math.Pi / 2
	piLack      = -2.7827534e-08 // the error of quarterTurn, relative to it
)

// arc is base, a multiple of pi/2, and the angle t + t*s*p, for s = t².
func arc(f floats.Arithmetic, base, t, s, p vec) vec {
	p = f.MulAdd(p, f.Mul(t, s), f.Mul(base, f.Number(piLack)))
	return f.Add(base, f.Add(t, p))
}

// atan is that of 1/|x|, off a quarter turn, where |x| is above 1.
func atan(f floats.Arithmetic, x vec) vec {
	a := f.Abs(x)
	one := f.InRegister(f.Number(1))
	steep := f.Test(emit.GreaterThan, a, one)
	t := f.Div(f.Binary("VMINPS", a, one), f.Binary("VMAXPS", a, one))
	s := f.Mul(t, t)
	base := f.SelectOrZero(steep, f.Number(quarterTurn))
	t = f.Xor(t, f.SelectOrZero(steep, f.Bits(1<<31)))
	return f.CopySign(arc(f, base, t, s, f.Polynomial(s, atanOf...)), x)
}

// atan2 is atan of the smaller size by the larger, put into its octant.
func atan2(f floats.Arithmetic, y vec, second arg) vec {
	x := f.Load(second)
	rise, run := f.Abs(y), f.Abs(x)
	steep := f.Test(emit.GreaterThan, rise, run)
	least := f.Binary("VMINPS", rise, run) // gives rise if either is NaN
	most := f.Binary("VMAXPS", run, rise)  // and this run
	most = f.AtLeast(most, math.SmallestNonzeroFloat32)
	t := f.Select(f.Test(emit.Equal, least, most), f.Number(1), f.Div(least, most)) // also of infinities
	s := f.Mul(t, t)
	behind := f.Shift("VPSRAD", x, 31)
	base := f.Select(steep, f.Number(quarterTurn), f.And(behind, f.Number(2*quarterTurn)))
	flip := f.Xor(f.SelectOrZero(steep, f.Bits(1<<31)), f.And(behind, f.Bits(1<<31)))
	angle := arc(f, base, f.Xor(t, flip), s, f.Polynomial(s, atanOf...))
	return f.CopySign(angle, y)
}

// chord gives t and t² for which asin(|x|) is asin(t), or pi/2 - 2*asin(t) where |x| is above 1/2,
// and the mask of the second case.
func chord(f floats.Arithmetic, a vec) (t, s vec, steep arg) {
	steep = f.Test(emit.GreaterThan, a, f.Number(0.5))
	half := f.InRegister(f.Number(0.5))
	s = f.Select(steep, f.SubProduct(f.Load(half), a, half), f.Mul(a, a))
	t = f.Vec()
	f.VSQRTPS(s, t)
	return f.Select(steep, t, a), s, steep
}

func asin(f floats.Arithmetic, x vec) vec {
	a := f.Abs(x)
	t, s, steep := chord(f, a)
	t = f.Select(steep, f.Mul(t, f.Number(-2)), t)
	base := f.SelectOrZero(steep, f.Number(quarterTurn))
	return f.CopySign(arc(f, base, t, s, f.Polynomial(s, asinOf...)), x)
}

// acos is pi/2 - asin(x), or 2*asin(t) from 0 or pi.
func acos(f floats.Arithmetic, x vec) vec {
	t, s, steep := chord(f, f.Abs(x))
	t = f.Xor(f.Select(steep, f.Add(t, t), t), f.SignBit(x))
	base := f.And(f.Shift("VPSRAD", x, 31), f.Number(2*quarterTurn))
	base = f.Select(steep, base, f.Load(f.Number(quarterTurn)))
	t = f.Select(steep, t, f.Neg(t))
	return arc(f, base, t, s, f.Polynomial(s, asinOf...))
}
