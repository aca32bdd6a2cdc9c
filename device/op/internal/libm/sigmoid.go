package libm

import "math"

// The functions around the sigmoid 1/(1+e^-x). All go through e^x as a pair, and scale
// their results last, as these may be in range where e^x is not.

// Silu is x·sigmoid(x). It is NaN of -Inf, as x/(1+e^-x) is.
func Silu(x float64) float64 { return sigmoidTimes(pair{x, 0}, x) }

// sigmoidTimes is f·sigmoid(x), f and x being of one sign.
func sigmoidTimes(x pair, f float64) float64 {
	switch {
	case x.hi < -1000: // NaN for an infinite f
		return 0 * f
	case x.hi > 40 || x.hi != x.hi: // e^-x does not count
		return f
	}
	m, n := expPair(x)
	e := scaled(m, n)
	y := m.over(onePlus(e)).times(pair{f, 0})
	return math.Copysign(scale(y.hi, n), f) // pairs lose the sign of zero
}

// Mish is x·tanh(log(1+e^x)). It is NaN of -Inf.
func Mish(x float64) float64 {
	switch {
	case x < -1000:
		return 0 * x
	case x > 40 || x != x:
		return x
	}
	m, n := expPair(pair{x, 0}) // the tangent is e(e+2) / (e(e+2)+2)
	e := scaled(m, n)
	u := twoPlus(e)
	y := m.times(u).over(twoPlus(e.times(u))).times(pair{x, 0})
	return math.Copysign(scale(y.hi, n), x)
}

func twoPlus(x pair) pair {
	s := anySum(2, x.hi)
	return sum(s.hi, s.lo+x.lo)
}

// LogSigmoid is -log(1+e^-x).
func LogSigmoid(x float64) float64 {
	switch {
	case x < -40 || x != x:
		return x
	case x > 746:
		return math.Copysign(0, -1)
	case x < 0:
		return pair{x, 0}.plus(log1pPair(expNear(pair{x, 0})).negative()).hi
	}
	return -log1pPair(expNear(pair{-x, 0})).hi
}

// Softplus is log(1+e^(x·beta))/beta, but x where x·beta is above threshold.
func Softplus(x, beta, threshold float64) float64 {
	t := product(x, beta) // with what rounding loses: e^t would multiply it
	switch {
	case t.hi != t.hi:
		return t.hi
	// Above 40, 1 does not count.
	case t.hi > threshold || t.hi > 40 || t.hi == threshold && roundedDown(x, beta, threshold):
		return x
	case t.hi < -1500:
		return 0 / beta
	case t.hi < -40: // the logarithm is e^t
		m, n := expPair(t)
		return math.Ldexp(m.hi/beta, n)
	}
	return log1pPair(expNear(t)).hi / beta
}

// roundedDown reports whether x·y is above p, the float64 next to it; all may be subnormal.
func roundedDown(x, y, p float64) bool {
	x, n := math.Frexp(x)
	y, m := math.Frexp(y)
	return math.FMA(x, y, -math.Ldexp(p, -n-m)) > 0
}

// Logit is log(x/(1-x)), the inverse of the sigmoid.
func Logit(x float64) float64 {
	if !(0 < x && x < 1) {
		return logEdge(x / (1 - x))
	}
	q := pair{x, 0}.over(sum(1, -x))
	l := logPair(q.hi)
	return l.hi + (l.lo + q.lo/q.hi)
}

// Xlogy is x·log(y); it is 0 where x is 0, unless y is NaN.
func Xlogy(x, y float64) float64 {
	if x == 0 && y == y {
		return 0
	}
	return x * Log(y)
}

// Xlog1py is x·log(1+y); it is 0 where x is 0, unless y is NaN.
func Xlog1py(x, y float64) float64 {
	if x == 0 && y == y {
		return 0
	}
	return x * Log1p(y)
}
