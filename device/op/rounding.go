package op

import "math"

var Floor = def(Op{
	Name: "floor", Arity: 1, Doc: "the largest whole number not above x; integers stay", Hint: noBool,
	Word:  Words{Int: "{x}", Uint: "{x}"},
	Float: form1("floor({x})", math.Floor).wide("m_ffloor64({x})"),
	Int:   form1("{x}", same[int64]),
	Uint:  form1("{x}", same[uint64]),
})

var Ceil = def(Op{
	Name: "ceil", Arity: 1, Doc: "the smallest whole number not below x; integers stay", Hint: noBool,
	Word:  Words{Int: "{x}", Uint: "{x}"},
	Float: form1("ceil({x})", math.Ceil).wide("m_fceil64({x})"),
	Int:   form1("{x}", same[int64]),
	Uint:  form1("{x}", same[uint64]),
})

var Trunc = def(Op{
	Name: "trunc", Aliases: names.keep("fix"), Arity: 1, Doc: "x without its fraction; integers stay", Hint: noBool,
	Word:  Words{Int: "{x}", Uint: "{x}"},
	Float: form1("trunc({x})", math.Trunc).wide("m_ftrunc64({x})"),
	Int:   form1("{x}", same[int64]),
	Uint:  form1("{x}", same[uint64]),
})

var Round = def(Op{
	Name: "round", Aliases: names.keep("around", "rint"), Arity: 1, Doc: "the whole number nearest to x, halves to the even one; integers stay", Hint: noBool,
	Word:  Words{Int: "{x}", Uint: "{x}"},
	Float: form1("round({x})", math.RoundToEven).wide("m_fround_even64({x})"),
	Int:   form1("{x}", same[int64]),
	Uint:  form1("{x}", same[uint64]),
})

var _ = extend(Round, Op{
	Arity: 2, Params: params.keep(Param{Name: "decimals", Accept: whole}), Hint: "convert with AsType to a float dtype",
	Doc: "with decimals n, round(x * 10^n) / 10^n; negative n round left of the point",
	As:  roundTo(y), BySteps: "few decimal fractions are numbers of a dtype; the steps are NumPy's and PyTorch's",
})

// roundTo divides by powers of ten. It never multiplies by negative powers, which floats do not
// hold. If a power or a product overflows the dtype, rounding takes off no digit, or all digits.
func roundTo(decimals *Expr) *Expr {
	power := Pow.of(10, Abs.of(decimals))
	up := Mul.of(x, power)
	right := Where.of(Isfinite.of(up), Div.of(Round.of(up), power), x)
	left := Where.of(Isfinite.of(power), Mul.of(Round.of(Div.of(x, power)), power), Where.of(Isfinite.of(x), Mul.of(x, 0), x))
	return Where.of(Ge.of(decimals, 0), right, left)
}

var Frac = def(Op{
	Name: "frac", Arity: 1, Doc: "x - trunc(x); NaN of infinities", Hint: "convert with AsType to a float dtype",
	Float: form1("m_frac({x})", func(x float64) float64 { return x - math.Trunc(x) }).wide("m_ffrac64({x})"),
})
