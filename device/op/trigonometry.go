package op

import (
	"math"

	"github.com/wgtensor/wgtensor/device/op/internal/libm"
	"github.com/wgtensor/wgtensor/device/op/internal/precise"
)

var Sin = def(Op{
	Name: "sin", Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "the sine of x radians, for every finite x; NaN of infinities",
	Float:   form1("m_sin({x})", libm.Sin).wide("libm_sin({x})"),
	Precise: form1("", precise.Sin),
})

var Cos = def(Op{
	Name: "cos", Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "the cosine of x radians, for every finite x; NaN of infinities",
	Float:   form1("m_cos({x})", libm.Cos).wide("libm_cos({x})"),
	Precise: form1("", precise.Cos),
})

var Tan = def(Op{
	Name: "tan", Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "the tangent of x radians, for every finite x; NaN of infinities",
	Float:   form1("m_tan({x})", libm.Tan).wide("libm_tan({x})"),
	Precise: form1("", precise.Tan),
})

var Sinc = def(Op{
	Name: "sinc", Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "sin(pi*x) / (pi*x); 1 of 0, 0 of other whole numbers, NaN of infinities",
	Float:   form1("m_sinc({x})", libm.Sinc).wide("libm_sinc({x})"),
	Precise: form1("", precise.Sinc),
})

var Asin = def(Op{
	Name: "asin", Aliases: names.keep("arcsin"), Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "the arc sine of x, in radians; NaN beyond -1 and 1",
	Float:   form1("m_asin({x})", libm.Asin).wide("libm_asin({x})"),
	Precise: form1("", precise.Asin),
})

var Acos = def(Op{
	Name: "acos", Aliases: names.keep("arccos"), Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "the arc cosine of x, in radians; NaN beyond -1 and 1",
	Float:   form1("m_acos({x})", libm.Acos).wide("libm_acos({x})"),
	Precise: form1("", precise.Acos),
})

var Atan = def(Op{
	Name: "atan", Aliases: names.keep("arctan"), Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "the arc tangent of x, in radians; pi/2 of Inf, -pi/2 of -Inf",
	Float:   form1("m_atan({x})", libm.Atan).wide("libm_atan({x})"),
	Precise: form1("", precise.Atan),
})

var Atan2 = def(Op{
	Name: "atan2", Aliases: names.keep("arctan2"), Arity: 2, Operands: names.keep("y", "x"), Rule: Float, Tol: ULPs(2.5),
	Doc: "the angle of the point (x, y) in radians: the arc tangent of y/x in the right " +
		"quadrant. Zeros and infinities count by their signs, as in C",
	Float:   form2("m_atan2({x}, {y})", libm.Atan2).wide("libm_atan2({x}, {y})"),
	Precise: form2("", precise.Atan2),
})

var Sinh = def(Op{
	Name: "sinh", Arity: 1, Rule: Float, Tol: ULPs(2.5), Doc: "the hyperbolic sine of x",
	Float:   form1("m_sinh({x})", libm.Sinh).wide("libm_sinh({x})"),
	Precise: form1("", precise.Sinh),
})

var Cosh = def(Op{
	Name: "cosh", Arity: 1, Rule: Float, Tol: ULPs(2.5), Doc: "the hyperbolic cosine of x",
	Float:   form1("m_cosh({x})", libm.Cosh).wide("libm_cosh({x})"),
	Precise: form1("", precise.Cosh),
})

var Tanh = def(Op{
	Name: "tanh", Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "the hyperbolic tangent of x; 1 of Inf, -1 of -Inf",
	Float:   form1("m_tanh({x})", libm.Tanh).wide("libm_tanh({x})"),
	Precise: form1("", precise.Tanh),
})

var Asinh = def(Op{
	Name: "asinh", Aliases: names.keep("arcsinh"), Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "the inverse hyperbolic sine of x",
	Float:   form1("m_asinh({x})", libm.Asinh).wide("libm_asinh({x})"),
	Precise: form1("", precise.Asinh),
})

var Acosh = def(Op{
	Name: "acosh", Aliases: names.keep("arccosh"), Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "the inverse hyperbolic cosine of x; NaN below 1",
	Float:   form1("m_acosh({x})", libm.Acosh).wide("libm_acosh({x})"),
	Precise: form1("", precise.Acosh),
})

var Atanh = def(Op{
	Name: "atanh", Aliases: names.keep("arctanh"), Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "the inverse hyperbolic tangent of x; an infinity of -1 and 1, NaN beyond",
	Float:   form1("m_atanh({x})", libm.Atanh).wide("libm_atanh({x})"),
	Precise: form1("", precise.Atanh),
})

var Deg2rad = def(Op{
	Name: "deg2rad", Aliases: names.keep("radians"), Arity: 1, Rule: Float, Tol: ULPs(1),
	Doc:     "x degrees in radians: x times pi/180",
	As:      Mul.of(x, math.Pi/180),
	Float:   form1("", func(x float64) float64 { return x * (math.Pi / 180) }),
	Precise: form1("", precise.Deg2rad),
})

var Rad2deg = def(Op{
	Name: "rad2deg", Aliases: names.keep("degrees"), Arity: 1, Rule: Float, Tol: ULPs(1),
	Doc:     "x radians in degrees: x times 180/pi",
	As:      Mul.of(x, 180/math.Pi),
	Float:   form1("", func(x float64) float64 { return x * (180 / math.Pi) }),
	Precise: form1("", precise.Rad2deg),
})
