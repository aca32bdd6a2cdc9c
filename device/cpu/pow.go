package cpu

import "math"

// pow is Go's for zeros, infinities, NaN and the like, else exp(y·log x) with the
// logarithm in double-double: y may take away eleven of its bits.
func pow(x, y float64) float64 {
	whole := math.Trunc(y) == y
	if x == 0 || x == 1 || y == 0 || x-x != 0 || y-y != 0 || x < 0 && !whole {
		return math.Pow(x, y)
	}
	sign := 1.0
	if x < 0 && math.Abs(y) < 0x1p53 && int64(y)&1 != 0 {
		sign = -1
	}
	l := logPair(math.Abs(x))
	switch p := float64(l.hi * y); {
	case p > 710:
		return sign * math.Inf(1)
	case p < -746:
		return sign * 0
	default:
		return sign * expSum(p, math.FMA(l.hi, y, -p)+float64(l.lo*y))
	}
}

// pair is hi+lo, lo being what rounding to hi lost: a number of some 100 bits.
type pair struct{ hi, lo float64 }

// sum is a+b exactly; |a| is not less than |b|.
func sum(a, b float64) pair {
	s := a + b
	return pair{s, b - (s - a)}
}

// plus is p+b; |p| is not less than |b|.
func (p pair) plus(b pair) pair {
	s := sum(p.hi, b.hi)
	return sum(s.hi, s.lo+(p.lo+b.lo))
}

func (p pair) times(b pair) pair {
	h := float64(p.hi * b.hi)
	l := math.FMA(p.hi, b.hi, -h) + (float64(p.hi*b.lo) + float64(p.lo*b.hi))
	return sum(h, l)
}

var (
	fifth = pair{0x1.999999999999ap-3, -0x1.999999999999ap-57}
	third = pair{0x1.5555555555555p-2, 0x1.5555555555555p-56}

	logSeries = [...]float64{1. / 27, 1. / 25, 1. / 23, 1. / 21, 1. / 19, 1. / 17, 1. / 15, 1. / 13, 1. / 11, 1. / 9, 1. / 7}
)

// logPair is the logarithm of a positive x = m·2^e, m around 1: with s = (m-1)/(m+1)
// and q = s², it is 2s(1 + q/3 + q²/5 + …) + e·log 2. As q < 0.03, a float64 is enough
// from the third term on.
func logPair(x float64) pair {
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, e = 2*m, e-1
	}
	z, d := m-1, sum(max(m, 1), min(m, 1)) // both exact
	hi := z / d.hi
	s := pair{hi, (math.FMA(-hi, d.hi, z) - float64(hi*d.lo)) / d.hi}
	q := s.times(s)
	tail := horner(q.hi, logSeries[:])
	c := q.times(third.plus(q.times(fifth.plus(pair{float64(q.hi * tail), 0}))))
	s = pair{2 * s.hi, 2 * s.lo}
	s = s.plus(s.times(c))
	if e == 0 {
		return s
	}
	k := float64(e)
	return pair{float64(k * ln2Hi), 0}.plus(s).plus(pair{float64(k * ln2Lo), 0})
}
