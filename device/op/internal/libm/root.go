package libm

import "math"

// Rsqrt is 1/√x.
func Rsqrt(x float64) float64 { return 1 / math.Sqrt(x) }

// Hypot is √(x²+y²); an infinite argument wins over NaN.
func Hypot(x, y float64) float64 {
	x, y = math.Abs(x), math.Abs(y)
	if x > math.MaxFloat64 || y > math.MaxFloat64 {
		return math.Inf(1)
	}
	a, b := max(x, y), min(x, y)
	up := 1.0 // keeps the squares in range
	switch {
	case a != a || b < 0x1p-60*a: // b is too small to change the result
		return a
	case a > 0x1p500:
		up = 0x1p-600
	case a < 0x1p-400:
		up = 0x1p600
	}
	a, b = a*up, b*up
	return product(a, a).plus(product(b, b)).sqrt().hi / up
}

// cbrtSeries is a polynomial for the cube root on [1/8, 1], with a relative error of 0.5 %.
var cbrtSeries = [...]float64{
	0, -0x1.2e387317adddep-01, 0x1.ca0ace5bab84ep+00, -0x1.166aa5a8ad33cp+01, 0x1.a612e6bf7887cp+00,
	0x1.4ecb7ee28e2bbp-02,
}

// Cbrt is the cube root of x, by two steps of Halley's method. Each step triples the number of
// right digits.
func Cbrt(x float64) float64 {
	if x == 0 || x-x != 0 {
		return x
	}
	m, e := math.Frexp(math.Abs(x))
	third := (e+1202)/3 - 400 // rounded up
	m = math.Ldexp(m, e-3*third)
	y := horner(m, cbrtSeries[:]) // m is from 1/8 to 1
	for range 2 {
		cube := product(y, y).times(pair{y, 0})
		y += y * ((m - cube.hi) - cube.lo) / (2*cube.hi + m)
	}
	return math.Copysign(math.Ldexp(y, third), x)
}
