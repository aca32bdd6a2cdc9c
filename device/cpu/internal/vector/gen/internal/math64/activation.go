package math64

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// The factors of x and x³ in the exponent of geluTanh's e^-y, and their rounding errors.
const (
	geluSlope     = -0x1.9884533d43651p+0 // -2*sqrt(2/pi)
	geluSlopeLack = 0x1.cbc0d30ebfd15p-54
	geluCube      = -0x1.2444f2a4d8b4bp-4 // that times 0.044715
	geluCubeLack  = 0x1.6c843a29d1c70p-61
)

// geluTanh is x/(1+e), or x*e/(1+e) where x is negative, by e = e^-y for a y of |x|. It is NaN of
// -Inf.
func geluTanh(f floats.Arithmetic, x vec) vec {
	c := f.AtMost(f.Abs(x), 22.5) // e is 2^-1224 then
	s := f.Mul(c, c)
	t := f.Mul(s, f.Number(geluCube))
	low := f.ProductError(t, s, f.Number(geluCube))
	f.AddProduct(low, f.ProductError(s, c, c), f.Number(geluCube))
	f.AddProduct(low, s, f.Number(geluCubeLack))
	slope := f.InRegister(f.Number(geluSlope))
	w, lost := sumOf(f, f.Binary("VMINPD", slope, t), f.Binary("VMAXPD", slope, t))
	low = f.Add(f.Add(lost, f.Number(geluSlopeLack)), low)
	y := f.Mul(c, w)
	low = f.Neg(f.AddProduct(f.ProductError(y, c, w), c, low))
	e, eRest, lack := expSum(f, y, low)

	below, one := f.SignMask(x), f.InRegister(f.Number(1))
	under, underRest := sumOf(f, one, e)
	q, rest := ratio(f, f.Select(below, e, one), f.Select(below, eRest, f.Zero()), under, f.Add(underRest, eRest))
	v := scale(f, f.AddProduct(f.Mul(c, rest), c, q), f.Select(below, lack, f.Zero()))
	v = f.Select(f.Test(emit.GreaterThan, x, f.Number(20)), x, v)
	return f.CopySign(f.Add(v, f.Mul(f.Binary("VMINPD", x, f.Zero()), f.Zero())), x) // NaN of -Inf
}

// celu leaves a register of positive numbers as it is.
func celu(f floats.Arithmetic, x vec, second arg) vec {
	v := f.Load(x)
	f.Rarely(f.Test(emit.NotAtLeast, x, f.Number(math.SmallestNonzeroFloat64)), func() { f.Move(anyCelu(f, x, second), v) })
	return v
}

// anyCelu is x, or alpha times e^t - 1 for t = x/alpha; what division leaves of x is multiplied by e^t.
func anyCelu(f floats.Arithmetic, x vec, second arg) vec {
	alpha, negative := f.Load(second), f.AtMost(x, 0)
	t := f.Div(negative, alpha)
	left := f.SelectOrZero(f.Test(emit.GreaterThan, t, f.Number(-40)), f.SubProduct(f.Load(negative), t, alpha))
	sum, rest := halfExpm1(f, f.AtLeast(f.AtMost(t, 700), -40))
	sum, rest = f.Add(sum, sum), f.Add(rest, rest)
	power := f.Add(f.Add(sum, rest), f.Number(1))
	v := f.AddProduct(f.AddProduct(f.Mul(rest, alpha), left, power), alpha, sum)
	grows := f.Test(emit.GreaterThan, t, f.Number(40)) // alpha is negative
	f.Rarely(grows, func() { f.Move(f.Select(grows, growingCelu(f, negative, alpha, t), v), v) })
	same := f.Either(f.Test(emit.GreaterThan, x, f.Zero()), f.Test(emit.Less, f.Abs(t), f.Number(0x1p-54)))
	return f.Select(same, x, f.Or(v, f.Bits(1<<63))) // -0, too
}

// growingCelu is alpha*e^t for t = x/alpha, where e^t is so large that 1 does not count. Tiny
// numbers are scaled first, as the remainder of their division would be 0.
func growingCelu(f floats.Arithmetic, x, alpha, t vec) vec {
	tiny := f.Test(emit.Less, f.Abs(alpha), f.Number(0x1p-900))
	by := f.Select(tiny, f.Number(0x1p500), f.InRegister(f.Number(1)))
	factor := f.Mul(alpha, by)
	left := f.SubProduct(f.Mul(x, by), t, factor) // the part of t is still to be added
	left = f.SelectOrZero(f.Test(emit.Less, t, f.Number(1500)), f.Div(left, factor))
	g := expPartsLess(f, f.AtMost(t, 1500), f.Neg(left), expOf64)
	v := f.Mul(factor, f.Add(f.Add(g.high, g.low), f.Number(1)))
	n := f.Sub(g.n, f.SelectOrZero(tiny, f.Number(500)))
	first := f.AtMost(n, 1000) // it may be too large for one step
	v = scale(f, scale(f, v, first), f.Sub(n, first))
	return f.Select(f.Test(emit.Equal, t, f.Number(math.Inf(1))), f.Mul(alpha, t), v)
}
