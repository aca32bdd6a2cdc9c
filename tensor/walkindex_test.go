package tensor

import (
	"slices"
	"strconv"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/examples/customdevice"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// walkDevice is the device of walks without inputs.
var walkDevice = customdevice.New()

// flat is a tensor as one axis.
func flat(x *Tensor) *Tensor { return x.Reshape(-1) }

// element is a number of the case as an element.
func (c *walkCase) element(name string, dt DType) op.Scalar {
	if dt.IsFloat() {
		return dt.FromFloat(get[float64](c, name))
	}
	return dt.FromInt(int64(get[float64](c, name)))
}

var indexOps = map[string]computed{
	"index_select": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return one(in[0].Take(get[int](c, "dim"), withAxis(in[1])))
	},
	"take": func(_ *walkCase, in []*Tensor) ([]*Tensor, string) { return one(flat(in[0]).Take(0, in[1])) },
	"gather": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return one(gather(in[0], get[int](c, "dim"), in[1]))
	},
	"take_along_dim": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		if string(c.Attrs["dim"]) == "null" {
			return one(flat(in[0]).TakeAlongAxis(0, flat(in[1])))
		}
		return one(in[0].TakeAlongAxis(get[int](c, "dim"), in[1]))
	},
	"scatter": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return one(in[0].Scatter(get[int](c, "dim"), in[1], in[2]))
	},
	"scatter_value": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		v := tensorOf(in[0].device, in[0].dtype, []op.Scalar{c.element("value", in[0].dtype)}, nil)
		return one(in[0].Scatter(get[int](c, "dim"), in[1], v.BroadcastTo(in[1].Shape()...)))
	},
	"scatter_add": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return one(in[0].ScatterAdd(get[int](c, "dim"), in[1], in[2]))
	},
	"scatter_reduce": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		mode := map[string]ScatterMode{"sum": ScatterSum, "prod": ScatterProd, "mean": ScatterMean, "amax": ScatterMax, "amin": ScatterMin}[get[string](c, "reduce")]
		return one(in[0].ScatterReduce(get[int](c, "dim"), in[1], in[2], mode, get[bool](c, "include_self")))
	},
	"index_add": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return one(in[0].IndexAdd(get[int](c, "dim"), withAxis(in[1]), in[2].Mul(get[int](c, "alpha")).AsType(in[0].dtype)))
	},
	"index_copy": func(c *walkCase, in []*Tensor) ([]*Tensor, string) { return one(putSlices(c, in[0], in[1], in[2])) },
	"index_fill": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return one(putSlices(c, in[0], in[1], tensorOf(in[0].device, in[0].dtype, []op.Scalar{c.element("value", in[0].dtype)}, nil)))
	},
	"masked_select": func(_ *walkCase, in []*Tensor) ([]*Tensor, string) { return one(in[0].MaskedSelect(in[1])) },
	"masked_fill": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		if in[0].dtype == Bool {
			return one(in[0].MaskedFill(in[1], get[bool](c, "value")))
		}
		return one(in[0].MaskedFill(in[1], goValue(in[0].dtype, c.element("value", in[0].dtype))))
	},
	"nonzero": func(_ *walkCase, in []*Tensor) ([]*Tensor, string) {
		if in[0].Rank() == 0 {
			return nil, "exception: nonzero of a tensor without axes is an error, as in NumPy 2"
		}
		axes, err := in[0].Nonzero()
		if err != nil {
			return one(fail(err))
		}
		all := Zeros(Int64, axes[0].Len(), len(axes)).To(in[0].device)
		for k, x := range axes {
			if err := all.Index(1, k).Assign(x); err != nil {
				return one(fail(err))
			}
		}
		return one(all)
	},
	"where1": func(_ *walkCase, in []*Tensor) ([]*Tensor, string) {
		if in[0].Rank() == 0 {
			return nil, "exception: nonzero of a tensor without axes is an error, as in NumPy 2"
		}
		axes, err := in[0].Nonzero()
		if err != nil {
			return one(fail(err))
		}
		return axes, ""
	},
	"tril": func(c *walkCase, in []*Tensor) ([]*Tensor, string) { return one(in[0].Tril(get[int](c, "diagonal"))) },
	"triu": func(c *walkCase, in []*Tensor) ([]*Tensor, string) { return one(in[0].Triu(get[int](c, "diagonal"))) },
	"eye": func(c *walkCase, _ []*Tensor) ([]*Tensor, string) {
		dt, _ := c.dtype()
		return one(Eye(dt, get[int](c, "n"), get[int](c, "m")))
	},
	"one_hot": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		n := get[int](c, "num_classes")
		if n < 0 {
			return nil, "exception: one_hot with as many classes as there are is a maximum first"
		}
		return one(in[0].OneHot(n))
	},
	"searchsorted": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		side := Left
		if get[bool](c, "right") {
			side = Right
		}
		return one(in[0].Searchsorted(in[1], side))
	},
	"bincount": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		n := get[int](c, "minlength")
		switch {
		case len(in) == 1:
			return one(in[0].Bincount(n))
		case in[1].dtype != Float32: // whose sums are float64 in PyTorch, and of their dtype here
			return one(in[0].BincountWeighted(in[1].AsType(Float64), n))
		}
		return one(in[0].BincountWeighted(in[1], n))
	},
}

// withAxis is an index with an axis. PyTorch takes one without.
func withAxis(index *Tensor) *Tensor {
	if index.Err() == nil && index.Rank() == 0 {
		return index.Reshape(1)
	}
	return index
}

// gather is PyTorch's: off the axis the indices may be shorter than the tensor.
func gather(x *Tensor, axis int, indices *Tensor) *Tensor {
	at, err := x.axis("gather", axis)
	if err != nil || indices.Rank() != x.Rank() {
		return x.TakeAlongAxis(axis, indices)
	}
	for k, n := range indices.Shape() {
		if k != at && n > x.Size(k) {
			return failf("gather", "the index is longer than the tensor along axis %d", k)
		}
		if k != at {
			x = x.Slice(k, 0, n, 1)
		}
	}
	return x.TakeAlongAxis(axis, indices)
}

// putSlices returns x with slices of src along an axis, or with one element in all of them.
func putSlices(c *walkCase, x, index, src *Tensor) *Tensor {
	at, err := x.axis("put", get[int](c, "dim"))
	if err != nil {
		return fail(err)
	}
	p := takePlaces(rowMajor(x.layout.Shape), at, withAxis(index))
	if src.Rank() > 0 && !slices.Equal(src.Shape(), p.view.Shape) {
		return failf("put", "slices of shape %v for places of shape %v", src.Shape(), p.view.Shape)
	}
	return x.put("put", p, src, putting{})
}

var randomOps = map[string]computed{
	"jax_bits": func(c *walkCase, _ []*Tensor) ([]*Tensor, string) {
		return one(NewKey(c.seed()).Bits(c.Oracle[0].DType.DType, get[[]int](c, "shape")...))
	},
	"jax_uniform": func(c *walkCase, _ []*Tensor) ([]*Tensor, string) {
		u := NewKey(c.seed()).Bits(Uint32, get[[]int](c, "shape")...).BitwiseRightShift(9).AsType(Float32).Mul(0x1p-23)
		if len(c.Attrs["minval"]) > 0 {
			lo, hi := float32(get[float64](c, "minval")), float32(get[float64](c, "maxval"))
			u = u.Mul(hi - lo).Add(lo).Maximum(lo)
		}
		return one(u)
	},
	"jax_split": func(c *walkCase, _ []*Tensor) ([]*Tensor, string) {
		return one(words(NewKey(c.seed()).Split(get[int](c, "num"))...))
	},
	"jax_fold_in": func(c *walkCase, _ []*Tensor) ([]*Tensor, string) {
		return one(flat(words(NewKey(c.seed()).FoldIn(get[uint32](c, "data")))))
	},
	"threefry2x32": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		if get[int](c, "rounds") != 20 {
			return nil, "exception: threefry2x32 has 20 rounds"
		}
		counter, err := Data[uint32](in[0])
		key, err2 := Data[uint32](in[1])
		if err != nil || err2 != nil {
			return one(fail(err))
		}
		k := graph.Arg{Type: Uint64, Scalar: op.Scalar(uint64(key[0])<<32 | uint64(key[1]))}
		at := FromSliceOn(in[0].device, []uint64{uint64(counter[0])<<32 | uint64(counter[1])})
		block, err := Data[uint64](newExpression(at.device, Uint64, at.layout, op.Threefry2x32, nil, k, at.operand()))
		if err != nil {
			return one(fail(err))
		}
		return one(flat(words(NewKey(block[0]))))
	},
}

// seed is the case's key: both halves are words.
func (c *walkCase) seed() uint64 {
	raw := string(c.Attrs["seed"])
	if text, err := strconv.Unquote(raw); err == nil {
		raw = text
	}
	n, err := strconv.ParseUint(raw, 10, 64)
	if err != nil {
		panic(err)
	}
	return n
}

// words are the two words of keys, one row for each.
func words(keys ...Key) *Tensor {
	all := make([]uint32, 0, 2*len(keys))
	for _, k := range keys {
		high, low := k.Words()
		all = append(all, high, low)
	}
	return FromSlice(all, len(keys), 2)
}
