// Package math64 has the kernels of real functions of float64.
package math64

import (
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/function"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

type (
	vec = emit.Vec
	arg = emit.Arg
)

// Kernels are real functions of float64, for registers of the given width. They are fitted
// as functions says, with coefficients of float64.
func Kernels(width int) []kernel.Kernel {
	l := function.NewLibrary(dtype.Float64, width)
	one, standard, two := l.One, l.Standard, l.Two
	lgamma := one("lgamma", "math.Log(math.Abs(math.Gamma(x[i])))", lgamma)
	lgamma.FallbackBelow = lgammaNearZero
	all := []kernel.Kernel{
		standard("exp", exp),
		standard("exp2", exp2),
		standard("expm1", Expm1),
		standard("tanh", tanh),
		one("sigmoid", "1 / (1 + math.Exp(-x[i]))", sigmoid),
		one("silu", "x[i] / (1 + math.Exp(-x[i]))", silu),
		standard("log", ln),
		standard("log2", log2),
		standard("log10", log10),
		standard("log1p", log1p),
		standard("sinh", sinh),
		standard("cosh", cosh),
		standard("asin", asin),
		standard("acos", acos),
		standard("atan", atan),
		standard("asinh", asinh),
		standard("acosh", acosh),
		standard("atanh", atanh),
		one("logit", "math.Log(x[i] / (1 - x[i]))", logit),
		standard("cbrt", cbrt),
		one("rsqrt", "1 / math.Sqrt(x[i])", rsqrt),
		standard("erf", erf),
		standard("erfc", erfc),
		one("gelu", "x[i] / 2 * math.Erfc(-x[i]/math.Sqrt2)", gelu),
		one("logsigmoid", "-math.Log1p(math.Exp(-x[i]))", logsigmoid),
		l.Softplus(softplus),
		one("mish", "x[i] * math.Tanh(math.Log1p(math.Exp(x[i])))", mish),
		two("pow", "math.Pow(x[i], y[i])", power),
		two("atan2", "math.Atan2(x[i], y[i])", atan2),
		two("hypot", "math.Hypot(x[i], y[i])", hypot),
		one("geluTanh", "x[i] / 2 * (1 + math.Tanh(math.Sqrt(2/math.Pi)*(x[i]+0.044715*x[i]*x[i]*x[i])))", geluTanh),
		one("tanhshrink", "x[i] - math.Tanh(x[i])", tanhshrink),
		one("sinc", "math.Sin(math.Pi*x[i]) / (math.Pi * x[i])", sinc),
		two("ldexp", "x[i] * math.Exp2(y[i])", ldexp),
		two("celu", "x[i] > 0 ? x[i] : y[i] * math.Expm1(x[i]/y[i])", celu),
		lgamma,
	}
	for _, k := range []kernel.Kernel{standard("sin", sine), standard("cos", cosine), standard("tan", tangent)} {
		k.FallbackAbove = angleLimit
		all = append(all, k)
	}
	for _, k := range []kernel.Kernel{two("logaddexp", "math.Log(math.Exp(x[i]) + math.Exp(y[i]))", logaddexp), two("logaddexp2", "math.Log2(math.Exp2(x[i]) + math.Exp2(y[i]))", logaddexp2)} {
		k.FallbackBelow = logsNearZero
		all = append(all, k)
	}
	l.Finish(all)
	return all
}
