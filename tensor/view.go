package tensor

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
)

// End as the stop of Slice means: through the last element, or through the first with a negative
// step.
const End = broadcast.End

// view returns t's elements in another layout, sharing its storage.
func (t *Tensor) view(name string, make func(broadcast.Layout) (broadcast.Layout, error)) *Tensor {
	if err := t.check(name); err != nil {
		return fail(err)
	}
	layout, err := make(*t.layout)
	if err == nil {
		err = fits(t.dtype, layout.Shape)
	}
	if err != nil {
		return failf(name, "%w", err)
	}
	v := t.again(name)
	if v.err == nil {
		v.layout, v.readOnly = &layout, t.readOnly || layout.Expanded()
	}
	return v
}

// BroadcastTo returns a read-only view with a larger shape. Axes of size 1, and axes that t lacks,
// repeat the elements without a copy. It takes constant time. The view shows later changes of t.
// Clone returns a writable copy.
func (t *Tensor) BroadcastTo(shape ...int) *Tensor {
	v := t.view("broadcast to", func(l broadcast.Layout) (broadcast.Layout, error) { return l.To(shape) })
	v.readOnly = v.err == nil
	return v
}

// Expand is BroadcastTo, except that -1 keeps a size, and that the view is read-only only if an
// axis was expanded.
func (t *Tensor) Expand(sizes ...int) *Tensor {
	return t.view("expand", func(l broadcast.Layout) (broadcast.Layout, error) { return l.Expand(sizes) })
}

// Reshape returns the elements in another shape with the same number of elements. One size may be
// -1: it follows from the others. The result is a view if strides can express it, and otherwise a
// copy. Without sizes it makes a tensor of one element a 0-d tensor.
func (t *Tensor) Reshape(shape ...int) *Tensor {
	const name = "reshape"
	if err := t.check(name); err != nil {
		return fail(err)
	}
	layout, ok, err := t.layout.Reshape(shape)
	if err != nil {
		return failf(name, "%w", err)
	}
	if ok {
		return t.view(name, func(broadcast.Layout) (broadcast.Layout, error) { return layout, nil })
	}
	c := t.derive(t.dtype, nil)
	c.layout = &layout
	return c
}

// Permute returns a view with the axes in another order: axis i is t's axis axes[i].
func (t *Tensor) Permute(axes ...int) *Tensor {
	return t.view("permute", func(l broadcast.Layout) (broadcast.Layout, error) { return l.Permute(axes...) })
}

// Transpose returns a view with two axes exchanged. A 0-d tensor accepts the axes 0 and -1.
func (t *Tensor) Transpose(axis0, axis1 int) *Tensor {
	return t.view("transpose", func(l broadcast.Layout) (broadcast.Layout, error) { return l.Transpose(axis0, axis1) })
}

// T returns a view with the axes reversed.
func (t *Tensor) T() *Tensor {
	return t.view("t", func(l broadcast.Layout) (broadcast.Layout, error) {
		l = l.Clone()
		slices.Reverse(l.Shape)
		slices.Reverse(l.Strides)
		return l, nil
	})
}

// Squeeze returns a view without those of the given axes that have size 1. Without arguments, or
// with an empty list, it drops all axes of size 1.
func (t *Tensor) Squeeze(axes ...int) *Tensor {
	return t.view("squeeze", func(l broadcast.Layout) (broadcast.Layout, error) { return l.Squeeze(axes...) })
}

// Unsqueeze returns a view with a new axis of size 1 before the given axis; -1 puts it last.
func (t *Tensor) Unsqueeze(axis int) *Tensor {
	return t.view("unsqueeze", func(l broadcast.Layout) (broadcast.Layout, error) { return l.Unsqueeze(axis) })
}

// Slice returns a view of every step-th element along an axis, from start up to but without stop.
// Negative indices, negative steps and indices beyond the end mean the same as in Python. End as
// stop takes all remaining elements.
func (t *Tensor) Slice(axis, start, stop, step int) *Tensor {
	return t.view("slice", func(l broadcast.Layout) (broadcast.Layout, error) { return l.Slice(axis, start, stop, step) })
}

// Index returns a view of the elements at position i of an axis, which it drops; a
// negative i counts from the end.
func (t *Tensor) Index(axis, i int) *Tensor {
	return t.view("index", func(l broadcast.Layout) (broadcast.Layout, error) { return l.Index(axis, i) })
}

// Flip returns a view with the given axes reversed. Without arguments, or with an empty list, it
// reverses all axes.
func (t *Tensor) Flip(axes ...int) *Tensor {
	return t.view("flip", func(l broadcast.Layout) (broadcast.Layout, error) { return l.Flip(axes...) })
}

// Windows returns a read-only view of the windows of some size along an axis, as PyTorch's unfold does.
// Each begins so many elements behind the one before. The axis counts windows then, and a new last axis
// has the elements of a window. To move windows along several axes, chain calls.
func (t *Tensor) Windows(axis, size, step int) *Tensor {
	const name = "windows"
	at, err := t.axis(name, axis)
	if err != nil {
		return fail(err)
	}
	switch n := t.layout.Shape[at]; {
	case size < 0:
		return failf(name, "size is %d but must be >= 0", size)
	case step < 1:
		return failf(name, "step is %d but must be > 0", step)
	case size > n:
		return failf(name, "maximum size for tensor at dimension %d is %d but size is %d (shape %v)", at, n, size, t.layout.Shape)
	}
	v := t.view(name, func(l broadcast.Layout) (broadcast.Layout, error) {
		l = l.Clone()
		stride, n := l.Strides[at], (l.Shape[at]-size)/step+1
		l.Shape[at], l.Strides[at] = n, 0
		if n > 1 { // else the product may overflow
			l.Strides[at] = stride * step
		}
		l.Shape, l.Strides = append(l.Shape, size), append(l.Strides, stride)
		return l, nil
	})
	v.readOnly = v.err == nil
	return v
}

// AsStrided returns a view with any shape, strides and offset, counted in elements of t's storage.
// A view beyond the storage is an error. The view is read-only if t is, or if two of its elements
// share memory.
func (t *Tensor) AsStrided(shape, strides []int, offset int) *Tensor {
	v := t.view("as strided", func(broadcast.Layout) (broadcast.Layout, error) {
		if tr, ok := t.device.(*tracing); ok {
			tr.absolute.Store(true)
		}
		l := broadcast.Layout{Shape: append([]int{}, shape...), Strides: append([]int{}, strides...), Offset: offset} // a 0-d shape is not nil
		return l, l.Check(t.storage.Load().Layout().Len())
	})
	v.readOnly = v.err == nil && (t.readOnly || v.layout.Repeats())
	return v
}

// BroadcastTensors returns read-only views of the tensors, all of their common shape.
func BroadcastTensors(ts ...*Tensor) ([]*Tensor, error) {
	const name = "broadcast tensors"
	shapes := make([][]int, len(ts))
	for i, t := range ts {
		if err := t.check(name); err != nil {
			return nil, err
		}
		shapes[i] = t.layout.Shape
	}
	shape, err := broadcast.Shapes(shapes...)
	if err != nil {
		return nil, errorf(name, "%w", err)
	}
	out := make([]*Tensor, len(ts))
	for i, t := range ts {
		if out[i] = t.BroadcastTo(shape...); out[i].Err() != nil {
			return nil, out[i].Err()
		}
	}
	return out, nil
}

// BroadcastShapes returns the shape to which all the shapes broadcast.
func BroadcastShapes(shapes ...[]int) ([]int, error) {
	shape, err := broadcast.Shapes(shapes...)
	return shape, failure("broadcast shapes", err)
}
