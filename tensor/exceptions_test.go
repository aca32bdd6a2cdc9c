package tensor_test

import (
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/device/op"
)

// result is an element of a case: what went in, what the data have, what came out.
type result struct {
	in        []float64
	want, got float64
}

// exception is where the data contradict a decision of ours (NUMERICS.md: the Array API
// standard, C99 and NumPy come before PyTorch). It holds what we give instead, too.
type exception struct {
	why string
	ops []string
	met func(r result) bool
}

var exceptions = []exception{
	{"PyTorch's sign of NaN is 0, ours NaN", []string{"sign"},
		func(r result) bool { return isNaN64(r.in[0]) && r.want == 0 && isNaN64(r.got) }},
	{"PyTorch's heaviside of NaN is 0, ours NaN", []string{"heaviside"},
		func(r result) bool { return isNaN64(r.in[0]) && r.want == 0 && isNaN64(r.got) }},
	{"exp(x)-1 gives +0 of -0 and the smallest numbers below it, C99's expm1 keeps the sign", []string{"elu", "celu", "selu"},
		func(r result) bool {
			return math.Signbit(r.in[0]) && r.in[0] >= -math.SmallestNonzeroFloat32 && r.want == 0 && negativeZero(r.got)
		}},
	{"the oracle's logsigmoid has no sign where it is 0, ours comes from below", []string{"logsigmoid"},
		func(r result) bool { return r.in[0] > 0 && r.want == 0 && negativeZero(r.got) }},
	{"the oracle runs out of digits for tanhshrink of tiny numbers; it is x^3/3", []string{"tanhshrink"},
		func(r result) bool {
			cube := r.in[0] * r.in[0] * r.in[0] / 3
			return math.Abs(r.in[0]) < 1e-30 && r.want == 0 && math.Signbit(r.got) == math.Signbit(cube) && (math.Abs(r.got-cube) <= 1e-15*math.Abs(cube) || r.got == 0)
		}},
	{"pi*x overflows in the data's sinc; x is a whole number, so it is 0", []string{"sinc"},
		func(r result) bool {
			return math.Abs(r.in[0]) > math.MaxFloat64/math.Pi && isNaN64(r.want) && r.got == 0 && !math.Signbit(r.got)
		}},
	{"PyTorch's 1+|x| of softsign wraps for the largest integers, ours is a float32", []string{"softsign"},
		func(r result) bool {
			return math.Abs(r.in[0]) >= math.MaxInt8 && r.want*r.in[0] < 0 && r.got == float64(float32(r.in[0]/(1+math.Abs(r.in[0]))))
		}},
	{"PyTorch multiplies by 2^y, which is 0 or Inf; ldexp of 0 and of infinities is x itself", []string{"ldexp"},
		func(r result) bool {
			x := r.in[0]
			return (x == 0 || math.IsInf(x, 0)) && !isNaN64(r.in[1]) && !math.IsInf(r.in[1], 0) && isNaN64(r.want) && r.got == x
		}},
	{"PyTorch's 2^y overflows or vanishes in float16, where ldexp of x does not", []string{"ldexp"},
		func(r result) bool {
			exact := r.in[0] * math.Exp2(r.in[1])
			return (r.in[1] >= 16 && math.IsInf(r.want, 0) || r.in[1] <= -25 && r.want == 0) && math.Abs(r.got-exact) <= 0x1p-10*math.Abs(exact)
		}},
	{"PyTorch's softshrink of NaN is 0, ours NaN", []string{"softshrink"},
		func(r result) bool { return isNaN64(r.in[0]) && r.want == 0 && isNaN64(r.got) }},
	{"PyTorch rounds the quotient to float16 before truncating it", []string{"div_trunc"},
		func(r result) bool {
			half := op.Float16.Float(op.Float16.FromFloat(r.in[0] / r.in[1]))
			return r.want == math.Trunc(half) && r.got == math.Trunc(r.in[0]/r.in[1])
		}},
	{"PyTorch's product is not rounded, ours overflows before the sum", []string{"add_alpha2", "sub_alpha3", "addcmul"},
		func(r result) bool { return math.IsInf(r.in[0], 0) && r.want == r.in[0] && isNaN64(r.got) }},
	{"PyTorch's product is not rounded, ours is -0 before the sum with 0", []string{"addcmul", "lerp"},
		func(r result) bool { return r.in[0] == 0 && negativeZero(r.want) && r.got == 0 }},
	{"PyTorch 1.13's lerp goes by the weight's sign, ours, as later ones, by its magnitude", []string{"lerp"},
		func(r result) bool {
			return r.in[2] <= -0.5 && (math.IsInf(r.in[0], 0) || math.IsInf(r.in[1], 0)) && isNaN64(r.got)
		}},
}

// excepted is why the data's answer to an element does not count, or "".
func (e sample) excepted() string {
	if e.row() == op.Cast && slices.Contains(e.Tags, "undefined-in-C") && e.got == op.Convert(e.in[0], e.types[0], e.dt) {
		return "undefined in C, ours saturates"
	}
	r := result{e.numbers(), value(e.dt, e.want), value(e.dt, e.got)}
	for _, x := range exceptions {
		if slices.Contains(x.ops, e.Op) && x.met(r) {
			return x.why
		}
	}
	return ""
}

func isNaN64(x float64) bool { return x != x }

func negativeZero(x float64) bool { return x == 0 && math.Signbit(x) }
