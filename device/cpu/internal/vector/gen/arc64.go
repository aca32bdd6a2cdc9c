package main

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// atanOf64 has (atan(t)-t)/t³ where |t| <= 1, to 2^-57 of atan(t), and asinOf64 (asin(t)-t)/t³ where
// |t| <= 1/2, to 2^-59 of asin(t), both in t².
var (
	atanOf64 = []float64{-0.3333333333333309, 0.19999999999954599, -0.14285714282754455, 0.11111111012237734, -0.09090907093911832, 0.07692280885363977, -0.06666412481211482, 0.05880577226309479, -0.05253735576541066, 0.047230495091246556, -0.042210613990889725, 0.03667978994777251, -0.029963193956289706, 0.022056904775399646, -0.013967655776280742, 0.0072434824261767665, -0.002908837069653372, 0.0008396768937732177, -0.00015395088184066107, 1.3402376895167165e-05}
	asinOf64 = []float64{0.16666666666666763, 0.07499999999970161, 0.04464285717520495, 0.0303819426799345, 0.022372215757575642, 0.017351598422724906, 0.013980980826136885, 0.011397620924401951, 0.010787385816746368, 0.0036798325608994216, 0.021771279732039097, -0.02108830351277801, 0.03268379612473576}
)

const piLack64 = 0x1.1a62633145c07p-54 / (math.Pi / 2) // what pi/2 lacks, as a part of it

// arc is base, a multiple of pi/2, and the angle t + t*s*p, for s = t², and low.
func arc64(f floats, base, t, s, p, low emit.Vec) emit.Vec {
	p = f.times(p, f.mul(t, s), f.plus(low, base, f.single(piLack64)))
	sum, lost := sumOf(f, base, t)
	return f.add(sum, f.add(lost, p))
}

// atan64 is that of 1/|x|, off a quarter turn, where |x| is above 1. What the division rounds away
// counts by the slope there, which is about 1 - t²/2.
func atan64(f floats, x emit.Vec) emit.Vec {
	a := f.magnitude(x)
	one := f.InRegister(f.single(1))
	steep := f.test(emit.GreaterThan, a, one)
	least, most := f.Binary("VMINPD", a, one), f.atMost(f.Binary("VMAXPD", one, a), math.MaxFloat64)
	t := f.div(least, most)
	low := f.mul(f.minus(f.Load(least), t, most), t)
	s := f.mul(t, t)
	low = f.minus(low, f.mul(s, f.single(0.5)), low)
	base := f.where(steep, f.single(math.Pi/2))
	turned := f.where(steep, f.pattern(1<<63))
	p := polynomial64(f, s, f.mul(s, s), atanOf64...)
	return f.signed(arc64(f, base, f.Xor(t, turned), s, p, f.Xor(low, turned)), x)
}

// atan264 is atan of the smaller size by the larger, put into its octant.
func atan264(f floats, y emit.Vec, second emit.Arg) emit.Vec {
	x := f.Load(second)
	rise, run := f.magnitude(y), f.magnitude(x)
	steep := f.test(emit.GreaterThan, rise, run)
	least := f.Binary("VMINPD", rise, run) // gives rise if either is NaN
	most := f.Binary("VMAXPD", run, rise)  // and this run
	most = f.atLeast(most, math.SmallestNonzeroFloat64)
	one := f.InRegister(f.single(1))
	t := f.choose(f.test(emit.Equal, least, most), one, f.div(least, most)) // also of infinities
	low := f.mul(f.minus(f.Load(least), t, most), f.div(one, f.atLeast(most, 0x1p-1000)))
	low = f.where(f.test(emit.Less, most, f.single(math.Inf(1))), low)
	s := f.mul(t, t)
	low = f.minus(low, f.mul(s, f.single(0.5)), low)
	base := f.choose(f.signOf(x), f.single(math.Pi), f.zero())
	base = f.choose(steep, f.single(math.Pi/2), base)
	turned := f.Xor(f.where(steep, f.pattern(1<<63)), f.signBit(x))
	p := polynomial64(f, s, f.mul(s, s), atanOf64...)
	return f.signed(arc64(f, base, f.Xor(t, turned), s, p, f.Xor(low, turned)), y)
}

// chord gives t and t² for which asin(|x|) is asin(t), or pi/2 - 2*asin(t) where |x| is above
// 1/2, and what t lacks, and the mask of that.
func chord64(f floats, a emit.Vec) (t, s, low emit.Vec, steep emit.Arg) {
	half := f.InRegister(f.single(0.5))
	steep = f.test(emit.GreaterThan, a, half)
	s = f.choose(steep, f.minus(f.Load(half), a, half), f.mul(a, a))
	root := f.root(s)
	low = f.div(f.minus(f.Load(s), root, root), f.atLeast(f.add(root, root), 0x1p-500))
	return f.choose(steep, root, a), s, f.where(steep, low), steep
}

func asin64(f floats, x emit.Vec) emit.Vec {
	t, s, low, steep := chord64(f, f.magnitude(x))
	t = f.choose(steep, f.mul(t, f.single(-2)), t)
	low = f.mul(low, f.single(-2)) // 0 where t is not doubled
	base := f.where(steep, f.single(math.Pi/2))
	return f.signed(arc64(f, base, t, s, polynomial64(f, s, f.mul(s, s), asinOf64...), low), x)
}

// acos64 is pi/2 - asin(x), or 2*asin(t) from 0 or pi.
func acos64(f floats, x emit.Vec) emit.Vec {
	t, s, low, steep := chord64(f, f.magnitude(x))
	t = f.Xor(f.choose(steep, f.add(t, t), t), f.signBit(x))
	low = f.Xor(f.add(low, low), f.signBit(x))
	base := f.choose(f.signOf(x), f.single(math.Pi), f.zero())
	base = f.choose(steep, base, f.Load(f.single(math.Pi/2)))
	t = f.choose(steep, t, f.negative(t))
	return arc64(f, base, t, s, polynomial64(f, s, f.mul(s, s), asinOf64...), low)
}
