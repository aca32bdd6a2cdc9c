package libm

import "math"

var (
	ln2     = pair{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}
	perLn2  = pair{0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56}
	perLn10 = pair{0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57}
	// hi has 40 bits, so its products with integers of 11 bits are exact.
	logTwo   = pair{0x1.62e42fefa2p-1, 0x1.9ef35793c7673p-41}
	log10Two = pair{0x1.34413509f6p-2, 0x1.9fef311f12b36p-42}

	// logSeries has the coefficients of (log(1+x)-x+x²/2)/x³.
	logSeries = [...]float64{-1. / 12, 1. / 11, -1. / 10, 1. / 9, -1. / 8, 1. / 7, -1. / 6, 1. / 5, -1. / 4, 1. / 3}
)

// Log is the natural logarithm of x.
func Log(x float64) float64 {
	if !(0 < x && x < math.Inf(1)) {
		return logEdge(x)
	}
	return logPair(x).hi
}

// Log2 is the logarithm of x to base 2; it is exact for powers of two.
func Log2(x float64) float64 {
	if !(0 < x && x < math.Inf(1)) {
		return logEdge(x)
	}
	k, m := logParts(x)
	return pair{k, 0}.plus(m.times(perLn2)).hi
}

// Log10 is the logarithm of x to base 10; it is exact for powers of ten.
func Log10(x float64) float64 {
	if !(0 < x && x < math.Inf(1)) {
		return logEdge(x)
	}
	k, m := logParts(x)
	return wholes(k, log10Two, m.times(perLn10)).hi
}

// Log1p is the natural logarithm of 1+x.
func Log1p(x float64) float64 {
	switch {
	case x == 0:
		return x
	case !(-1 < x && x < math.Inf(1)):
		return logEdge(1 + x)
	}
	return log1pSum(x, 0)
}

// log1pSum is log(1+hi+lo), lo being small beside hi.
func log1pSum(hi, lo float64) float64 {
	s := anySum(1, hi)
	l := logPair(s.hi)
	return l.hi + (l.lo + (s.lo+lo)/s.hi)
}

// logEdge is the logarithm of 0, of negative numbers, infinity and NaN.
func logEdge(x float64) float64 {
	switch {
	case x == 0:
		return math.Inf(-1)
	case x < 0:
		return math.NaN()
	}
	return x
}

// logPair is log x for a finite x > 0, with some 65 bits.
func logPair(x float64) pair {
	k, m := logParts(x)
	return wholes(k, logTwo, m)
}

// wholes is k·unit+m for a whole k of at most 11 bits; |m| is not more than unit.
func wholes(k float64, unit, m pair) pair {
	return pair{float64(k * unit.hi), float64(k * unit.lo)}.plus(m)
}

// logParts returns k and m for which log x = k·log 2 + m, |m| being at most log(2)/2.
// With z = x/2^k and r = z·t-1, t being near 1/z, m is log(1+r) - log t.
func logParts(x float64) (k float64, m pair) {
	const half = 0x3fe6a09e667f3bcd // the bits of √½
	b := math.Float64bits(x)
	if x < 0x1p-1022 {
		b, k = math.Float64bits(x*0x1p54), -54
	}
	e := int64(b-half) >> 52
	z := math.Float64frombits(b - uint64(e)<<52)
	c := &logTable[int(z*64)-45]
	r := math.FMA(z, c.t, -1) // exact
	square := product(r, r)
	cube := float64(square.hi*r) * horner(r, logSeries[:])
	m = sum(c.log.hi, r)
	m.lo += c.log.lo
	return k + float64(e), m.plus(pair{-0.5 * square.hi, cube - 0.5*square.lo})
}
