package main

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
)

// functions64 are real functions of float64, for registers of the given width. They are fitted
// as functions says, with coefficients of float64.
func functions64(width int) []kernel {
	infix, keep := "", 8
	switch width {
	case 64:
		infix, keep = "512", 26
	case 16:
		keep = 26
	}
	one := func(name, is string, u func(f frame64, x vec) vec) kernel {
		o := string(name[0]-'a'+'A') + name[1:]
		return unary1(name+infix+"Float64", is, dtype.Float64, func(f *frame, _ dtype.Type, x vec) vec { return u(frame64{f}, x) }, o)
	}
	standard := func(name string, u func(f frame64, x vec) vec) kernel {
		return one(name, fmt.Sprintf("math.%c%s(x[i])", name[0]-'a'+'A', name[1:]), u)
	}
	two := func(name, is string, b func(f frame64, x vec, y arg) vec) kernel {
		o := string(name[0]-'a'+'A') + name[1:]
		return binary2(name+infix+"Float64", is, dtype.Float64, func(f *frame, _ dtype.Type, x vec, y arg) vec { return b(frame64{f}, x, y) }, o)
	}
	softplus := kernel{name: "softplus" + infix + "Float64", in: []int{8, 8, 8}, out: 8, entries: entriesOf(dtype.Float64, dtype.Float64, []string{"Softplus"}),
		is: "math.Log1p(math.Exp(x[i]*y[i])) / y[i], or x[i] where x[i]*y[i] > z[i]",
		unit: func(f *frame, in input) vec {
			return softplus64(frame64{f}, f.load(in(0, 0)), in(1, 0), in(2, 0))
		}}
	lgamma := one("lgamma", "math.Log(math.Abs(math.Gamma(x[i])))", lgamma64)
	lgamma.doubt = lgammaDoubt64
	all := []kernel{
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
		softplus,
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
	for _, k := range []kernel{standard("sin", sine64), standard("cos", cosine64), standard("tan", tangent64)} {
		k.limit = angleLimit64
		all = append(all, k)
	}
	for _, k := range []kernel{two("logaddexp", "math.Log(math.Exp(x[i]) + math.Exp(y[i]))", logaddexp64), two("logaddexp2", "math.Log2(math.Exp2(x[i]) + math.Exp2(y[i]))", logaddexp264)} {
		k.doubt = logsDoubt64
		all = append(all, k)
	}
	for i := range all {
		all[i].width, all[i].keep, all[i].turns, all[i].once, all[i].double = width, keep, 1, true, true
		all[i].keepMost()
	}
	return all
}
