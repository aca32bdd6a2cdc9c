package op

import "math"

var Sqrt = def(Op{
	Name: "sqrt", Arity: 1, Rule: Float, Doc: "the square root of x; NaN below 0",
	Float: un("base_sqrt({x})", math.Sqrt),
})

var Rsqrt = def(Op{
	Name: "rsqrt", Arity: 1, Rule: Float, Tol: ULPs(2.5), Doc: "1 / sqrt(x)",
	Float:   un("m_rsqrt({x})", func(x float64) float64 { return 1 / math.Sqrt(x) }),
	Precise: un("", bigRsqrt),
})

var Exp = def(Op{
	Name: "exp", Arity: 1, Rule: Float, Tol: ULPs(2.5), Doc: "e to the power x",
	Float:   un("m_exp({x})", math.Exp),
	Precise: un("", bigExp),
})

var Log = def(Op{
	Name: "log", Arity: 1, Rule: Float, Tol: ULPs(2.5), Doc: "the natural logarithm of x; -Inf of 0, NaN below",
	Float:   un("m_log({x})", math.Log),
	Precise: un("", bigLog),
})

var Sin = def(Op{
	Name: "sin", Arity: 1, Rule: Float, Tol: ULPs(2.5), Doc: "the sine of x radians, for every finite x",
	Float:   un("m_sin({x})", math.Sin),
	Precise: un("", bigSin),
})

var Cos = def(Op{
	Name: "cos", Arity: 1, Rule: Float, Tol: ULPs(2.5), Doc: "the cosine of x radians, for every finite x",
	Float:   un("m_cos({x})", math.Cos),
	Precise: un("", bigCos),
})

var Tanh = def(Op{
	Name: "tanh", Arity: 1, Rule: Float, Tol: ULPs(2.5), Doc: "the hyperbolic tangent of x",
	Float:   un("m_tanh({x})", math.Tanh),
	Precise: un("", bigTanh),
})

var Sigmoid = def(Op{
	Name: "sigmoid", Arity: 1, Rule: Float, Tol: ULPs(2.5), Doc: "1 / (1 + exp(-x))",
	Float:   un("m_sigmoid({x})", func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }),
	Precise: un("", bigSigmoid),
})
