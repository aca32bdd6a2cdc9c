package libm

import "math"

// The exponentials split the exponent into k/32 and a rest. 2^(k/32) stands in a table. The rest is
// at most ln2/64, where a few terms of Taylor's series suffice.

const (
	ln2By32Hi = 0x1.62e42fefap-6 // ln2/32 in 36 bits: k has at most 16, so k times it is exact
	ln2By32Lo = 0x1.cf79abc9e3b3ap-45
)

// expSeries has the coefficients of (e^x-1-x)/x².
var expSeries = [...]float64{1. / 5040, 1. / 720, 1. / 120, 1. / 24, 1. / 6, 1. / 2}

// Exp is e to the power x.
func Exp(x float64) float64 { return expSum(x, 0) }

// expSum is e to the power hi+lo, lo being small beside hi.
func expSum(hi, lo float64) float64 {
	switch {
	case hi != hi:
		return hi
	case hi > 709.8:
		return math.Inf(1)
	case hi < -745.2:
		return 0
	}
	k, r, c := expReduce(hi, lo)
	return scale(raise(k, r, c), k>>5)
}

// Exp2 is 2 to the power x.
func Exp2(x float64) float64 {
	switch {
	case x != x:
		return x
	case x >= 1024:
		return math.Inf(1)
	case x <= -1076:
		return 0
	}
	k, r, c := exp2Reduce(x)
	return scale(raise(k, r, c), k>>5)
}

// expReduce returns k, r and c for which e^(hi+lo) is 2^(k/32)·e^(r+c), c being small
// beside 1.
func expReduce(hi, lo float64) (k int, r, c float64) {
	n := math.RoundToEven(hi * (32 / math.Ln2))
	return int(n), hi - float64(n*ln2By32Hi), lo - float64(n*ln2By32Lo) // r is exact
}

// exp2Reduce is expReduce for 2^x.
func exp2Reduce(x float64) (k int, r, c float64) {
	n := math.RoundToEven(32 * x)
	p := ln2.times(pair{x - n/32, 0})
	return int(n), p.hi, p.lo
}

// raise is 2^(k/32)·e^(r+c) but for the power of two in it: from 1 to 2.
func raise(k int, r, c float64) float64 {
	t := &expTable[k&31]
	return t.hi + (t.lo + float64(t.hi*(r+expTail(r, c))))
}

// expTail is e^(r+c) - 1 - r.
func expTail(r, c float64) float64 {
	x := r + c
	return c + float64(float64(x*x)*horner(x, expSeries[:]))
}

// scale is y·2^n, where 2^n may be out of range though y·2^n is not.
func scale(y float64, n int) float64 {
	half := n >> 1
	return y * twoTo(half) * twoTo(n-half)
}

// Expm1 is e to the power x, minus 1.
func Expm1(x float64) float64 {
	switch {
	case x == 0 || x != x:
		return x
	case x > 40: // 1 no longer counts
		return Exp(x)
	case x < -40:
		return -1
	}
	return expm1Pair(x).hi
}

// expm1Pair is e^x - 1 for |x| up to 40, with some 60 bits.
func expm1Pair(x float64) pair {
	k, r, c := expReduce(x, 0)
	t, s := &expTable[k&31], twoTo(k>>5)
	hi, lo := t.hi*s, t.lo*s
	p := product(hi, r)
	p.lo += float64(hi*expTail(r, c)) + (lo + float64(lo*r))
	return anySum(hi, -1).plus(p)
}

// Sigmoid is 1/(1+e^-x).
func Sigmoid(x float64) float64 {
	if x != x {
		return x
	}
	return sigmoidTimes(pair{x, 0}, 1)
}

// Ldexp is x·2^y, also for a y that is not whole. It is NaN for 0·2^Inf and Inf·2^-Inf.
func Ldexp(x, y float64) float64 {
	switch {
	case y-y != 0:
		return x * Exp2(y)
	case x == 0 || x-x != 0:
		return x
	}
	y = max(-2200, min(y, 2200)) // beyond, every x gives 0 or infinity
	if y == math.Trunc(y) {
		return math.Ldexp(x, int(y))
	}
	m, e := math.Frexp(x)
	p, n := expPair(ln2.times(pair{y, 0}))
	return math.Ldexp(p.times(pair{m, 0}).hi, e+n)
}
