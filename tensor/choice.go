package tensor

import (
	"context"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/index"
)

// choice is an index of a tensor: its items, their tensors and lists, and the normal form.
type choice struct {
	index.Form
	items  []index.Item
	arrays []any // a *Tensor or an []int of each item that is one
}

// choose checks an index of t.
func (t *Tensor) choose(name string, list []any) (c choice, err error) {
	if err := t.check(name); err != nil {
		return c, err
	}
	c.items, c.arrays = make([]index.Item, len(list)), make([]any, len(list))
	for i, x := range list {
		item := &c.items[i]
		switch x := x.(type) {
		case nil:
			item.Kind = index.New
		case ellipsis:
			item.Kind = index.Ellipsis
		case Range:
			item.Kind, item.Start, item.Stop, item.Step = index.Slice, x.Start, x.Stop, x.Step
		case []int:
			item.Kind, item.Shape, c.arrays[i] = index.Array, []int{len(x)}, slices.Clone(x)
		case *Tensor:
			if err := x.check(name + ": an index"); err != nil {
				return c, err
			}
			item.Shape, c.arrays[i] = x.layout.Shape, x
			switch {
			case x.dtype == Bool:
				item.Kind = index.Mask
			case x.dtype.IsInteger():
				item.Kind = index.Array
			default:
				return c, errorf(name, "arrays used as indices must be of integer (or boolean) type, not %v; convert with AsType", x.dtype)
			}
		default:
			item.Kind = index.Int
			if item.Int, err = intOf(x); err != nil {
				return c, errorf(name, "%w", err)
			}
		}
	}
	c.Form, err = index.Of(*t.layout, c.items)
	return c, failure(name, err)
}

// mask returns the mask of an index that has no other tensors and lists, or nil. It may be without elements,
// and then of another size than the axis.
func (c *choice) mask() (mask *Tensor) {
	for i, x := range c.arrays {
		switch m, _ := x.(*Tensor); {
		case x == nil:
		case mask != nil || c.items[i].Kind != index.Mask:
			return nil
		default:
			mask = m
		}
	}
	return mask
}

// places finds the places of an index. It waits for masks. Tensors that it makes are among the steps.
func (c *choice) places(name string, t *Tensor, s *steps) (p places, err error) {
	shapes, tensors := make([][]int, len(c.Indexed)), make([]*Tensor, len(c.Indexed))
	var parts []*Tensor // of the mask that comes next
	for k, a := range c.Indexed {
		switch x := c.arrays[a.Item].(type) {
		case []int:
			shapes[k] = []int{len(x)}
			continue
		case *Tensor:
			tensors[k] = x
			if c.items[a.Item].Kind == index.Mask {
				if a.Part == 0 {
					if parts, err = indicesOf(name, x); err != nil {
						return p, err
					}
					*s = append(*s, parts...)
				}
				tensors[k] = parts[a.Part]
			}
			shapes[k] = tensors[k].layout.Shape
		}
	}
	view, common, err := c.Broadcast(shapes)
	if err != nil {
		return p, errorf(name, "%w", err)
	}
	p.view = view
	behind := len(view.Shape) - c.Before - len(common)
	for k, a := range c.Indexed {
		if list, ok := c.arrays[a.Item].([]int); ok {
			if err := inBounds(list, a.Number, a.Size); err != nil {
				return p, errorf(name, "%w", err)
			}
			tensors[k] = s.keep(intsOn(t.Device(), list))
		}
		wide := s.keep(tensors[k].view(name, func(l broadcast.Layout) (broadcast.Layout, error) { return trailing(l, behind), nil }))
		if wide.err != nil {
			return p, *wide.err
		}
		p.indexed = append(p.indexed, indexedAxis{axis: axis{a.Size, a.Stride}, number: a.Number, index: wide})
	}
	return p, nil
}

// indicesOf returns the indices of the elements of a mask that are true. Those of a mask without axes are
// a zero, or none. Those of a mask without elements are known to be none, and wait for nothing.
func indicesOf(name string, mask *Tensor) ([]*Tensor, error) {
	switch {
	case mask.layout.Len() == 0:
		flat := mask.Reshape(0)
		defer flat.Release()
		none := flat.AsType(Int64)
		return slices.Repeat([]*Tensor{none}, len(mask.layout.Shape)), none.Err()
	case len(mask.layout.Shape) > 0:
		return mask.nonzero(context.Background(), name)
	}
	n, err := mask.Int64()
	if err != nil {
		return nil, errorf(name, "the mask: %w", err)
	}
	return []*Tensor{newFilled(name, mask.Device(), Int64, 0, []int{int(n)})}, nil
}

// inBounds returns an error for the first of a list of indices that is out of bounds of an axis.
func inBounds(list []int, axis, size int) error {
	for _, i := range list {
		if i < -size || i >= size {
			return &broadcast.IndexError{Index: i, Axis: axis, Size: size}
		}
	}
	return nil
}

// intsOn returns a list of ints as a tensor of a device.
func intsOn(d device.Device, list []int) *Tensor {
	wide := make([]int64, len(list))
	for k, i := range list {
		wide[k] = int64(i)
	}
	return FromSliceOn(d, wide)
}
