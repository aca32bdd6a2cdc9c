package libm

import "math"

// LogAddExp is log(e^x + e^y).
func LogAddExp(x, y float64) float64 {
	more, less := max(x, y), min(x, y)
	l, ok := logOfSum(more, less, pair{1, 0}, pair{1, 0})
	if ok {
		return l
	}
	m, n := nearOne(-more, -less)
	return logNearOne(m, n, pair{1, 0})
}

// LogAddExp2 is log2(2^x + 2^y).
func LogAddExp2(x, y float64) float64 {
	more, less := max(x, y), min(x, y)
	l, ok := logOfSum(more, less, ln2, perLn2)
	if ok {
		return l
	}
	m, n := nearOne2(-more, -less)
	return logNearOne(m, n, perLn2)
}

// logOfSum is LogAddExp for the base whose logarithm is log; perLog is 1/log. ok is false if the
// result is so near to 0 that digits are lost.
func logOfSum(more, less float64, log, perLog pair) (l float64, ok bool) {
	if !(less-more > -1100) { // less does not count, or they are equal infinities, or NaN
		return more + 0, true // log 1 is +0
	}
	p := log1pPair(expNear(anySum(less, -more).times(log))).times(perLog)
	s := anySum(more, p.hi)
	return s.hi + (s.lo + p.lo), 64*math.Abs(s.hi) >= -more
}

// logNearOne is log(1 + m·2^n).
func logNearOne(m pair, n int, perLog pair) float64 {
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
