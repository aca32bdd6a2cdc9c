package main

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// What geluTanh64 multiplies x and x³ by to get the exponent of its e^-y, and what those lack.
const (
	geluSlope64     = -0x1.9884533d43651p+0 // -2*sqrt(2/pi)
	geluSlopeLack64 = 0x1.cbc0d30ebfd15p-54
	geluCube64      = -0x1.2444f2a4d8b4bp-4 // that times 0.044715
	geluCubeLack64  = 0x1.6c843a29d1c70p-61
)

// geluTanh64 is x/(1+e), or x*e/(1+e) where x is negative, by e = e^-y for a y of |x|. It is NaN of -Inf.
func geluTanh64(f floats, x emit.Vec) emit.Vec {
	c := f.atMost(f.magnitude(x), 22.5) // e is 2^-1224 then
	s := f.mul(c, c)
	t := f.mul(s, f.single(geluCube64))
	low := f.lost(t, s, f.single(geluCube64))
	f.plus(low, f.lost(s, c, c), f.single(geluCube64))
	f.plus(low, s, f.single(geluCubeLack64))
	slope := f.InRegister(f.single(geluSlope64))
	w, lost := sumOf(f, f.Binary("VMINPD", slope, t), f.Binary("VMAXPD", slope, t))
	low = f.add(f.add(lost, f.single(geluSlopeLack64)), low)
	y := f.mul(c, w)
	low = f.negative(f.plus(f.lost(y, c, w), c, low))
	e, eRest, lack := faintness(f, y, low)

	below, one := f.signOf(x), f.InRegister(f.single(1))
	under, underRest := sumOf(f, one, e)
	q, rest := ratio(f, f.choose(below, e, one), f.choose(below, eRest, f.zero()), under, f.add(underRest, eRest))
	v := scale64(f, f.plus(f.mul(c, rest), c, q), f.choose(below, lack, f.zero()))
	v = f.choose(f.test(emit.GreaterThan, x, f.single(20)), x, v)
	return f.signed(f.add(v, f.mul(f.Binary("VMINPD", x, f.zero()), f.zero())), x) // NaN of -Inf
}

// celu64 is x, or alpha times e^t - 1 for t = x/alpha; what division leaves of x is multiplied by e^t.
func celu64(f floats, x emit.Vec, second emit.Arg) emit.Vec {
	alpha, negative := f.Load(second), f.atMost(x, 0)
	t := f.div(negative, alpha)
	left := f.where(f.test(emit.GreaterThan, t, f.single(-40)), f.minus(f.Load(negative), t, alpha))
	sum, rest := lessOne(f, f.atLeast(f.atMost(t, 700), -40))
	sum, rest = f.add(sum, sum), f.add(rest, rest)
	power := f.add(f.add(sum, rest), f.single(1))
	v := f.plus(f.plus(f.mul(rest, alpha), left, power), alpha, sum)
	grows := f.test(emit.GreaterThan, t, f.single(40)) // alpha is negative
	f.Rarely(grows, func() { f.Move(f.choose(grows, growingCelu64(f, negative, alpha, t), v), v) })
	same := f.Either(f.test(emit.GreaterThan, x, f.zero()), f.test(emit.Less, f.magnitude(t), f.single(0x1p-54)))
	return f.choose(same, x, f.Or(v, f.pattern(1<<63))) // -0, too
}

// growingCelu is alpha*e^t for t = x/alpha, where 1 does not count; of tiny numbers' quotient division would leave nothing.
func growingCelu64(f floats, x, alpha, t emit.Vec) emit.Vec {
	tiny := f.test(emit.Less, f.magnitude(alpha), f.single(0x1p-900))
	by := f.choose(tiny, f.single(0x1p500), f.InRegister(f.single(1)))
	factor := f.mul(alpha, by)
	left := f.minus(f.mul(x, by), t, factor) // of which the part of t is to be added
	left = f.where(f.test(emit.Less, t, f.single(1500)), f.div(left, factor))
	g := growLess(f, f.atMost(t, 1500), f.negative(left), expOf64)
	v := f.mul(factor, f.add(f.add(g.high, g.low), f.single(1)))
	n := f.sub(g.n, f.where(tiny, f.single(500)))
	first := f.atMost(n, 1000) // it may be too large for one step
	v = scale64(f, scale64(f, v, first), f.sub(n, first))
	return f.choose(f.test(emit.Equal, t, f.single(math.Inf(1))), f.mul(alpha, t), v)
}
