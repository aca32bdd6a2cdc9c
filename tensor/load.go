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

// placed is the form of an expression with places, and what it points to, in one allocation.
type placed struct {
	graph.Form
	store graph.Store
	table broadcast.Layout // with an axis for each place
}

// form returns the form of an expression with the places.
func (p *places) form(name string) *placed {
	rank, indexed := len(p.view.Shape), len(p.indexed)
	all := rank + indexed
	buf := make([]int, 2*all+indexed)
	l := broadcast.Layout{Shape: buf[:all:all], Strides: buf[all : 2*all : 2*all], Offset: p.view.Offset}
	f := &placed{graph.Form{Axes: buf[2*all:], Name: name}, graph.Store{}, l}
	copy(l.Shape, p.view.Shape)
	copy(l.Strides, p.view.Strides)
	for k, a := range p.indexed {
		l.Shape[rank+k], l.Strides[rank+k], f.Axes[k] = a.size, a.stride, a.number
	}
	return f
}

// load returns an expression of the elements of x at places. An index out of bounds is an error of the
// result and of what is computed from it; see device.IndexError. Nothing keeps the index tensors, so
// the caller may release them.
func (x *Tensor) load(name string, p places) *Tensor {
	var room [fewArgs]graph.Arg
	x, args, err := x.indices(append(room[:0], graph.Arg{}), name, &p)
	if err != nil {
		return fail(err)
	}
	info, types := x.device.Info(), []DType{x.dtype}
	for _, a := range args[1:] {
		types = append(types, a.DType())
	}
	if err = info.Runs(op.LoadAt, types...); err == nil {
		err = fits(x.dtype, p.view.Shape)
	}
	if err != nil {
		letArgs(args)
		return failf(name, "%w", err)
	}
	if p.view.Len() == 0 {
		letArgs(args)
		return x.loadNothing(name, &p)
	}
	form := p.form(name)
	args[0] = x.storage.Load().Read(&form.table)
	return newExpression(x.device, x.dtype, rowMajor(p.view.Shape), op.LoadAt, &form.Form, args...).limitDepth()
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

// fewArgs is how many arguments most expressions with places have at most.
const fewArgs = 4

// indices returns the stand-in of x, and adds the indices to args, over the shape of the places. The
// tensors of more are operands of the same call.
func (x *Tensor) indices(args []graph.Arg, name string, p *places, more ...any) (of *Tensor, all []graph.Arg, err error) {
	var room [fewArgs]any
	operands := append(append(room[:0], more...), x)
	for _, a := range p.indexed {
		if a.index.check("") != nil {
			return nil, nil, a.index.check(name + ": the index")
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
	own := index.layout
	if a.behind > 0 {
		l := trailing(*own, a.behind)
		own = &l
	}
	l, err := over(shape, own)
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
	return index.storage.Load().Read(l), nil
}

// over returns a layout broadcast to a shape.
func over(shape []int, l *broadcast.Layout) (*broadcast.Layout, error) {
	if broadcast.SameShape(l.Shape, shape) {
		return l, nil
	}
	wide, err := l.To(shape)
	return &wide, err
}

// letArgs drops arguments that no expression takes over.
func letArgs(args []graph.Arg) {
	for _, a := range args {
		if a.Version != nil {
			a.Version.Let()
		}
	}
}
