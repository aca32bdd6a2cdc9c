package op

import (
	"math"

	"github.com/wgtensor/wgtensor/device/op/internal/libm"
	"github.com/wgtensor/wgtensor/device/op/internal/precise"
)

var Relu = def(Op{
	Name: "relu", Arity: 1, Doc: "x where it is positive, else 0; NaN of NaN",
	Word:  Words{Int: "{x} & ~m_lanes_fill({x} & {h}, {h})", Uint: "{x}", Bool: "{x}"},
	Float: form1("m_relu({x})", func(x float64) float64 { return max(x, 0) }).wide("m_frelu64({x})"),
	Int:   form1("max({x}, 0)", func(x int64) int64 { return max(x, 0) }).wide("m_imax64({x}, vec2<u32>(0u))"),
	Uint:  form1("{x}", same[uint64]),
	Bool:  form1("{x}", same[bool]),
})

var Relu6 = def(Op{
	Name: "relu6", Arity: 1, Hint: noBool, Doc: "x, but at least 0 and at most 6; NaN of NaN",
	As: Clamp.of(x, 0, 6),
})

var LeakyRelu = def(Op{
	Name: "leaky_relu", Arity: 2, InFloat32: Numbers, Params: params.keep(Param{Name: "negative_slope", Default: 0.01}), Rule: Float,
	Doc: "x where it is positive, else negative_slope * x",
	As:  Where.of(Gt.of(x, 0), x, Mul.of(x, y)),
})

var Prelu = def(Op{
	Name: "prelu", Arity: 2, Operands: names.keep("x", "weight"), Rule: Float,
	Doc: "x where it is positive, else weight * x (for images, PyTorch's weight per channel is " +
		"weight.Reshape(-1, 1, 1))",
	As: Where.of(Gt.of(x, 0), x, Mul.of(x, y)),
})

var Elu = def(Op{
	Name: "elu", Arity: 2, InFloat32: Numbers, Params: params.keep(Param{Name: "alpha", Default: 1}), Rule: Float, Tol: ULPs(2.5),
	Doc:     "x where it is positive, else alpha * expm1(x); -alpha of -Inf",
	As:      Where.of(Gt.of(x, 0), x, Mul.of(y, Expm1.of(x))),
	Float:   form2("", libm.Elu),
	Precise: form2("", precise.Elu),
})

var Celu = def(Op{
	Name: "celu", Arity: 2, InFloat32: Numbers, Params: params.keep(Param{Name: "alpha", Default: 1, Accept: positive}), Rule: Float, Tol: ULPs(2.5),
	Doc:     "x where it is positive, else alpha * expm1(x / alpha); -alpha of -Inf",
	Float:   form2("m_celu({x}, {y})", libm.Celu).wide("libm_celu({x}, {y})"),
	Precise: form2("", precise.Celu),
})

// With these constants the values in a deep network keep their mean and variance (Klambauer et al.,
// Self-Normalizing Neural Networks, 2017).
const (
	seluScale = 1.0507009873554804934193349852946
	seluAlpha = 1.6732632423543772848170429916717
)

var Selu = def(Op{
	Name: "selu", Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "s * x where x is positive, else s * a * expm1(x), with s = 1.05070098… and a = 1.67326324…",
	As:      Where.of(Gt.of(x, 0), Mul.of(seluScale, x), Mul.of(seluScale*seluAlpha, Expm1.of(x))),
	Float:   form1("", libm.Selu),
	Precise: form1("", precise.Selu),
})

var Gelu = def(Op{
	Name: "gelu", Arity: 1, Rule: Float, Tol: ULPs(5),
	Doc:     "x/2 * (1 + erf(x / sqrt(2))), with all its digits for negative x too; NaN of -Inf, as in PyTorch",
	Float:   form1("m_gelu({x})", libm.Gelu).wide("libm_gelu({x})"),
	Precise: form1("", precise.Gelu),
})

var GeluTanh = def(Op{
	Name: "gelu_tanh", Arity: 1, Rule: Float, Tol: ULPs(5),
	Doc:     "x/2 * (1 + tanh(sqrt(2/pi) * (x + 0.044715*x^3))), PyTorch's approximate='tanh'; NaN of -Inf",
	Float:   form1("m_gelu_tanh({x})", libm.GeluTanh).wide("libm_gelu_tanh({x})"),
	Precise: form1("", precise.GeluTanh),
})

var Silu = def(Op{
	Name: "silu", Aliases: names.keep("swish"), Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "x * sigmoid(x); NaN of -Inf, as in PyTorch",
	Float:   form1("m_silu({x})", libm.Silu).wide("libm_silu({x})"),
	Precise: form1("", precise.Silu),
})

var Mish = def(Op{
	Name: "mish", Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "x * tanh(log1p(exp(x))); NaN of -Inf, as in PyTorch",
	Float:   form1("m_mish({x})", libm.Mish).wide("libm_mish({x})"),
	Precise: form1("", precise.Mish),
})

var Softplus = def(Op{
	Name: "softplus", Arity: 3, InFloat32: Numbers, Params: params.keep(Param{Name: "beta", Default: 1}, Param{Name: "threshold", Default: 20}), Rule: Float, Tol: ULPs(2.5),
	Doc:     "log1p(exp(beta*x)) / beta, and x itself where beta*x is above threshold",
	Float:   form3("m_softplus({x}, {y}, {z})", libm.Softplus).wide("libm_softplus({x}, {y}, {z})"),
	Precise: form3("", precise.Softplus),
})

var Softsign = def(Op{
	Name: "softsign", Arity: 1, Rule: Float, Tol: ULPs(1.5),
	Doc:     "x / (1 + |x|); NaN of infinities, as in PyTorch",
	As:      Div.of(x, Add.of(1, Abs.of(x))),
	Float:   form1("", func(x float64) float64 { return x / (1 + math.Abs(x)) }),
	Precise: form1("", precise.Softsign),
})

var Hardsigmoid = def(Op{
	Name: "hardsigmoid", Arity: 1, Rule: Float, Tol: ULPs(1.5),
	Doc:     "(x + 3) / 6, but at least 0 and at most 1",
	As:      Div.of(Clamp.of(Add.of(x, 3), 0, 6), 6),
	Float:   form1("", hardsigmoid),
	Precise: form1("", precise.Hardsigmoid),
})

var Hardswish = def(Op{
	Name: "hardswish", Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "x * hardsigmoid(x); NaN of -Inf, as in PyTorch",
	As:      Mul.of(x, Div.of(Clamp.of(Add.of(x, 3), 0, 6), 6)),
	Float:   form1("", func(x float64) float64 { return x * hardsigmoid(x) }),
	Precise: form1("", precise.Hardswish),
})

func hardsigmoid(x float64) float64 { return min(max(x+3, 0), 6) / 6 }

var Hardtanh = def(Op{
	Name: "hardtanh", Arity: 3, Params: params.keep(Param{Name: "min_val", Default: -1}, Param{Name: "max_val", Default: 1}), Hint: noBool,
	Doc: "x, but at least min_val and at most max_val; max_val where the bounds are crossed",
	As:  Clamp.of(x, y, z),
})

var Tanhshrink = def(Op{
	Name: "tanhshrink", Arity: 1, Rule: Float, Tol: ULPs(2.5),
	Doc:     "x - tanh(x), with all its digits where x is small; 0 of -0",
	Float:   form1("m_tanhshrink({x})", libm.Tanhshrink).wide("libm_tanhshrink({x})"),
	Precise: form1("", precise.Tanhshrink),
})

var Softshrink = def(Op{
	Name: "softshrink", Arity: 2, Params: params.keep(Param{Name: "lambd", Default: 0.5, Accept: nonNegative}), Rule: Float,
	Doc: "x - lambd above lambd, x + lambd below -lambd, 0 between; NaN of NaN",
	As:  Where.of(Gt.of(x, y), Sub.of(x, y), Where.of(Lt.of(x, Neg.of(y)), Add.of(x, y), Where.of(Isnan.of(x), x, 0))),
})

var Hardshrink = def(Op{
	Name: "hardshrink", Arity: 2, Params: params.keep(Param{Name: "lambd", Default: 0.5}), Rule: Float,
	Doc: "x, but 0 where |x| is at most lambd; NaN of NaN",
	As:  Where.of(Le.of(Abs.of(x), y), 0, x),
})

var Threshold = def(Op{
	Name: "threshold", Arity: 3, Operands: names.keep("x", "threshold", "value"), InFloat32: Numbers,
	Doc: "value where x is at most threshold, else x; NaN of NaN",
	As:  Where.of(Le.of(x, y), z, x),
})
