package libm

import "math"

// Sinh is (e^x - e^-x)/2.
func Sinh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x == 0 || x-x != 0:
		return x
	case a > 30: // e^-x no longer counts
		return math.Copysign(halfExp(a), x)
	}
	e := expm1Pair(a)
	y := e.plus(e.over(onePlus(e))) // (e^x-1) + (1-e^-x)
	return math.Copysign(0.5*y.hi, x)
}

// Cosh is (e^x + e^-x)/2.
func Cosh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x-x != 0:
		return a
	case a > 30:
		return halfExp(a)
	}
	e := expm1Pair(a)
	y := e.plus(e.over(onePlus(e)).negative()) // (e^x-1) - (1-e^-x)
	return 0.5 * y.plus(pair{2, 0}).hi
}

// halfExp is e^x/2 also where e^x is out of range.
func halfExp(x float64) float64 {
	if x > 711 {
		return math.Inf(1)
	}
	k, r, c := expReduce(x, 0)
	return scale(raise(k, r, c), k>>5-1)
}

// Tanh is sinh x / cosh x.
func Tanh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a < 0x1p-30 || x != x:
		return x
	case a > 20:
		return math.Copysign(1, x)
	}
	e := expm1Pair(2 * a)
	return math.Copysign(e.over(e.plus(pair{2, 0})).hi, x)
}

// Asinh is the inverse of Sinh.
func Asinh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a < 0x1p-30 || x-x != 0:
		return x
	case a > 0x1p30: // a+√(a²+1) is 2a
		return math.Copysign(logDouble(a), x)
	}
	t := float64(a * a)
	t /= 1 + math.Sqrt(1+t)
	s := anySum(a, t) // a+√(a²+1) is 1+s
	return math.Copysign(log1pSum(s.hi, s.lo), x)
}

// Acosh is the inverse of Cosh, NaN below 1.
func Acosh(x float64) float64 {
	switch {
	case x < 1:
		return math.NaN()
	case x-x != 0:
		return x
	case x > 0x1p30:
		return logDouble(x)
	}
	t := x - 1
	s := anySum(2*t, float64(t*t))
	r := pair{s.hi, s.lo}.sqrt() // √(x²-1)
	y := anySum(t, r.hi)         // x+√(x²-1) is 1+y
	return log1pSum(y.hi, y.lo+r.lo)
}

// logDouble is log(2x), where x is large.
func logDouble(x float64) float64 {
	l := logPair(x)
	return l.hi + (math.Ln2 + l.lo)
}

// Atanh is the inverse of Tanh: half the logarithm of (1+x)/(1-x).
func Atanh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a < 0x1p-30 || x != x:
		return x
	case a > 1:
		return math.NaN()
	case a == 1:
		return math.Copysign(math.Inf(1), x)
	}
	t := pair{2 * a, 0}.over(sum(1, -a))
	return math.Copysign(0.5*log1pSum(t.hi, t.lo), x)
}
