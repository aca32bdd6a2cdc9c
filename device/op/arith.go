package op

import "math"

const noBool = "convert bool with AsType, or use the logical operations"

var Add = def(Op{
	Name: "add", Arity: 2, Doc: "x + y; integers wrap; of bools, x or y",
	Float: bi("{x} + {y}", func(x, y float64) float64 { return x + y }),
	Int:   bi("{x} + {y}", func(x, y int64) int64 { return x + y }),
	Uint:  bi("{x} + {y}", func(x, y uint64) uint64 { return x + y }),
	Bool:  bi("{x} || {y}", func(x, y bool) bool { return x || y }),
})

var _ = extend(Add, Op{
	Arity: 3, Params: []Param{{Name: "alpha", Default: 1}}, Doc: "with alpha, x + alpha*y",
	As: Add.of(x, Mul.of(z, y)),
})

var Sub = def(Op{
	Name: "sub", Aliases: []string{"subtract"}, Arity: 2, Doc: "x - y; integers wrap", Rule: SameNoBool,
	Hint:  "subtraction of a bool tensor is not supported, use bitwise_xor, logical_xor or logical_not",
	Float: bi("{x} - {y}", func(x, y float64) float64 { return x - y }),
	Int:   bi("{x} - {y}", func(x, y int64) int64 { return x - y }),
	Uint:  bi("{x} - {y}", func(x, y uint64) uint64 { return x - y }),
})

var _ = extend(Sub, Op{
	Arity: 3, Params: []Param{{Name: "alpha", Default: 1}}, Doc: "with alpha, x - alpha*y", Rule: SameNoBool, Hint: noBool,
	As: Sub.of(x, Mul.of(z, y)),
})

var Mul = def(Op{
	Name: "mul", Aliases: []string{"multiply"}, Arity: 2, Doc: "x * y; integers wrap; of bools, x and y",
	Float: bi("{x} * {y}", func(x, y float64) float64 { return x * y }),
	Int:   bi("{x} * {y}", func(x, y int64) int64 { return x * y }),
	Uint:  bi("{x} * {y}", func(x, y uint64) uint64 { return x * y }),
	Bool:  bi("{x} && {y}", func(x, y bool) bool { return x && y }),
})

var Div = def(Op{
	Name: "div", Aliases: []string{"divide", "true_divide"}, Arity: 2, Doc: "x / y, the true quotient; of integers and bools in float32; infinite where y is 0, NaN where both are", Rule: Float,
	Float: bi("base_div({x}, {y})", func(x, y float64) float64 { return x / y }),
})

var FloorDivide = def(Op{
	Name: "floor_divide", Arity: 2, Hint: noBool,
	Doc:    "the quotient of x and y rounded towards minus infinity, as NumPy computes it; where y is 0, x / y of floats, 0 of integers",
	Float:  bi("m_floor_div({x}, {y})", floorDivide[float64]),
	Single: floorDivide[float32],
	Int:    bi("m_ifloordiv({x}, {y})", intFloorDivide),
	Uint:   bi("m_udiv({x}, {y})", uintDivide),
})

var TruncDivide = def(Op{
	Name: "trunc_divide", Arity: 2, Hint: noBool,
	Doc:    "the quotient of x and y rounded towards zero; where y is 0, x / y of floats, 0 of integers",
	Float:  bi("trunc(base_div({x}, {y}))", func(x, y float64) float64 { return math.Trunc(x / y) }),
	Single: func(x, y float32) float32 { return float32(math.Trunc(float64(x / y))) },
	Int:    bi("m_idiv({x}, {y})", intDivide),
	Uint:   bi("m_udiv({x}, {y})", uintDivide),
})

var Remainder = def(Op{
	Name: "remainder", Aliases: []string{"mod"}, Arity: 2, Hint: noBool,
	Doc:   "what floor division of x by y leaves over, with the sign of y; where y is 0, NaN of floats, 0 of integers; NaN where x is infinite",
	Float: bi("m_remainder({x}, {y})", floatRemainder),
	Int:   bi("m_imod({x}, {y})", intRemainder),
	Uint:  bi("m_umod({x}, {y})", uintModulo),
})

var Fmod = def(Op{
	Name: "fmod", Arity: 2, Hint: noBool,
	Doc:   "what truncating division of x by y leaves over, with the sign of x; where y is 0, NaN of floats, 0 of integers; NaN where x is infinite",
	Float: bi("m_fmod({x}, {y})", math.Mod),
	Int:   bi("m_irem({x}, {y})", intModulo),
	Uint:  bi("m_umod({x}, {y})", uintModulo),
})

var Muladd = def(Op{
	Name: "muladd", Arity: 3, Doc: "x*y + z, the product rounded before the addition",
	As: Add.of(Mul.of(x, y), z),
})

var Addcmul = def(Op{
	Name: "addcmul", Arity: 4, Params: []Param{{Name: "value", Default: 1}}, Doc: "x + value * y * z, every step rounded",
	As: Add.of(x, Mul.of(Mul.of(u, y), z)),
})

var Addcdiv = def(Op{
	Name: "addcdiv", Arity: 4, Params: []Param{{Name: "value", Default: 1}}, Rule: Float, Doc: "x + value * y / z, every step rounded",
	As: Add.of(x, Div.of(Mul.of(u, y), z)),
})

var Lerp = def(Op{
	Name: "lerp", Arity: 3, Rule: Float, Doc: "x + z*(y-x), every step rounded; computed from y where |z| is at least 0.5, so that z = 1 gives y",
	As: lerp(Sub.of(y, x)),
})

// lerp is x and z times the way from x to y.
func lerp(way *Expr) *Expr {
	return Where.of(Lt.of(Abs.of(z), 0.5), Add.of(x, Mul.of(z, way)), Sub.of(y, Mul.of(way, Sub.of(1, z))))
}

var Neg = def(Op{
	Name: "neg", Aliases: []string{"negative"}, Arity: 1, Doc: "-x; integers wrap, so that the smallest stays", Hint: "use logical_not for bool",
	Float: un("-{x}", func(x float64) float64 { return -x }),
	Int:   un("-{x}", func(x int64) int64 { return -x }),
	Uint:  un("0u - {x}", func(x uint64) uint64 { return -x }),
})

var Abs = def(Op{
	Name: "abs", Aliases: []string{"absolute"}, Arity: 1, Doc: "x without its sign; the smallest integer stays", Hint: noBool,
	Float: un("abs({x})", math.Abs),
	Int:   un("abs({x})", func(x int64) int64 { return max(x, -x) }),
	Uint:  un("{x}", same[uint64]),
})

var Positive = def(Op{
	Name: "positive", Arity: 1, Doc: "x", Hint: noBool,
	Float: un("{x}", same[float64]),
	Int:   un("{x}", same[int64]),
	Uint:  un("{x}", same[uint64]),
})

var Sign = def(Op{
	Name: "sign", Arity: 1, Doc: "-1, 0 or 1 as x is negative, zero (-0 too) or positive; NaN of NaN",
	Float: un("m_sign({x})", floatSign),
	Int:   un("sign({x})", func(x int64) int64 { return x>>63 | int64(uint64(-x)>>63) }),
	Uint:  un("min({x}, 1u)", func(x uint64) uint64 { return min(x, 1) }),
	Bool:  un("{x}", same[bool]),
})

var Copysign = def(Op{
	Name: "copysign", Arity: 2, Rule: Float, Doc: "x with the sign of y, which zeros and NaN have too",
	Float: bi("m_copysign({x}, {y})", math.Copysign),
})

var Nextafter = def(Op{
	Name: "nextafter", Arity: 2, Doc: "the next number of the dtype after x towards y; y where they are equal, NaN if either is", Hint: "convert with AsType to a float dtype",
	Float:  bi("m_nextafter({x}, {y})", nextafter[float64]),
	Single: nextafter[float32],
	Half:   nextHalf,
})

var Heaviside = def(Op{
	Name: "heaviside", Arity: 2, Doc: "0 where x is negative, y where it is 0, 1 where it is positive; NaN of NaN",
	As: Where.of(Lt.of(x, 0), 0, Where.of(Gt.of(x, 0), 1, Where.of(Eq.of(x, 0), y, x))),
})

var NanToNum = def(Op{
	Name: "nan_to_num", Arity: 4, Params: []Param{{Name: "nan"}, {Name: "posinf", Default: Largest}, {Name: "neginf", Default: Lowest}},
	Doc: "x, with nan in place of NaN, posinf of Inf and neginf of -Inf; integers and bools stay",
	As:  Where.of(Isnan.of(x), y, Where.of(Isposinf.of(x), z, Where.of(Isneginf.of(x), u, x))),
})

var Square = def(Op{
	Name: "square", Arity: 1, Doc: "x * x; integers wrap; of bools in int64", Rule: Count,
	Float: un("{x} * {x}", func(x float64) float64 { return x * x }),
	Int:   un("{x} * {x}", func(x int64) int64 { return x * x }),
	Uint:  un("{x} * {x}", func(x uint64) uint64 { return x * x }),
})

var Reciprocal = def(Op{
	Name: "reciprocal", Arity: 1, Doc: "1 / x, infinite of zeros; of integers and bools in float32", Rule: Float,
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

var Fmax = def(Op{
	Name: "fmax", Arity: 2, Doc: "the larger of x and y; the number if one of them is NaN, and 0 is larger than -0 (IEEE 754-2019 maximumNumber)",
	Float: bi("m_fmax({x}, {y})", func(x, y float64) float64 { return orNumber(x, y, max(x, y)) }),
	Int:   bi("max({x}, {y})", func(x, y int64) int64 { return max(x, y) }),
	Uint:  bi("max({x}, {y})", func(x, y uint64) uint64 { return max(x, y) }),
	Bool:  bi("{x} || {y}", func(x, y bool) bool { return x || y }),
})

var Fmin = def(Op{
	Name: "fmin", Arity: 2, Doc: "the smaller of x and y; the number if one of them is NaN, and -0 is smaller than 0 (IEEE 754-2019 minimumNumber)",
	Float: bi("m_fmin({x}, {y})", func(x, y float64) float64 { return orNumber(x, y, min(x, y)) }),
	Int:   bi("min({x}, {y})", func(x, y int64) int64 { return min(x, y) }),
	Uint:  bi("min({x}, {y})", func(x, y uint64) uint64 { return min(x, y) }),
	Bool:  bi("{x} && {y}", func(x, y bool) bool { return x && y }),
})

var Clamp = def(Op{
	Name: "clamp", Aliases: []string{"clip"}, Arity: 3, Hint: noBool,
	Doc:   "x, but at least y and at most z; z where the bounds are crossed, NaN if any operand is",
	Float: tri("m_min(m_max({x}, {y}), {z})", func(x, y, z float64) float64 { return min(max(x, y), z) }),
	Int:   tri("min(max({x}, {y}), {z})", func(x, y, z int64) int64 { return min(max(x, y), z) }),
	Uint:  tri("min(max({x}, {y}), {z})", func(x, y, z uint64) uint64 { return min(max(x, y), z) }),
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

// orNumber is the one of x and y that is a number, where the other is NaN; else result.
func orNumber(x, y, result float64) float64 {
	switch {
	case x != x:
		return y
	case y != y:
		return x
	}
	return result
}

// nextafter is C's: of zeros too it gives y where they are equal.
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
