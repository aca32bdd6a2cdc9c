package tensor_test

import "github.com/wgtensor/wgtensor/tensor"

// onnxGroups are ONNX's operators over groups of elements, with ONNX's defaults.
var onnxGroups = map[string]func(c onnxCase, x []any) *tensor.Tensor{
	"ArgMax": func(c onnxCase, x []any) *tensor.Tensor { return c.argument("argmax", x[0].(*tensor.Tensor)) },
	"ArgMin": func(c onnxCase, x []any) *tensor.Tensor { return c.argument("argmin", x[0].(*tensor.Tensor)) },
	"CumProd": func(c onnxCase, x []any) *tensor.Tensor {
		return c.prefixes(x, (*tensor.Tensor).Cumprod, (*tensor.Tensor).Div)
	},
	"CumSum": func(c onnxCase, x []any) *tensor.Tensor {
		return c.prefixes(x, (*tensor.Tensor).Cumsum, (*tensor.Tensor).Sub)
	},
	"Einsum": func(c onnxCase, x []any) *tensor.Tensor {
		var ts []*tensor.Tensor
		for _, t := range x {
			ts = append(ts, t.(*tensor.Tensor))
		}
		return tensor.Einsum(c.Attrs["equation"].(string), ts...)
	},
	"Gemm": func(c onnxCase, x []any) *tensor.Tensor {
		a, b := x[0].(*tensor.Tensor), x[1].(*tensor.Tensor)
		if c.attr("transA", 0) == 1 {
			a = a.T()
		}
		if c.attr("transB", 0) == 1 {
			b = b.T()
		}
		y := a.Matmul(b).Mul(c.attr("alpha", 1))
		if len(x) > 2 {
			y = y.Add(tensor.Apply("mul", x[2], c.attr("beta", 1)))
		}
		return y
	},
	"LogSoftmax": func(c onnxCase, x []any) *tensor.Tensor {
		return x[0].(*tensor.Tensor).LogSoftmax(int(c.attr("axis", -1)))
	},
	"MatMul": func(_ onnxCase, x []any) *tensor.Tensor { return x[0].(*tensor.Tensor).Matmul(x[1].(*tensor.Tensor)) },
	"ReduceL1": func(c onnxCase, x []any) *tensor.Tensor {
		return c.over(x[0].(*tensor.Tensor).Abs(), x).Sum()
	},
	"ReduceL2": func(c onnxCase, x []any) *tensor.Tensor {
		return c.over(x[0].(*tensor.Tensor).Square(), x).Sum().Sqrt()
	},
	"ReduceLogSum":    func(c onnxCase, x []any) *tensor.Tensor { return c.over(x[0].(*tensor.Tensor), x).Sum().Log() },
	"ReduceLogSumExp": func(c onnxCase, x []any) *tensor.Tensor { return c.over(x[0].(*tensor.Tensor), x).Logsumexp() },
	"ReduceMax":       func(c onnxCase, x []any) *tensor.Tensor { return c.over(x[0].(*tensor.Tensor), x).Max() },
	"ReduceMean":      func(c onnxCase, x []any) *tensor.Tensor { return c.over(x[0].(*tensor.Tensor), x).Mean() },
	"ReduceMin":       func(c onnxCase, x []any) *tensor.Tensor { return c.over(x[0].(*tensor.Tensor), x).Min() },
	"ReduceProd":      func(c onnxCase, x []any) *tensor.Tensor { return c.over(x[0].(*tensor.Tensor), x).Prod() },
	"ReduceSum":       func(c onnxCase, x []any) *tensor.Tensor { return c.over(x[0].(*tensor.Tensor), x).Sum() },
	"ReduceSumSquare": func(c onnxCase, x []any) *tensor.Tensor {
		return c.over(x[0].(*tensor.Tensor).Square(), x).Sum()
	},
	"Softmax": func(c onnxCase, x []any) *tensor.Tensor {
		return x[0].(*tensor.Tensor).Softmax(int(c.attr("axis", -1)))
	},
}

// integers are the elements of an operand that has axes.
func integers(x any) (all []int) {
	t, ok := x.(*tensor.Tensor)
	if !ok {
		return nil
	}
	data, err := tensor.Data[int64](t.AsType(tensor.Int64))
	if err != nil {
		panic(err)
	}
	for _, i := range data {
		all = append(all, int(i))
	}
	return all
}

// over is a tensor with the axes of the second operand. No axes are all, or none.
func (c onnxCase) over(y *tensor.Tensor, x []any) tensor.Over {
	var axes []int
	if len(x) > 1 {
		axes = integers(x[1])
	}
	o := y.Along(axes...)
	switch {
	case len(axes) == 0 && c.attr("noop_with_empty_axes", 0) == 1:
		o = o.NoAxes()
	case c.attr("keepdims", 1) == 1:
		o = o.Keep()
	}
	return o
}

// argument is the index of an extreme element along an axis, the first or the last of equals.
func (c onnxCase) argument(name string, x *tensor.Tensor) *tensor.Tensor {
	axis := int(c.attr("axis", 0))
	last := c.attr("select_last_index", 0) == 1
	if last {
		x = x.Flip(axis)
	}
	o := x.Along(axis)
	if c.attr("keepdims", 1) == 1 {
		o = o.Keep()
	}
	y := tensor.Reduce(name, o)
	if last {
		n := x.Shape()[(axis+x.Rank())%x.Rank()]
		y = y.Neg().Add(n - 1)
	}
	return y
}

// prefixes is a scan along the axis that the second operand names. It may leave out each element
// itself, and may begin at the end.
func (c onnxCase) prefixes(x []any, scan func(x *tensor.Tensor, axis int) *tensor.Tensor, without func(x *tensor.Tensor, y any) *tensor.Tensor) *tensor.Tensor {
	y, axis := x[0].(*tensor.Tensor), integers(x[1])[0]
	reverse := c.attr("reverse", 0) == 1
	if reverse {
		y = y.Flip(axis)
	}
	z := scan(y, axis)
	if c.attr("exclusive", 0) == 1 {
		z = without(z, y)
	}
	if reverse {
		z = z.Flip(axis)
	}
	return z
}
