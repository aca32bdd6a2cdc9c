package op

import "math"

// exceptions are the outcomes that we decided against, or that the data have wrong.
// Each names what the outcome is instead, so that nothing else passes.
var exceptions = []struct {
	why string
	is  func(e outcome) bool
}{
	{"PyTorch's sign of NaN is 0", func(e outcome) bool {
		return e.Op == Sign && e.isNaN(0) && e.want == 0
	}},
	{"PyTorch's heaviside of NaN is 0", func(e outcome) bool {
		return e.Op == Heaviside && e.isNaN(0) && e.want == 0
	}},
	{"PyTorch's softshrink of NaN is 0 in float16", func(e outcome) bool {
		return e.Op == Softshrink && e.given == Float16 && e.isNaN(0) && e.want == 0
	}},
	{"PyTorch's elu and celu of -0 are 0, C's expm1(-0) is -0", func(e outcome) bool {
		return (e.Op == Elu || e.Op == Celu) && e.x() == 0 && e.otherZero()
	}},
	{"PyTorch's logsigmoid rounds to 0, from below it is -0", func(e outcome) bool {
		return e.Op == Logsigmoid && e.x() > 16 && e.otherZero()
	}},
	{"NumPy's sinc has no result where pi*x overflows", func(e outcome) bool {
		return e.Op == Sinc && math.IsInf(e.x()*math.Pi, 0) && e.result.isNaN(e.want)
	}},
	{"the oracle of tanhshrink has too few digits for x^3/3", func(e outcome) bool {
		return e.Op == Tanhshrink && math.Abs(e.x()) < 0x1p-100 && e.want == 0
	}},
	{"PyTorch's softsign of integers adds 1 to |x| in their type, where it wraps", func(e outcome) bool {
		limit := math.Ldexp(1, 8*e.given.Size()-1) - 1
		return e.Op == Softsign && e.given.Kind() == Signed && math.Abs(e.x()) >= float64(float32(limit))
	}},
	{"PyTorch's ldexp multiplies by 2^y, even if that is 0 or Inf in the dtype", func(e outcome) bool {
		if e.Op != Ldexp {
			return false
		}
		power := e.result.Float(e.result.FromFloat(math.Exp2(e.types[1].Float(e.args[1]))))
		return (power == 0 || math.IsInf(power, 0)) && e.gives(e.x()*power)
	}},
	{"PyTorch fuses the addition of a product that overflows", func(e outcome) bool {
		fused := e.Op == Add.With || e.Op == Sub.With || e.Op == Addcmul
		return fused && math.IsInf(e.x(), 0) && e.want == e.args[0]
	}},
	{"PyTorch 1.13's lerp takes negative weights for small, newer versions go by |z|", func(e outcome) bool {
		if e.Op != Lerp {
			return false
		}
		x, y, z := e.x(), e.types[1].Float(e.args[1]), e.types[2].Float(e.args[2])
		return z <= -0.5 && e.gives(x+z*(y-x))
	}},
	{"PyTorch rounds a float16 quotient before truncating it", func(e outcome) bool {
		if e.Op != TruncDivide || e.given != Float16 {
			return false
		}
		quotient := Float16.FromFloat(e.x() / Float16.Float(e.args[1]))
		return e.gives(math.Trunc(Float16.Float(quotient)))
	}},
	{"PyTorch's leaky_relu of float16 takes its slope in float32", func(e outcome) bool {
		return e.Op == LeakyRelu && e.given == Float16 && e.gives(float64(float32(e.x()*0.01)))
	}},
}

// exception names the outcome's exception; it is empty if it has none.
func (e outcome) exception() string {
	for _, x := range exceptions {
		if x.is(e) {
			return x.why
		}
	}
	return ""
}

// unjudged are the rows that no data judge; TestTheRowsWithoutDataMeanWhatTheyShould does.
var unjudged = map[*Op]bool{Positive: true, Prelu: true, Muladd: true, Isclose: true, Logit.With: true}

// x is the first operand, a float.
func (e outcome) x() float64 { return e.types[0].Float(e.args[0]) }

func (e outcome) isNaN(operand int) bool { return e.types[operand].isNaN(e.args[operand]) }

// otherZero reports whether the outcome is zero, and ours the zero of the other sign.
func (e outcome) otherZero() bool {
	return e.result.isZero(e.want) && e.result.isZero(e.ours()) && e.want != e.ours()
}

// gives reports whether the outcome is x rounded once.
func (e outcome) gives(x float64) bool {
	return e.want == e.result.FromFloat(x) || math.IsNaN(x) && e.result.isNaN(e.want)
}
