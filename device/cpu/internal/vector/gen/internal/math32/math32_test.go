package math32

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit/emittest"
)

func sigmoidOf(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func softplusOf(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

// references are the functions in float64; their digits beyond float32's suffice.
var references = map[string]func(x float64) float64{
	"Exp": math.Exp, "Exp2": math.Exp2, "Expm1": math.Expm1, "Log": math.Log, "Log2": math.Log2, "Log10": math.Log10, "Log1p": math.Log1p,
	"Tanh": math.Tanh, "Erf": math.Erf, "Erfc": math.Erfc, "Sin": math.Sin, "Cos": math.Cos, "Tan": math.Tan,
	"Asin": math.Asin, "Acos": math.Acos, "Atan": math.Atan, "Sinh": math.Sinh, "Cosh": math.Cosh,
	"Asinh": math.Asinh, "Acosh": math.Acosh, "Atanh": math.Atanh, "Cbrt": math.Cbrt,
	"Rsqrt":      func(x float64) float64 { return 1 / math.Sqrt(x) },
	"Sigmoid":    sigmoidOf,
	"Silu":       func(x float64) float64 { return x * sigmoidOf(x) },
	"Logsigmoid": func(x float64) float64 { return -softplusOf(-x) },
	"Gelu":       func(x float64) float64 { return x / 2 * math.Erfc(-x/math.Sqrt2) },
	"Mish":       func(x float64) float64 { return x * math.Tanh(softplusOf(x)) },
}

// numbers are float32s of all sizes and both signs, and the ends of the range.
func numbers() []float32 {
	all := []float32{0, float32(math.Copysign(0, -1)), float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN())}
	for bits := uint32(1); bits < 0x7f800000; bits += 0x00943211 {
		x := math.Float32frombits(bits)
		all = append(all, x, -x)
	}
	return all
}

// ulps is how many float32s lie between a result and the function's value.
func ulps(got float32, want float64) float64 {
	w := float32(want)
	if got == w || got != got && w != w {
		return 0
	}
	_, exponent := math.Frexp(want)
	unit := math.Ldexp(1, max(exponent-24, -149))
	return math.Abs(float64(got)-want) / unit
}

func TestFunctionsAreNearTheirMeaning(t *testing.T) {
	tested := 0
	for _, k := range Kernels(32) {
		reference := references[k.Entries[0].Ops[0]]
		if reference == nil || k.In[0] != 4 {
			continue
		}
		tested++
		t.Run(k.Name, func(t *testing.T) {
			p := emittest.Compile(t, k.Vector)
			for _, x := range numbers() {
				got := math.Float32frombits(uint32(p.Run(t, uint64(math.Float32bits(x))<<32|uint64(math.Float32bits(x)))))
				if want := reference(float64(x)); ulps(got, want) > 4 {
					require.Fail(t, "too far", "%s(%g) is %g, not %g", k.Name, x, got, want)
				}
			}
		})
	}
	require.Equal(t, len(references), tested)
}
