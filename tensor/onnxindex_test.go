package tensor_test

import (
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor"
)

// indexForms are the forms that ONNX's operators of indices need.
const indexForms = device.Positions | device.Loads | device.Stores | device.Reductions | device.Scans | device.Sorts

// onnxIndex are ONNX's operators of indices and positions, with ONNX's defaults.
var onnxIndex = map[string]func(c onnxCase, x []any) *tensor.Tensor{
	"Compress": func(c onnxCase, x []any) *tensor.Tensor {
		at, err := x[1].(*tensor.Tensor).Nonzero()
		if err != nil {
			return tensor.FromError(err)
		}
		if _, ok := c.Attrs["axis"]; !ok {
			return x[0].(*tensor.Tensor).Reshape(-1).Take(0, at[0])
		}
		return x[0].(*tensor.Tensor).Take(int(c.attr("axis", 0)), at[0])
	},
	"EyeLike": func(c onnxCase, x []any) *tensor.Tensor {
		k := int(c.attr("k", 0))
		return x[0].(*tensor.Tensor).Mul(0).Add(1).Tril(k).Triu(k)
	},
	"Gather": func(c onnxCase, x []any) *tensor.Tensor {
		return x[0].(*tensor.Tensor).Take(int(c.attr("axis", 0)), x[1])
	},
	"GatherElements": func(c onnxCase, x []any) *tensor.Tensor {
		return x[0].(*tensor.Tensor).TakeAlongAxis(int(c.attr("axis", 0)), x[1].(*tensor.Tensor))
	},
	"NonZero": func(_ onnxCase, x []any) *tensor.Tensor {
		at, err := x[0].(*tensor.Tensor).Nonzero()
		if err != nil {
			return tensor.FromError(err)
		}
		return tensor.Stack(0, at...)
	},
	"OneHot": func(c onnxCase, x []any) *tensor.Tensor {
		classes, err := x[1].(*tensor.Tensor).Float64()
		if err != nil {
			return tensor.FromError(err)
		}
		n, values := int(classes), x[2].(*tensor.Tensor) // off, on
		hot := x[0].(*tensor.Tensor).AsType(tensor.Int64).Remainder(n).OneHot(n)
		y, axis := values.Take(0, hot), int(c.attr("axis", -1))
		if axis < 0 {
			axis += y.Rank()
		}
		order := []int{}
		for k := range y.Rank() - 1 {
			if k == axis {
				order = append(order, y.Rank()-1)
			}
			order = append(order, k)
		}
		if axis == y.Rank()-1 {
			order = append(order, axis)
		}
		return y.Permute(order...)
	},
	"Scatter": func(c onnxCase, x []any) *tensor.Tensor { return c.scatter(x) }, "ScatterElements": func(c onnxCase, x []any) *tensor.Tensor { return c.scatter(x) },
	"Trilu": func(c onnxCase, x []any) *tensor.Tensor {
		k := 0
		if len(x) > 1 && x[1] != nil {
			i, err := x[1].(*tensor.Tensor).Int64()
			if err != nil {
				return tensor.FromError(err)
			}
			k = int(i)
		}
		if c.attr("upper", 1) == 1 {
			return x[0].(*tensor.Tensor).Triu(k)
		}
		return x[0].(*tensor.Tensor).Tril(k)
	},
}

func (c onnxCase) scatter(x []any) *tensor.Tensor {
	t, axis, index, src := x[0].(*tensor.Tensor), int(c.attr("axis", 0)), x[1].(*tensor.Tensor), x[2].(*tensor.Tensor)
	how, _ := c.Attrs["reduction"].(string)
	mode, ok := map[string]tensor.ScatterMode{"add": tensor.ScatterSum, "mul": tensor.ScatterProd, "max": tensor.ScatterMax, "min": tensor.ScatterMin}[how]
	if !ok {
		return t.Scatter(axis, index, src)
	}
	return t.ScatterReduce(axis, index, src, mode, true)
}

// topk are the values and the indices of TopK. Not sorted they come in any order, so in this one too.
func (c onnxCase) topk(x []any) []*tensor.Tensor {
	k, err := x[1].(*tensor.Tensor).Int64()
	if err != nil {
		return []*tensor.Tensor{tensor.FromError(err)}
	}
	order := tensor.Ascending
	if c.attr("largest", 1) == 1 {
		order = tensor.Descending
	}
	values, indices := x[0].(*tensor.Tensor).Topk(int(c.attr("axis", -1)), int(k), order)
	return []*tensor.Tensor{values, indices}
}
