package libm

import "math"

// rootHalf is √½.
var rootHalf = pair{0x1.6a09e667f3bcdp-01, -0x1.bdd3413b26456p-55}

// Gelu is x·Φ(x), with the normal distribution's Φ: x/2·erfc(-x/√2). It is NaN of -Inf.
func Gelu(x float64) float64 {
	a := math.Abs(x)
	z := rootHalf.times(pair{a, 0})
	if z.hi < erfcTail {
		return 0.5 * x * (1 + math.Copysign(Erf(z.hi), x))
	}
	half := product(x, x)
	half = pair{0.5 * half.hi, 0.5 * half.lo} // z²
	switch {
	case x < 0:
		return erfcTimes(z, half, 0.5*x)
	case a < 9:
		return x - erfcTimes(z, half, 0.5*x)
	}
	return x
}

var (
	geluSlope = pair{0x1.9884533d43651p+00, -0x1.cbc0d30ebfd15p-54} // √(8/π)
	geluCube  = pair{0x1.6e4e26d4801f7p-05, 0x1.441355475a31ap-59}  // 0.044715
)

// GeluTanh is x/2·(1 + tanh(√(2/π)·(x + 0.044715x³))), in other words x·sigmoid(2√(2/π)·…).
// It is NaN of -Inf.
func GeluTanh(x float64) float64 {
	if math.Abs(x) > 50 {
		return sigmoidTimes(pair{x * 50, 0}, x)
	}
	u := geluCube.times(product(x, x))
	return sigmoidTimes(onePlus(u).times(geluSlope).times(pair{x, 0}), x)
}

var third = pair{0x1.5555555555555p-2, 0x1.5555555555555p-56} // 1/3

// shrinkSeries is ((x-tanh x)/x³ - 1/3)/x² for powers of x², for |x| < 1/2; it was fitted
// with 120 digits, at Chebyshev's points.
var shrinkSeries = [...]float64{
	0x1.945dc326e5685p-16, -0x1.77cc42c92b9ddp-14, 0x1.f1300859508d2p-13, -0x1.35288babbe6a8p-11,
	0x1.7da0d1d93acf5p-10, -0x1.d6d3bb1663384p-09, 0x1.226e35293066bp-07, -0x1.664f48823c9edp-06,
	0x1.ba1ba1ba1b21ap-05, -0x1.111111111111p-03,
}

// Tanhshrink is x - tanh x, with all its digits where x is small; of -0 it is 0.
func Tanhshrink(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x == 0:
		return 0
	case a < 0.5:
		square := product(x, x)
		cube := square.times(pair{x, 0})
		y := cube.times(third)
		y.lo += float64(cube.hi * float64(square.hi*horner(square.hi, shrinkSeries[:])))
		return math.Copysign(y.hi+y.lo, x)
	case a < 20: // tanh x is 1 - 2/(e^2x+1)
		y := pair{a - 1, 0}.plus(pair{2, 0}.over(onePlus(expNear(pair{2 * a, 0}))))
		return math.Copysign(y.hi, x)
	}
	return x - math.Copysign(1, x)
}

// Elu is x where that is positive, else alpha·(e^x-1).
func Elu(x, alpha float64) float64 {
	if x > 0 {
		return x
	}
	return alpha * Expm1(x)
}

// Celu is x where that is positive, else alpha·(e^(x/alpha)-1).
func Celu(x, alpha float64) float64 {
	t := x / alpha
	switch {
	case x > 0 || math.Abs(t) < 0x1p-54:
		return x
	case t < -40 || t > 1500 || t != t:
		return alpha * Expm1(t)
	case t > 40: // alpha is negative and 1 does not count
		m, n := expPair(pair{t, -math.FMA(t, alpha, -x) / alpha})
		return math.Ldexp(m.hi*alpha, n)
	}
	e := expm1Pair(t)
	rest := -math.FMA(t, alpha, -x) / alpha // of t; e^t would multiply it
	return alpha * e.plus(pair{float64(rest * (1 + e.hi)), 0}).hi
}

var (
	seluScale = pair{0x1.0cfabd6a91132p+00, 0x1.6fc7d272f2695p-55} // 1.0507009873554804934193349852946
	seluSteep = pair{0x1.c212cc640f031p+00, 0x1.05161b045a1fep-56} // times 1.6732632423543772848170429916717
)

// Selu is PyTorch's: scale·x where x is positive, else scale·alpha·(e^x-1).
func Selu(x float64) float64 {
	switch {
	case x > 0:
		return math.FMA(x, seluScale.hi, float64(x*seluScale.lo))
	case x < -40:
		return -seluSteep.hi
	case x == 0 || x != x:
		return x
	}
	return seluSteep.times(expm1Pair(x)).hi
}
