package tensor

import (
	"encoding/json"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
)

// joinOps are the operations of the outside data that join, extend, rearrange and index.
var joinOps = map[string]computed{
	"cat":   func(c *walkCase, in []*Tensor) ([]*Tensor, string) { return one(Concat(get[int](c, "dim"), in...)) },
	"stack": func(c *walkCase, in []*Tensor) ([]*Tensor, string) { return one(Stack(get[int](c, "dim"), in...)) },
	"split": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		sizes, n := c.List("sizes"), sizeOf(in[0], get[int](c, "dim"))
		if len(sizes) == 1 && c.Attrs["sizes"][0] != '[' {
			if each := sizes[0]; each > 0 {
				for sizes = nil; n > each; n -= each {
					sizes = append(sizes, each)
				}
				sizes = append(sizes, n)
			}
		}
		return several(in[0].Split(get[int](c, "dim"), sizes...))
	},
	"chunk": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return several(in[0].Chunk(get[int](c, "dim"), get[int](c, "chunks")))
	},
	"tile":   func(c *walkCase, in []*Tensor) ([]*Tensor, string) { return one(in[0].Tile(c.List("dims")...)) },
	"repeat": func(c *walkCase, in []*Tensor) ([]*Tensor, string) { return one(in[0].Tile(c.List("sizes")...)) },
	"repeat_interleave": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		x, axis := in[0], c.List("dim")
		if axis == nil {
			x, axis = flat(x), []int{0}
		}
		if len(in) > 1 {
			return one(x.Repeat(axis[0], in[1]))
		}
		return one(x.Repeat(axis[0], get[int](c, "repeats")))
	},
	"roll": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		x, shifts, axes := in[0], c.List("shifts"), c.List("dims")
		switch {
		case axes == nil:
			return one(flat(x).Roll(0, shifts[0]).Reshape(x.Shape()...))
		case len(axes) != len(shifts):
			return nil, "exception: Roll takes one axis"
		}
		for i, axis := range axes {
			x = x.Roll(axis, shifts[i])
		}
		return one(x)
	},
	"pad": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		with := map[string]Padding{"reflect": Reflect, "replicate": Replicate, "circular": Circular}[get[string](c, "mode")]
		if raw, ok := c.Attrs["value"]; ok && raw != nil {
			with = Constant(get[float64](c, "value"))
		}
		x, pad := in[0], c.List("pad")
		for k := 0; k < len(pad); k += 2 {
			x = x.Pad(-1-k/2, pad[k], pad[k+1], with)
		}
		return one(x)
	},
	"diagonal": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return one(in[0].Diagonal(get[int](c, "dim1"), get[int](c, "dim2"), get[int](c, "offset")))
	},
	"index_get": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		x := in[0].At(c.at(in)...)
		if _, err := x.Bytes(); err != nil { // an index that is out of bounds, too
			return one(fail(err))
		}
		return one(x)
	},
	"index_set": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		x := in[0].Clone()
		if err := x.SetAt(in[1], c.at(in)...); err != nil {
			return one(fail(err))
		}
		return one(x)
	},
	"rot90": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		axes := c.List("dims")
		return one(in[0].Rot90(axes[0], axes[1], get[int](c, "k")))
	},
	"unfold": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return one(in[0].Windows(get[int](c, "dim"), get[int](c, "size"), get[int](c, "step")))
	},
	"movedim": func(c *walkCase, in []*Tensor) ([]*Tensor, string) {
		return one(moveAxes(in[0], c.List("source"), c.List("destination")))
	},
}

// sizeOf is the size of an axis, and 0 of one that is not there.
func sizeOf(x *Tensor, axis int) int {
	if axis < -x.Rank() || axis >= x.Rank() {
		return 0
	}
	return x.Size(axis)
}

// moveAxes moves axes to other places: one by Moveaxis, several by Permute.
func moveAxes(x *Tensor, from, to []int) *Tensor {
	if len(from) == 1 {
		return x.Moveaxis(from[0], to[0])
	}
	for _, axes := range [][]int{from, to} {
		if _, err := broadcast.Axes(axes, x.Rank()); err != nil {
			return fail(err)
		}
	}
	for k := range from {
		from, to = slices.Clone(from), slices.Clone(to)
		for _, axis := range []*int{&from[k], &to[k]} {
			if *axis < 0 {
				*axis += x.Rank()
			}
		}
	}
	var order []int
	for axis := range x.Rank() {
		if !slices.Contains(from, axis) {
			order = append(order, axis)
		}
	}
	for _, place := range slices.Sorted(slices.Values(to)) {
		order = slices.Insert(order, place, from[slices.Index(to, place)])
	}
	return x.Permute(order...)
}

// at is the index of a case, whose tensors are inputs.
func (c *walkCase) at(in []*Tensor) (list []any) {
	for _, raw := range get[[]json.RawMessage](c, "index") {
		var item struct {
			Input *int
			Array *[]int // of zeros
			Mask  *[]int // of truths
			Slice []*int
		}
		var i int
		switch {
		case string(raw) == "null":
			list = append(list, nil)
		case raw[0] == '"':
			list = append(list, Ellipsis)
		case json.Unmarshal(raw, &i) == nil:
			list = append(list, i)
		case json.Unmarshal(raw, &item) == nil && item.Input != nil:
			list = append(list, in[*item.Input])
		case item.Mask != nil:
			list = append(list, Ones(Bool, *item.Mask...).To(in[0].Device()))
		case item.Array != nil:
			list = append(list, Zeros(Int64, *item.Array...).To(in[0].Device()))
		default:
			r := Whole
			if s := item.Slice; s[2] != nil && *s[2] < 0 {
				r = S(End, End, -1)
			}
			for k, to := range []*int{&r.Start, &r.Stop, &r.Step} {
				if from := item.Slice[k]; from != nil {
					*to = *from
				}
			}
			list = append(list, r)
		}
	}
	return list
}

func several(ts []*Tensor, err error) ([]*Tensor, string) {
	if err != nil {
		return one(fail(err))
	}
	return ts, ""
}
