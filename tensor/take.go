package tensor

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/tensor/internal/named"
)

// Take returns the elements of x at indices along an axis, as NumPy's take does. The indices are a
// tensor of any integer dtype, or an []int. The result has their axes in the place of the axis.
// Negative indices count from the end.
//
// An index out of bounds is an error with the index, the axis and its size: at once for an []int. For a
// tensor it is an error of the result, and of what is computed from it.
func (x *Tensor) Take(axis int, indices any) *Tensor {
	name := "take"
	by, other := indices.(named.Index)
	if other {
		name, indices = by.Call, by.Of
	}
	at, err := x.axis(name, axis)
	if err != nil {
		return fail(err)
	}
	l := x.layout
	index, ok := indices.(*Tensor)
	if !ok {
		index = indexList(name, x.Device(), indices, at, l.Shape[at])
		defer index.Release()
	}
	if err := index.check(name + ": the index"); err != nil {
		return fail(err)
	}
	p := takePlaces(l, at, index)
	if by.Each {
		p.view.Shape = slices.Concat(l.Shape[:at], l.Shape[at+1:])
		p.view.Strides, p.indexed[0].behind = slices.Concat(l.Strides[:at], l.Strides[at+1:]), 0
	}
	return x.load(name, p)
}

// takePlaces returns the places of an index along an axis of a layout. The axes of the index lie in the
// place of that axis.
func takePlaces(l *broadcast.Layout, at int, index *Tensor) (p places) {
	own := index.layout.Shape
	p.view = broadcast.Layout{Offset: l.Offset,
		Shape:   slices.Concat(l.Shape[:at], own, l.Shape[at+1:]),
		Strides: slices.Concat(l.Strides[:at], make([]int, len(own)), l.Strides[at+1:])}
	p.indexed = []indexedAxis{{axis: newAxis(l, at), number: at, index: index, behind: len(l.Shape) - at - 1}}
	return p
}

// TakeAlongAxis returns the elements of x at indices along an axis, as NumPy's take_along_axis does:
// element [i j] of x.TakeAlongAxis(1, y) is x[i, y[i, j]]. The indices have x's rank, and any integer
// dtype. Off the axis the shapes are broadcast. Errors are those of [Tensor.Take].
func (x *Tensor) TakeAlongAxis(axis int, indices *Tensor) *Tensor {
	const name = "take_along_axis"
	at, err := x.alongAxis(name, axis, indices)
	if err != nil {
		return fail(err)
	}
	l, own := x.layout.Clone(), indices.layout.Shape
	along := newAxis(&l, at)
	l.Shape[at], l.Strides[at] = 1, 0
	shape, err := broadcast.Shapes(l.Shape, own)
	if err != nil {
		return failf(name, "%w", err)
	}
	shape[at] = own[at]
	view, err := l.To(shape)
	if err != nil {
		return failf(name, "%w", err)
	}
	return x.load(name, places{view, []indexedAxis{{axis: along, number: at, index: indices}}})
}

// alongAxis checks an index of x's rank along an axis, and returns the number of the axis.
func (x *Tensor) alongAxis(name string, axis int, indices *Tensor) (at int, err error) {
	if at, err = x.axis(name, axis); err != nil {
		return 0, err
	}
	if err := indices.check(name + ": the index"); err != nil {
		return 0, err
	}
	if shape, own := x.layout.Shape, indices.layout.Shape; len(own) != len(shape) {
		return 0, errorf(name, "the index has %d axes (shape %v), the tensor %d (shape %v); they have to have as many", len(own), own, len(shape), shape)
	}
	return at, nil
}

// indexList returns an []int as a tensor of indices along an axis.
func indexList(name string, d device.Device, indices any, axis, size int) *Tensor {
	list, ok := indices.([]int)
	if !ok {
		return failf(name, "the index is %s; it has to be a *Tensor of integers, or an []int", describe(indices))
	}
	wide := make([]int64, len(list))
	for k, i := range list {
		if i < -size || i >= size {
			return failf(name, "%w (element %d of the indices)", &device.IndexError{Index: int64(i), Axis: axis, Size: size, Element: k}, k)
		}
		wide[k] = int64(i)
	}
	return FromSliceOn(d, wide)
}

// trailing is a layout with so many axes of size 1 behind it.
func trailing(l broadcast.Layout, axes int) broadcast.Layout {
	l = l.Clone()
	for range axes {
		l.Shape, l.Strides = append(l.Shape, 1), append(l.Strides, 0)
	}
	return l
}

// newAxis is an axis of a layout.
func newAxis(l *broadcast.Layout, at int) axis { return axis{l.Shape[at], l.Strides[at]} }

// axis checks x, and returns the number of one of its axes.
func (x *Tensor) axis(name string, axis int) (at int, err error) {
	if err := x.check(name); err != nil {
		return 0, err
	}
	axes, err := broadcast.Axes([]int{axis}, len(x.layout.Shape))
	switch {
	case err != nil:
		return 0, errorf(name, "%w", err)
	case len(axes) == 0:
		return 0, errorf(name, "the tensor has no axes; reshape it with Reshape(1)")
	}
	return axes[0], nil
}
