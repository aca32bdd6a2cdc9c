package libm

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

const tiny = math.SmallestNonzeroFloat64

// gives asserts that a call gave want to the bit, or any NaN for NaN.
func gives(t *testing.T, want, got float64, of ...float64) {
	t.Helper()
	assert.True(t, same(want, got), "%v gives %v, not %v", of, got, want)
}

func TestSpecialValuesOfFunctionsOfOneArgument(t *testing.T) {
	type values map[float64]float64
	for _, c := range []struct {
		name            string
		of              func(x float64) float64
		zero, minusZero float64 // a map has one key for both
		values          values
	}{
		{"Rsqrt", Rsqrt, inf, -inf, values{inf: 0, -inf: nan, -1: nan, -tiny: nan, tiny: 0x1p537, 4: 0.5}},
		{
			name:      "Cbrt",
			of:        Cbrt,
			zero:      0,
			minusZero: negZero,
			values:    values{inf: inf, -inf: -inf, 27: 3, -1000: -10, -0x1p-1074: -0x1p-358, 0x1p1023: 0x1p341},
		},
		{"Erf", Erf, 0, negZero, values{inf: 1, -inf: -1, math.MaxFloat64: 1, -40: -1, tiny: tiny, -tiny: -tiny}},
		{"Erfc", Erfc, 1, 1, values{inf: 0, -inf: 2, math.MaxFloat64: 0, -40: 2, tiny: 1, 27.3: 0,
			27.2: 2 * tiny}},
		{
			name:      "Lgamma",
			of:        Lgamma,
			zero:      inf,
			minusZero: inf,
			values: values{inf: inf, -inf: inf, -1: inf, -20: inf, -1e300: inf, 1: 0, 2: 0,
				math.MaxFloat64: inf},
		},
		{
			name:      "Digamma",
			of:        Digamma,
			zero:      -inf,
			minusZero: inf,
			values:    values{inf: inf, -inf: nan, -1: nan, -20: nan, -1e300: nan, tiny: -inf, -tiny: inf, 0x1p-1000: -0x1p1000},
		},
		{"I0", I0, 1, 1, values{inf: inf, -inf: inf, 714: inf, -1e300: inf, tiny: 1}},
		{"I0e", I0e, 1, 1, values{inf: 0, -inf: 0, tiny: 1}},
		{"I1", I1, 0, negZero, values{inf: inf, -inf: -inf, 714: inf, -1e300: -inf, 0x1p-1000: 0x1p-1001, tiny: 0}},
		{"I1e", I1e, 0, negZero, values{inf: 0, -inf: negZero, -0x1p-1000: -0x1p-1001, -tiny: negZero}},
		{"Erfinv", Erfinv, 0, negZero, values{1: inf, -1: -inf, 1.5: nan, -inf: nan, inf: nan, -math.MaxFloat64: nan, tiny: tiny, -tiny: -tiny}},
		{"Ndtri", Ndtri, -inf, -inf, values{1: inf, 0.5: 0, -tiny: nan, 1.5: nan, inf: nan, -inf: nan}},
		{
			name:      "Silu",
			of:        Silu,
			zero:      0,
			minusZero: negZero,
			values: values{inf: inf, -inf: nan, -math.MaxFloat64: negZero,
				math.MaxFloat64: math.MaxFloat64, -800: negZero, -tiny: negZero},
		},
		{
			name:      "Mish",
			of:        Mish,
			zero:      0,
			minusZero: negZero,
			values: values{inf: inf, -inf: nan, -math.MaxFloat64: negZero,
				math.MaxFloat64: math.MaxFloat64, -800: negZero, tiny: tiny},
		},
		{
			name:      "LogSigmoid",
			of:        LogSigmoid,
			zero:      -math.Ln2,
			minusZero: -math.Ln2,
			values: values{inf: negZero, -inf: -inf, 800: negZero, 745.5: negZero, -800: -800,
				-math.MaxFloat64: -math.MaxFloat64},
		},
		{
			name:      "Logit",
			of:        Logit,
			zero:      -inf,
			minusZero: -inf,
			values: values{0.5: 0, 1: inf, inf: nan, -inf: nan, -tiny: nan, 1.5: nan,
				0x1.0000000000001p+00: nan},
		},
		{"Tanhshrink", Tanhshrink, 0, 0, values{inf: inf, -inf: -inf, 1e-200: 0, -1e-200: negZero, 1e300: 1e300}},
		{
			name:      "Gelu",
			of:        Gelu,
			zero:      0,
			minusZero: negZero,
			values: values{inf: inf, -inf: nan, -100: negZero, -math.MaxFloat64: negZero,
				math.MaxFloat64: math.MaxFloat64},
		},
		{
			name:      "GeluTanh",
			of:        GeluTanh,
			zero:      0,
			minusZero: negZero,
			values: values{inf: inf, -inf: nan, -100: negZero, -math.MaxFloat64: negZero,
				math.MaxFloat64: math.MaxFloat64},
		},
		{"Selu", Selu, 0, negZero, values{inf: inf, -inf: -0x1.c212cc640f031p+00, math.MaxFloat64: inf}},
	} {
		t.Run(c.name, func(t *testing.T) {
			gives(t, c.zero, c.of(0), 0)
			gives(t, c.minusZero, c.of(negZero), negZero)
			gives(t, nan, c.of(nan), nan)
			for x, want := range c.values {
				gives(t, want, c.of(x), x)
			}
		})
	}
}

func TestSpecialValuesOfFunctionsOfSeveralArguments(t *testing.T) {
	const huge = math.MaxFloat64
	type row struct {
		want float64
		of   []float64
	}
	for _, c := range []struct {
		name string
		of   function
		rows []row
	}{
		{
			name: "Hypot",
			of:   of2(Hypot),
			rows: []row{{inf, []float64{inf, nan}}, {inf, []float64{nan, -inf}}, {inf, []float64{-inf, 0}},
				{nan, []float64{nan, 1}}, {nan, []float64{0, nan}},
				{0, []float64{negZero, negZero}}, {3, []float64{-3, negZero}}, {5, []float64{3, -4}},
				{inf, []float64{huge, huge}}, {5 * tiny, []float64{3 * tiny, 4 * tiny}},
				{huge, []float64{huge, 1}}},
		},
		{
			name: "LogAddExp",
			of:   of2(LogAddExp),
			rows: []row{{inf, []float64{inf, inf}}, {inf, []float64{inf, -inf}},
				{-inf, []float64{-inf, -inf}}, {3, []float64{-inf, 3}}, {nan, []float64{nan, inf}},
				{nan, []float64{-inf, nan}}, {math.Ln2, []float64{0, negZero}}, {0, []float64{negZero, -inf}},
				{0, []float64{-1e5, negZero}}, {huge, []float64{huge, huge}}, {huge, []float64{huge, -huge}},
				{-huge, []float64{-huge, -huge}},
				{negZero, []float64{-745.13, -tiny}}, {0, []float64{-tiny, -744.4}}},
		},
		{
			name: "LogAddExp2",
			of:   of2(LogAddExp2),
			rows: []row{{inf, []float64{inf, inf}}, {inf, []float64{-inf, inf}},
				{-inf, []float64{-inf, -inf}}, {3, []float64{-inf, 3}}, {nan, []float64{nan, inf}},
				{nan, []float64{-inf, nan}}, {1, []float64{0, negZero}}, {0, []float64{negZero, -inf}},
				{0, []float64{-1, -1}}, {8, []float64{7, 7}}, {huge, []float64{huge, huge}},
				{negZero, []float64{-1074.9, -tiny}}, {0, []float64{-tiny, -1074.4}}},
		},
		{
			name: "Xlogy",
			of:   of2(Xlogy),
			rows: []row{{0, []float64{0, 0}}, {0, []float64{negZero, -1}}, {0, []float64{0, inf}},
				{nan, []float64{0, nan}}, {nan, []float64{nan, 1}}, {nan, []float64{2, -1}},
				{-inf, []float64{2, 0}}, {inf, []float64{-2, 0}}, {inf, []float64{2, inf}},
				{0, []float64{2, 1}}, {nan, []float64{inf, 1}}},
		},
		{
			name: "Xlog1py",
			of:   of2(Xlog1py),
			rows: []row{{0, []float64{0, -1}}, {0, []float64{negZero, -2}}, {0, []float64{0, inf}},
				{nan, []float64{0, nan}}, {nan, []float64{nan, 0}}, {nan, []float64{2, -3}},
				{-inf, []float64{2, -1}}, {inf, []float64{-2, -1}}, {inf, []float64{2, inf}}, {nan, []float64{inf, 0}}},
		},
		{
			name: "Softplus",
			of:   of3(Softplus),
			rows: []row{{inf, []float64{inf, 1, 20}}, {0, []float64{-inf, 1, 20}},
				{nan, []float64{nan, 1, 20}}, {math.Ln2, []float64{negZero, 1, 20}},
				{21, []float64{21, 1, 20}}, {-3, []float64{-3, -10, 20}}, {inf, []float64{1, 0, 20}},
				{inf, []float64{inf, 1, inf}}, {nan, []float64{inf, 0, 20}}, {negZero, []float64{800, -1, 20}},
				// products that are above the threshold, but not rounded
				{1 - 0x1p-53, []float64{1 - 0x1p-53, 1 + 0x1p-52, 1}},
				{1 + 0x1p-52, []float64{1 + 0x1p-52, 0x1p-1023, 0x1p-1023}},
				{-tiny, []float64{-tiny, -1 - 0x1p-52, tiny}},
				{huge, []float64{huge, -huge, -inf}}, {math.Ln2, []float64{0, 1, 0}},
				{0, []float64{-inf, 1, -inf}}},
		},
		{
			name: "Elu",
			of:   of2(Elu),
			rows: []row{{inf, []float64{inf, 1}}, {-2, []float64{-inf, 2}}, {nan, []float64{nan, 1}},
				{negZero, []float64{negZero, 1}}, {0, []float64{0, 1}}, {-tiny, []float64{-tiny, 1}},
				{2, []float64{-inf, -2}}},
		},
		{
			name: "Celu",
			of:   of2(Celu),
			rows: []row{{inf, []float64{inf, 1}}, {-2, []float64{-inf, 2}}, {nan, []float64{nan, 1}},
				{negZero, []float64{negZero, 1}}, {0, []float64{0, 1}}, {-tiny, []float64{-tiny, 2}},
				{-inf, []float64{-inf, -2}}, {-tiny, []float64{-1, tiny}}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, r := range c.rows {
				gives(t, r.want, c.of(r.of), r.of...)
			}
		})
	}
}

func TestCbrtAndHypotAreExactWhereTheyCanBe(t *testing.T) {
	for n := 1.0; n < 2e5; n += 997 {
		gives(t, -n, Cbrt(-n*n*n), n)
		gives(t, 5*n, Hypot(3*n, 4*n), n)
	}
}
