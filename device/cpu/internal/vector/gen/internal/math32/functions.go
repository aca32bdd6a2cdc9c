// Package math32 has the kernels of real functions of float32, and of some of float16.
package math32

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

// Kernels are real functions of float32, for registers of the given width.
//
// Each reduces its operand to a small interval, and has a polynomial there. The polynomial is fitted
// by weighted least squares for the smallest relative error. Its coefficients are float32, rounded
// one after the other. The program device/op/internal/fit fits them anew.
func Kernels(width int) []kernel.Kernel {
	l := function.NewLibrary(dtype.Float32, width)
	one, standard, two := l.One, l.Standard, l.Two
	all := []kernel.Kernel{
		standard("exp", exp),
		standard("exp2", exp2),
		standard("expm1", Expm1),
		standard("tanh", tanh),
		one("sigmoid", "1 / (1 + math.Exp(-x[i]))", sigmoid),
		one("silu", "x[i] / (1 + math.Exp(-x[i]))", silu),
		one("logsigmoid", "-math.Log1p(math.Exp(-x[i]))", logsigmoid),
		one("gelu", "x[i] / 2 * math.Erfc(-x[i]/math.Sqrt2)", gelu),
		one("geluTanh", "x[i] / 2 * (1 + math.Tanh(math.Sqrt(2/math.Pi)*(x[i]+0.044715*x[i]*x[i]*x[i])))", geluTanh),
		standard("erf", erf),
		standard("erfc", erfc),
		standard("log", ln),
		standard("log2", log2),
		standard("log10", log10),
		standard("log1p", log1p),
		one("rsqrt", "1 / math.Sqrt(x[i])", rsqrt),
		two("pow", "math.Pow(x[i], y[i])", power),
		two("hypot", "math.Hypot(x[i], y[i])", hypot),
		two("atan2", "math.Atan2(x[i], y[i])", atan2),
		l.Softplus(softplus),
		standard("sin", sine),
		standard("cos", cosine),
		standard("tan", tangent),
		two("ldexp", "x[i] * math.Exp2(y[i])", ldexp),
		two("celu", "x[i] > 0 ? x[i] : y[i] * math.Expm1(x[i]/y[i])", celu),
		one("tanhshrink", "x[i] - math.Tanh(x[i])", tanhshrink),
		one("sinc", "math.Sin(math.Pi*x[i]) / (math.Pi * x[i])", sinc),
		standard("asin", asin),
		standard("acos", acos),
		standard("atan", atan),
		standard("sinh", sinh),
		standard("cosh", cosh),
		standard("asinh", asinh),
		standard("acosh", acosh),
		standard("atanh", atanh),
		standard("cbrt", cbrt),
		one("logit", "math.Log(x[i] / (1 - x[i]))", logit),
		one("mish", "x[i] * math.Tanh(math.Log1p(math.Exp(x[i])))", mish),
	}
	fallBack := func(k kernel.Kernel, below float32) {
		k.FallbackBelow = below
		all = append(all, k)
	}
	fallBack(one("lgamma", "math.Log(math.Abs(math.Gamma(x[i])))", lgamma), lgammaNearZero)
	fallBack(two("logaddexp", "math.Log(math.Exp(x[i]) + math.Exp(y[i]))", logaddexp), logsNearZero)
	fallBack(two("logaddexp2", "math.Log2(math.Exp2(x[i]) + math.Exp2(y[i]))", logaddexp2), logsNearZero)
	if width > 16 {
		all = append(append(all, expOfDifference(width)), float16Functions(width)...)
	}
	l.Finish(all)
	return all
}
