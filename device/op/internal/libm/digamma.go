package libm

import "math"

var (
	// ψ(3/2+t) is t+digammaRoot times digammaMiddle + t·digammaSeries(t), for t from -1/2 to 1/2.
	digammaMiddle = pair{0x1.e6f0cbb873616p-01, 0x1.8f70c7a125e6ap-55}
	digammaSeries = [...]float64{
		0x1.e415bdb9dd8d8p-14, -0x1.6b107f71aa124p-13, 0x1.a7948f42ce337p-14, -0x1.3db05b36d9a48p-13,
		0x1.5112e03ea7f64p-12, -0x1.f99f529bd0771p-12, 0x1.6aa7f31da252dp-11, -0x1.1002aaf6255f5p-10,
		0x1.99c9cca3ed349p-10, -0x1.33661f9073563p-09, 0x1.cd20af6d4b924p-09, -0x1.5a071c746535bp-08,
		0x1.03c0aaac60d46p-07, -0x1.86355f6f68797p-07, 0x1.2564718a3efecp-06, -0x1.b9f8b1367959dp-06,
		0x1.4de9aa1740f7ep-05, -0x1.fb442029cdbf4p-05, 0x1.8512e5903957cp-04, -0x1.2feeeb98a7cd8p-03,
		0x1.eca189b8e6f6bp-03, -0x1.b1cb63005ee97p-02,
	}

	// digammaRoot is 3/2 less the positive zero of ψ.
	digammaRoot = pair{0x1.3a4f395283812p-05, 0x1.e563779a1f5b1p-60}

	// cotangentSeries is (1/r - π/tan(πr))/r for powers of r², for r from -1/2 to 1/2.
	cotangentSeries = [...]float64{
		0x1.26457ffdfaa47p+04, -0x1.26457ffd5a6e4p+04, 0x1.de30f00078924p+03, -0x1.949f8fbd12944p+01,
		0x1.b3f276dcbfa7bp+01, 0x1.ba44fc1ce8e5fp+00, 0x1.04e5580dc28fap+01, 0x1.ff003eac2d7eap+00,
		0x1.000a799f06c14p+01, 0x1.0003843258264p+01, 0x1.001025408002cp+01, 0x1.00412e17c3739p+01,
		0x1.010b36afec0e5p+01, 0x1.0470984c08617p+01, 0x1.151322ac7d851p+01, 0x1.a51a6625307d3p+01,
	}

	// stirlingSlope has B(2k)/2k for k from 8 to 1.
	stirlingSlope = [...]float64{-3617. / 8160, 1. / 12, -691. / 32760, 1. / 132, -1. / 240, 1. / 252, -1. / 120, 1. / 12}
)

// Digamma is the derivative ψ of log |Γ(x)|, infinite for 0 and NaN for negative whole numbers. Near its
// zeros between those it is right to 2^-51, not to its own last digits.
func Digamma(x float64) float64 {
	switch {
	case x-x != 0:
		return logEdge(x)
	case math.Abs(x) < 0x1p-60:
		return -1 / x
	case x > 0:
		return digammaPair(x).hi
	case x == math.Trunc(x):
		return math.NaN()
	}
	// ψ(-a) is ψ(a+1) + π/tan(πa), and the tangent has the period 1.
	a := -x
	r := a - math.RoundToEven(a)
	y := digammaAfter(a).plus(inverse(r))
	return y.hi + (y.lo - float64(r*horner(float64(r*r), cotangentSeries[:])))
}

// digammaAfter is ψ(a+1).
func digammaAfter(a float64) pair {
	if a < 1 {
		return digammaNear(a - 0.5)
	}
	return digammaPair(a).plus(inverse(a))
}

// digammaPair is ψ(x) for x > 0: from 10 on the derivative of Stirling's series, below by ψ(x+1) = ψ(x) + 1/x.
func digammaPair(x float64) pair {
	if x >= 10 {
		l, r := logPair(x), 1/x
		return l.plus(pair{-0.5*r - float64(r*float64(r*horner(float64(r*r), stirlingSlope[:]))), 0})
	}
	if x < 1 {
		return digammaNear(x - 0.5).plus(inverse(x).negative())
	}
	steps := pair{0, 0}
	for ; x >= 2; x-- {
		steps = steps.plus(inverse(x - 1))
	}
	return digammaNear(x - 1.5).plus(steps)
}

// digammaNear is ψ(3/2+t).
func digammaNear(t float64) pair {
	d := anySum(t, digammaRoot.hi)
	return sum(d.hi, d.lo+digammaRoot.lo).times(digammaMiddle.plus(pair{float64(t * horner(t, digammaSeries[:])), 0}))
}

func inverse(x float64) pair { return pair{1, 0}.over(pair{x, 0}) }
