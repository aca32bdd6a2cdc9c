package main

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// Inverse functions of float64 are logarithms of rounded sums and quotients, and of what rounding
// took away, which is a small part of them.

// tiny64 is where asinh and atanh are their operand.
const tiny64 = 0x1p-27

// scaledDown is a, and 1; or, so that squares are in range, both by 2^600, 1 being too small,
// and 600 turns.
func scaledDown64(f floats, a emit.Vec) (b, one, turns emit.Vec) {
	large := f.test(emit.GreaterThan, a, f.single(0x1p500))
	return f.choose(large, f.mul(a, f.single(0x1p-600)), a),
		f.choose(large, f.zero(), f.InRegister(f.single(1))), f.where(large, f.single(600))
}

// logOfRoot is log(a + sqrt(square+low)), in which the root may be larger or smaller than a.
func logOfRoot(f floats, a, square, low, turns emit.Vec) emit.Vec {
	root := f.root(square)
	rest := f.add(f.minus(f.Load(square), root, root), low) // by twice the root
	most, least := f.Binary("VMAXPD", a, root), f.Binary("VMINPD", a, root)
	sum, lost := sumOf(f, most, least)
	twice := f.atLeast(f.add(root, root), 0x1p-500)
	return logarithmOf64(f, sum, turns, f.plus(rest, lost, twice), f.mul(sum, twice))
}

func asinh64(f floats, x emit.Vec) emit.Vec {
	a, turns := f.magnitude(x), f.Load(f.zero())
	b, one := f.Load(a), f.Load(f.InRegister(f.single(1)))
	large := f.test(emit.GreaterThan, a, f.single(0x1p500))
	f.Rarely(large, func() {
		fewer, none, more := scaledDown64(f, a)
		f.Move(fewer, b)
		f.Move(none, one)
		f.Move(more, turns)
	})
	s := f.mul(b, b)
	low := f.lost(s, b, b)
	square, lost := sumOf(f, f.Binary("VMAXPD", s, one), f.Binary("VMINPD", s, one))
	v := logOfRoot(f, b, square, f.add(low, lost), turns)
	same := f.Either(f.test(emit.Less, a, f.single(tiny64)), f.test(emit.NotLess, a, f.single(math.Inf(1))))
	return f.signed(f.choose(same, a, v), x)
}

func acosh64(f floats, x emit.Vec) emit.Vec {
	b, one, turns := scaledDown64(f, x)
	s := f.mul(b, b)
	square := f.sub(s, one)
	low := f.add(f.sub(f.sub(s, square), one), f.lost(s, b, b))
	v := logOfRoot(f, b, square, low, turns)
	v = f.choose(f.test(emit.NotLess, x, f.single(math.Inf(1))), x, v)
	return f.choose(f.test(emit.Less, x, f.single(1)), f.nan(), v)
}

// atanh64 is e*log(2)/2 + atanh(s) for the e nearest to log2((1+|x|) / (1-|x|)), or next to it: s is
// (1+|x| - 2^e*(1-|x|)) / (1+|x| + 2^e*(1-|x|)), so that it is |x| where e is 0.
func atanh64(f floats, x emit.Vec) emit.Vec {
	a := f.magnitude(x)
	one := f.InRegister(f.single(1))
	rise, fall := f.add(one, a), f.sub(one, a)
	e := f.Shift("VPSRLQ", f.Binary("VPADDQ", f.pattern(1<<51), f.Binary("VPSUBQ", fall, rise)), 52)
	power := powerOf264(f, e)
	e = f.sub(f.Or(e, f.single(0x1p52)), f.single(0x1p52))
	more, fewer := f.add(power, one), f.sub(power, one)
	over := f.minus(f.Load(rise), power, fall)
	near := f.plus(f.negative(fewer), more, a) // without a rounding, where the other has one that counts
	over = f.choose(f.test(emit.Less, a, f.single(0.5)), near, over)
	under := f.minus(f.Load(more), fewer, a)
	inverse := f.div(one, under)
	s := f.mul(over, inverse)
	low := f.mul(f.minus(f.Load(over), s, under), inverse)
	z := f.mul(s, s)
	rest := f.mul(polynomial64(f, z, f.mul(z, z), logOf64...), f.mul(f.mul(z, s), f.single(0.5)))
	rest = f.add(rest, low)
	f.plus(rest, e, f.single(ln2ShortLack/2))
	sum, lost := sumOf(f, f.mul(e, f.single(ln2Short/2)), s)
	v := f.add(sum, f.add(lost, rest))
	v = f.choose(f.test(emit.NotLess, a, one), f.div(one, fall), v) // Inf of 1
	v = f.choose(f.test(emit.NotAtMost, a, one), f.nan(), v)
	return f.signed(v, x)
}

// logit64 is log(x / (1-x)); what is very small is made larger first.
func logit64(f floats, x emit.Vec) emit.Vec {
	one := f.InRegister(f.single(1))
	small := f.test(emit.Less, x, f.single(0x1p-100))
	over, under := f.choose(small, f.mul(x, f.single(0x1p100)), x), f.sub(one, x)
	underLow := f.sub(f.sub(one, under), x)
	q := f.div(over, under)
	rest := f.minus(f.minus(f.Load(over), q, under), q, underLow)
	v := logarithmOf64(f, q, f.where(small, f.single(-100)), rest, over)
	v = f.choose(f.test(emit.Equal, x, one), f.single(math.Inf(1)), v)
	v = f.choose(f.test(emit.Equal, x, f.zero()), f.single(math.Inf(-1)), v)
	outside := f.Either(f.test(emit.NotAtLeast, x, f.zero()), f.test(emit.NotAtMost, x, one))
	return f.choose(outside, f.nan(), v)
}
