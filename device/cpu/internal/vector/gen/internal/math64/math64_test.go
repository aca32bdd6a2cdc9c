package math64

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit/emittest"
)

// references are those of package math, which are off by a few digits of the last place themselves.
var references = map[string]func(x float64) float64{
	"Exp": math.Exp, "Exp2": math.Exp2, "Expm1": math.Expm1, "Log": math.Log, "Log2": math.Log2, "Log10": math.Log10, "Log1p": math.Log1p,
	"Tanh": math.Tanh, "Erf": math.Erf, "Erfc": math.Erfc, "Sin": math.Sin, "Cos": math.Cos, "Tan": math.Tan,
	"Asin": math.Asin, "Acos": math.Acos, "Atan": math.Atan, "Sinh": math.Sinh, "Cosh": math.Cosh,
	"Asinh": math.Asinh, "Acosh": math.Acosh, "Atanh": math.Atanh, "Cbrt": math.Cbrt,
	"Rsqrt": func(x float64) float64 { return 1 / math.Sqrt(x) },
}

// numbers are float64s of all sizes and both signs, most of them about 1, and the ends of the range.
func numbers() []float64 {
	all := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 0x1p-1022, math.MaxFloat64}
	for e := -1000.5; e < 1000; e += 97 {
		all = append(all, math.Exp2(e), -math.Exp2(e))
	}
	for e := -12.0; e < 12; e += 0.173 {
		all = append(all, math.Exp2(e), -math.Exp2(e))
	}
	return all
}

// ulps is how many float64s lie between two results.
func ulps(got, want float64) float64 {
	if got == want || got != got && want != want {
		return 0
	}
	_, exponent := math.Frexp(want)
	return math.Abs(got-want) / math.Ldexp(1, max(exponent-53, -1074))
}

func TestFunctionsAreNearTheirMeaning(t *testing.T) {
	tested := 0
	for _, k := range Kernels(32) {
		reference := references[k.Entries[0].Ops[0]]
		if reference == nil {
			continue
		}
		tested++
		t.Run(k.Name, func(t *testing.T) {
			p := emittest.Compile(t, k.Vector)
			for _, x := range numbers() {
				if k.FallbackAbove > 0 && math.Abs(x) > float64(k.FallbackAbove) {
					continue // another kernel's
				}
				got := math.Float64frombits(p.Run(t, math.Float64bits(x)))
				if want := reference(x); ulps(got, want) > 6 {
					require.Fail(t, "too far", "%s(%g) is %g, not %g", k.Name, x, got, want)
				}
			}
		})
	}
	require.Equal(t, len(references), tested)
}
