package libm

import (
	"math"
	"testing"
)

// BenchmarkSpecial calls each function for 1024 common arguments in turn.
func BenchmarkSpecial(b *testing.B) {
	for _, f := range []struct {
		name      string
		low, high float64
		call      func(x float64) float64
	}{
		{"rsqrt", 0, 100, Rsqrt},
		{"cbrt", -100, 100, Cbrt},
		{"hypot", -5, 5, func(x float64) float64 { return Hypot(x, 1.5) }},
		{"erf", -3, 3, Erf},
		{"erfc", -3, 3, Erfc},
		{"lgamma", 0, 20, Lgamma},
		{"lgamma_negative", -20, 0, Lgamma},
		{"logaddexp", -5, 5, func(x float64) float64 { return LogAddExp(x, 0.5) }},
		{"logaddexp_near_zero", -0.01, 0.01, func(x float64) float64 { return LogAddExp(x-math.Ln2, -math.Ln2) }},
		{"logaddexp2", -5, 5, func(x float64) float64 { return LogAddExp2(x, 0.5) }},
		{"silu", -5, 5, Silu},
		{"mish", -5, 5, Mish},
		{"softplus", -5, 5, func(x float64) float64 { return Softplus(x, 1, 20) }},
		{"logsigmoid", -5, 5, LogSigmoid},
		{"logit", 0, 1, Logit},
		{"xlogy", 0, 10, func(x float64) float64 { return Xlogy(2, x) }},
		{"tanhshrink", -5, 5, Tanhshrink},
		{"gelu", -5, 5, Gelu},
		{"gelu_tanh", -5, 5, GeluTanh},
		{"elu", -5, 5, func(x float64) float64 { return Elu(x, 1) }},
		{"selu", -5, 5, Selu},
		{"celu", -5, 5, func(x float64) float64 { return Celu(x, 2) }},
	} {
		args := make([]float64, 1024)
		for i := range args {
			args[i] = f.low + (f.high-f.low)*math.Mod(float64(i)*0.6180339887, 1)
		}
		b.Run("func="+f.name, func(b *testing.B) {
			i := 0
			for b.Loop() {
				sink = f.call(args[i&1023])
				i++
			}
		})
	}
}
