package op

import "math"

// Tol bounds a device's error against the exact result, in units in the last place
// of the result's type; for float16 and bfloat16 in those of the float32 that is rounded
// to them. The zero value is exact: every bit, any NaN for any NaN.
//
// NegativeFloor is for a function that crosses zero between two negative numbers, where no
// relative error can be kept: for a negative first operand, results smaller than it are measured
// in the units of it.
type Tol struct{ ULP, NegativeFloor float64 }

// Exact allows no error: the result is the correctly rounded one.
var Exact = Tol{}

// ULPs allows n units in the last place for float32.
func ULPs(n float64) Tol { return Tol{ULP: n} }

// For returns the bound for results of type dt. Where an operation is not exact,
// float64 is held to 4 units; integers and bools always are exact.
func (t Tol) For(dt DType) float64 {
	switch {
	case !dt.IsFloat():
		return 0
	case t.ULP > 0 && dt == Float64:
		return 4
	}
	return t.ULP
}

// Floor returns the size below which results are measured in the units of that size, for a first
// operand x; 0 where there is none.
func (t Tol) Floor(x float64) float64 {
	if x < 0 {
		return t.NegativeFloor
	}
	return 0
}

// ULP returns the distance between got, a value of dt, and the real result want in
// units in the last place of dt at want. Two NaN are 0 apart; a NaN and a number,
// or zeros of different sign, are infinitely far. An infinity stands for the first
// power of two beyond dt's range, so that rounding at the very edge costs one unit.
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
	return math.Abs(f.scaled(got, u) - f.scaled(want, u))
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

// scaled returns x in units of 2^u, or the first power of two beyond the format's range
// if x is not in it.
func (f format) scaled(x float64, u int) float64 {
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
