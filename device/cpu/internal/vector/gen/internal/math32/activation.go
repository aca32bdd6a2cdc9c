package math32

import (
	"math"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// An activation is a simple function of x, plus a term that decreases with |x|. That term is an
// exponential times a piecewise polynomial that hardly changes. Nothing cancels.

// expRest gives e^x, less the digits in low that x lacks, as (1+v) * 2^n. It takes x's register.
func expRest(f floats.Arithmetic, x vec, low vec) (v, n vec) {
	n, _ = nearestInteger(f, x, log2E)
	r := lessLn2s(f, x, n)
	if low != nil {
		r = f.Sub(r, low)
	}
	return powerRest(f, r), n
}

// powerRest is e^r - 1, in r's register.
func powerRest(f floats.Arithmetic, r vec) vec {
	square := f.Mul(r, r)
	return f.AddProduct(r, f.Paired(r, square, expOf...), square)
}

// scaledSum is (near+rest) * (1+v) * 2^n, for a sum as piecewiseSum gives it.
func scaledSum(f floats.Arithmetic, near, rest, v, n vec) vec {
	sum := f.Add(near, rest)
	return scale(f, f.Add(near, f.AddProduct(rest, v, sum)), n)
}

// scaledSumTimes is x times scaledSum.
func scaledSumTimes(f floats.Arithmetic, x, near, rest, v, n vec) vec {
	sum := f.Add(near, rest)
	return scale(f, f.AddProduct(f.Mul(x, f.AddProduct(rest, v, sum)), x, near), n)
}

// positive is x where it is positive, else 0: half of x and of its magnitude a, so it is NaN of -Inf.
func positive(f floats.Arithmetic, x, a vec) vec {
	half := f.Mul(a, f.Number(0.5))
	return f.AddProduct(half, x, f.Number(0.5))
}

func tanh(f floats.Arithmetic, x vec) vec {
	return f.CopySign(piecewiseOf(f, &tanhPiecewise, f.AtMost(f.Abs(x), 9.1)), x)
}

// sigmoid is 1, or e where x is negative, by 1+e, for e = e^-|x|.
func sigmoid(f floats.Arithmetic, x vec) vec {
	p, n := expParts(f, f.AtLeast(f.Or(x, f.Bits(1<<31)), -105))
	e := scale(f, p, n)
	one := f.InRegister(f.Number(1))
	return f.Div(f.Select(f.SignMask(x), e, one), f.Add(one, e))
}

// silu is x, or 0, less |x|*e^-|x| times sigmoid(|x|).
func silu(f floats.Arithmetic, x vec) vec {
	a := f.Abs(x)
	c := f.AtMost(a, 112)
	near, rest := piecewiseSum(f, &sigmoidPiecewise, f.AtMost(c, 18))
	v, n := expRest(f, f.Neg(c), nil)
	return f.CopySign(f.Sub(positive(f, x, a), scaledSumTimes(f, c, near, rest, v, n)), x)
}

// gelu is x, or 0, less |x|*e^(-x²/2) times erfcx(|x|/sqrt(2))/2.
func gelu(f floats.Arithmetic, x vec) vec {
	a := f.Abs(x)
	c := f.AtMost(a, 14.5)
	near, rest := piecewiseSum(f, &geluPiecewise, c)
	s := f.Mul(c, c)
	low := f.ProductError(s, c, c)
	v, n := expRest(f, f.Mul(s, f.Number(-0.5)), f.Mul(low, f.Number(0.5)))
	return f.CopySign(f.Sub(positive(f, x, a), scaledSumTimes(f, c, near, rest, v, n)), x)
}

// erfc is 0, or 2 less, e^(-x²) times erfcx(|x|).
func erfc(f floats.Arithmetic, x vec) vec {
	c := f.AtMost(f.Abs(x), 10.3)
	near, rest := piecewiseSum(f, &erfcPiecewise, c)
	s := f.Mul(c, c)
	v, n := expRest(f, f.Neg(s), f.ProductError(s, c, c))
	w := f.Xor(scaledSum(f, near, rest, v, n), f.SignBit(x))
	return f.Add(w, f.And(f.Shift("VPSRAD", x, 31), f.Number(2)))
}

// logsigmoid is x, or 0, less e^-|x| times e^|x|*log1p(e^-|x|).
func logsigmoid(f floats.Arithmetic, x vec) vec {
	c := f.AtMost(f.Abs(x), 105)
	near, rest := piecewiseSum(f, &softplusPiecewise, f.AtMost(c, 18))
	v, n := expRest(f, f.Neg(c), nil)
	w := scaledSum(f, near, rest, v, n)
	return f.Neg(f.Sub(w, f.AtMost(x, 0)))
}

// geluTanh is x, or 0, less |x|*e^-y times sigmoid(y), for a y of |x| in float64.
func geluTanh(f floats.Arithmetic, x vec) vec {
	a := f.Abs(x)
	c := f.AtMost(a, 10.8)
	near, rest := piecewiseSum(f, &geluTanhPiecewise, f.AtMost(c, 5.5))
	v, n := wideRest(f, floats.Each(f.Widen(c), func(a vec) vec {
		y := f.Binary("VMULPD", a, a)
		const slope = -1.5957691216057308 // of -y, -2*sqrt(2/pi)
		slopes := f.Binary("VMULPD", f.Number64(slope*0.044715), y)
		f.Into("VADDPD", f.Number64(slope), slopes)
		return f.Into("VMULPD", a, slopes)
	}))
	return f.CopySign(f.Sub(positive(f, x, a), scaledSumTimes(f, c, near, rest, v, n)), x)
}

// softplus is (max(y, 0) + e^-|y| * (e^|y|*log1p(e^-|y|))) / beta for y = x*beta, or x where y is
// above the threshold. The second factor is a piecewise polynomial. y is a float64, which holds a
// product of float32 exactly.
func softplus(f floats.Arithmetic, x vec, beta, threshold arg) vec {
	b := f.Load(beta)
	wideBeta := f.Widen(b)
	y := f.Widen(x)
	for i := range y {
		f.Into("VMULPD", wideBeta[i], y[i])
	}
	// Beyond 40, 1 does not count, for any threshold.
	most := f.Widen(f.Binary("VMINPS", f.Number(40), f.Load(threshold)))
	above := floats.Each(y, func(v vec) vec { return v })
	for i := range y {
		// The factor makes every difference of float32 count.
		above[i] = f.Binary("VMULPD", f.Number64(0x1p1000), f.Binary("VSUBPD", most[i], y[i]))
	}
	sizes := floats.Each(y, func(v vec) vec { return f.Binary("VANDPD", f.Number64(math.Float64frombits(1<<63-1)), v) })
	for i := range y {
		sizes[i] = f.Binary("VMINPD", sizes[i], f.InRegister(f.Number64(230)))
	}
	c := f.AtMost(f.Narrow(sizes), 18)
	near, rest := piecewiseSum(f, &softplusPiecewise, c)
	minus := floats.Each(sizes, func(v vec) vec { return f.Binary("VXORPD", f.Number64(math.Copysign(0, -1)), v) })
	v, n := wideRest(f, minus)
	first := f.AtLeast(n, -100)
	w := f.Widen(scaledSum(f, near, rest, v, first))
	for i := range y {
		positive := f.Binary("VMAXPD", y[i], f.InRegister(f.Number64(0)))
		f.Into("VADDPD", positive, w[i])
	}
	result := scale(f, f.Binary("VDIVPS", b, f.Narrow(w)), f.Sub(n, first)) // beta may be as small
	return f.Select(f.Test(emit.GreaterThan, f.Narrow(above), f.InRegister(f.Number(0))), x, result)
}

// mish is x*tanh(log(1+e^x)), which is x*(1+2e)/(1+2e+2e²) by e = e^-|x|, or x*e*(2+e)/(2+2e+e²)
// where x is negative, in float64. The factor e is multiplied last.
func mish(f floats.Arithmetic, x vec) vec {
	below := f.Shift("VPSRAD", x, 31)
	c := f.AtLeast(x, -112)
	v, n := expRest(f, f.Or(f.AtMost(f.Abs(x), 112), f.Bits(1<<31)), nil)
	e := f.Widen(scale(f, f.Add(v, f.InRegister(f.Number(1))), n))
	n, v = f.And(n, below), f.And(v, below)
	over, rest := f.Widen(c), f.Widen(v)
	by := f.Widen(f.And(below, f.Number(1)))
	for i := range e {
		first := f.Binary("VADDPD", f.Number64(1), by[i]) // 1 or 2
		other := f.Binary("VSUBPD", by[i], f.InRegister(f.Number64(2)))
		square := f.Binary("VMULPD", e[i], e[i])
		under := f.Binary("VADDPD", e[i], e[i])
		f.Into("VADDPD", first, under)
		f.Do("VFMADD231PD", other, square, under)
		f.Do("VFMADD231PD", other, e[i], first)
		f.Into("VMULPD", f.Binary("VADDPD", f.Number64(1), rest[i]), over[i])
		over[i] = f.Binary("VDIVPD", under, f.Binary("VMULPD", over[i], first))
	}
	zero := f.Mul(f.Binary("VMINPS", x, f.Zero()), f.Zero()) // NaN of -Inf
	return f.CopySign(f.Add(scale(f, f.Narrow(over), n), zero), x)
}

// celu leaves a register of positive numbers as it is.
func celu(f floats.Arithmetic, x vec, second arg) vec {
	v := f.Load(x)
	f.Rarely(f.Test(emit.NotAtLeast, x, f.Number(math.SmallestNonzeroFloat32)), func() { f.Move(anyCelu(f, x, second), v) })
	return v
}

// anyCelu is x, or alpha times e^t - 1 for t = x/alpha. No part of the product is rounded before the
// sum.
func anyCelu(f floats.Arithmetic, x vec, second arg) vec {
	alpha, negative := f.Load(second), f.AtMost(x, 0)
	t := f.Div(negative, alpha)
	r := f.AtLeast(f.AtMost(t, 200), -18)
	n, bits := nearestInteger(f, r, log2E)
	lessLn2s(f, r, n)
	power := powerOf2(f, bits, oneBits)
	by, part, of, last := f.Mul(alpha, power), f.Sub(power, f.Number(1)), f.Load(alpha), f.Load(r)
	grows := f.Test(emit.GreaterThan, t, f.Number(0.25)) // alpha is negative
	f.Rarely(grows, func() { growingCelu(f, grows, negative, alpha, t, r, n, bits, by, part, of, last) })
	rest := f.Mul(by, f.Mul(f.Polynomial(r, expm1Of...), f.Mul(r, r)))
	v := f.AddProduct(f.AddProduct(rest, of, part), by, last)
	f.Rarely(grows, func() {
		first := f.AtMost(n, 150) // it may be too large for one step
		w := scale(f, scale(f, v, first), f.Sub(n, first))
		w = f.Select(f.Test(emit.Equal, t, f.Number(math.Inf(1))), f.Mul(alpha, t), w)
		f.Move(f.Select(grows, w, v), v)
	})
	same := f.Either(f.Test(emit.GreaterThan, x, f.Zero()), f.Test(emit.Less, f.Abs(t), f.Number(0x1p-25)))
	return f.Select(same, x, f.Or(v, f.Bits(1<<31))) // -0, too
}

// growingCelu changes elements where t is positive. What division takes away from it counts then.
// The sum begins with alpha*(1-2^-n), which r makes smaller. The factor 2^n comes at the end, and
// so does the factor that kept the digits of a small alpha.
func growingCelu(f floats.Arithmetic, grows operand.Op, x, alpha, t, r, n, bits, by, part, of, last vec) {
	tiny := f.Both(grows, f.Test(emit.Less, f.Abs(alpha), f.Number(0x1p-60)))
	large := f.Number(0x1p60)
	x, factor := f.Select(tiny, f.Mul(x, large), x), f.Select(tiny, f.Mul(alpha, large), alpha)
	rest := f.Div(f.SubProduct(f.Load(x), t, factor), factor)
	f.Move(f.Select(f.Both(grows, f.Test(emit.Less, t, f.Number(200))), f.Add(r, rest), r), r)
	down := f.Binary("VPSUBD", bits, f.Load(f.Bits(shifterBits)))
	unit := powerOf2(f, f.Binary("VPMAXSD", f.Bits(1<<32-100), down), oneBits)
	one := f.InRegister(f.Number(1))
	first := f.Mul(factor, f.Sub(one, unit))
	f.Move(f.Select(grows, f.AddProduct(first, factor, r), of), of)
	f.Move(f.Select(grows, one, part), part)
	f.Move(f.Select(grows, factor, by), by)
	f.Move(f.Select(grows, f.Zero(), r), last)
	f.Move(f.Sub(n, f.SelectOrZero(tiny, f.Number(60))), n)
}
