package tensor

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// places are elements of a tensor that indices choose. They have a shape of their own. An element of
// that shape lies where view says, plus the indices' places along the indexed axes.
type places struct {
	view    broadcast.Layout // of the shape; stride 0 along axes of the indices alone
	indexed []indexedAxis
}

// indexedAxis is an axis along which an index tensor says the place. Negative indices count from the
// end.
type indexedAxis struct {
	axis
	number int     // of the axis in the caller's tensor, for an index error
	index  *Tensor // integers, which broadcast to the shape
	behind int     // how many axes of the shape lie behind those of the index
}

// axis is an axis of a layout.
type axis struct{ size, stride int }

// table returns the layout with an axis for each place.
func (p *places) table() *broadcast.Layout {
	rank := len(p.view.Shape)
	all := rank + len(p.indexed)
	buf := make([]int, 2*all)
	l := broadcast.Layout{Shape: buf[:all:all], Strides: buf[all:], Offset: p.view.Offset}
	copy(l.Shape, p.view.Shape)
	copy(l.Strides, p.view.Strides)
	for k, a := range p.indexed {
		l.Shape[rank+k], l.Strides[rank+k] = a.size, a.stride
	}
	return &l
}

// numbers returns the numbers of the indexed axes.
func (p *places) numbers() (all []int) {
	for _, a := range p.indexed {
		all = append(all, a.number)
	}
	return all
}

// load returns an expression of the elements of x at places. An index out of bounds is an error of the
// result and of what is computed from it; see device.IndexError. Nothing keeps the index tensors, so
// the caller may release them.
func (x *Tensor) load(name string, p places) *Tensor {
	x, indices, err := x.indices(name, &p)
	if err != nil {
		return fail(err)
	}
	info, types := x.device.Info(), []DType{x.dtype}
	for _, a := range indices {
		types = append(types, a.DType())
	}
	if err = info.Runs(op.LoadAt, types...); err == nil {
		err = fits(x.dtype, p.view.Shape)
	}
	if err != nil {
		letArgs(indices)
		return failf(name, "%w", err)
	}
	if p.view.Len() == 0 {
		letArgs(indices)
		return x.loadNothing(name, &p)
	}
	args := append([]graph.Arg{x.storage.Load().Read(p.table())}, indices...)
	return newExpression(x.device, x.dtype, rowMajor(p.view.Shape), op.LoadAt, &graph.Form{Axes: p.numbers(), Name: name}, args...).limitDepth()
}

// loadNothing is load of no elements. All indices are looked at nevertheless, also those that an empty one
// beside them leaves no element for. The result has the errors of x and of the indices.
func (x *Tensor) loadNothing(name string, p *places) *Tensor {
	none := x.view(name, func(broadcast.Layout) (broadcast.Layout, error) {
		return broadcast.Layout{Shape: p.view.Shape, Strides: make([]int, len(p.view.Shape))}, nil
	})
	defer none.Release()
	var s steps
	defer s.release()
	return none.after(name, p.looks(name, x, &s)...)
}

// looks returns tensors that have the errors of the indices of places in x: a wrong index is one.
func (p *places) looks(name string, x *Tensor, s *steps) (all []*Tensor) {
	one := s.keep(newFilled(name, x.device, Bool, 0, nil))
	for _, a := range p.indexed {
		if a.index.layout.Len() == 0 {
			all = append(all, a.index)
			continue
		}
		shape := a.index.layout.Shape
		a.stride, a.behind = 0, 0 // an element is loaded for each index, and none of them is shown
		all = append(all, s.keep(one.load(name, places{broadcast.Layout{Shape: shape, Strides: make([]int, len(shape))}, []indexedAxis{a}})))
	}
	return all
}

// indices returns the stand-in of x, and the indices as arguments over the shape of the places. The
// tensors of more are operands of the same call.
func (x *Tensor) indices(name string, p *places, more ...any) (of *Tensor, args []graph.Arg, err error) {
	operands := append(more, x)
	for _, a := range p.indexed {
		if err := a.index.check(name + ": the index"); err != nil {
			return nil, nil, err
		}
		operands = append(operands, a.index)
	}
	x = x.standIn(operands...)
	for _, a := range p.indexed {
		arg, err := a.argument(name, x, operands, p.view.Shape)
		if err != nil {
			letArgs(args)
			return nil, nil, err
		}
		args = append(args, arg)
	}
	return x, args, nil
}

// argument returns the index as an argument over a shape.
func (a *indexedAxis) argument(name string, x *Tensor, operands []any, shape []int) (arg graph.Arg, err error) {
	index := a.index.standIn(operands...)
	own := *index.layout
	if a.behind > 0 {
		own = trailing(own, a.behind)
	}
	l, err := own.To(shape)
	switch {
	case index.dtype == Bool:
		return arg, errorf(name, "a mask of bools is no index here; use MaskedSelect, or the indices of Nonzero")
	case !index.dtype.IsInteger():
		return arg, errorf(name, "arrays used as indices must be of integer (or boolean) type, not %v; convert with AsType", index.dtype)
	case index.device != x.device:
		return arg, errorf(name, "%s; move the index with To", onDevices("the tensor", x.device, "the index", index.device))
	case err != nil:
		return arg, errorf(name, "the index: %w", err)
	}
	return index.storage.Load().Read(&l), nil
}

// letArgs drops arguments that no expression takes over.
func letArgs(args []graph.Arg) {
	for _, a := range args {
		if a.Version != nil {
			a.Version.Let()
		}
	}
}
