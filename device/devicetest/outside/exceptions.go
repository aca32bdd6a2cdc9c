package outside

import (
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/device/op"
)

// exception is an answer of the data that is wrong, or contradicts a decision of ours. The Array
// API standard, C99 and NumPy come before PyTorch. It says what we give instead, so that nothing
// else passes.
type exception struct {
	why string
	ops []string
	met func(e *element) bool
}

// element is a sample in numbers.
type element struct {
	dtype     op.DType // of the case's last input
	in        []float64
	want, got float64
}

// Exceptions lists all exceptions.
func Exceptions() (all []string) {
	for _, x := range exceptions {
		all = append(all, x.why)
	}
	return append(all, undefinedInC)
}

const undefinedInC = "undefined in C, ours saturates"

var exceptions = []exception{
	{"PyTorch's sign of NaN is 0, ours NaN", []string{"sign"}, zeroOfNaN},
	{"PyTorch's heaviside of NaN is 0, ours NaN", []string{"heaviside"}, zeroOfNaN},
	{"PyTorch's softshrink of NaN is 0, ours NaN", []string{"softshrink"}, zeroOfNaN},
	{"exp(x)-1 gives +0 of -0 and the smallest numbers below it, C99's expm1 keeps the sign", []string{"elu", "celu", "selu"},
		func(e *element) bool {
			return math.Signbit(e.in[0]) && e.in[0] >= -math.SmallestNonzeroFloat32 && e.want == 0 && negativeZero(e.got)
		}},
	{"the oracle's logsigmoid has no sign where it is 0, ours comes from below", []string{"logsigmoid"},
		func(e *element) bool { return e.in[0] > 0 && e.want == 0 && negativeZero(e.got) }},
	{"the oracle runs out of digits for tanhshrink of tiny numbers; it is x^3/3", []string{"tanhshrink"},
		func(e *element) bool {
			cube := e.in[0] * e.in[0] * e.in[0] / 3
			return math.Abs(e.in[0]) < 1e-30 && e.want == 0 && math.Signbit(e.got) == math.Signbit(cube) && (math.Abs(e.got-cube) <= 1e-15*math.Abs(cube) || e.got == 0)
		}},
	{"pi*x overflows in the data's sinc; x is a whole number, so it is 0", []string{"sinc"},
		func(e *element) bool {
			return math.Abs(e.in[0]) > math.MaxFloat64/math.Pi && isNaN(e.want) && e.got == 0 && !math.Signbit(e.got)
		}},
	{"PyTorch's 1+|x| of softsign wraps for the largest integers, ours is a float32", []string{"softsign"},
		func(e *element) bool {
			return math.Abs(e.in[0]) >= math.MaxInt8 && e.want*e.in[0] < 0 && e.got == float64(float32(e.in[0]/(1+math.Abs(e.in[0]))))
		}},
	{"PyTorch multiplies by 2^y, which is 0 or Inf; ldexp of 0 and of infinities is x itself", []string{"ldexp"},
		func(e *element) bool {
			x := e.in[0]
			return (x == 0 || math.IsInf(x, 0)) && !isNaN(e.in[1]) && !math.IsInf(e.in[1], 0) && isNaN(e.want) && e.got == x
		}},
	{"PyTorch's 2^y overflows or vanishes in the type, where ldexp of x does not", []string{"ldexp"},
		func(e *element) bool {
			exact, power := e.in[0]*math.Exp2(e.in[1]), e.dtype.Float(e.dtype.FromFloat(math.Exp2(e.in[1])))
			return (math.IsInf(power, 0) || power == 0) && e.want == e.in[0]*power && math.Abs(e.got-exact) <= 0x1p-7*math.Abs(exact)
		}},
	{"PyTorch rounds the quotient to float16 before truncating it", []string{"div_trunc"},
		func(e *element) bool {
			quotient := e.in[0] / e.in[1]
			return e.want == math.Trunc(half(quotient)) && e.got == half(math.Trunc(quotient))
		}},
	{"PyTorch's product is not rounded, ours overflows before the sum", []string{"add_alpha2", "sub_alpha3", "addcmul"},
		func(e *element) bool { return math.IsInf(e.in[0], 0) && e.want == e.in[0] && isNaN(e.got) }},
	{"PyTorch's product is not rounded, ours is -0 before the sum with 0", []string{"addcmul", "lerp"},
		func(e *element) bool { return e.in[0] == 0 && negativeZero(e.want) && e.got == 0 }},
	{"PyTorch 1.13's lerp goes by the weight's sign, ours, as later ones, by its magnitude", []string{"lerp"},
		func(e *element) bool {
			return e.in[2] <= -0.5 && (math.IsInf(e.in[0], 0) || math.IsInf(e.in[1], 0)) && isNaN(e.got)
		}},
	{"PyTorch's leaky_relu of float16 takes its slope in float32", []string{"leaky_relu"},
		func(e *element) bool {
			return e.dtype == op.Float16 && e.want == half(float64(float32(e.in[0]*0.01)))
		}},
}

// exception is why the data's answer does not count, or "".
func (e *Sample) exception() string {
	if slices.Contains(e.Tags, "undefined-in-C") && e.Kind == "cast" && e.Got == op.Convert(e.In[0], e.Types[0], e.DType) {
		return undefinedInC
	}
	x := &element{e.Types[len(e.Types)-1], e.Numbers(), e.want(), e.got()}
	for _, known := range exceptions {
		if slices.Contains(known.ops, e.Op) && known.met(x) {
			return known.why
		}
	}
	return ""
}

func zeroOfNaN(e *element) bool { return isNaN(e.in[0]) && e.want == 0 && isNaN(e.got) }

// half is the float16 nearest to x.
func half(x float64) float64 { return op.Float16.Float(op.Float16.FromFloat(x)) }

func isNaN(x float64) bool { return x != x }

func negativeZero(x float64) bool { return x == 0 && math.Signbit(x) }
