package libm

import (
	"math"
	"testing"
)

var sink float64

// BenchmarkFunction calls each function for 1024 common arguments in turn.
func BenchmarkFunction(b *testing.B) {
	for _, f := range []struct {
		name            string
		low, top        float64
		ours, reference func(float64) float64
	}{
		{"exp", -20, 20, Exp, math.Exp},
		{"exp2", -20, 20, Exp2, math.Exp2},
		{"expm1", -5, 5, Expm1, math.Expm1},
		{"sigmoid", -10, 10, Sigmoid, nil},
		{"log", 0, 100, Log, math.Log},
		{"log2", 0, 100, Log2, math.Log2},
		{"log10", 0, 100, Log10, math.Log10},
		{"log1p", -1, 10, Log1p, math.Log1p},
		{"sin", -10, 10, Sin, math.Sin},
		{"cos", -10, 10, Cos, math.Cos},
		{"tan", -10, 10, Tan, math.Tan},
		{"sin_huge", 1e20, 1e21, Sin, math.Sin},
		{"sinc", -10, 10, Sinc, nil},
		{"asin", -1, 1, Asin, math.Asin},
		{"acos", -1, 1, Acos, math.Acos},
		{"atan", -5, 5, Atan, math.Atan},
		{"sinh", -5, 5, Sinh, math.Sinh},
		{"cosh", -5, 5, Cosh, math.Cosh},
		{"tanh", -5, 5, Tanh, math.Tanh},
		{"asinh", -5, 5, Asinh, math.Asinh},
		{"acosh", 1, 20, Acosh, math.Acosh},
		{"atanh", -1, 1, Atanh, math.Atanh},
		{"pow", 0, 100, func(x float64) float64 { return Pow(x, 2.3) }, func(x float64) float64 { return math.Pow(x, 2.3) }},
		{"atan2", -5, 5, func(x float64) float64 { return Atan2(x, 1.5) }, func(x float64) float64 { return math.Atan2(x, 1.5) }},
		{"ldexp", -5, 5, func(x float64) float64 { return Ldexp(x, 3) }, func(x float64) float64 { return math.Ldexp(x, 3) }},
	} {
		args := make([]float64, 1024)
		for i := range args {
			args[i] = f.low + (f.top-f.low)*math.Mod(float64(i)*0.6180339887, 1)
		}
		run := func(name string, g func(float64) float64) {
			if g == nil {
				return
			}
			b.Run("func="+f.name+name, func(b *testing.B) {
				i := 0
				for b.Loop() {
					sink = g(args[i&1023])
					i++
				}
			})
		}
		run("/by=libm", f.ours)
		run("/by=go", f.reference)
	}
}
