package libm

import "math"

// The inverses of the error function start from a short approximation. Halley's method then has three times
// its digits after each step, by functions of erf.go.

// erfinvSeries has Taylor's coefficients of the inverse of erf for x, x³, …, the last first.
var erfinvSeries = [...]float64{
	0x1.2aba98b98c6bcp-05, 0x1.5eeb1d488e312p-05, 0x1.a7c85c89bb08bp-05, 0x1.0a13189c6ef7ap-04,
	0x1.62847c47dda48p-04, 0x1.053c2c0ab91c5p-03, 0x1.db29fb2fee5e4p-03, 0x1.c5bf891b4ef6bp-01,
}

const (
	twoPerRootPi = 0x1.20dd750429b6dp+0 // 2/√π
	erfTail      = 0.5                  // from here on 1-|erf| is inverted
)

var rootTwo = pair{0x1.6a09e667f3bcdp+0, -0x1.bdd3413b26456p-54}

// Erfinv is the y with erf(y) = x; it is NaN beyond 1.
func Erfinv(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a < erfTail:
		return erfInverse(x).hi
	case a < 1:
		return math.Copysign(erfcInverse(1-a).hi, x)
	case a == 1:
		return math.Copysign(math.Inf(1), x)
	}
	return math.NaN()
}

// Ndtri is the y with (1+erf(y/√2))/2 = x; it is NaN outside 0 to 1.
func Ndtri(x float64) float64 {
	switch {
	case x == 0:
		return math.Inf(-1)
	case x == 1:
		return math.Inf(1)
	case !(0 < x && x < 1):
		return math.NaN()
	case x < 0.25:
		return -erfcInverse(2 * x).times(rootTwo).hi
	case x > 0.75:
		return erfcInverse(2 * (1 - x)).times(rootTwo).hi
	}
	return erfInverse(2*x - 1).times(rootTwo).hi
}

// erfInverse is the y with erf(y) = x, for |x| up to erfTail.
func erfInverse(x float64) pair {
	y := float64(x * horner(float64(x*x), erfinvSeries[:]))
	square := float64(y * y)
	p := product(y, horner(square, erfSeries[:])) // erf(y) - y
	s := sum(y, p.hi)
	step := ((s.hi - x) + (s.lo + p.lo)) / float64(twoPerRootPi*Exp(-square))
	return sum(y, -step/(1+float64(y*step)))
}

// erfcInverse is the y with erfc(y) = x, for x from 0 to 1-erfTail. It starts within 4.5e-4 (Abramowitz and
// Stegun, 26.2.23), and compares logarithms, as erfc(y) may be subnormal. Those of e^(y²)·erfc(y) are small.
func erfcInverse(x float64) pair {
	l := logPair(x)
	t := math.Sqrt(2*math.Ln2 - 2*l.hi)
	over := 2.515517 + float64(t*(0.802853+float64(t*0.010328)))
	under := 1 + float64(t*(1.432788+float64(t*(0.189269+float64(t*0.001308)))))
	y := pair{(t - over/under) / math.Sqrt2, 0}
	for range 2 {
		a := y.hi
		scaled := sum(1, horner((a-4)/(a+4), erfcSeries[:])).over(onePlus(pair{2 * a, 0}))
		difference := product(a, a).plus(l)
		e := logPair(scaled.hi)
		slope := -twoPerRootPi / scaled.hi // of log erfc
		step := ((e.hi - difference.hi) + (scaled.lo/scaled.hi + (e.lo - difference.lo))) / slope
		y = sum(a, -step/(1+float64(step*(a+0.5*slope))))
	}
	return y
}
