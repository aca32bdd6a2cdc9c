package main

import "fmt"

// functions are real functions of float32, for registers of the given width.
//
// Each reduces its operand to a small interval, and has a polynomial there, fitted by
// weighted least squares for the smallest relative error with coefficients of float32, one
// rounded after the other.
func functions(width int) []kernel {
	infix, keep := "", 8
	if width == 64 { // there are 32 registers
		infix, keep = "512", 18
	}
	one := func(name, is string, u unary) kernel {
		o := string(name[0]-'a'+'A') + name[1:]
		k := unary1(name+infix+"Float32", is, float32s, u, o)
		k.width, k.keep = width, keep
		return k
	}
	standard := func(name string, u unary) kernel {
		return one(name, fmt.Sprintf("math.%c%s(x[i])", name[0]-'a'+'A', name[1:]), u)
	}
	all := []kernel{
		standard("exp", exp),
		standard("exp2", exp2),
		standard("expm1", expm1),
		standard("tanh", tanh),
		one("sigmoid", "1 / (1 + math.Exp(-x[i]))", sigmoid),
		standard("erf", erf),
		standard("log", ln),
		standard("log2", log2),
		standard("log10", log10),
		standard("log1p", log1p),
		one("rsqrt", "1 / math.Sqrt(x[i])", rsqrt),
	}
	for _, k := range []kernel{standard("sin", sine), standard("cos", cosine)} {
		k.limit = angleLimit
		all = append(all, k)
	}
	few := map[string]int{"sin512Float32": 6, "cos512Float32": 6, "sinFloat32": 4, "cosFloat32": 4, "erf512Float32": 18} // the allocator finds no place for more
	for i := range all {
		if n, ok := few[all[i].name]; ok {
			all[i].keep = n
		}
	}
	return all
}

// rsqrt is rounded twice.
func rsqrt(f *frame, _ dtype, x vec) vec { return reciprocal(f, float32s, sqrt(f, float32s, x)) }
