package libm

import "math"

var (
	pi        = pair{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53}
	halfPi    = pair{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54}
	quarterPi = pair{0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}

	// These polynomials in x² equal (asin(x)-x)/x³ and (atan(x)-x)/x³ at Chebyshev nodes, for |x|
	// up to 1/2 and tan(π/8). The functions computed from them have a relative error of 2^-58.
	asinSeries = [...]float64{
		0x1.e529c6fce9bb4p-6, -0x1.3b416bb7d9257p-6, 0x1.406192d124629p-6, 0x1.8f193743418ffp-9,
		0x1.31622469ce5adp-7, 0x1.3b49de7121487p-7, 0x1.7b027ee1dd585p-7, 0x1.c990ad3d8fdcap-7,
		0x1.1c4efce23019fp-6, 0x1.6e8ba123e494cp-6, 0x1.f1c71c7a52ba3p-6, 0x1.6db6db6dac1ep-5,
		0x1.3333333333388p-4, 0x1.5555555555555p-3}
	atanSeries = [...]float64{
		0x1.0ad36a455cafbp-6, -0x1.1b33b923aa954p-5, 0x1.74ddd408bb4c1p-5, -0x1.ac7a938b69c93p-5,
		0x1.e19a13b9fc6dfp-5, -0x1.110e880a7a521p-4, 0x1.3b1392d9e785cp-4, -0x1.745d165df3f95p-4,
		0x1.c71c71c304b68p-4, -0x1.249249248d7eep-3, 0x1.9999999999953p-3, -0x1.5555555555555p-2}
)

// Asin is the arc sine of x; NaN beyond -1 and 1.
func Asin(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a < 0x1p-30:
		return x
	case a <= 0.5:
		return arcSine(pair{x, 0}).hi
	case a <= 1:
		return math.Copysign(halfPi.plus(chord(a).negative()).hi, x)
	}
	return math.NaN()
}

// Acos is the arc cosine of x; NaN beyond -1 and 1.
func Acos(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a <= 0.5:
		return halfPi.plus(arcSine(pair{-x, 0})).hi
	case !(a <= 1):
		return math.NaN()
	case x < 0:
		return pi.plus(chord(a).negative()).hi
	}
	return chord(x).hi
}

// chord is acos(x) = 2 asin(√((1-x)/2)) for x from 1/2 to 1.
func chord(x float64) pair {
	a := arcSine(pair{0.5 * (1 - x), 0}.sqrt())
	return pair{2 * a.hi, 2 * a.lo}
}

// arcSine is asin(x) for |x| up to 1/2.
func arcSine(x pair) pair {
	z := float64(x.hi * x.hi)
	cubic := float64(float64(z*x.hi) * horner(z, asinSeries[:]))
	return sum(x.hi, cubic+float64(x.lo*(1+0.5*z)))
}

// Atan is the arc tangent of x.
func Atan(x float64) float64 {
	if a := math.Abs(x); a <= 0x1p60 {
		return math.Copysign(angle(a, 1).hi, x)
	} else if a != a {
		return x
	}
	return math.Copysign(math.Pi/2, x)
}

// Atan2 is the angle of the point (x, y), from -π to π.
func Atan2(y, x float64) float64 {
	v, h := math.Abs(y), math.Abs(x)
	switch {
	case x != x || y != y:
		return math.NaN()
	case v == 0 && !math.Signbit(x):
		return y
	case v == math.Inf(1) && h == v:
		v, h = 1, 1
	case v == 0 || h*0x1p-60 > v:
		if math.Signbit(x) {
			return math.Copysign(math.Pi, y)
		}
		return y / h
	case v*0x1p-60 > h:
		return math.Copysign(math.Pi/2, y)
	case max(v, h) > 0x1p500: // keep what is below from overflowing
		v, h = v*0x1p-600, h*0x1p-600
	case max(v, h) < 0x1p-300: // keep digits from falling off
		v, h = v*0x1p600, h*0x1p600
	}
	a := angle(v, h)
	if math.Signbit(x) {
		a = pi.plus(a.negative())
	}
	return math.Copysign(a.hi, y)
}

// sectors has the cosines and sines of 0, π/4 and π/2, but for a common factor.
var sectors = [3]struct {
	cos, sin float64
	angle    pair
}{{1, 0, pair{}}, {1, 1, quarterPi}, {0, 1, halfPi}}

// angle is atan(y/x) for y and x not below 0: the sector's angle and that from it, which is
// at most π/8 either way. It does without branches, as they would be hard to predict.
func angle(y, x float64) pair {
	i := 0
	if y > 0.4142*x {
		i++
	}
	if 0.4142*y > x {
		i++
	}
	s := &sectors[i]
	t := anySum(s.cos*y, -s.sin*x).over(anySum(s.cos*x, s.sin*y))
	z := float64(t.hi * t.hi)
	t.lo += float64(float64(z*t.hi) * horner(z, atanSeries[:]))
	return s.angle.plus(t)
}
