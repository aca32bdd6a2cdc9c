package op

import "math"

// Tol bounds a device's error against the exact result, in units in the last place of the result's
// type. For float16 and bfloat16 the units are those of the float32 before rounding. The zero value
// is exact: every bit, and any NaN for any NaN.
//
// NegativeFloor is for a function that crosses zero between two negative numbers, where no relative
// error can be kept. For a negative first operand, results below the floor are measured in units of
// the floor.
type Tol struct{ ULP, NegativeFloor float64 }

// Exact allows no error: the result is the correctly rounded one.
var Exact = Tol{}

// ULPs allows n units in the last place for float32.
func ULPs(n float64) Tol { return Tol{ULP: n} }

// For returns the bound for results of type dt. If an operation is not exact, float64 has a bound
// of 4 units. Integers and bools are always exact.
func (t Tol) For(dt DType) float64 {
	switch {
	case !dt.IsFloat():
		return 0
	case t.ULP > 0 && dt == Float64:
		return 4
	}
	return t.ULP
}

// Floor returns the floor for a first operand x, or 0. Results below the floor are measured in
// units of the floor.
func (t Tol) Floor(x float64) float64 {
	if x < 0 {
		return t.NegativeFloor
	}
	return 0
}

// ULP returns the distance between got, a value of dt, and the real result want in units in the
// last place of dt at want. Two NaN have distance 0. A NaN and a number, or zeros of different
// sign, have an infinite distance. An infinity counts as the first power of two beyond dt's range,
// so rounding at the edge costs one unit.
func ULP(dt DType, got, want float64) float64 { return ulpAbove(dt, got, want, 0) }

// ulpAbove is ULP, but in the units of floor where want is smaller.
func ulpAbove(dt DType, got, want, floor float64) float64 {
	switch {
	case math.IsNaN(got) && math.IsNaN(want), got == want && got != 0:
		return 0
	case math.IsNaN(got) || math.IsNaN(want):
		return math.Inf(1)
	case got == 0 && want == 0 && math.Signbit(got) != math.Signbit(want):
		return math.Inf(1)
	}
	f := formats[dt]
	u := f.unit(max(math.Abs(want), floor))
	return math.Abs(f.scale(got, u) - f.scale(want, u))
}

// format describes a binary floating-point format: the bits after the point, and the
// exponents of its smallest and largest normal numbers.
type format struct{ mantissa, minExp, maxExp int }

var formats = [...]format{
	Float16:  {10, -14, 15},
	BFloat16: {7, -126, 127},
	Float32:  {23, -126, 127},
	Float64:  {52, -1022, 1023},
}

// FloatLimits returns, of a float type, the distance from 1 to the next larger number, the largest
// number, and the smallest normal one.
func (dt DType) FloatLimits() (eps, largest, smallestNormal float64) {
	f := formats[dt]
	return math.Ldexp(1, -f.mantissa), f.largest(), math.Ldexp(1, f.minExp)
}

// exponent returns e for which 2^e ≤ |x| < 2^(e+1), within the format's range.
func (f format) exponent(x float64) int {
	switch {
	case x == 0:
		return f.minExp
	case math.IsInf(x, 0):
		return f.maxExp
	}
	_, e := math.Frexp(x)
	return min(max(e-1, f.minExp), f.maxExp)
}

// largest returns the largest finite number of the format.
func (f format) largest() float64 { return math.Ldexp(2-math.Ldexp(1, -f.mantissa), f.maxExp) }

// unit returns the exponent of the distance between neighbours of the format around x.
func (f format) unit(x float64) int { return f.exponent(x) - f.mantissa }

// scale returns x in units of 2^u, or the first power of two beyond the format's range
// if x is not in it.
func (f format) scale(x float64, u int) float64 {
	if limit := math.Ldexp(1, f.maxExp+1); math.Abs(x) >= limit { // for Float64, infinity
		return math.Copysign(math.Ldexp(1, f.maxExp+1-u), x)
	}
	return math.Ldexp(x, -u)
}

// round returns the format's value nearest to x, ties to even.
func (f format) round(x float64) float64 {
	if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
		return x
	}
	u := f.unit(x)
	r := math.Ldexp(math.RoundToEven(math.Ldexp(x, -u)), u)
	if math.Abs(r) >= math.Ldexp(1, f.maxExp+1) {
		return math.Inf(int(math.Copysign(1, x)))
	}
	return math.Copysign(r, x)
}
