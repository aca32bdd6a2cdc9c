package libm

import "math"

// LogAddExp is log(e^x + e^y). Near 0 it is right to 2^-104, not to its own last digits.
func LogAddExp(x, y float64) float64 { return logOfSum(x, y, pair{1, 0}, pair{1, 0}) }

// LogAddExp2 is log2(2^x + 2^y).
func LogAddExp2(x, y float64) float64 { return logOfSum(x, y, ln2, perLn2) }

// logOfSum is LogAddExp for the base with the logarithm log, of which perLog is the inverse.
func logOfSum(x, y float64, log, perLog pair) float64 {
	more, less := max(x, y), min(x, y)
	if !(less-more > -1100) { // less does not count, or they are equal infinities, or NaN
		return more + 0 // log 1 is +0
	}
	d := anySum(less, -more).times(log)
	l := log1pPair(expNear(d)).times(perLog)
	s := anySum(more, l.hi)
	switch {
	case 64*math.Abs(s.hi) >= -more:
		return s.hi + (s.lo + l.lo)
	case more > -0x1p-900: // log(1+q) is q, which among subnormals would lose its digits, and 0 its sign
		m, n := expPair(d)
		q := scaled(m, n+200).plus(pair{0x1p200 * more, 0}.times(log))
		return q.hi * perLog.hi * 0x1p-200
	}
	// digits were lost
	return logNearOne(pair{-more, 0}.times(log), d) * perLog.hi
}

// logNearOne is log(e^-x + e^(d-x)) where the sum is near 1: with w = e^x-1 that is
// log(1 + (e^d-w)/(1+w)).
func logNearOne(x, d pair) float64 {
	w := expm1Slow(x)
	n := math.RoundToEven(d.hi / math.Ln2)
	u := onePlus(expm1Slow(d.plus(ln2.times(pair{-n, 0}))))
	q := scaled(u, int(n)).plus(w.negative()).over(onePlus(w))
	return log1pSum(q.hi, q.lo)
}

// expm1Slow is e^x - 1 to some 100 bits, for |x| < 0.7: Taylor's series to its end.
func expm1Slow(x pair) pair {
	p := pair{1, 0}
	for n := 27.0; n > 1; n-- {
		p = pair{1, 0}.plus(p.times(x).over(pair{n, 0}))
	}
	return p.times(x)
}
