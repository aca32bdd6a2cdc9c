package tensor

import (
	"slices"
	"strconv"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/examples/customdevice"
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
		if in[1].Rank() == 0 {
			return one(take(in[0], get[int](c, "dim"), in[1].Reshape(1)))
		}
		return one(take(in[0], get[int](c, "dim"), in[1]))
	},
	"take": func(_ *walkCase, in []*Tensor) ([]*Tensor, string) { return one(take(flat(in[0]), 0, in[1])) },
	"gather": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return one(gather(in[0], get[int](c, "dim"), in[1]))
	},
	"take_along_dim": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		axis, x, i := get[int](c, "dim"), in[0], in[1]
		_, group, err := axesFor(x, []int{axis})
		if err != nil || len(group) == 0 {
			return nil, "exception: take_along_dim without an axis is take of flat tensors"
		}
		shape := slices.Clone(x.Shape())
		if i.Rank() != len(shape) {
			return one(failf("take_along_dim", "ranks differ"))
		}
		shape[group[0]] = 1
		other := slices.Clone(i.Shape())
		other[group[0]] = 1
		both, err := broadcast.Shapes(shape, other)
		if err != nil {
			return one(fail(err))
		}
		both[group[0]] = x.Shape()[group[0]]
		x = x.BroadcastTo(both...)
		both[group[0]] = i.Shape()[group[0]]
		return one(gather(x, axis, i.BroadcastTo(both...)))
	},
	"scatter": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return one(scatter(in[0], get[int](c, "dim"), in[1], in[2], nil))
	},
	"scatter_value": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		v := tensorOf(in[0].device, in[0].dtype, []op.Scalar{c.element("value", in[0].dtype)}, nil)
		return one(scatter(in[0], get[int](c, "dim"), in[1], v, nil))
	},
	"scatter_add": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return one(scatterAdd(in[0], get[int](c, "dim"), in[1], in[2]))
	},
	"scatter_reduce": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		if !get[bool](c, "include_self") {
			return nil, "exception: scatter_reduce without the content fills places first, which composes"
		}
		row := map[string]*op.Op{"sum": op.Sum, "prod": op.Prod, "amax": op.Max, "amin": op.Min}[get[string](c, "reduce")]
		return one(scatter(in[0], get[int](c, "dim"), in[1], in[2], row))
	},
	"index_add": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return one(scatterSlices(in[0], get[int](c, "dim"), in[1], in[2].Mul(get[int](c, "alpha")).AsType(in[0].dtype), op.Sum))
	},
	"index_copy": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return one(scatterSlices(in[0], get[int](c, "dim"), in[1], in[2], nil))
	},
	"index_fill": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		v := tensorOf(in[0].device, in[0].dtype, []op.Scalar{c.element("value", in[0].dtype)}, nil)
		return one(scatterSlices(in[0], get[int](c, "dim"), in[1], v, nil))
	},
	"masked_select": func(_ *walkCase, in []*Tensor) ([]*Tensor, string) {
		ts, err := BroadcastTensors(in...)
		if err != nil {
			return one(fail(err))
		}
		at := nonzero(flat(ts[1].Clone()))
		return one(take(flat(ts[0].Clone()), 0, at[0]))
	},
	"nonzero": func(_ *walkCase, in []*Tensor) ([]*Tensor, string) {
		if in[0].Rank() == 0 {
			return nil, "exception: nonzero of a tensor without axes is an error, as in NumPy 2"
		}
		axes := nonzero(in[0])
		if axes[0].Err() != nil {
			return one(axes[0])
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
		return nonzero(in[0]), ""
	},
	"roll": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		shifts, dims, x := c.list("shifts"), c.list("dims"), in[0]
		if string(c.Attrs["dims"]) == "null" {
			y := flat(x)
			for _, by := range shifts {
				y = roll(y, 0, by)
			}
			return one(y.Reshape(x.Shape()...))
		}
		if len(dims) != len(shifts) {
			return one(failf("roll", "%d shifts, %d axes", len(shifts), len(dims)))
		}
		for k, axis := range dims {
			x = roll(x, axis, shifts[k])
		}
		return one(x)
	},
	"pad": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		x, mode, widths := in[0], get[string](c, "mode"), get[[]int](c, "pad")
		for k := 0; k+1 < len(widths); k += 2 {
			if x.Err() != nil {
				break
			}
			axis, before, after := x.Rank()-1-k/2, widths[k], widths[k+1]
			if axis < 0 {
				return one(failf("pad", "too many widths"))
			}
			n := x.Shape()[axis]
			if before+after+n < 0 || mode != "constant" && n == 0 && before+after > 0 {
				return one(failf("pad", "axis of %d by %d and %d", n, before, after))
			}
			x = pad(x, axis, before, after, mode, c.element("value", x.dtype))
		}
		return one(x)
	},
	"tril": triangle(func(w *walk, offset, k value) value { return w.do(op.Le, offset, k) }),
	"triu": triangle(func(w *walk, offset, k value) value { return w.do(op.Ge, offset, k) }),
	"eye": func(c *walkCase, _ []*Tensor) ([]*Tensor, string) {
		dt, _ := c.dtype()
		w := newWalk(walkDevice, []int{get[int](c, "n"), get[int](c, "m")}, -1)
		is := w.do(op.Eq, w.position(0, 1, -1), w.scalar(op.Int64, 0))
		if dt != op.Bool {
			is = w.cast(dt, is)
		}
		w.store(is, 0, 1)
		return w.run(), ""
	},
	"one_hot": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		n := get[int](c, "num_classes")
		if n < 0 {
			return nil, "exception: one_hot with as many classes as there are is a maximum first"
		}
		x := in[0]
		shape := append(x.Shape(), n)
		w := newWalk(x.device, shape, -1)
		steps := make([]int, len(shape))
		steps[len(steps)-1] = 1
		is := w.do(op.Eq, w.read(x, count(0, x.Rank())...), w.position(0, steps...))
		w.store(w.cast(op.Int64, is), count(0, len(shape))...)
		return w.run(), ""
	},
	"searchsorted": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		if in[0].Rank() == 0 || in[0].Rank() > 1 && in[0].Rank() != in[1].Rank() {
			return one(failf("searchsorted", "ranks %d and %d", in[0].Rank(), in[1].Rank()))
		}
		return one(searchsorted(in[0], in[1], get[bool](c, "right")))
	},
	"bincount": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		x, n := in[0], get[int](c, "minlength")
		if x.Rank() != 1 {
			return one(failf("bincount", "%d axes", x.Rank()))
		}
		if x.Len() > 0 {
			last, err := Item[int64](x.AsType(Int64).Max())
			if err != nil {
				return one(fail(err))
			}
			n = max(n, int(last)+1)
		}
		dt, weights := Int64, Ones(Int64).To(x.device)
		if len(in) > 1 {
			dt, weights = in[1].dtype, in[1]
			if !dt.IsFloat() || dt != Float32 {
				dt, weights = Float64, weights.AsType(Float64)
			}
		}
		negative, err := Item[bool](x.Lt(0).Any())
		if err != nil || negative {
			return one(failf("bincount", "a negative element"))
		}
		return one(scatter(Zeros(dt, n).To(x.device), 0, x.AsType(Int64), weights, op.Sum))
	},
}

// triangle keeps one side of a diagonal.
func triangle(keep func(w *walk, offset, k value) value) computed {
	return func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		x := in[0]
		if x.Rank() < 2 {
			return one(failf("tril", "%d axes", x.Rank()))
		}
		w := newWalk(x.device, x.Shape(), -1)
		all := count(0, x.Rank())
		steps := make([]int, x.Rank())
		steps[x.Rank()-2], steps[x.Rank()-1] = -1, 1
		k := w.scalar(op.Int64, op.Scalar(uint64(int64(get[int](c, "diagonal")))))
		w.store(w.do(op.Where, keep(w, w.position(0, steps...), k), w.read(x, all...), w.scalar(x.dtype, 0)), all...)
		return w.run(), ""
	}
}

// scatterSlices stores or combines slices of src along an axis of t.
func scatterSlices(t *Tensor, axis int, indices, src *Tensor, combine *op.Op) *Tensor {
	if indices.Rank() == 0 {
		indices = indices.Reshape(1)
	}
	w, own := beginIndex(t, axis, indices)
	if w.err != nil {
		return fail(w.err)
	}
	if src.Rank() > 0 && !slices.Equal(src.Shape(), w.launch.Shape) {
		return failf("index", "elements of shape %v for a place of shape %v", src.Shape(), w.launch.Shape)
	}
	v := w.read(src, count(0, src.Rank())...)
	w.storeAt(v, t, around(t, own, 1), false, combine, w.read(indices, own))
	return w.run()[0]
}

var randomOps = map[string]computed{
	"jax_bits": func(c *walkCase, _ []*Tensor) ([]*Tensor, string) {
		shape := get[[]int](c, "shape")
		switch dt := c.Oracle[0].DType.DType; dt {
		case Uint64:
			w := newWalk(walkDevice, shape, -1)
			counter := w.cast(op.Uint64, w.position(0, broadcast.RowMajor(shape...).Strides...))
			w.store(w.do(op.Threefry2x32, w.scalar(op.Uint64, c.seed()), counter), count(0, len(shape))...)
			return w.run(), ""
		default:
			return one(randomBits(Zeros(Uint8).To(walkDevice), uint64(c.seed()), shape...).AsType(dt))
		}
	},
	"jax_uniform": func(c *walkCase, _ []*Tensor) ([]*Tensor, string) {
		shape := get[[]int](c, "shape")
		bits := randomBits(Zeros(Uint8).To(walkDevice), uint64(c.seed()), shape...)
		u := bits.BitwiseRightShift(9).AsType(Float32).Mul(0x1p-23)
		if len(c.Attrs["minval"]) > 0 {
			lo, hi := float32(get[float64](c, "minval")), float32(get[float64](c, "maxval"))
			u = u.Mul(hi - lo).Add(lo).Maximum(lo)
		}
		return one(u)
	},
	"jax_split": func(c *walkCase, _ []*Tensor) ([]*Tensor, string) {
		return one(words(c.seed(), counters(get[int](c, "num"))...))
	},
	"jax_fold_in": func(c *walkCase, _ []*Tensor) ([]*Tensor, string) {
		return one(flat(words(c.seed(), get[uint64](c, "data"))))
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
		return one(flat(words(op.Scalar(uint64(key[0])<<32|uint64(key[1])), uint64(counter[0])<<32|uint64(counter[1]))))
	},
}

// counters are the counters 0 to n-1.
func counters(n int) []uint64 {
	all := make([]uint64, n)
	for i := range all {
		all[i] = uint64(i)
	}
	return all
}

// seed is the case's key: both halves are words.
func (c *walkCase) seed() op.Scalar {
	raw := string(c.Attrs["seed"])
	if text, err := strconv.Unquote(raw); err == nil {
		raw = text
	}
	n, err := strconv.ParseUint(raw, 10, 64)
	if err != nil {
		panic(err)
	}
	return op.Scalar(n)
}

// words are the two words of the blocks of a key: one row for each counter.
func words(key op.Scalar, counters ...uint64) *Tensor {
	w := newWalk(walkDevice, []int{len(counters), 2}, -1)
	block := w.do(op.Threefry2x32, w.scalar(op.Uint64, key), w.read(FromSliceOn(walkDevice, counters, len(counters)), 0))
	shift := w.cast(op.Uint64, w.position(32, 0, -32))
	w.store(w.cast(op.Uint32, w.do(op.BitwiseRightShift, block, shift)), 0, 1)
	return w.run()[0]
}
