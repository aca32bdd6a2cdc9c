package op

import (
	"github.com/wgtensor/wgtensor/device/op/internal/libm"
	"github.com/wgtensor/wgtensor/device/op/internal/precise"
)

var Erf = def(Op{
	Name: "erf", Arity: 1, Rule: Float, Tol: ULPs(2.5), Doc: "the error function of x; 1 of Inf, -1 of -Inf",
	Float:   form1("m_erf({x})", libm.Erf).wide("libm_erf({x})"),
	Precise: form1("", precise.Erf),
})

var Erfc = def(Op{
	Name: "erfc", Arity: 1, Rule: Float, Tol: ULPs(5),
	Doc:     "1 - erf(x), with all its digits where erf(x) is near 1; 0 of Inf, 2 of -Inf",
	Float:   form1("m_erfc({x})", libm.Erfc).wide("libm_erfc({x})"),
	Precise: form1("", precise.Erfc),
})

// Lgamma crosses zero at 1 and 2, and between its poles, at numbers that are no floats.
var Lgamma = def(Op{
	Name: "lgamma", Arity: 1, Rule: Float, Tol: Tol{ULP: 5, NegativeFloor: 0.25},
	Doc: "the logarithm of the absolute value of the gamma function of x; Inf of 0, negative " +
		"whole numbers and infinities",
	Float:   form1("m_lgamma({x})", libm.Lgamma).wide("libm_lgamma({x})"),
	Precise: form1("", precise.Lgamma),
})

// Digamma crosses zero between its poles too, also at numbers that are no floats.
var Digamma = def(Op{
	Name: "digamma", Aliases: names.keep("psi"), Arity: 1, Rule: Float, Tol: Tol{ULP: 5, NegativeFloor: 1},
	Doc:     "the derivative of lgamma at x; -Inf of 0, Inf of -0, NaN of negative whole numbers and of -Inf",
	Float:   form1("m_digamma({x})", libm.Digamma).wide("libm_digamma({x})"),
	Precise: form1("", precise.Digamma),
})

var Erfinv = def(Op{
	Name: "erfinv", Arity: 1, Rule: Float, Tol: ULPs(5), Doc: "the number whose erf is x; Inf of 1, -Inf of -1, NaN beyond",
	Float:   form1("m_erfinv({x})", libm.Erfinv).wide("libm_erfinv({x})"),
	Precise: form1("", precise.Erfinv),
})

var Ndtri = def(Op{
	Name: "ndtri", Arity: 1, Rule: Float, Tol: ULPs(5),
	Doc:     "the number below which a standard normal one lies with probability x; -Inf of 0, Inf of 1, NaN outside",
	Float:   form1("m_ndtri({x})", libm.Ndtri).wide("libm_ndtri({x})"),
	Precise: form1("", precise.Ndtri),
})

var I0 = def(Op{
	Name: "i0", Arity: 1, Rule: Float, Tol: ULPs(5),
	Doc:     "the modified Bessel function of the first kind of order 0 at x; Inf of infinities",
	Float:   form1("m_i0({x})", libm.I0).wide("libm_i0({x})"),
	Precise: form1("", precise.I0),
})

var I0e = def(Op{
	Name: "i0e", Arity: 1, Rule: Float, Tol: ULPs(5), Doc: "exp(-|x|) * i0(x), without overflow; 0 of infinities",
	Float:   form1("m_i0e({x})", libm.I0e).wide("libm_i0e({x})"),
	Precise: form1("", precise.I0e),
})

var I1 = def(Op{
	Name: "i1", Arity: 1, Rule: Float, Tol: ULPs(5),
	Doc:     "the modified Bessel function of the first kind of order 1 at x; Inf of Inf, -Inf of -Inf, -0 of -0",
	Float:   form1("m_i1({x})", libm.I1).wide("libm_i1({x})"),
	Precise: form1("", precise.I1),
})

var I1e = def(Op{
	Name: "i1e", Arity: 1, Rule: Float, Tol: ULPs(5), Doc: "exp(-|x|) * i1(x), without overflow; 0 of Inf, -0 of -Inf and -0",
	Float:   form1("m_i1e({x})", libm.I1e).wide("libm_i1e({x})"),
	Precise: form1("", precise.I1e),
})

var Sigmoid = def(Op{
	Name: "sigmoid", Aliases: names.keep("expit"), Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "1 / (1 + exp(-x)); 1 of Inf, 0 of -Inf",
	Float:   form1("m_sigmoid({x})", libm.Sigmoid).wide("libm_sigmoid({x})"),
	Precise: form1("", precise.Sigmoid),
})

var Logsigmoid = def(Op{
	Name: "logsigmoid", Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "log(sigmoid(x)), that is -log1p(exp(-x)); -0 where that rounds to 0",
	Float:   form1("m_logsigmoid({x})", libm.LogSigmoid).wide("libm_log_sigmoid({x})"),
	Precise: form1("", precise.LogSigmoid),
})

var Logit = def(Op{
	Name: "logit", Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "log(x / (1 - x)), the inverse of sigmoid; -Inf of 0, Inf of 1, NaN below and above",
	Float:   form1("m_logit({x})", libm.Logit).wide("libm_logit({x})"),
	Precise: form1("", precise.Logit),
})

var _ = extend(Logit, Op{
	Arity: 2, Params: params.keep(Param{Name: "eps", Default: None}), Rule: Float,
	Doc: "with eps, x is first clamped to lie between eps and 1 - eps. If these are crossed, " +
		"numbers below eps become eps, and all others 1 - eps",
	As: Logit.of(Where.of(Lt.of(x, y), y, Minimum.of(x, Sub.of(1, y)))), BySteps: "1 - eps is a number of the dtype, as in PyTorch",
})
