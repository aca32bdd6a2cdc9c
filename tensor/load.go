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
}

// table returns the layout with an axis for each place.
func (p *places) table() *broadcast.Layout {
	l := p.view.Clone()
	for _, a := range p.indexed {
		l.Shape, l.Strides = append(l.Shape, a.size), append(l.Strides, a.stride)
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
	x, indices, err := x.indices(name, &p, op.LoadAt)
	if err != nil {
		return fail(err)
	}
	if err := fits(x.dtype, p.view.Shape); err != nil {
		letArgs(indices)
		return failf(name, "%w", err)
	}
	args := append([]graph.Arg{x.storage.Load().Read(p.table())}, indices...)
	return newGroups(x.device, x.dtype, rowMajor(p.view.Shape), op.LoadAt, p.numbers(), args...).limitDepth()
}

// indices checks that the device runs a row for x and the indices. It returns the stand-in of x, and
// the indices as arguments over the shape of the places.
func (x *Tensor) indices(name string, p *places, row *op.Op) (of *Tensor, args []graph.Arg, err error) {
	operands := []any{x}
	for _, a := range p.indexed {
		if err := a.index.check(name + ": the index"); err != nil {
			return nil, nil, err
		}
		operands = append(operands, a.index)
	}
	x = x.standIn(operands...)
	types := []DType{x.dtype}
	for _, a := range p.indexed {
		index := a.index.standIn(operands...)
		l, err := index.layout.To(p.view.Shape)
		switch {
		case !index.dtype.IsInteger():
			err = errorf(name, "arrays used as indices must be of integer (or boolean) type, not %v; convert with AsType", index.dtype)
		case index.device != x.device:
			err = errorf(name, "%s; move the index with To", onDevices("the tensor", x.device, "the index", index.device))
		case err != nil:
			err = errorf(name, "the index: %w", err)
		}
		if err != nil {
			letArgs(args)
			return nil, nil, err
		}
		types, args = append(types, index.dtype), append(args, index.storage.Load().Read(&l))
	}
	info := x.device.Info()
	if err := info.Runs(row, types...); err != nil {
		letArgs(args)
		return nil, nil, errorf(name, "%w", err)
	}
	return x, args, nil
}

// letArgs drops arguments that no expression takes over.
func letArgs(args []graph.Arg) {
	for _, a := range args {
		if a.Version != nil {
			a.Version.Let()
		}
	}
}
