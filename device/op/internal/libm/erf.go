package libm

import "math"

// The coefficients of this file were fitted with 120 digits, at Chebyshev's points.

// erfSeries is erf(x)/x - 1 for powers of x², for |x| < 3/4.
var erfSeries = [...]float64{
	-0x1.05364c48fa2d3p-30, 0x1.ef41d2b29a3a8p-27, -0x1.5ec0e0bec99f7p-23, 0x1.b9dae461077e7p-20,
	-0x1.f4d1d6286861cp-17, 0x1.f9a32306e0932p-14, -0x1.c02db3ec9fd99p-11, 0x1.565bcd0e2c679p-08,
	-0x1.b82ce31287ce6p-06, 0x1.ce2f21a042bc6p-04, -0x1.812746b0379e7p-02, 0x1.06eba8214db69p-03,
}

// erfcSeries is (1+2x)·e^(x²)·erfc(x) - 1 for powers of (x-4)/(x+4), x being from 7/16 to 28.
var erfcSeries = [...]float64{
	0x1.b23971156b2b2p-30, 0x1.4d47dc59e00cbp-29, -0x1.ffd20b2981f1cp-27, -0x1.53e10b95f1566p-26,
	0x1.dc0822d00921ep-24, 0x1.4b9a0d2c6cc3ep-24, -0x1.bb538acae9d8cp-21, 0x1.3951f0f86fe6p-22,
	0x1.7f2c891ee7ed2p-18, -0x1.78842f4b73641p-17, -0x1.9959930893a56p-16, 0x1.3be03c9a807bap-13,
	-0x1.a1df23441a43bp-13, -0x1.8d4a99ef43ef6p-11, 0x1.49c67283a78bep-08, -0x1.09623884ffd14p-06,
	0x1.3079edf689ecdp-05, -0x1.0fb06dfe49be4p-04, 0x1.7fee004e1225cp-04, -0x1.9ddb23c3e9083p-04,
	0x1.16ecefcfa53a7p-04, 0x1.f7f5df66fd7b1p-07, -0x1.1df1ad154a28ep-03, 0x1.dd2c8b74febf6p-03,
}

const (
	erfcTail = 7. / 16 // erfc is 1-erf below
	erfcEnd  = 28      // erfc and x·erfc are 0 beyond
)

// Erf is the error function, 2/√π times the integral of e^(-t²) from 0 to x.
func Erf(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a < 0.75:
		return x + float64(x*horner(float64(x*x), erfSeries[:]))
	case a < 6:
		return math.Copysign(1-erfcTimes(pair{a, 0}, product(a, a), 1), x)
	case x != x:
		return x
	}
	return math.Copysign(1, x)
}

// Erfc is 1-erf(x), with all its digits where that is small.
func Erfc(x float64) float64 {
	switch {
	case x < -6:
		return 2
	case x < -erfcTail:
		return 2 - erfcTimes(pair{-x, 0}, product(x, x), 1)
	case x < erfcTail:
		return 1 - Erf(x)
	case x != x:
		return x
	}
	return erfcTimes(pair{x, 0}, product(x, x), 1)
}

// erfcTimes is f·erfc(x) for x ≥ erfcTail, given x² with the digits that e^(-x²) needs.
func erfcTimes(x, square pair, f float64) float64 {
	if !(x.hi <= erfcEnd) {
		return 0 * f // NaN of an infinite f
	}
	t := (x.hi - 4) / (x.hi + 4)
	q := sum(1, horner(t, erfcSeries[:])).over(onePlus(pair{2 * x.hi, 2 * x.lo}))
	y, n := expPair(square.negative())
	return math.Copysign(scale(y.times(q).times(pair{f, 0}).hi, n), f)
}
