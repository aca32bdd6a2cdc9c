package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// An activation is a simple function of x and what fades away with |x|, that is an
// exponential times a function that hardly changes, given in pieces. Nothing cancels.

// expRest gives e^x, less the digits in low that x lacks, as (1+v) * 2^n. It takes x's register.
func expRest(f floats, x emit.Vec, low emit.Vec) (v, n emit.Vec) {
	n, _ = nearestInteger(f, x, log2E)
	r := lessLogs(f, x, n)
	if low != nil {
		r = f.sub(r, low)
	}
	return powerRest(f, r), n
}

// powerRest is e^r - 1, in r's register.
func powerRest(f floats, r emit.Vec) emit.Vec {
	square := f.mul(r, r)
	return f.plus(r, f.paired(r, square, expOf...), square)
}

// faded is (near+rest) * (1+v) * 2^n, for a sum as piece gives it.
func faded(f floats, near, rest, v, n emit.Vec) emit.Vec {
	sum := f.add(near, rest)
	return scale(f, f.add(near, f.plus(rest, v, sum)), n)
}

// fadedTimes is x times that.
func fadedTimes(f floats, x, near, rest, v, n emit.Vec) emit.Vec {
	sum := f.add(near, rest)
	return scale(f, f.plus(f.mul(x, f.plus(rest, v, sum)), x, near), n)
}

// positive is x where it is positive, else 0: half of x and of its magnitude a. So it is NaN of -Inf.
func positive(f floats, x, a emit.Vec) emit.Vec {
	half := f.mul(a, f.single(0.5))
	return f.plus(half, x, f.single(0.5))
}

func tanh(f floats, x emit.Vec) emit.Vec {
	return f.signed(pieceOf(f, &tanhPieces, f.atMost(f.magnitude(x), 9.1)), x)
}

// sigmoid is 1, or e where x is negative, by 1+e, for e = e^-|x|.
func sigmoid(f floats, x emit.Vec) emit.Vec {
	p, n := expParts(f, f.atLeast(f.Or(x, f.pattern(1<<31)), -105))
	e := scale(f, p, n)
	one := f.InRegister(f.single(1))
	return f.div(f.choose(f.signOf(x), e, one), f.add(one, e))
}

// silu is x, or 0, less |x|*e^-|x| times sigmoid(|x|).
func silu(f floats, x emit.Vec) emit.Vec {
	a := f.magnitude(x)
	c := f.atMost(a, 112)
	near, rest := pieceSum(f, &sigmoidPieces, f.atMost(c, 18))
	v, n := expRest(f, f.negative(c), nil)
	return f.signed(f.sub(positive(f, x, a), fadedTimes(f, c, near, rest, v, n)), x)
}

// gelu is x, or 0, less |x|*e^(-x²/2) times erfcx(|x|/sqrt(2))/2.
func gelu(f floats, x emit.Vec) emit.Vec {
	a := f.magnitude(x)
	c := f.atMost(a, 14.5)
	near, rest := pieceSum(f, &geluPieces, c)
	s := f.mul(c, c)
	low := f.lost(s, c, c)
	v, n := expRest(f, f.mul(s, f.single(-0.5)), f.mul(low, f.single(0.5)))
	return f.signed(f.sub(positive(f, x, a), fadedTimes(f, c, near, rest, v, n)), x)
}

// erfc is 0, or 2 less, e^(-x²) times erfcx(|x|).
func erfc(f floats, x emit.Vec) emit.Vec {
	c := f.atMost(f.magnitude(x), 10.3)
	near, rest := pieceSum(f, &erfcPieces, c)
	s := f.mul(c, c)
	v, n := expRest(f, f.negative(s), f.lost(s, c, c))
	w := f.Xor(faded(f, near, rest, v, n), f.signBit(x))
	return f.add(w, f.And(f.Shift("VPSRAD", x, 31), f.single(2)))
}

// logsigmoid is x, or 0, less e^-|x| times e^|x|*log1p(e^-|x|).
func logsigmoid(f floats, x emit.Vec) emit.Vec {
	c := f.atMost(f.magnitude(x), 105)
	near, rest := pieceSum(f, &softplusPieces, f.atMost(c, 18))
	v, n := expRest(f, f.negative(c), nil)
	w := faded(f, near, rest, v, n)
	return f.negative(f.sub(w, f.atMost(x, 0)))
}

// geluTanh is x, or 0, less |x|*e^-y times sigmoid(y), for a y of |x| in float64.
func geluTanh(f floats, x emit.Vec) emit.Vec {
	a := f.magnitude(x)
	c := f.atMost(a, 10.8)
	near, rest := pieceSum(f, &geluTanhPieces, f.atMost(c, 5.5))
	v, n := wideRest(f, f.each(f.widen(c), func(a emit.Vec) emit.Vec {
		y := f.Binary("VMULPD", a, a)
		const slope = -1.5957691216057308 // of -y, -2*sqrt(2/pi)
		slopes := f.Binary("VMULPD", f.double(slope*0.044715), y)
		f.Into("VADDPD", f.double(slope), slopes)
		return f.Into("VMULPD", a, slopes)
	}))
	return f.signed(f.sub(positive(f, x, a), fadedTimes(f, c, near, rest, v, n)), x)
}

// softplus is what is positive of y = x*beta, more e^-|y| times e^|y|*log1p(e^-|y|), by beta;
// or x, where the product is above the threshold. float64 has products of float32 to the last
// digit, and far smaller ones.
func softplus(f floats, x emit.Vec, beta, threshold emit.Arg) emit.Vec {
	b := f.Load(beta)
	wideBeta := f.widen(b)
	y := f.widen(x)
	for i := range y {
		f.Into("VMULPD", wideBeta[i], y[i])
	}
	most := f.widen(f.Binary("VMINPS", f.single(40), f.Load(threshold))) // 1 does not count beyond, whatever the threshold
	above := f.each(y, func(v emit.Vec) emit.Vec { return v })
	for i := range y {
		above[i] = f.Binary("VMULPD", f.double(0x1p1000), f.Binary("VSUBPD", most[i], y[i])) // no float32 is too small for it
	}
	sizes := f.each(y, func(v emit.Vec) emit.Vec { return f.Binary("VANDPD", f.double(math.Float64frombits(1<<63-1)), v) })
	for i := range y {
		sizes[i] = f.Binary("VMINPD", sizes[i], f.InRegister(f.double(230)))
	}
	c := f.atMost(f.narrow(sizes), 18)
	near, rest := pieceSum(f, &softplusPieces, c)
	minus := f.each(sizes, func(v emit.Vec) emit.Vec { return f.Binary("VXORPD", f.double(math.Copysign(0, -1)), v) })
	v, n := wideRest(f, minus)
	first := f.atLeast(n, -100)
	w := f.widen(faded(f, near, rest, v, first))
	for i := range y {
		positive := f.Binary("VMAXPD", y[i], f.InRegister(f.double(0)))
		f.Into("VADDPD", positive, w[i])
	}
	result := scale(f, f.Binary("VDIVPS", b, f.narrow(w)), f.sub(n, first)) // beta may be as small
	return f.choose(f.test(emit.GreaterThan, f.narrow(above), f.InRegister(f.single(0))), x, result)
}

// mish is x*tanh(log(1+e^x)), which is x*(1+2e)/(1+2e+2e²) by e = e^-|x|, or x*e*(2+e)/(2+2e+e²)
// where x is negative, in float64; that e is a factor to the last.
func mish(f floats, x emit.Vec) emit.Vec {
	below := f.Shift("VPSRAD", x, 31)
	c := f.atLeast(x, -112)
	v, n := expRest(f, f.Or(f.atMost(f.magnitude(x), 112), f.pattern(1<<31)), nil)
	e := f.widen(scale(f, f.add(v, f.InRegister(f.single(1))), n))
	n, v = f.And(n, below), f.And(v, below)
	over, rest := f.widen(c), f.widen(v)
	by := f.widen(f.And(below, f.single(1)))
	for i := range e {
		first := f.Binary("VADDPD", f.double(1), by[i]) // 1 or 2
		other := f.Binary("VSUBPD", by[i], f.InRegister(f.double(2)))
		square := f.Binary("VMULPD", e[i], e[i])
		under := f.Binary("VADDPD", e[i], e[i])
		f.Into("VADDPD", first, under)
		f.Do("VFMADD231PD", other, square, under)
		f.Do("VFMADD231PD", other, e[i], first)
		f.Into("VMULPD", f.Binary("VADDPD", f.double(1), rest[i]), over[i])
		over[i] = f.Binary("VDIVPD", under, f.Binary("VMULPD", over[i], first))
	}
	zero := f.mul(f.Binary("VMINPS", x, f.zero()), f.zero()) // NaN of -Inf
	return f.signed(f.add(scale(f, f.narrow(over), n), zero), x)
}

// celu is x, or alpha times e^t - 1 for t = x/alpha, of which no part is rounded before the sum.
func celu(f floats, x emit.Vec, second emit.Arg) emit.Vec {
	alpha, negative := f.Load(second), f.atMost(x, 0)
	t := f.div(negative, alpha)
	r := f.atLeast(f.atMost(t, 200), -18)
	n, bits := nearestInteger(f, r, log2E)
	lessLogs(f, r, n)
	power := powerOf2(f, bits, oneBits)
	by, part, of, last := f.mul(alpha, power), f.sub(power, f.single(1)), f.Load(alpha), f.Load(r)
	grows := f.test(emit.GreaterThan, t, f.single(0.25)) // alpha is negative
	f.Rarely(grows, func() { growingCelu(f, grows, negative, alpha, t, r, n, bits, by, part, of, last) })
	rest := f.mul(by, f.mul(f.polynomial(r, expm1Of...), f.mul(r, r)))
	v := f.plus(f.plus(rest, of, part), by, last)
	f.Rarely(grows, func() {
		first := f.atMost(n, 150) // it may be too large for one step
		w := scale(f, scale(f, v, first), f.sub(n, first))
		w = f.choose(f.test(emit.Equal, t, f.single(math.Inf(1))), f.mul(alpha, t), w)
		f.Move(f.choose(grows, w, v), v)
	})
	same := f.Either(f.test(emit.GreaterThan, x, f.zero()), f.test(emit.Less, f.magnitude(t), f.single(0x1p-25)))
	return f.choose(same, x, f.Or(v, f.pattern(1<<31))) // -0, too
}

// growingCelu changes elements where t is positive. What division takes away from it counts then.
// The sum is of alpha*(1-2^-n) first, which r makes smaller, and 2^n is left for the end, as what
// was done against a loss of digits where alpha is small.
func growingCelu(f floats, grows operand.Op, x, alpha, t, r, n, bits, by, part, of, last emit.Vec) {
	tiny := f.Both(grows, f.test(emit.Less, f.magnitude(alpha), f.single(0x1p-60)))
	large := f.single(0x1p60)
	x, factor := f.choose(tiny, f.mul(x, large), x), f.choose(tiny, f.mul(alpha, large), alpha)
	rest := f.div(f.minus(f.Load(x), t, factor), factor)
	f.Move(f.choose(f.Both(grows, f.test(emit.Less, t, f.single(200))), f.add(r, rest), r), r)
	down := f.Binary("VPSUBD", bits, f.Load(f.pattern(shifterBits)))
	unit := powerOf2(f, f.Binary("VPMAXSD", f.pattern(1<<32-100), down), oneBits)
	one := f.InRegister(f.single(1))
	first := f.mul(factor, f.sub(one, unit))
	f.Move(f.choose(grows, f.plus(first, factor, r), of), of)
	f.Move(f.choose(grows, one, part), part)
	f.Move(f.choose(grows, factor, by), by)
	f.Move(f.choose(grows, f.zero(), r), last)
	f.Move(f.sub(n, f.where(tiny, f.single(60))), n)
}
