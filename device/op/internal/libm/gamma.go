package libm

import "math"

// The logarithm of Γ(2+t) is gammaSlope·t + gammaBend·t² + gammaSeries(t)·t³. The series,
// for t from -1/2 to 1/2, was fitted with 120 digits, at Chebyshev's points.
var (
	gammaSlope = pair{0x1.b0ee6072093cep-02, 0x1.6cb90701fbfabp-58} // 1-γ with Euler's γ
	gammaBend  = pair{0x1.4a34cc4a60fa6p-02, 0x1.1873d8912200cp-56} // (π²/6-1)/2
)

var gammaSeries = [...]float64{
	0x1.0a1e82f78a3dap-24, -0x1.17d0781c44b2ep-23, 0x1.b8566434badacp-23, -0x1.d295ec4df68fp-22,
	0x1.00e1c708bde7p-20, -0x1.1235bb6eb9201p-19, 0x1.2592f8d7a3dc4p-18, -0x1.3cb7b3b3125e1p-17,
	0x1.580de8f95eb2bp-16, -0x1.78de7721ff5ap-15, 0x1.a127b09feb071p-14, -0x1.d3fd4c217341ep-13,
	0x1.0b36af867936ap-11, -0x1.38ac5c2c3ba16p-10, 0x1.7add6eadb69cap-09, -0x1.e404fc218f37p-08,
	0x1.51322ac7d8484p-06, -0x1.13e001a557607p-04,
}

// stirlingSeries has Stirling's B(2k)/(2k(2k-1)) for k from 8 to 1.
var stirlingSeries = [...]float64{-3617. / 122400, 1. / 156, -691. / 360360, 1. / 1188, -1. / 1680, 1. / 1260, -1. / 360, 1. / 12}

// Lgamma is the logarithm of |Γ(x)|, infinite for 0 and negative whole numbers. Near its
// zeros between those it is right to 2^-53, not to its own last digits.
func Lgamma(x float64) float64 {
	switch {
	case x-x != 0:
		return math.Abs(x)
	case x >= 10:
		return stirling(x)
	case x == math.Trunc(x) && x <= 0:
		return math.Inf(1)
	case x <= -25: // Γ(x)·Γ(-x) is -π/(x·sin πx)
		sine := math.Abs(Sin(math.Pi * (x - math.RoundToEven(x))))
		return -stirling(-x) - Log(-x*(sine/math.Pi))
	}
	return nearGamma(x)
}

// stirling is the logarithm of Γ(x) for x ≥ 10: (x-½)·(log(x)-1) + (log(2π)-1)/2 + …
func stirling(x float64) float64 {
	const constant = 0.41893853320467274178 // (log(2π)-1)/2
	l := logPair(x)
	s := anySum(l.hi, -1)
	if s.hi*x > math.MaxFloat64 {
		return math.Inf(1)
	}
	y := pair{s.hi, s.lo + l.lo}.times(pair{x - 0.5, 0})
	r := 1 / x
	return y.hi + (y.lo + (constant + float64(r*horner(float64(r*r), stirlingSeries[:]))))
}

// nearGamma goes from x = n+t to 2+t, by the factors between: each is t and a whole number.
func nearGamma(x float64) float64 {
	n := math.RoundToEven(x)
	t := x - n
	z := pair{t, 0}
	y := gammaBend.plus(pair{float64(t * horner(t, gammaSeries[:])), 0})
	y = gammaSlope.plus(y.times(z)).times(z)
	p := pair{1, 0}
	for i := 2.0; i < n; i++ {
		p = p.times(sum(i, t))
	}
	for i := 1.0; i >= n; i-- {
		p = p.times(anySum(i, t))
	}
	l := logPair(math.Abs(p.hi))
	l.lo += p.lo / p.hi
	if n < 2 {
		l = l.negative()
	}
	s := anySum(l.hi, y.hi)
	return s.hi + (s.lo + (l.lo + y.lo))
}
