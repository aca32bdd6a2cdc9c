package tensor_test

import (
	"strings"

	"github.com/wgtensor/wgtensor/tensor"
)

// onnxFormulas are ONNX's operators that several rows together compute, with ONNX's defaults.
var onnxFormulas = map[string]func(c onnxCase, x []any) *tensor.Tensor{
	"BitShift": func(c onnxCase, x []any) *tensor.Tensor {
		return tensor.Apply("bitwise_"+strings.ToLower(c.Attrs["direction"].(string))+"_shift", x...)
	},
	"Cast": func(c onnxCase, x []any) *tensor.Tensor {
		return x[0].(*tensor.Tensor).AsType(c.Outputs[0].DType.DType)
	},
	"CastLike": func(c onnxCase, x []any) *tensor.Tensor {
		return x[0].(*tensor.Tensor).AsType(c.Outputs[0].DType.DType)
	},
	"Celu": func(c onnxCase, x []any) *tensor.Tensor { return tensor.Apply("celu", x[0], c.attr("alpha", 1)) },
	"Div": func(c onnxCase, x []any) *tensor.Tensor {
		if c.Inputs[0].DType.IsInteger() {
			return tensor.Apply("trunc_divide", x...)
		}
		return tensor.Apply("div", x...)
	},
	"Elu": func(c onnxCase, x []any) *tensor.Tensor { return tensor.Apply("elu", x[0], c.attr("alpha", 1)) },
	"Gelu": func(c onnxCase, x []any) *tensor.Tensor {
		if c.Attrs["approximate"] == "tanh" {
			return tensor.Apply("gelu_tanh", x...)
		}
		return tensor.Apply("gelu", x...)
	},
	"HardSigmoid": func(c onnxCase, x []any) *tensor.Tensor {
		return tensor.Apply("clamp", tensor.Apply("muladd", x[0], c.attr("alpha", 0.2), c.attr("beta", 0.5)), 0, 1)
	},
	"IsInf": func(c onnxCase, x []any) *tensor.Tensor {
		switch {
		case c.attr("detect_negative", 1) == 0:
			return tensor.Apply("isposinf", x...)
		case c.attr("detect_positive", 1) == 0:
			return tensor.Apply("isneginf", x...)
		}
		return tensor.Apply("isinf", x...)
	},
	"LeakyRelu": func(c onnxCase, x []any) *tensor.Tensor {
		return tensor.Apply("leaky_relu", x[0], c.attr("alpha", 0.01))
	},
	"Max":  func(c onnxCase, x []any) *tensor.Tensor { return fold("maximum", x) },
	"Mean": func(c onnxCase, x []any) *tensor.Tensor { return fold("add", x).Div(len(x)) },
	"Min":  func(c onnxCase, x []any) *tensor.Tensor { return fold("minimum", x) },
	"Mod": func(c onnxCase, x []any) *tensor.Tensor {
		if c.attr("fmod", 0) == 1 {
			return tensor.Apply("fmod", x...)
		}
		return tensor.Apply("remainder", x...)
	},
	"Selu": func(c onnxCase, x []any) *tensor.Tensor {
		if len(c.Attrs) == 0 {
			return tensor.Apply("selu", x...)
		}
		return tensor.Apply("elu", x[0], c.attr("alpha", 1.67326)).Mul(c.attr("gamma", 1.0507))
	},
	"Shrink": func(c onnxCase, x []any) *tensor.Tensor {
		lambd, bias := c.attr("lambd", 0.5), c.attr("bias", 0)
		below := tensor.Where(tensor.Apply("lt", x[0], -lambd), tensor.Apply("add", x[0], bias), 0)
		return tensor.Where(tensor.Apply("gt", x[0], lambd), tensor.Apply("sub", x[0], bias), below)
	},
	"Sum": func(c onnxCase, x []any) *tensor.Tensor { return fold("add", x) },
	"ThresholdedRelu": func(c onnxCase, x []any) *tensor.Tensor {
		return tensor.Apply("threshold", x[0], c.attr("alpha", 1), 0)
	},
}

// fold applies a binary operation from the left.
func fold(name string, x []any) *tensor.Tensor {
	sum := x[0].(*tensor.Tensor)
	for _, next := range x[1:] {
		sum = tensor.Apply(name, sum, next)
	}
	return sum
}
