package libm

import "math"

// LogAddExp is log(e^x + e^y).
func LogAddExp(x, y float64) float64 { return logOfSum(x, y, pair{1, 0}, pair{1, 0}, nearOne) }

// LogAddExp2 is log2(2^x + 2^y).
func LogAddExp2(x, y float64) float64 { return logOfSum(x, y, ln2, perLn2, nearOne2) }

// logOfSum is LogAddExp for the base with the logarithm log, of which perLog is the inverse.
// near(x, y) is base^-x + base^-y - 1, where that is small.
func logOfSum(x, y float64, log, perLog pair, near func(x, y float64) (m pair, n int)) float64 {
	more, less := max(x, y), min(x, y)
	if !(less-more > -1100) { // less does not count, or they are equal infinities, or NaN
		return more + 0 // log 1 is +0
	}
	l := log1pPair(expNear(anySum(less, -more).times(log))).times(perLog)
	s := anySum(more, l.hi)
	if 64*math.Abs(s.hi) >= -more {
		return s.hi + (s.lo + l.lo)
	}
	m, n := near(-more, -less) // digits were lost
	if n < -64 {
		return scale(m.times(perLog).hi, n) // log(1+q) is q
	}
	q := scaled(m, n)
	return log1pSum(q.hi, q.lo) * perLog.hi
}

// nearOne is e^-x + e^-y - 1 as m·2^n, for x < y where the sum is about 1.
//
// The two cancel, by up to 110 bits. Therefore e^-y is taken as 2^-k·(1 - (1-e^-z)), with
// z = y - k·ln 2 below 0.7, and the difference from 1-e^-x as a fraction.
func nearOne(x, y float64) (m pair, n int) {
	k := int(y*(1/math.Ln2) - 0x1p-20)
	z := fixedOf(whole(y)).minus(ln2Fixed.multiple(uint64(k)))
	mx, e := whole(x)
	return difference(z, fixedOf(mx, e+k-2), fixedOf(mx, e), k)
}

// nearOne2 is 2^-x + 2^-y - 1; x may be 1.
func nearOne2(x, y float64) (m pair, n int) {
	k := int(y)
	z := fixedOf(whole(y)).times(ln2Fixed)
	mx, e := whole(x)
	half := fixedOf(mx, e-1).times(ln2Fixed)
	return difference(z, fixedOf(mx, e+k-2).times(ln2Fixed), half.plus(half), k)
}

// difference is 2^-k·e^-z - (1-e^-x) as m·2^n, where w is x·2^k/4. Where it is below
// 2^-150 of either it is 0: of all numbers only 2^-1 + 2^-1 is so close to 1.
func difference(z, w, x fixed, k int) (m pair, n int) {
	d := fixed{1 << 62}.minus(rise(z, z).quarter()).minus(rise(w, x))
	m, n = d.split()
	return m, n + 2 - k
}
