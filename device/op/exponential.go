package op

import (
	"math"

	"github.com/wgtensor/wgtensor/device/op/internal/libm"
	"github.com/wgtensor/wgtensor/device/op/internal/precise"
)

var Exp = def(Op{
	Name: "exp", Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "e to the power x; Inf beyond the dtype, 0 of -Inf",
	Float:   form1("m_exp({x})", libm.Exp).wide("libm_exp({x})"),
	Precise: form1("", precise.Exp),
})

var Exp2 = def(Op{
	Name: "exp2", Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "2 to the power x; Inf beyond the dtype, 0 of -Inf",
	Float:   form1("m_exp2({x})", libm.Exp2).wide("libm_exp2({x})"),
	Precise: form1("", precise.Exp2),
})

var Expm1 = def(Op{
	Name: "expm1", Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "exp(x) - 1, with all its digits where x is small; -1 of -Inf, -0 of -0",
	Float:   form1("m_expm1({x})", libm.Expm1).wide("libm_expm1({x})"),
	Precise: form1("", precise.Expm1),
})

var Log = def(Op{
	Name: "log", Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "the natural logarithm of x; -Inf of 0, NaN below",
	Float:   form1("m_log({x})", libm.Log).wide("libm_log({x})"),
	Precise: form1("", precise.Log),
})

var Log2 = def(Op{
	Name: "log2", Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "the logarithm of x to the base 2; -Inf of 0, NaN below",
	Float:   form1("m_log2({x})", libm.Log2).wide("libm_log2({x})"),
	Precise: form1("", precise.Log2),
})

var Log10 = def(Op{
	Name: "log10", Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "the logarithm of x to the base 10; -Inf of 0, NaN below",
	Float:   form1("m_log10({x})", libm.Log10).wide("libm_log10({x})"),
	Precise: form1("", precise.Log10),
})

var Log1p = def(Op{
	Name: "log1p", Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "log(1 + x), with all its digits where x is small; -Inf of -1, NaN below",
	Float:   form1("m_log1p({x})", libm.Log1p).wide("libm_log1p({x})"),
	Precise: form1("", precise.Log1p),
})

var Logaddexp = def(Op{
	Name: "logaddexp", Arity: 2, Rule: Float, Tol: ULPs(2.5),
	Doc:     "log(exp(x) + exp(y)), without overflow, of infinities too",
	Float:   form2("m_logaddexp({x}, {y})", libm.LogAddExp).wide("libm_log_add_exp({x}, {y})"),
	Precise: form2("", precise.LogAddExp),
})

var Logaddexp2 = def(Op{
	Name: "logaddexp2", Arity: 2, Rule: Float, Tol: ULPs(2.5),
	Doc:     "log2(exp2(x) + exp2(y)), without overflow, of infinities too",
	Float:   form2("m_logaddexp2({x}, {y})", libm.LogAddExp2).wide("libm_log_add_exp2({x}, {y})"),
	Precise: form2("", precise.LogAddExp2),
})

var Xlogy = def(Op{
	Name: "xlogy", Arity: 2, Rule: Float, Tol: ULPs(2.5), Doc: "x * log(y); 0 where x is 0, unless y is NaN",
	As:      Where.of(Isnan.of(y), y, Where.of(Eq.of(x, 0), 0, Mul.of(x, Log.of(y)))),
	Float:   form2("", libm.Xlogy),
	Precise: form2("", precise.Xlogy),
})

var Xlog1py = def(Op{
	Name: "xlog1py", Arity: 2, Rule: Float, Tol: ULPs(5), Doc: "x * log(1 + y); 0 where x is 0, unless y is NaN",
	As:      Where.of(Isnan.of(y), y, Where.of(Eq.of(x, 0), 0, Mul.of(x, Log1p.of(y)))),
	Float:   form2("", libm.Xlog1py),
	Precise: form2("", precise.Xlog1py),
})

var Pow = def(Op{
	Name: "pow", Aliases: names.keep("power"), Arity: 2, Operands: names.keep("x", "exponent"), Tol: ULPs(2.5), Hint: noBool,
	Doc: "x to the power exponent. It is 1 where x is 1 or exponent is 0, whatever the " +
		"other. It is NaN where x is negative and exponent no whole number. Integers wrap, and " +
		"are 0, 1 or -1 where exponent is negative",
	Float:   form2("m_pow({x}, {y})", libm.Pow).wide("libm_pow({x}, {y})"),
	Int:     form2("m_ipow({x}, {y})", intPow).wide("m_ipow64({x}, {y})"),
	Uint:    form2("m_upow({x}, {y})", uintPow).wide("m_upow64({x}, {y})"),
	Precise: form2("", precise.Pow),
})

var FloatPower = def(Op{
	Name: "float_power", Arity: 2, Operands: names.keep("x", "exponent"), Rule: Double, Tol: ULPs(2.5), Hint: "use pow, which computes in the operands' dtype",
	Doc:     "x to the power exponent as pow has it, in float64 whatever the operands are",
	As:      Pow.of(x, y),
	Float:   form2("", libm.Pow),
	Precise: form2("", precise.Pow),
})

var Ldexp = def(Op{
	Name: "ldexp", Arity: 2, Operands: names.keep("x", "exponent"), InFloat32: SecondOperand, Rule: Float, Tol: ULPs(2.5),
	Doc: "x times 2 to the power exponent, rounded once where exponent is whole; x itself where " +
		"it is 0 or infinite and exponent is finite",
	Float:   form2("m_ldexp2({x}, {y})", libm.Ldexp).wide("libm_ldexp({x}, {y})"),
	Precise: form2("", precise.Ldexp),
})

var Sqrt = def(Op{
	Name: "sqrt", Arity: 1, Rule: Float, Doc: "the square root of x; NaN below 0, -0 of -0",
	Float: form1("base_sqrt({x})", math.Sqrt).wide("m_fsqrt64({x})"),
})

var Rsqrt = def(Op{
	Name: "rsqrt", Arity: 1, Rule: Float, Tol: ULPs(2.5), Doc: "1 / sqrt(x); Inf of 0, -Inf of -0, NaN below",
	Float:   form1("m_rsqrt({x})", libm.Rsqrt).wide("m_fdiv64(m_fone64(), m_fsqrt64({x}))"),
	Precise: form1("", precise.Rsqrt),
})

var Cbrt = def(Op{
	Name: "cbrt", Arity: 1, Rule: Float, Tol: ULPs(2.5), Doc: "the cube root of x, also where x is negative",
	Float:   form1("m_cbrt({x})", libm.Cbrt).wide("libm_cbrt({x})"),
	Precise: form1("", precise.Cbrt),
})

var Hypot = def(Op{
	Name: "hypot", Arity: 2, Rule: Float, Tol: ULPs(2.5),
	Doc:     "sqrt(x*x + y*y), without overflow; Inf where either is infinite, even if the other is NaN",
	Float:   form2("m_hypot({x}, {y})", libm.Hypot).wide("libm_hypot({x}, {y})"),
	Precise: form2("", precise.Hypot),
})
