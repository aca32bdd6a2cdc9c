package main

import "math"

// tanh64 is (e^y-1) / (e^y+1) for y = 2|x|, both by 2^n, with what rounding takes away: for p =
// e^r-1 they are 1 - 2^-n + p and 1 + 2^-n + p.
func tanh64(f frame64, x vec) vec {
	a := f.atMost(f.magnitude(x), 20)
	g := f.grow(f.add(a, a), expm1Of64)
	p, pRest := f.sumOf(g.high, g.low)
	one := f.inRegister(f.single(1))
	s := f.three("VPSUBQ", f.shifted(g.bits), one)
	less, lessRest := f.sumOf(one, f.negative(s))
	more, moreRest := f.sumOf(one, s)
	over, overRest := f.sumOf(less, p)
	under, underRest := f.sumOf(more, p)
	overRest = f.add(f.add(overRest, pRest), lessRest)
	underRest = f.add(f.add(underRest, pRest), moreRest)
	q, rest := f.ratio(over, overRest, under, underRest)
	return f.signed(f.add(q, rest), x)
}

// sigmoidParts is 1/(1+e^-x) as q + q*rest, where x is from -708 on.
func (f frame64) sigmoidParts(x vec) (q, rest vec) {
	y := f.negative(f.atLeast(f.atMost(x, 700), -708))
	g := f.grow(y, expOf64)
	p, s := f.add(g.high, g.low), f.powerOf2(g.bits)
	e := f.plus(f.load(s), s, p)
	eRest := f.plus(f.sub(s, e), s, p)
	one := f.inRegister(f.single(1))
	q = f.div(one, f.add(one, e))
	other, lost := f.sumOf(one, f.negative(q))
	f.minus(lost, q, eRest)
	return q, f.add(f.minus(other, q, e), lost)
}

// sigmoid64 is e^x where that is subnormal.
func sigmoid64(f frame64, x vec) vec {
	q, rest := f.sigmoidParts(x)
	v := f.plus(f.load(q), q, rest)
	tiny := f.test(less, x, f.single(-708))
	f.rarely(tiny, func() { f.move(f.choose(tiny, exp64(f, f.load(x)), v), v) })
	return v
}

// silu64 is NaN of -Inf.
func silu64(f frame64, x vec) vec {
	q, rest := f.sigmoidParts(x)
	v := f.plus(f.mul(x, f.mul(q, rest)), x, q)
	edge := f.test(notLess, f.magnitude(x), f.single(700))
	f.rarely(edge, func() {
		// x*e^x: what is far below all bounds gives zero, and NaN times infinity.
		g := f.grow(f.atLeast(x, -800), expOf64)
		e := f.add(f.add(g.high, g.low), f.single(1))
		c := f.atLeast(x, -800)
		c = f.choose(f.test(equal, x, f.single(math.Inf(-1))), f.pattern(0x7ff8000000000000), c)
		w := f.scale(f.mul(e, c), g.n)
		w = f.choose(f.test(greaterThan, x, f.zero()), x, w)
		f.move(f.choose(edge, w, v), v)
	})
	return v
}
