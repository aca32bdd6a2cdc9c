package main

import "fmt"

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
		return unary1(name+infix+"Float64", is, float64s, func(f *frame, _ dtype, x vec) vec { return u(frame64{f}, x) }, o)
	}
	standard := func(name string, u func(f frame64, x vec) vec) kernel {
		return one(name, fmt.Sprintf("math.%c%s(x[i])", name[0]-'a'+'A', name[1:]), u)
	}
	two := func(name string, b func(f frame64, x vec, y arg) vec) kernel {
		o := string(name[0]-'a'+'A') + name[1:]
		return binary2(name+infix+"Float64", fmt.Sprintf("math.%s(x[i], y[i])", o), float64s,
			func(f *frame, _ dtype, x vec, y arg) vec { return b(frame64{f}, x, y) }, o)
	}
	softplus := kernel{name: "softplus" + infix + "Float64", in: []int{8, 8, 8}, out: 8, entries: entriesOf(float64s, float64s, []string{"Softplus"}),
		is: "math.Log1p(math.Exp(x[i]*y[i])) / y[i], or x[i] where x[i]*y[i] > z[i]",
		unit: func(f *frame, in input) vec {
			return softplus64(frame64{f}, f.load(in(0, 0)), in(1, 0), in(2, 0))
		}}
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
		two("pow", power64),
		two("atan2", atan264),
		two("hypot", hypot64),
	}
	for _, k := range []kernel{standard("sin", sine64), standard("cos", cosine64), standard("tan", tangent64)} {
		k.limit = angleLimit64
		all = append(all, k)
	}
	for i := range all {
		all[i].width, all[i].keep, all[i].turns, all[i].once = width, keep, 1, true
		all[i].keepMost()
	}
	return all
}
