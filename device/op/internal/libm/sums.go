package libm

// expPair returns m and n for which e^x is m·2^n. m is from 1 to 2, and right to some 60 bits. |x|
// is at most 2000.
func expPair(x pair) (m pair, n int) {
	k, r, c := expReduce(x.hi, x.lo)
	t := &expTable[k&31]
	return sum(t.hi, t.lo+float64(t.hi*(r+expTail(r, c)))), k >> 5
}

// expNear is e^x as a pair, for x from -745 to 700.
func expNear(x pair) pair { return scaled(expPair(x)) }

func scaled(m pair, n int) pair { return pair{float64(scale(m.hi, n)), float64(scale(m.lo, n))} }

// log1pPair is log(1+x) to some 60 bits, for x > 0.
func log1pPair(x pair) pair {
	if x.hi < 0x1p-33 {
		return x.plus(pair{float64(-0.5 * x.hi * x.hi), 0})
	}
	s := anySum(1, x.hi)
	l := logPair(s.hi)
	return sum(l.hi, l.lo+(s.lo+x.lo)/s.hi)
}
