package libm

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

var (
	inf, nan, negZero = math.Inf(1), math.NaN(), math.Copysign(0, -1)
	halfPi64          = math.Pi / 2
)

// same tells whether a and b are the same number, zeros with their sign, or both NaN.
func same(a, b float64) bool {
	return a == b && math.Signbit(a) == math.Signbit(b) || a != a && b != b
}

func TestSpecialValuesAreThoseOfC99(t *testing.T) {
	for _, c := range []struct {
		name    string
		f       func(float64) float64
		results map[float64]float64 // of NaN all are NaN
	}{
		{
			name: "Exp",
			f:    Exp,
			results: map[float64]float64{0: 1, inf: inf, -inf: 0, 709.79: inf, 1e308: inf, -745.14: 0,
				-1e308: 0, 5e-324: 1},
		},
		{
			name: "Exp2",
			f:    Exp2,
			results: map[float64]float64{0: 1, inf: inf, -inf: 0, 1024: inf, 1023: 0x1p1023, -1074: 5e-324,
				-1075: 0, -1e308: 0, 1e308: inf},
		},
		{"Expm1", Expm1, map[float64]float64{0: 0, inf: inf, -inf: -1, 709.79: inf, -1e308: -1, 5e-324: 5e-324}},
		{"Sigmoid", Sigmoid, map[float64]float64{0: 0.5, inf: 1, -inf: 0, 1e308: 1, -1e308: 0}},
		{"Log", Log, map[float64]float64{0: -inf, 1: 0, inf: inf, -inf: nan, -5e-324: nan}},
		{"Log2", Log2, map[float64]float64{0: -inf, 1: 0, inf: inf, -inf: nan, -1: nan, 8: 3, 5e-324: -1074}},
		{"Log10", Log10, map[float64]float64{0: -inf, 1: 0, inf: inf, -inf: nan, -1: nan, 1000: 3}},
		{
			name: "Log1p",
			f:    Log1p,
			results: map[float64]float64{0: 0, -1: -inf, inf: inf, -inf: nan, -1.5: nan, 5e-324: 5e-324,
				-5e-324: -5e-324},
		},
		{"Sin", Sin, map[float64]float64{0: 0, inf: nan, -inf: nan, 5e-324: 5e-324}},
		{"Cos", Cos, map[float64]float64{0: 1, inf: nan, -inf: nan, 5e-324: 1}},
		{"Tan", Tan, map[float64]float64{0: 0, inf: nan, -inf: nan, 5e-324: 5e-324}},
		{"Sinc", Sinc, map[float64]float64{0: 1, inf: nan, -inf: nan, 1: 0, -3: 0, 5e-324: 1, 1e308: 0}},
		{
			name: "Asin",
			f:    Asin,
			results: map[float64]float64{0: 0, 1: halfPi64, -1: -halfPi64, 1.1: nan, -inf: nan, inf: nan,
				5e-324: 5e-324},
		},
		{
			name: "Acos",
			f:    Acos,
			results: map[float64]float64{0: halfPi64, 1: 0, -1: math.Pi, 1.1: nan, -1.1: nan, inf: nan,
				-inf: nan},
		},
		{"Atan", Atan, map[float64]float64{0: 0, inf: halfPi64, -inf: -halfPi64, 1e308: halfPi64,
			5e-324: 5e-324}},
		{"Sinh", Sinh, map[float64]float64{0: 0, inf: inf, -inf: -inf, 710.5: inf, -1e308: -inf, 5e-324: 5e-324}},
		{"Cosh", Cosh, map[float64]float64{0: 1, inf: inf, -inf: inf, 710.5: inf, -1e308: inf, 5e-324: 1}},
		{"Tanh", Tanh, map[float64]float64{0: 0, inf: 1, -inf: -1, 1e308: 1, 5e-324: 5e-324}},
		{"Asinh", Asinh, map[float64]float64{0: 0, inf: inf, -inf: -inf, 5e-324: 5e-324}},
		{"Acosh", Acosh, map[float64]float64{1: 0, inf: inf, 0.9: nan, 0: nan, -inf: nan}},
		{
			name:    "Atanh",
			f:       Atanh,
			results: map[float64]float64{0: 0, 1: inf, -1: -inf, 1.1: nan, -inf: nan, inf: nan, 5e-324: 5e-324},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			for x, want := range c.results {
				got := c.f(x)
				assert.True(t, same(want, got), "%v gives %v, not %v", x, got, want)
			}
			assert.NotEqual(t, c.f(nan), c.f(nan))
		})
	}
}

func TestOddFunctionsKeepTheSignOfZero(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func(float64) float64
	}{
		{"Expm1", Expm1},
		{"Log1p", Log1p},
		{"Sin", Sin},
		{"Tan", Tan},
		{"Asin", Asin},
		{"Atan", Atan},
		{"Sinh", Sinh},
		{"Tanh", Tanh},
		{"Asinh", Asinh},
		{"Atanh", Atanh},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.True(t, same(negZero, c.f(negZero)))
		})
	}
	for _, c := range []struct {
		name string
		f    func(float64) float64
	}{
		{"Log", Log},
		{"Log2", Log2},
		{"Log10", Log10},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, -inf, c.f(negZero))
		})
	}
}

func TestPowHasTheSpecialValuesOfC99(t *testing.T) {
	for _, c := range []struct{ x, y, want float64 }{
		{0, -3, inf}, {negZero, -3, -inf}, {0, -2, inf}, {negZero, -2, inf}, {negZero, -2.5, inf}, {negZero, -inf, inf},
		{0, 3, 0}, {negZero, 3, negZero}, {negZero, 2, 0}, {negZero, 2.5, 0}, {negZero, inf, 0},
		{-1, inf, 1}, {-1, -inf, 1}, {1, nan, 1}, {1, inf, 1}, {nan, 0, 1}, {nan, negZero, 1}, {inf, 0, 1},
		{-2, 0.5, nan}, {-2, -1.5, nan}, {nan, 1, nan}, {2, nan, nan},
		{0.5, -inf, inf}, {-2, -inf, 0}, {0.5, inf, 0}, {-2, inf, inf},
		{-inf, -3, negZero}, {-inf, -2, 0}, {-inf, 3, -inf}, {-inf, 2, inf}, {-inf, 2.5, inf}, {inf, -2, 0}, {inf, 2, inf},
		{-2, 0x1p53 + 2, inf}, {-0.5, 1075, negZero}, {-2, 1025, -inf}, {-2, 1e300, inf}, {-2, -1e300, 0},
	} {
		t.Run(fmt.Sprint(c.x, ", ", c.y), func(t *testing.T) {
			gives(t, c.want, Pow(c.x, c.y), c.x, c.y)
		})
	}
}

func TestAtan2HasTheSpecialValuesOfC99(t *testing.T) {
	for _, c := range []struct{ y, x, want float64 }{
		{0, negZero, math.Pi}, {negZero, negZero, -math.Pi}, {0, 0, 0}, {negZero, 0, negZero},
		{0, -1, math.Pi}, {negZero, -1, -math.Pi}, {0, 1, 0}, {negZero, 1, negZero},
		{1, 0, halfPi64}, {-1, negZero, -halfPi64}, {5e-324, 0, halfPi64}, {5e-324, negZero, halfPi64},
		{1, -inf, math.Pi}, {-1, -inf, -math.Pi}, {1, inf, 0}, {-1, inf, negZero},
		{inf, 1, halfPi64}, {-inf, -1, -halfPi64},
		{inf, -inf, 3 * math.Pi / 4}, {-inf, -inf, -3 * math.Pi / 4}, {inf, inf, math.Pi / 4}, {-inf, inf, -math.Pi / 4},
		{nan, 1, nan}, {1, nan, nan}, {nan, inf, nan}, {inf, nan, nan}, {0, nan, nan},
		{-2.2e-155, -1.8e177, -math.Pi}, {5e-324, 1e308, 0}, {-5e-324, 1, -5e-324},
	} {
		t.Run(fmt.Sprint(c.y, ", ", c.x), func(t *testing.T) {
			gives(t, c.want, Atan2(c.y, c.x), c.y, c.x)
		})
	}
}

func TestLdexpIsExactForWholeExponents(t *testing.T) {
	for _, c := range []struct{ x, y, want float64 }{
		{1.5, 4, 24}, {3, -2, 0.75}, {5e-324, 2097, 0x1p1023}, {0x1p1023, -2097, 5e-324}, {0x1p1023, -2098, 0},
		{1, 1024, inf}, {-1, 1e300, -inf}, {-1, -1e300, negZero}, {0.75, 1024, 0x1.8p1023}, {5e-324, 2098, inf},
		{0x1.8p-1, -1074, 5e-324}, {0x1.0000000000001p-1, -1074, 5e-324}, {0.5, -1074, 0},
		{0x1.0000000000001p+0, -1023, 0x1p-1023}, // ties go to even, rounded once
		{0x1.0000000000003p+0, -1023, 0x1.0000000000004p-1023},
		{0x1.7ffffffffffffp+0, -1073, 0x1.8p-1073}, {0x1.3ffffffffffffp+0, -1073, 0x1p-1073},
		{0, 5, 0}, {negZero, 5000, negZero}, {0, inf, nan}, {0, -inf, 0}, {inf, -inf, nan}, {-inf, 3, -inf},
		{inf, inf, inf}, {-2, inf, -inf}, {-2, -inf, negZero}, {nan, 1, nan}, {1, nan, nan}, {0, nan, nan},
		{inf, -1e308, inf}, {0, 1e308, 0}, {inf, -1075.5, inf}, {negZero, 1024, negZero},
	} {
		t.Run(fmt.Sprint(c.x, ", ", c.y), func(t *testing.T) {
			gives(t, c.want, Ldexp(c.x, c.y), c.x, c.y)
		})
	}
}
