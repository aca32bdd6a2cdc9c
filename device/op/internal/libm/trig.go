package libm

import "math"

// Taylor's coefficients from x³ and x⁴ on, last first.
var (
	sinSeries = [...]float64{1. / 355687428096000, -1. / 1307674368000, 1. / 6227020800, -1. / 39916800,
		1. / 362880, -1. / 5040, 1. / 120, -1. / 6}
	cosSeries = [...]float64{-1. / 6402373705728000, 1. / 20922789888000, -1. / 87178291200, 1. / 479001600, -1. / 3628800,
		1. / 40320, -1. / 720, 1. / 24}
)

const halfPiEnd = -0x1.f1976b7ed8fbcp-110 // π/2 = halfPi + halfPiEnd

// Sin is the sine of x.
func Sin(x float64) float64 {
	if x == 0 {
		return x // with its sign
	}
	q, r := quarters(x)
	switch q & 3 {
	case 0:
		return sine(r).hi
	case 1:
		return cosine(r).hi
	case 2:
		return -sine(r).hi
	}
	return -cosine(r).hi
}

// Cos is the cosine of x.
func Cos(x float64) float64 {
	q, r := quarters(x)
	switch q & 3 {
	case 0:
		return cosine(r).hi
	case 1:
		return -sine(r).hi
	case 2:
		return -cosine(r).hi
	}
	return sine(r).hi
}

// Tan is the tangent of x.
func Tan(x float64) float64 {
	if x == 0 {
		return x
	}
	q, r := quarters(x)
	if q&1 == 0 {
		return sine(r).over(cosine(r)).hi
	}
	return -cosine(r).over(sine(r)).hi
}

// Sinc is sin(πx)/(πx), which is 1 at 0 and 0 at other whole numbers. It is NaN of
// infinities, as sin is.
func Sinc(x float64) float64 {
	x = math.Abs(x)
	n := math.RoundToEven(x)
	r := x - n
	switch {
	case x < 0x1p-30:
		return 1
	case r == 0:
		return 0
	}
	y := sine(pi.times(pair{r, 0}))
	if math.Abs(r) > 0.25 {
		y = cosine(pi.times(pair{0.5 - math.Abs(r), 0}))
		y = pair{math.Copysign(y.hi, r), math.Copysign(1, r) * y.lo}
	}
	if odd(n) {
		y = y.negative()
	}
	return y.over(pi.times(pair{x, 0})).hi
}

// quarters returns the quarter turns, modulo 4, nearest to x, and the rest, at most π/4
// either way; NaN for NaN and infinities.
func quarters(x float64) (n uint64, rest pair) {
	a := math.Abs(x)
	switch {
	case a <= math.Pi/4 || x-x != 0:
		return 0, pair{x, x - x}
	case a < 0x1p27: // three parts of π/2 are enough
		turns := math.RoundToEven(x * (2 / math.Pi))
		lo := product(turns, halfPi.lo)
		rest = anySum(math.FMA(-turns, halfPi.hi, x), -lo.hi) // the FMA is exact
		return uint64(int64(turns)), sum(rest.hi, rest.lo-(lo.lo+float64(turns*halfPiEnd)))
	}
	n, rest = reduce(a)
	if x < 0 {
		return -n, rest.negative()
	}
	return n, rest
}

// sine is the sine of x, at most π/4 either way.
func sine(x pair) pair {
	z := float64(x.hi * x.hi)
	p := horner(z, sinSeries[:])
	return sum(x.hi, float64(float64(z*x.hi)*p)+float64(x.lo*(1-0.5*z)))
}

// cosine is the cosine of x, at most π/4 either way.
func cosine(x pair) pair {
	z := product(x.hi, x.hi)
	p := horner(z.hi, cosSeries[:])
	one := sum(1, -0.5*z.hi)
	return sum(one.hi, one.lo+(float64(float64(z.hi*z.hi)*p)-(0.5*z.lo+float64(x.hi*x.lo))))
}
