package main

import "math"

// Logarithms of sums and quotients that have more digits than a float32: log2 of the rounded
// ones, in two parts, and of what rounding took away.

// logOfParts is log(x * 2^turns) where x has digits of about lack*x beyond a float32.
func (f *frame) logOfParts(x, turns, lack vec) vec {
	high, low := f.logPair(x)
	f.plus(low, lack, f.single(log2E))
	high = f.add(high, turns) // whole numbers: of large ones no digit counts
	sum := f.add(high, low)
	low = f.add(f.sub(high, sum), low)
	low = f.plus(f.mul(sum, f.single(ln2Low)), low, f.single(ln2High))
	return f.plus(low, sum, f.single(ln2High))
}

// tiny is where asinh and atanh, and their inverses, are their operand.
const tiny = 0x1p-13

// scaledDown is a, and 1; or, so that squares are in range, both by 2^70, 1 being too small,
// and 70 turns.
func (f *frame) scaledDown(a vec) (b, one, turns vec) {
	large := f.test(greaterThan, a, f.single(0x1p60))
	return f.choose(large, f.mul(a, f.single(0x1p-70)), a),
		f.choose(large, f.zero(), f.inRegister(f.single(1))), f.where(large, f.single(70))
}

// logOfRoot is log(a + sqrt(square+low)), in which the root may be larger or smaller than a.
func (f *frame) logOfRoot(a, square, low, turns vec) vec {
	root := f.vec()
	f.VSQRTPS(square, root)
	rest := f.add(f.minus(f.load(square), root, root), low)
	rest = f.div(rest, f.atLeast(f.add(root, root), 0x1p-60))
	most, least := f.three("VMAXPS", a, root), f.three("VMINPS", a, root)
	sum := f.add(most, least)
	rest = f.add(f.add(f.sub(most, sum), least), rest)
	return f.logOfParts(sum, turns, f.div(rest, sum))
}

func asinh(f *frame, _ dtype, x vec) vec {
	a := f.magnitude(x)
	b, one, turns := f.scaledDown(a)
	s := f.mul(b, b)
	low := f.lost(s, b, b)
	most, least := f.three("VMAXPS", s, one), f.three("VMINPS", s, one)
	square := f.add(most, least)
	low = f.add(f.add(f.sub(most, square), least), low)
	v := f.logOfRoot(b, square, low, turns)
	same := f.either(f.test(less, a, f.single(tiny)), f.test(notLess, a, f.single(float32(math.Inf(1)))))
	return f.signed(f.choose(same, a, v), x)
}

func acosh(f *frame, _ dtype, x vec) vec {
	b, one, turns := f.scaledDown(x)
	s := f.mul(b, b)
	square := f.sub(s, one)
	low := f.add(f.sub(f.sub(s, square), one), f.lost(s, b, b))
	v := f.logOfRoot(b, square, low, turns)
	v = f.choose(f.test(notLess, x, f.single(float32(math.Inf(1)))), x, v)
	return f.choose(f.test(less, x, f.single(1)), f.pattern(0x7fc00000), v)
}

// atanh is log((1+|x|) / (1-|x|)) / 2.
func atanh(f *frame, _ dtype, x vec) vec {
	a := f.magnitude(x)
	one := f.inRegister(f.single(1))
	over, under := f.add(one, a), f.sub(one, a)
	overLow, underLow := f.add(f.sub(one, over), a), f.sub(f.sub(one, under), a)
	q := f.div(f.load(over), under)
	rest := f.minus(f.load(over), q, under)
	rest = f.minus(f.add(rest, overLow), q, underLow)
	v := f.mul(f.logOfParts(q, f.zero(), f.div(rest, over)), f.single(0.5))
	v = f.choose(f.test(less, a, f.single(tiny)), a, v)
	v = f.choose(f.test(notLess, a, one), f.div(f.load(one), under), v) // Inf of 1
	v = f.choose(f.test(notAtMost, a, one), f.pattern(0x7fc00000), v)
	return f.signed(v, x)
}

// logit is log(x / (1-x)); what is very small is made larger first.
func logit(f *frame, _ dtype, x vec) vec {
	one := f.inRegister(f.single(1))
	small := f.test(less, x, f.single(0x1p-60))
	over, under := f.choose(small, f.mul(x, f.single(0x1p64)), x), f.sub(one, x)
	underLow := f.sub(f.sub(one, under), x)
	q := f.div(f.load(over), under)
	rest := f.minus(f.minus(f.load(over), q, under), q, underLow)
	v := f.logOfParts(q, f.where(small, f.single(-64)), f.div(rest, over))
	v = f.choose(f.test(equal, x, one), f.single(float32(math.Inf(1))), v)
	v = f.choose(f.test(equal, x, f.zero()), f.single(float32(math.Inf(-1))), v)
	outside := f.either(f.test(notAtLeast, x, f.zero()), f.test(notAtMost, x, one))
	return f.choose(outside, f.pattern(0x7fc00000), v)
}
