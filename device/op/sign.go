package op

import "math"

var Neg = def(Op{
	Name: "neg", Aliases: names.keep("negative"), Arity: 1, Doc: "-x; integers wrap, so that the smallest stays", Hint: "use logical_not for bool",
	Float: form1("m_neg({x})", func(x float64) float64 { return -x }).wide("m_fneg64({x})"),
	Int:   form1("-{x}", func(x int64) int64 { return -x }).wide("m_neg64({x})"),
	Uint:  form1("0u - {x}", func(x uint64) uint64 { return -x }).wide("m_neg64({x})"),
	Word:  Words{Float: "{x} ^ {h}", Int: "m_lanes_sub(0u, {x}, {h})", Uint: "m_lanes_sub(0u, {x}, {h})"},
})

var Abs = def(Op{
	Name: "abs", Aliases: names.keep("absolute", "fabs"), Arity: 1, Doc: "x without its sign; the smallest integer stays", Hint: noBool,
	Float: form1("m_abs({x})", math.Abs).wide("m_fabs64({x})"),
	Int:   form1("abs({x})", func(x int64) int64 { return max(x, -x) }).wide("m_abs64({x})"),
	Uint:  form1("{x}", same[uint64]),
	Word:  Words{Float: "{x} & ~{h}", Int: "m_lanes_abs({x}, {h})", Uint: "{x}"},
})

var Positive = def(Op{
	Name: "positive", Arity: 1, Doc: "x", Hint: noBool,
	Float: form1("{x}", same[float64]).wide("{x}"),
	Int:   form1("{x}", same[int64]),
	Uint:  form1("{x}", same[uint64]),
	Word:  Words{Float: "{x}", Int: "{x}", Uint: "{x}"},
})

var Sign = def(Op{
	Name: "sign", Arity: 1, Doc: "-1, 0 or 1 as x is negative, zero (-0 too) or positive; NaN of NaN",
	Float: form1("m_sign({x})", floatSign).wide("m_fsign64({x})"),
	Int:   form1("sign({x})", func(x int64) int64 { return x>>63 | int64(uint64(-x)>>63) }).wide("m_isign64({x})"),
	Uint:  form1("min({x}, 1u)", func(x uint64) uint64 { return min(x, 1) }).wide("m_usign64({x})"),
	Bool:  form1("{x}", same[bool]),
	Word:  Words{Bool: "{x}"},
})

var Copysign = def(Op{
	Name: "copysign", Arity: 2, Rule: Float, Doc: "x with the sign of y, which zeros and NaN have too",
	Float: form2("m_copysign({x}, {y})", math.Copysign).wide("m_fcopysign64({x}, {y})"),
	Word:  Words{Float: "({x} & ~{h}) | ({y} & {h})"},
})

var Nextafter = def(Op{
	Name: "nextafter", Arity: 2, Doc: "the next number of the dtype after x towards y; y where they are equal, NaN if either is", Hint: "convert with AsType to a float dtype",
	Float:  form2("m_nextafter({x}, {y})", nextafter[float64]).wide("m_fnextafter64({x}, {y})"),
	Single: nextafter[float32],
	Half:   nextHalf, HalfWGSL: "m_nextafter_{half}({x}, {y})",
})

var Heaviside = def(Op{
	Name: "heaviside", Arity: 2, Operands: names.keep("x", "value"),
	Doc: "0 where x is negative, value where it is 0, 1 where it is positive; NaN of NaN",
	As:  Where.of(Lt.of(x, 0), 0, Where.of(Gt.of(x, 0), 1, Where.of(Eq.of(x, 0), y, x))),
})

var NanToNum = def(Op{
	Name: "nan_to_num", Arity: 4, Params: params.keep(Param{Name: "nan"}, Param{Name: "posinf", Default: Largest}, Param{Name: "neginf", Default: Lowest}),
	Doc: "x, with nan in place of NaN, posinf of Inf and neginf of -Inf; integers and bools stay",
	As:  Where.of(Isnan.of(x), y, Where.of(Isposinf.of(x), z, Where.of(Isneginf.of(x), u, x))),
})

func floatSign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	case x == 0:
		return 0
	}
	return x
}

// nextafter is C's: it gives y if x equals y, also for zeros of different sign.
func nextafter[T float32 | float64](x, y T) T {
	switch x := any(x).(type) {
	case float32:
		if y := float32(y); x != y {
			return T(math.Nextafter32(x, y))
		}
	case float64:
		if y := float64(y); x != y {
			return T(math.Nextafter(x, y))
		}
	}
	return y
}

// nextHalf is nextafter for the narrow floats: the bits of numbers of one sign are
// ordered as the numbers are.
func nextHalf(dt DType, x, y float64) float64 {
	switch bits := dt.FromFloat(x); {
	case x != x || y != y:
		return math.NaN()
	case x == y:
		return y
	case x == 0:
		return math.Copysign(dt.Float(1), y)
	case (x < y) == (x > 0):
		return dt.Float(bits + 1)
	default:
		return dt.Float(bits - 1)
	}
}
