package tensor_test

import (
	"slices"

	"github.com/wgtensor/wgtensor/tensor"
)

// onnxShapes are ONNX's operators that lay elements out anew, with ONNX's defaults.
var onnxShapes = map[string]func(c onnxCase, x *tensor.Tensor, more []any) *tensor.Tensor{
	"BitCast": func(c onnxCase, x *tensor.Tensor, _ []any) *tensor.Tensor {
		raw, err := x.Bytes()
		if err != nil {
			return tensor.FromError(err)
		}
		return tensor.FromBytes(c.Outputs[0].DType.DType, raw, x.Len()).Reshape(x.Shape()...)
	},
	"Concat": func(c onnxCase, x *tensor.Tensor, more []any) *tensor.Tensor {
		return tensor.Concat(int(c.attr("axis", 0)), x, more[0].(*tensor.Tensor))
	},
	"ConstantOfShape": func(c onnxCase, x *tensor.Tensor, _ []any) *tensor.Tensor {
		return tensor.Zeros(c.Outputs[0].DType.DType, whole(x)...)
	},
	"Expand": func(_ onnxCase, x *tensor.Tensor, more []any) *tensor.Tensor {
		shape, err := tensor.BroadcastShapes(x.Shape(), whole(more[0]))
		if err != nil {
			return tensor.FromError(err)
		}
		return x.BroadcastTo(shape...)
	},
	"Flatten": func(c onnxCase, x *tensor.Tensor, _ []any) *tensor.Tensor {
		axis := (int(c.attr("axis", 1)) + x.Rank()) % x.Rank()
		return x.Flatten(0, axis-1).Flatten(1)
	},
	"GatherND": func(_ onnxCase, x *tensor.Tensor, more []any) *tensor.Tensor { // of one axis of batches
		return x.At(tensor.Arange(0, x.Size(0), 1), more[0].(*tensor.Tensor).Index(1, 0))
	},
	"Hardmax": func(c onnxCase, x *tensor.Tensor, _ []any) *tensor.Tensor {
		axis := int(c.attr("axis", -1))
		return x.Argmax(axis).OneHot(x.Size(axis)).Moveaxis(-1, axis)
	},
	"Pad": func(c onnxCase, x *tensor.Tensor, more []any) *tensor.Tensor {
		sizes, axes := whole(more[0]), axesOf(more, 2, x.Rank())
		with := map[any]tensor.Padding{"edge": tensor.Replicate, "wrap": tensor.Circular, "reflect": tensor.Reflect}[c.Attrs["mode"]]
		if c.Attrs["mode"] == "constant" {
			v, _ := more[1].(*tensor.Tensor).Float64()
			with = tensor.Constant(v)
		}
		for i, axis := range axes {
			x = x.Pad(axis, sizes[i], sizes[len(axes)+i], with)
		}
		return x
	},
	"Range": func(c onnxCase, x *tensor.Tensor, more []any) *tensor.Tensor {
		var v [3]float64
		for i, t := range []*tensor.Tensor{x, more[0].(*tensor.Tensor), more[1].(*tensor.Tensor)} {
			v[i], _ = t.Float64()
		}
		return tensor.Arange(v[0], v[1], v[2]).AsType(c.Outputs[0].DType.DType)
	},
	"Reshape": func(c onnxCase, x *tensor.Tensor, more []any) *tensor.Tensor {
		sizes := whole(more[0])
		for axis, n := range sizes {
			if n == 0 && c.attr("allowzero", 0) == 0 {
				sizes[axis] = x.Size(axis)
			}
		}
		return x.Reshape(sizes...)
	},
	"ScatterND": func(c onnxCase, x *tensor.Tensor, more []any) *tensor.Tensor { // of rows
		rows, src := more[0].(*tensor.Tensor), more[1].(*tensor.Tensor)
		mode, ok := map[any]tensor.ScatterMode{"max": tensor.ScatterMax, "min": tensor.ScatterMin}[c.Attrs["reduction"]]
		if !ok {
			return x.IndexCopy(0, rows.Index(1, 0), src)
		}
		return x.ScatterReduce(0, rows.Unsqueeze(-1).BroadcastTo(src.Shape()...), src, mode, true)
	},
	"Shape": func(c onnxCase, x *tensor.Tensor, _ []any) *tensor.Tensor {
		return tensor.FromSlice(x.Shape()).Slice(0, int(c.attr("start", 0)), int(c.attr("end", float64(x.Rank()))), 1)
	},
	"Size": func(_ onnxCase, x *tensor.Tensor, _ []any) *tensor.Tensor { return tensor.Scalar(x.Len()) },
	"Slice": func(_ onnxCase, x *tensor.Tensor, more []any) *tensor.Tensor {
		starts, stops := whole(more[0]), whole(more[1])
		steps := slices.Repeat([]int{1}, len(starts))
		if len(more) > 3 {
			steps = whole(more[3])
		}
		for i, axis := range axesOf(more, 2, len(starts)) {
			x = x.Slice(axis, starts[i], stops[i], steps[i])
		}
		return x
	},
	"Squeeze": func(_ onnxCase, x *tensor.Tensor, more []any) *tensor.Tensor { return x.Squeeze(whole(more[0])...) },
	"Tile":    func(_ onnxCase, x *tensor.Tensor, more []any) *tensor.Tensor { return x.Tile(whole(more[0])...) },
	"Transpose": func(c onnxCase, x *tensor.Tensor, _ []any) *tensor.Tensor {
		axes, ok := c.Attrs["perm"].([]any)
		if !ok {
			return x.T()
		}
		var order []int
		for _, axis := range axes {
			order = append(order, int(axis.(float64)))
		}
		return x.Permute(order...)
	},
	"Unsqueeze": func(_ onnxCase, x *tensor.Tensor, more []any) *tensor.Tensor {
		axes := whole(more[0])
		rank := x.Rank() + len(axes)
		for i := range axes {
			axes[i] = (axes[i] + rank) % rank
		}
		slices.Sort(axes)
		for _, axis := range axes {
			x = x.Unsqueeze(axis)
		}
		return x
	},
}

// onnxSeveral are ONNX's operators of several results.
var onnxSeveral = map[string]func(c onnxCase, x []any) []*tensor.Tensor{
	"Split": func(c onnxCase, x []any) []*tensor.Tensor {
		t, axis := x[0].(*tensor.Tensor), int(c.attr("axis", 0))
		var parts []*tensor.Tensor
		var err error
		if len(x) > 1 {
			parts, err = t.Split(axis, whole(x[1])...)
		} else {
			parts, err = t.Chunk(axis, len(c.Outputs))
		}
		if err != nil {
			return []*tensor.Tensor{tensor.FromError(err)}
		}
		return parts
	},
	"TopK": onnxCase.topk,
}

// whole are the elements of a tensor of sizes or of axes; none if a number is not one.
func whole(x any) (all []int) {
	values, _ := tensor.Data[int64](x.(*tensor.Tensor))
	for _, v := range values {
		all = append(all, int(v))
	}
	return all
}

// axesOf are those of an operand, or all.
func axesOf(x []any, operand, n int) (axes []int) {
	if operand < len(x) && x[operand] != nil {
		return whole(x[operand])
	}
	for axis := range n {
		axes = append(axes, axis)
	}
	return axes
}
