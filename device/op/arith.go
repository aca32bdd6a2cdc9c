package op

import "math"

const noBool = "convert bool with AsType, or use the logical operations"

var Add = def(Op{
	Name: "add", Arity: 2, Doc: "x + y; of bools, x or y",
	Float: bi("{x} + {y}", func(x, y float64) float64 { return x + y }),
	Int:   bi("{x} + {y}", func(x, y int64) int64 { return x + y }),
	Uint:  bi("{x} + {y}", func(x, y uint64) uint64 { return x + y }),
	Bool:  bi("{x} || {y}", func(x, y bool) bool { return x || y }),
})

var Sub = def(Op{
	Name: "sub", Arity: 2, Doc: "x - y", Rule: SameNoBool,
	Hint:  "subtraction of a bool tensor is not supported, use bitwise_xor, logical_xor or logical_not",
	Float: bi("{x} - {y}", func(x, y float64) float64 { return x - y }),
	Int:   bi("{x} - {y}", func(x, y int64) int64 { return x - y }),
	Uint:  bi("{x} - {y}", func(x, y uint64) uint64 { return x - y }),
})

var Mul = def(Op{
	Name: "mul", Arity: 2, Doc: "x * y; of bools, x and y",
	Float: bi("{x} * {y}", func(x, y float64) float64 { return x * y }),
	Int:   bi("{x} * {y}", func(x, y int64) int64 { return x * y }),
	Uint:  bi("{x} * {y}", func(x, y uint64) uint64 { return x * y }),
	Bool:  bi("{x} && {y}", func(x, y bool) bool { return x && y }),
})

var Div = def(Op{
	Name: "div", Arity: 2, Doc: "x / y, the true quotient; of integers and bools in float32", Rule: Float,
	Float: bi("base_div({x}, {y})", func(x, y float64) float64 { return x / y }),
})

var FloorDivide = def(Op{
	Name: "floor_divide", Arity: 2, Hint: noBool,
	Doc:    "the quotient of x and y rounded towards minus infinity, as NumPy computes it; of integers 0 where y is 0",
	Float:  bi("m_floor_div({x}, {y})", floorDivide[float64]),
	Single: floorDivide[float32],
	Int:    bi("m_ifloordiv({x}, {y})", intFloorDivide),
	Uint:   bi("m_udiv({x}, {y})", uintDivide),
})

var TruncDivide = def(Op{
	Name: "trunc_divide", Arity: 2, Hint: noBool,
	Doc:    "the quotient of x and y rounded towards zero; of integers 0 where y is 0",
	Float:  bi("trunc(base_div({x}, {y}))", func(x, y float64) float64 { return math.Trunc(x / y) }),
	Single: func(x, y float32) float32 { return float32(math.Trunc(float64(x / y))) },
	Int:    bi("m_idiv({x}, {y})", intDivide),
	Uint:   bi("m_udiv({x}, {y})", uintDivide),
})

var Remainder = def(Op{
	Name: "remainder", Arity: 2, Hint: noBool,
	Doc:   "what floor division of x by y leaves over, with the sign of y; of integers 0 where y is 0",
	Float: bi("m_remainder({x}, {y})", floatRemainder),
	Int:   bi("m_imod({x}, {y})", intRemainder),
	Uint:  bi("m_umod({x}, {y})", uintModulo),
})

var Fmod = def(Op{
	Name: "fmod", Arity: 2, Hint: noBool,
	Doc:   "what truncating division of x by y leaves over, with the sign of x; of integers 0 where y is 0",
	Float: bi("m_fmod({x}, {y})", math.Mod),
	Int:   bi("m_irem({x}, {y})", intModulo),
	Uint:  bi("m_umod({x}, {y})", uintModulo),
})

var Pow = def(Op{
	Name: "pow", Arity: 2, Tol: ULPs(2.5), Hint: noBool,
	Doc:     "x to the power y; of integers 0, 1 or -1 where y is negative",
	Float:   bi("m_pow({x}, {y})", math.Pow),
	Int:     bi("m_ipow({x}, {y})", intPow),
	Uint:    bi("m_upow({x}, {y})", uintPow),
	Precise: bi("", bigPow),
})

var Neg = def(Op{
	Name: "neg", Arity: 1, Doc: "-x", Hint: "use logical_not for bool",
	Float: un("-{x}", func(x float64) float64 { return -x }),
	Int:   un("-{x}", func(x int64) int64 { return -x }),
	Uint:  un("0u - {x}", func(x uint64) uint64 { return -x }),
})

var Abs = def(Op{
	Name: "abs", Arity: 1, Doc: "x without its sign; the smallest integer stays", Hint: noBool,
	Float: un("abs({x})", math.Abs),
	Int:   un("abs({x})", func(x int64) int64 { return max(x, -x) }),
	Uint:  un("{x}", same[uint64]),
})

var Sign = def(Op{
	Name: "sign", Arity: 1, Doc: "-1, 0 or 1 as x is negative, zero or positive; NaN of NaN",
	Float: un("m_sign({x})", floatSign),
	Int:   un("sign({x})", func(x int64) int64 { return x>>63 | int64(uint64(-x)>>63) }),
	Uint:  un("min({x}, 1u)", func(x uint64) uint64 { return min(x, 1) }),
	Bool:  un("{x}", same[bool]),
})

var Square = def(Op{
	Name: "square", Arity: 1, Doc: "x * x; of bools in int64", Rule: Count,
	Float: un("{x} * {x}", func(x float64) float64 { return x * x }),
	Int:   un("{x} * {x}", func(x int64) int64 { return x * x }),
	Uint:  un("{x} * {x}", func(x uint64) uint64 { return x * x }),
})

var Reciprocal = def(Op{
	Name: "reciprocal", Arity: 1, Doc: "1 / x; of integers and bools in float32", Rule: Float,
	Float: un("base_div(1.0, {x})", func(x float64) float64 { return 1 / x }),
})

var Maximum = def(Op{
	Name: "maximum", Arity: 2, Doc: "the larger of x and y; NaN if either is, and 0 is larger than -0 (IEEE 754-2019 maximum)",
	Float: bi("m_max({x}, {y})", func(x, y float64) float64 { return max(x, y) }),
	Int:   bi("max({x}, {y})", func(x, y int64) int64 { return max(x, y) }),
	Uint:  bi("max({x}, {y})", func(x, y uint64) uint64 { return max(x, y) }),
	Bool:  bi("{x} || {y}", func(x, y bool) bool { return x || y }),
})

var Minimum = def(Op{
	Name: "minimum", Arity: 2, Doc: "the smaller of x and y; NaN if either is, and -0 is smaller than 0 (IEEE 754-2019 minimum)",
	Float: bi("m_min({x}, {y})", func(x, y float64) float64 { return min(x, y) }),
	Int:   bi("min({x}, {y})", func(x, y int64) int64 { return min(x, y) }),
	Uint:  bi("min({x}, {y})", func(x, y uint64) uint64 { return min(x, y) }),
	Bool:  bi("{x} && {y}", func(x, y bool) bool { return x && y }),
})

var Clamp = def(Op{
	Name: "clamp", Arity: 3, Hint: noBool,
	Doc:   "x, but at least y and at most z; z where the bounds are crossed, NaN if any operand is",
	Float: tri("m_min(m_max({x}, {y}), {z})", func(x, y, z float64) float64 { return min(max(x, y), z) }),
	Int:   tri("min(max({x}, {y}), {z})", func(x, y, z int64) int64 { return min(max(x, y), z) }),
	Uint:  tri("min(max({x}, {y}), {z})", func(x, y, z uint64) uint64 { return min(max(x, y), z) }),
})

var Relu = def(Op{
	Name: "relu", Arity: 1, Doc: "x where it is positive, else 0; NaN of NaN",
	Float: un("m_relu({x})", func(x float64) float64 { return max(x, 0) }),
	Int:   un("max({x}, 0)", func(x int64) int64 { return max(x, 0) }),
	Uint:  un("{x}", same[uint64]),
	Bool:  un("{x}", same[bool]),
})

func same[T any](x T) T { return x }

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
