package libm

import "math"

// Pow is x to the power y: exp(y·log x) with the logarithm as a pair, as y may take away
// eleven of its bits.
func Pow(x, y float64) float64 {
	if x == 0 || x == 1 || y == 0 || x-x != 0 || y-y != 0 {
		return powEdge(x, y)
	}
	sign := 1.0
	switch {
	case x < 0 && y != math.Trunc(y):
		return math.NaN()
	case x < 0 && odd(y):
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

// powEdge is x to the power y for zeros, infinities, NaN and 1.
func powEdge(x, y float64) float64 {
	a := math.Abs(x)
	switch {
	case x == 1 || y == 0 || a == 1 && math.IsInf(y, 0):
		return 1
	case x != x || y != y:
		return math.NaN()
	}
	power := 0.0
	if a > 1 == (y > 0) {
		power = math.Inf(1)
	}
	if math.Signbit(x) && odd(y) {
		return -power
	}
	return power
}

// odd tells whether y is an odd number.
func odd(y float64) bool { return math.Abs(y) < 0x1p53 && y == math.Trunc(y) && int64(y)&1 != 0 }
