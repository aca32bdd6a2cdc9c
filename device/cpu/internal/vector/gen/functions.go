package main

import (
	"fmt"
	"sort"
	"strings"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
)

// functions are real functions of float32, for registers of the given width.
//
// Each reduces its operand to a small interval, and has a polynomial there, fitted by
// weighted least squares for the smallest relative error with coefficients of float32, one
// rounded after the other. The program device/op/internal/fit fits them anew.
func functions(width int) []kernel {
	infix, keep := "", 8
	switch width { // there are 32 registers, of NEON's 28 for the allocator
	case 64:
		infix, keep = "512", 26
	case 16:
		keep = 26
	}
	one := func(name, is string, u unary) kernel {
		o := string(name[0]-'a'+'A') + name[1:]
		k := unary1(name+infix+"Float32", is, dtype.Float32, u, o)
		k.width, k.keep = width, keep
		return k
	}
	standard := func(name string, u unary) kernel {
		return one(name, fmt.Sprintf("math.%c%s(x[i])", name[0]-'a'+'A', name[1:]), u)
	}
	two := func(k kernel) kernel {
		k.name = strings.Replace(k.name, "Float32", infix+"Float32", 1)
		k.width, k.keep = width, keep
		return k
	}
	all := []kernel{
		standard("exp", exp),
		standard("exp2", exp2),
		standard("expm1", expm1),
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
		two(binary2("powFloat32", "math.Pow(x[i], y[i])", dtype.Float32, power, "Pow")),
		two(binary2("hypotFloat32", "math.Hypot(x[i], y[i])", dtype.Float32, hypot, "Hypot")),
		two(binary2("atan2Float32", "math.Atan2(x[i], y[i])", dtype.Float32, atan2, "Atan2")),
		two(ternary3("softplusFloat32", "math.Log1p(math.Exp(x[i]*y[i])) / y[i], or x[i] where x[i]*y[i] > z[i]", softplus, "Softplus")),
		standard("sin", sine),
		standard("cos", cosine),
		standard("tan", tangent),
		two(binary2("ldexpFloat32", "x[i] * math.Exp2(y[i])", dtype.Float32, ldexp, "Ldexp")),
		two(binary2("celuFloat32", "x[i] > 0 ? x[i] : y[i] * math.Expm1(x[i]/y[i])", dtype.Float32, celu, "Celu")),
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
	doubtful := func(k kernel, below float32) {
		k.doubt = below
		all = append(all, k)
	}
	doubtful(one("lgamma", "math.Log(math.Abs(math.Gamma(x[i])))", lgamma), lgammaDoubt)
	doubtful(two(binary2("logaddexpFloat32", "math.Log(math.Exp(x[i]) + math.Exp(y[i]))", dtype.Float32, logaddexp, "Logaddexp")), logsDoubt)
	doubtful(two(binary2("logaddexp2Float32", "math.Log2(math.Exp2(x[i]) + math.Exp2(y[i]))", dtype.Float32, logaddexp2, "Logaddexp2")), logsDoubt)
	if width > 16 {
		all = append(all, shortFunctions(width)...)
	}
	for i := range all {
		all[i].turns, all[i].once, all[i].keep = 1, true, keep
		all[i].keepMost()
	}
	if width < 64 {
		all = append(all, exact()...)
	}
	return all
}

// ternary3 is a kernel of three operands of float32.
func ternary3(name, is string, t func(f *frame, x vec, y, z arg) vec, ops ...string) kernel {
	return kernel{name: name, is: is, in: []int{4, 4, 4}, out: 4, entries: entriesOf(dtype.Float32, dtype.Float32, ops),
		unit: func(f *frame, in input) vec { return t(f, f.load(in(0, 0)), in(1, 0), in(2, 0)) }}
}

// keepMost has as many constants stay in registers as the allocator finds room for.
func (k *kernel) keepMost() {
	most := k.keep
	k.keep = most - sort.Search(most, func(fewer int) bool {
		k.keep = most - fewer
		_, err := (&family{name: k.name, tier: k.tier(), kernels: []kernel{*k}}).assembly()
		return err == nil
	})
}

func (k *kernel) tier() string {
	return map[int]string{16: neonTier, 32: "avx2", 64: "avx512"}[k.width]
}
