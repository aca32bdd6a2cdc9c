package main

import "fmt"

// functions64 are real functions of float64, for registers of the given width. They are fitted
// as functions says, with coefficients of float64.
func functions64(width int) []kernel {
	infix, keep := "", 8
	if width == 64 {
		infix, keep = "512", 26
	}
	one := func(name, is string, u func(f frame64, x vec) vec) kernel {
		o := string(name[0]-'a'+'A') + name[1:]
		return unary1(name+infix+"Float64", is, float64s, func(f *frame, _ dtype, x vec) vec { return u(frame64{f}, x) }, o)
	}
	standard := func(name string, u func(f frame64, x vec) vec) kernel {
		return one(name, fmt.Sprintf("math.%c%s(x[i])", name[0]-'a'+'A', name[1:]), u)
	}
	all := []kernel{
		standard("exp", exp64),
		standard("exp2", exp264),
		standard("expm1", expm164),
		standard("tanh", tanh64),
		one("sigmoid", "1 / (1 + math.Exp(-x[i]))", sigmoid64),
		one("silu", "x[i] / (1 + math.Exp(-x[i]))", silu64),
		standard("log", ln64),
	}
	for _, k := range []kernel{standard("sin", sine64), standard("cos", cosine64)} {
		k.limit = angleLimit64
		all = append(all, k)
	}
	for i := range all {
		all[i].width, all[i].keep, all[i].turns = width, keep, 1
		all[i].keepMost()
	}
	return all
}
