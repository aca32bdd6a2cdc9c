package op

import (
	"math"
)

// number is a type that the forms compute in. Comparisons return 1 for true.
type number interface{ float64 | int64 | uint64 }

func when[T number](b bool) T {
	if b {
		return 1
	}
	return 0
}

func eq[T number](x, y T) T { return when[T](x == y) }
func ne[T number](x, y T) T { return when[T](x != y) }
func lt[T number](x, y T) T { return when[T](x < y) }
func le[T number](x, y T) T { return when[T](x <= y) }
func gt[T number](x, y T) T { return when[T](x > y) }
func ge[T number](x, y T) T { return when[T](x >= y) }

func never[T number](T) T  { return 0 }
func always[T number](T) T { return 1 }

var Eq = def(Op{
	Name: "eq", Aliases: names.keep("equal"), Arity: 2, Rule: Compare,
	Doc:   "whether x equals y; false if either is NaN",
	Word:  Words{Int: "m_lanes_eq({x}, {y}, {h})", Uint: "m_lanes_eq({x}, {y}, {h})", Bool: "{x} ^ {y} ^ ({h} >> 7u)"},
	Float: form2("m_eq({x}, {y})", eq[float64]).wide("m_feq64({x}, {y})"),
	Int:   form2("{x} == {y}", eq[int64]).wide("m_eq64({x}, {y})"),
	Uint:  form2("{x} == {y}", eq[uint64]).wide("m_eq64({x}, {y})"),
	Bool:  form2("{x} == {y}", func(x, y bool) bool { return x == y }),
})

var Ne = def(Op{
	Name: "ne", Aliases: names.keep("not_equal"), Arity: 2, Rule: Compare,
	Doc:   "whether x differs from y; true if either is NaN",
	Word:  Words{Int: "m_lanes_ne({x}, {y}, {h})", Uint: "m_lanes_ne({x}, {y}, {h})", Bool: "{x} ^ {y}"},
	Float: form2("m_ne({x}, {y})", ne[float64]).wide("!m_feq64({x}, {y})"),
	Int:   form2("{x} != {y}", ne[int64]).wide("!m_eq64({x}, {y})"),
	Uint:  form2("{x} != {y}", ne[uint64]).wide("!m_eq64({x}, {y})"),
	Bool:  form2("{x} != {y}", func(x, y bool) bool { return x != y }),
})

var Lt = def(Op{
	Name: "lt", Aliases: names.keep("less"), Arity: 2, Rule: Compare,
	Doc:   "whether x is less than y; false if either is NaN",
	Word:  Words{Int: "m_lanes_lt({x} ^ {h}, {y} ^ {h}, {h})", Uint: "m_lanes_lt({x}, {y}, {h})", Bool: "{y} & ~{x}"},
	Float: form2("m_lt({x}, {y})", lt[float64]).wide("m_flt64({x}, {y})"),
	Int:   form2("{x} < {y}", lt[int64]).wide("m_ilt64({x}, {y})"),
	Uint:  form2("{x} < {y}", lt[uint64]).wide("m_ult64({x}, {y})"),
	Bool:  form2("!{x} && {y}", func(x, y bool) bool { return !x && y }),
})

var Le = def(Op{
	Name: "le", Aliases: names.keep("less_equal"), Arity: 2, Rule: Compare,
	Doc:   "whether x is at most y; false if either is NaN",
	Word:  Words{Int: "m_lanes_le({x} ^ {h}, {y} ^ {h}, {h})", Uint: "m_lanes_le({x}, {y}, {h})", Bool: "({x} ^ ({h} >> 7u)) | {y}"},
	Float: form2("m_le({x}, {y})", le[float64]).wide("m_fle64({x}, {y})"),
	Int:   form2("{x} <= {y}", le[int64]).wide("!m_ilt64({y}, {x})"),
	Uint:  form2("{x} <= {y}", le[uint64]).wide("!m_ult64({y}, {x})"),
	Bool:  form2("!{x} || {y}", func(x, y bool) bool { return !x || y }),
})

var Gt = def(Op{
	Name: "gt", Aliases: names.keep("greater"), Arity: 2, Rule: Compare,
	Doc:   "whether x is greater than y; false if either is NaN",
	Word:  Words{Int: "m_lanes_lt({y} ^ {h}, {x} ^ {h}, {h})", Uint: "m_lanes_lt({y}, {x}, {h})", Bool: "{x} & ~{y}"},
	Float: form2("m_lt({y}, {x})", gt[float64]).wide("m_flt64({y}, {x})"),
	Int:   form2("{x} > {y}", gt[int64]).wide("m_ilt64({y}, {x})"),
	Uint:  form2("{x} > {y}", gt[uint64]).wide("m_ult64({y}, {x})"),
	Bool:  form2("{x} && !{y}", func(x, y bool) bool { return x && !y }),
})

var Ge = def(Op{
	Name: "ge", Aliases: names.keep("greater_equal"), Arity: 2, Rule: Compare,
	Doc:   "whether x is at least y; false if either is NaN",
	Word:  Words{Int: "m_lanes_le({y} ^ {h}, {x} ^ {h}, {h})", Uint: "m_lanes_le({y}, {x}, {h})", Bool: "({y} ^ ({h} >> 7u)) | {x}"},
	Float: form2("m_le({y}, {x})", ge[float64]).wide("m_fle64({y}, {x})"),
	Int:   form2("{x} >= {y}", ge[int64]).wide("!m_ilt64({x}, {y})"),
	Uint:  form2("{x} >= {y}", ge[uint64]).wide("!m_ult64({x}, {y})"),
	Bool:  form2("{x} || !{y}", func(x, y bool) bool { return x || !y }),
})

var Isnan = def(Op{
	Name: "isnan", Arity: 1, Rule: Compare, Doc: "whether x is NaN",
	Float: form1("m_isnan({x})", func(x float64) float64 { return when[float64](x != x) }).wide("m_fisnan64({x})"),
	Int:   form1("false", never[int64]),
	Uint:  form1("false", never[uint64]),
	Bool:  form1("false", func(bool) bool { return false }),
})

var Isinf = def(Op{
	Name: "isinf", Arity: 1, Rule: Compare, Doc: "whether x is an infinity",
	Float: form1("m_isinf({x})", func(x float64) float64 { return when[float64](math.IsInf(x, 0)) }).wide("m_fisinf64({x})"),
	Int:   form1("false", never[int64]),
	Uint:  form1("false", never[uint64]),
	Bool:  form1("false", func(bool) bool { return false }),
})

var Isposinf = def(Op{
	Name: "isposinf", Arity: 1, Rule: Compare, Doc: "whether x is the positive infinity",
	Float: form1("m_isposinf({x})", func(x float64) float64 { return when[float64](math.IsInf(x, 1)) }).wide("m_eq64({x}, vec2<u32>(0u, 0x7ff00000u))"),
	Int:   form1("false", never[int64]),
	Uint:  form1("false", never[uint64]),
	Bool:  form1("false", func(bool) bool { return false }),
})

var Isneginf = def(Op{
	Name: "isneginf", Arity: 1, Rule: Compare, Doc: "whether x is the negative infinity",
	Float: form1("m_isneginf({x})", func(x float64) float64 { return when[float64](math.IsInf(x, -1)) }).wide("m_eq64({x}, vec2<u32>(0u, 0xfff00000u))"),
	Int:   form1("false", never[int64]),
	Uint:  form1("false", never[uint64]),
	Bool:  form1("false", func(bool) bool { return false }),
})

var Isfinite = def(Op{
	Name: "isfinite", Arity: 1, Rule: Compare, Doc: "whether x is neither NaN nor an infinity",
	Float: form1("m_isfinite({x})", func(x float64) float64 { return when[float64](x-x == 0) }).wide("m_fisfinite64({x})"),
	Int:   form1("true", always[int64]),
	Uint:  form1("true", always[uint64]),
	Bool:  form1("true", func(bool) bool { return true }),
})

var Signbit = def(Op{
	Name: "signbit", Arity: 1, Rule: Compare,
	Doc:   "whether x has a minus sign, which zeros and NaN may have too",
	Float: form1("m_signbit({x})", func(x float64) float64 { return when[float64](math.Signbit(x)) }).wide("m_negative64({x})"),
	Int:   form1("{x} < 0", func(x int64) int64 { return when[int64](x < 0) }).wide("m_negative64({x})"),
	Uint:  form1("false", never[uint64]),
	Bool:  form1("false", func(bool) bool { return false }),
})

var Isclose = def(Op{
	Name: "isclose", Arity: 5, Rule: Count,
	Params: params.keep(
		Param{Name: "rtol", Default: 1e-5, Accept: nonNegative, Real: true},
		Param{Name: "atol", Default: 1e-8, Accept: nonNegative, Real: true},
		Param{Name: "equal_nan", Accept: truthValue, Real: true},
	),
	Doc: "whether x equals y, or |x-y| is finite and at most atol + |rtol*y|, or equal_nan is " +
		"true and both are NaN",
	As: isclose(z, u, v), BySteps: "a difference is compared with a limit that is rounded, as in NumPy and PyTorch",
})

// isclose takes the difference of integers as integers, unless it is beyond the dtype.
func isclose(rtol, atol, equalNaN *Expr) *Expr {
	off := Sub.of(Maximum.of(x, y), Minimum.of(x, y))
	off = Where.of(Lt.of(off, 0), Abs.of(Sub.of(real(x), real(y))), real(off))
	near := LogicalAnd.of(Isfinite.of(off), Le.of(off, Add.of(atol, Abs.of(Mul.of(rtol, real(y))))))
	close := LogicalOr.of(Eq.of(x, y), near)
	return Where.of(Ne.of(equalNaN, 0), LogicalOr.of(close, LogicalAnd.of(Isnan.of(x), Isnan.of(y))), close)
}

var Where = def(Op{
	Name: "where", Arity: 3, Operands: names.keep("cond", "a", "b"), Rule: Select,
	Doc:   "a where cond is true, else b",
	Word:  Words{Int: "m_lanes_where({x}, {y}, {z})", Uint: "m_lanes_where({x}, {y}, {z})", Bool: "m_lanes_where({x}, {y}, {z})"},
	Float: form3("select({z}, {y}, {x})", choose[float64]).wide("select({z}, {y}, {x})"),
	Int:   form3("select({z}, {y}, {x})", choose[int64]),
	Uint:  form3("select({z}, {y}, {x})", choose[uint64]),
	Bool:  form3("select({z}, {y}, {x})", func(x, y, z bool) bool { return x && y || !x && z }),
})

func choose[T number](x, y, z T) T {
	if x != 0 {
		return y
	}
	return z
}
