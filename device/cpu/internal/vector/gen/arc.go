package main

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// atanOf has (atan(t)-t)/t³ where |t| <= 1, and asinOf (asin(t)-t)/t³ where |t| <= 1/2, both in t².
var (
	atanOf = []float64{-0.333333, 0.19998531, -0.14264053, 0.10951193, -0.084005564, 0.057908382, -0.031129219, 0.010888728, -0.0017878866}
	asinOf = []float64{0.16666752, 0.0749531, 0.045469023, 0.024185468, 0.042157095}
)

const (
	quarterTurn = math.Pi / 2
	piLack      = -2.7827534e-08 // what quarterTurn lacks, as a part of it
)

// arc is base, a multiple of pi/2, and the angle t + t*s*p, for s = t².
func arc(f floats, base, t, s, p emit.Vec) emit.Vec {
	p = f.times(p, f.mul(t, s), f.mul(base, f.single(piLack)))
	return f.add(base, f.add(t, p))
}

// atan is that of 1/|x|, off a quarter turn, where |x| is above 1.
func atan(f floats, x emit.Vec) emit.Vec {
	a := f.magnitude(x)
	one := f.InRegister(f.single(1))
	steep := f.test(emit.GreaterThan, a, one)
	t := f.div(f.Binary("VMINPS", a, one), f.Binary("VMAXPS", a, one))
	s := f.mul(t, t)
	base := f.where(steep, f.single(quarterTurn))
	t = f.Xor(t, f.where(steep, f.pattern(1<<31)))
	return f.signed(arc(f, base, t, s, f.polynomial(s, atanOf...)), x)
}

// atan2 is atan of the smaller size by the larger, put into its octant.
func atan2(f floats, y emit.Vec, second emit.Arg) emit.Vec {
	x := f.Load(second)
	rise, run := f.magnitude(y), f.magnitude(x)
	steep := f.test(emit.GreaterThan, rise, run)
	least := f.Binary("VMINPS", rise, run) // gives rise if either is NaN
	most := f.Binary("VMAXPS", run, rise)  // and this run
	most = f.atLeast(most, math.SmallestNonzeroFloat32)
	t := f.choose(f.test(emit.Equal, least, most), f.single(1), f.div(least, most)) // also of infinities
	s := f.mul(t, t)
	behind := f.Shift("VPSRAD", x, 31)
	base := f.choose(steep, f.single(quarterTurn), f.And(behind, f.single(2*quarterTurn)))
	turned := f.Xor(f.where(steep, f.pattern(1<<31)), f.And(behind, f.pattern(1<<31)))
	angle := arc(f, base, f.Xor(t, turned), s, f.polynomial(s, atanOf...))
	return f.signed(angle, y)
}

// chord gives t and t² for which asin(|x|) is asin(t), or pi/2 - 2*asin(t) where |x| is above
// 1/2, and the mask of that.
func chord(f floats, a emit.Vec) (t, s emit.Vec, steep emit.Arg) {
	steep = f.test(emit.GreaterThan, a, f.single(0.5))
	half := f.InRegister(f.single(0.5))
	s = f.choose(steep, f.minus(f.Load(half), a, half), f.mul(a, a))
	t = f.Vec()
	f.VSQRTPS(s, t)
	return f.choose(steep, t, a), s, steep
}

func asin(f floats, x emit.Vec) emit.Vec {
	a := f.magnitude(x)
	t, s, steep := chord(f, a)
	t = f.choose(steep, f.mul(t, f.single(-2)), t)
	base := f.where(steep, f.single(quarterTurn))
	return f.signed(arc(f, base, t, s, f.polynomial(s, asinOf...)), x)
}

// acos is pi/2 - asin(x), or 2*asin(t) from 0 or pi.
func acos(f floats, x emit.Vec) emit.Vec {
	t, s, steep := chord(f, f.magnitude(x))
	t = f.Xor(f.choose(steep, f.add(t, t), t), f.signBit(x))
	base := f.And(f.Shift("VPSRAD", x, 31), f.single(2*quarterTurn))
	base = f.choose(steep, base, f.Load(f.single(quarterTurn)))
	t = f.choose(steep, t, f.negative(t))
	return arc(f, base, t, s, f.polynomial(s, asinOf...))
}
