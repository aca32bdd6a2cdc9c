package math64

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// atanOf64 has (atan(t)-t)/t³ where |t| <= 1, to 2^-57 of atan(t), and asinOf64 (asin(t)-t)/t³ where
// |t| <= 1/2, to 2^-59 of asin(t), both in t².
var (
	atanOf64 = []float64{-0.3333333333333309, 0.19999999999954599, -0.14285714282754455, 0.11111111012237734, -0.09090907093911832, 0.07692280885363977, -0.06666412481211482, 0.05880577226309479, -0.05253735576541066, 0.047230495091246556, -0.042210613990889725, 0.03667978994777251, -0.029963193956289706, 0.022056904775399646, -0.013967655776280742, 0.0072434824261767665, -0.002908837069653372, 0.0008396768937732177, -0.00015395088184066107, 1.3402376895167165e-05}
	asinOf64 = []float64{0.16666666666666763, 0.07499999999970161, 0.04464285717520495, 0.0303819426799345, 0.022372215757575642, 0.017351598422724906, 0.013980980826136885, 0.011397620924401951, 0.010787385816746368, 0.0036798325608994216, 0.021771279732039097, -0.02108830351277801, 0.03268379612473576}
)

const piLack = 0x1.1a62633145c07p-54 / (math.Pi / 2) // the error of pi/2, relative to it

// arc is base, a multiple of pi/2, and the angle t + t*s*p, for s = t², and low.
func arc(f floats.Arithmetic, base, t, s, p, low vec) vec {
	p = f.MulAdd(p, f.Mul(t, s), f.AddProduct(low, base, f.Number(piLack)))
	sum, lost := sumOf(f, base, t)
	return f.Add(sum, f.Add(lost, p))
}

// atan is that of 1/|x|, off a quarter turn, where |x| is above 1. The rounding error of the
// division is multiplied by the slope there, about 1 - t²/2.
func atan(f floats.Arithmetic, x vec) vec {
	a := f.Abs(x)
	one := f.InRegister(f.Number(1))
	steep := f.Test(emit.GreaterThan, a, one)
	least, most := f.Binary("VMINPD", a, one), f.AtMost(f.Binary("VMAXPD", one, a), math.MaxFloat64)
	t := f.Div(least, most)
	low := f.Mul(f.SubProduct(f.Load(least), t, most), t)
	s := f.Mul(t, t)
	low = f.SubProduct(low, f.Mul(s, f.Number(0.5)), low)
	base := f.SelectOrZero(steep, f.Number(math.Pi/2))
	flip := f.SelectOrZero(steep, f.Bits(1<<63))
	p := polynomial(f, s, f.Mul(s, s), atanOf64...)
	return f.CopySign(arc(f, base, f.Xor(t, flip), s, p, f.Xor(low, flip)), x)
}

// atan2 is atan of the smaller size by the larger, put into its octant.
func atan2(f floats.Arithmetic, y vec, second arg) vec {
	x := f.Load(second)
	rise, run := f.Abs(y), f.Abs(x)
	steep := f.Test(emit.GreaterThan, rise, run)
	least := f.Binary("VMINPD", rise, run) // gives rise if either is NaN
	most := f.Binary("VMAXPD", run, rise)  // and this run
	most = f.AtLeast(most, math.SmallestNonzeroFloat64)
	one := f.InRegister(f.Number(1))
	t := f.Select(f.Test(emit.Equal, least, most), one, f.Div(least, most)) // also of infinities
	low := f.Mul(f.SubProduct(f.Load(least), t, most), f.Div(one, f.AtLeast(most, 0x1p-1000)))
	low = f.SelectOrZero(f.Test(emit.Less, most, f.Number(math.Inf(1))), low)
	s := f.Mul(t, t)
	low = f.SubProduct(low, f.Mul(s, f.Number(0.5)), low)
	base := f.Select(f.SignMask(x), f.Number(math.Pi), f.Zero())
	base = f.Select(steep, f.Number(math.Pi/2), base)
	flip := f.Xor(f.SelectOrZero(steep, f.Bits(1<<63)), f.SignBit(x))
	p := polynomial(f, s, f.Mul(s, s), atanOf64...)
	return f.CopySign(arc(f, base, f.Xor(t, flip), s, p, f.Xor(low, flip)), y)
}

// chord returns t, its square s, and low, which rounding took from t. asin(|x|) is asin(t), or pi/2
// - 2*asin(t) where |x| is above 1/2. The mask steep tells where it is.
func chord(f floats.Arithmetic, a vec) (t, s, low vec, steep arg) {
	half := f.InRegister(f.Number(0.5))
	steep = f.Test(emit.GreaterThan, a, half)
	s = f.Select(steep, f.SubProduct(f.Load(half), a, half), f.Mul(a, a))
	root := f.Sqrt(s)
	low = f.Div(f.SubProduct(f.Load(s), root, root), f.AtLeast(f.Add(root, root), 0x1p-500))
	return f.Select(steep, root, a), s, f.SelectOrZero(steep, low), steep
}

func asin(f floats.Arithmetic, x vec) vec {
	t, s, low, steep := chord(f, f.Abs(x))
	t = f.Select(steep, f.Mul(t, f.Number(-2)), t)
	low = f.Mul(low, f.Number(-2)) // 0 where t is not doubled
	base := f.SelectOrZero(steep, f.Number(math.Pi/2))
	return f.CopySign(arc(f, base, t, s, polynomial(f, s, f.Mul(s, s), asinOf64...), low), x)
}

// acos is pi/2 - asin(x), or 2*asin(t) from 0 or pi.
func acos(f floats.Arithmetic, x vec) vec {
	t, s, low, steep := chord(f, f.Abs(x))
	t = f.Xor(f.Select(steep, f.Add(t, t), t), f.SignBit(x))
	low = f.Xor(f.Add(low, low), f.SignBit(x))
	base := f.Select(f.SignMask(x), f.Number(math.Pi), f.Zero())
	base = f.Select(steep, base, f.Load(f.Number(math.Pi/2)))
	t = f.Select(steep, t, f.Neg(t))
	return arc(f, base, t, s, polynomial(f, s, f.Mul(s, s), asinOf64...), low)
}
