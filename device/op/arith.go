package op

import "math"

// cancels is why a sum of rounded terms has no bound against the real function.
const cancels = "the terms of a sum may cancel, so that no bound holds"

const noBool = "convert bool with AsType, or use the logical operations"

var Add = def(Op{
	Name: "add", Arity: 2, Doc: "x + y; integers wrap; of bools, x or y",
	Float: form2("{x} + {y}", func(x, y float64) float64 { return x + y }).wide("m_fadd64({x}, {y})"),
	Int:   form2("{x} + {y}", func(x, y int64) int64 { return x + y }).wide("m_add64({x}, {y})"),
	Uint:  form2("{x} + {y}", func(x, y uint64) uint64 { return x + y }).wide("m_add64({x}, {y})"),
	Bool:  form2("{x} || {y}", func(x, y bool) bool { return x || y }),
	Word:  Words{Int: "m_lanes_add({x}, {y}, {h})", Uint: "m_lanes_add({x}, {y}, {h})", Bool: "{x} | {y}"},
})

var _ = extend(Add, Op{
	Arity: 3, Params: params.keep(Param{Name: "alpha", Default: 1, Follows: true}),
	Doc: "with alpha, x + alpha*y",
	As:  Add.of(x, Mul.of(z, y)), BySteps: cancels,
})

var Sub = def(Op{
	Name: "sub", Aliases: names.keep("subtract"), Arity: 2, Doc: "x - y; integers wrap", Rule: SameNoBool,
	Hint:  "subtraction of a bool tensor is not supported, use bitwise_xor, logical_xor or logical_not",
	Float: form2("{x} - {y}", func(x, y float64) float64 { return x - y }).wide("m_fsub64({x}, {y})"),
	Int:   form2("{x} - {y}", func(x, y int64) int64 { return x - y }).wide("m_sub64({x}, {y})"),
	Uint:  form2("{x} - {y}", func(x, y uint64) uint64 { return x - y }).wide("m_sub64({x}, {y})"),
	Word:  Words{Int: "m_lanes_sub({x}, {y}, {h})", Uint: "m_lanes_sub({x}, {y}, {h})"},
})

var _ = extend(Sub, Op{
	Arity: 3, Params: params.keep(Param{Name: "alpha", Default: 1, Follows: true}), Doc: "with alpha, x - alpha*y", Rule: SameNoBool, Hint: noBool,
	As: Sub.of(x, Mul.of(z, y)), BySteps: cancels,
})

var Mul = def(Op{
	Name: "mul", Aliases: names.keep("multiply"), Arity: 2, InFloat32: Numbers,
	Doc:   "x * y; integers wrap; of bools, x and y",
	Float: form2("{x} * {y}", func(x, y float64) float64 { return x * y }).wide("m_fmul64({x}, {y})"),
	Int:   form2("{x} * {y}", func(x, y int64) int64 { return x * y }).wide("m_mul64({x}, {y})"),
	Uint:  form2("{x} * {y}", func(x, y uint64) uint64 { return x * y }).wide("m_mul64({x}, {y})"),
	Bool:  form2("{x} && {y}", func(x, y bool) bool { return x && y }),
	Word:  Words{Bool: "{x} & {y}"},
})

var Div = def(Op{
	Name: "div", Aliases: names.keep("divide", "true_divide"), Arity: 2, Operands: names.keep("x", "divisor"), InFloat32: Numbers, Doc: "x / divisor, the true quotient; of integers and bools in float32; infinite where divisor is 0, NaN where both are", Rule: Float,
	Float: form2("base_div({x}, {y})", func(x, y float64) float64 { return x / y }).wide("m_fdiv64({x}, {y})"),
})

var FloorDivide = def(Op{
	Name: "floor_divide", Arity: 2, Operands: names.keep("x", "divisor"), InFloat32: Numbers, Hint: noBool,
	Doc: "the quotient of x and divisor rounded towards minus infinity, as NumPy and PyTorch " +
		"compute it. Where divisor is 0, floats give x / divisor, integers 0. It is NaN where x " +
		"is infinite, and 0 or -1 where divisor is",
	Float:  form2("m_floor_div({x}, {y})", floorDivide[float64]).wide("m_ffloor_div64({x}, {y})"),
	Single: floorDivide[float32], BySteps: "NumPy and PyTorch round x - fmod(x, y), and its quotient by y",
	Int:  form2("m_ifloordiv({x}, {y})", intFloorDivide).wide("m_ifloordiv64({x}, {y})"),
	Uint: form2("m_udiv({x}, {y})", uintDivide).wide("m_udiv64({x}, {y})"),
})

var TruncDivide = def(Op{
	Name: "trunc_divide", Arity: 2, Operands: names.keep("x", "divisor"), InFloat32: Numbers, Hint: noBool,
	Doc: "trunc(x / divisor) of the rounded quotient, as in PyTorch. Integers are rounded " +
		"towards zero. Where divisor is 0, floats give x / divisor, integers 0",
	Float:  form2("trunc(base_div({x}, {y}))", func(x, y float64) float64 { return math.Trunc(x / y) }).wide("m_ftrunc64(m_fdiv64({x}, {y}))"),
	Single: func(x, y float32) float32 { return float32(math.Trunc(float64(x / y))) }, BySteps: "PyTorch cuts off a quotient that has been rounded",
	Int:  form2("m_idiv({x}, {y})", intDivide).wide("m_idiv64({x}, {y})"),
	Uint: form2("m_udiv({x}, {y})", uintDivide).wide("m_udiv64({x}, {y})"),
})

var Remainder = def(Op{
	Name: "remainder", Aliases: names.keep("mod"), Arity: 2, Operands: names.keep("x", "divisor"), Hint: noBool,
	Doc: "what floor division of x by divisor leaves over, with the sign of divisor. Where " +
		"divisor is 0, floats give NaN, integers 0. It is NaN where x is infinite",
	Float: form2("m_remainder({x}, {y})", floatRemainder).wide("m_fremainder64({x}, {y})"),
	Int:   form2("m_imod({x}, {y})", intRemainder).wide("m_imod64({x}, {y})"),
	Uint:  form2("m_umod({x}, {y})", uintModulo).wide("m_umod64({x}, {y})"),
})

var Fmod = def(Op{
	Name: "fmod", Arity: 2, Operands: names.keep("x", "divisor"), Hint: noBool,
	Doc: "what truncating division of x by divisor leaves over, with the sign of x. Where " +
		"divisor is 0, floats give NaN, integers 0. It is NaN where x is infinite",
	Float: form2("m_fmod({x}, {y})", mod).wide("m_fmod64({x}, {y})"),
	Int:   form2("m_irem({x}, {y})", intModulo).wide("m_irem64({x}, {y})"),
	Uint:  form2("m_umod({x}, {y})", uintModulo).wide("m_umod64({x}, {y})"),
})

var Muladd = def(Op{
	Name: "muladd", Arity: 3, Operands: names.keep("x", "factor", "addend"),
	Doc: "x*factor + addend, the product rounded before the addition",
	As:  Add.of(Mul.of(x, y), z), BySteps: cancels,
})

var Addcmul = def(Op{
	Name: "addcmul", Arity: 4, Operands: names.keep("x", "factor1", "factor2"), InFloat32: Numbers, Params: params.keep(Param{Name: "value", Default: 1}),
	Doc: "x + value * factor1 * factor2",
	As:  Add.of(x, Mul.of(Mul.of(u, y), z)), BySteps: cancels,
})

var Addcdiv = def(Op{
	Name: "addcdiv", Arity: 4, Operands: names.keep("x", "numerator", "denominator"), InFloat32: Numbers, Params: params.keep(Param{Name: "value", Default: 1}), Rule: Float,
	Doc: "x + value * numerator / denominator",
	As:  Add.of(x, Div.of(Mul.of(u, y), z)), BySteps: cancels,
})

var Lerp = def(Op{
	Name: "lerp", Arity: 3, Operands: names.keep("x", "end", "weight"), InFloat32: Numbers, Rule: Float,
	Doc: "x + weight*(end-x); computed from end where |weight| is at least 0.5, so that weight = 1 gives end",
	As:  lerp(Sub.of(y, x)), BySteps: cancels,
})

// lerp is x plus z times the way from x to y.
func lerp(way *Expr) *Expr {
	return Where.of(Lt.of(Abs.of(z), 0.5), Add.of(x, Mul.of(z, way)), Sub.of(y, Mul.of(way, Sub.of(1, z))))
}

var Square = def(Op{
	Name: "square", Arity: 1, Doc: "x * x; integers wrap; of bools in int64", Rule: Count,
	Float: form1("{x} * {x}", func(x float64) float64 { return x * x }).wide("m_fmul64({x}, {x})"),
	Int:   form1("{x} * {x}", func(x int64) int64 { return x * x }).wide("m_mul64({x}, {x})"),
	Uint:  form1("{x} * {x}", func(x uint64) uint64 { return x * x }).wide("m_mul64({x}, {x})"),
})

var Reciprocal = def(Op{
	Name: "reciprocal", Arity: 1, Doc: "1 / x, infinite of zeros; of integers and bools in float32", Rule: Float,
	Float: form1("base_div(1.0, {x})", func(x float64) float64 { return 1 / x }).wide("m_fdiv64(m_fone64(), {x})"),
})

func same[T any](x T) T { return x }
