package main

import (
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// functions64 are real functions of float64, for registers of the given width. They are fitted
// as functions says, with coefficients of float64.
func functions64(width int) []kernel.Kernel {
	l := library{dtype.Float64, width}
	one, standard, two := l.one, l.standard, l.two
	lgamma := one("lgamma", "math.Log(math.Abs(math.Gamma(x[i])))", lgamma64)
	lgamma.Doubt = lgammaDoubt64
	all := []kernel.Kernel{
		standard("exp", exp64),
		standard("exp2", exp264),
		standard("expm1", expm164),
		standard("tanh", tanh64),
		one("sigmoid", "1 / (1 + math.Exp(-x[i]))", sigmoid64),
		one("silu", "x[i] / (1 + math.Exp(-x[i]))", silu64),
		standard("log", ln64),
		standard("log2", log264),
		standard("log10", log1064),
		standard("log1p", log1p64),
		standard("sinh", sinh64),
		standard("cosh", cosh64),
		standard("asin", asin64),
		standard("acos", acos64),
		standard("atan", atan64),
		standard("asinh", asinh64),
		standard("acosh", acosh64),
		standard("atanh", atanh64),
		one("logit", "math.Log(x[i] / (1 - x[i]))", logit64),
		standard("cbrt", cbrt64),
		one("rsqrt", "1 / math.Sqrt(x[i])", rsqrt64),
		standard("erf", erf64),
		standard("erfc", erfc64),
		one("gelu", "x[i] / 2 * math.Erfc(-x[i]/math.Sqrt2)", gelu64),
		one("logsigmoid", "-math.Log1p(math.Exp(-x[i]))", logsigmoid64),
		l.softplus(softplus64),
		one("mish", "x[i] * math.Tanh(math.Log1p(math.Exp(x[i])))", mish64),
		two("pow", "math.Pow(x[i], y[i])", power64),
		two("atan2", "math.Atan2(x[i], y[i])", atan264),
		two("hypot", "math.Hypot(x[i], y[i])", hypot64),
		one("geluTanh", "x[i] / 2 * (1 + math.Tanh(math.Sqrt(2/math.Pi)*(x[i]+0.044715*x[i]*x[i]*x[i])))", geluTanh64),
		one("tanhshrink", "x[i] - math.Tanh(x[i])", tanhshrink64),
		one("sinc", "math.Sin(math.Pi*x[i]) / (math.Pi * x[i])", sinc64),
		two("ldexp", "x[i] * math.Exp2(y[i])", ldexp64),
		two("celu", "x[i] > 0 ? x[i] : y[i] * math.Expm1(x[i]/y[i])", celu64),
		lgamma,
	}
	for _, k := range []kernel.Kernel{standard("sin", sine64), standard("cos", cosine64), standard("tan", tangent64)} {
		k.Limit = angleLimit64
		all = append(all, k)
	}
	for _, k := range []kernel.Kernel{two("logaddexp", "math.Log(math.Exp(x[i]) + math.Exp(y[i]))", logaddexp64), two("logaddexp2", "math.Log2(math.Exp2(x[i]) + math.Exp2(y[i]))", logaddexp264)} {
		k.Doubt = logsDoubt64
		all = append(all, k)
	}
	l.finish(all)
	return all
}
