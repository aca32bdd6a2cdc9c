package tensor

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// putting is how a store treats the elements that come to one place: the last in row-major order stays,
// unless Combine is a reduction. At and Value are not set.
type putting = device.Output

// put returns a tensor of x's shape and elements, but for the elements of value at places. The places
// are those of a row-major tensor of x's shape: their view and strides do not follow x's layout. The
// value is broadcast to the shape of the places, and converted to x's dtype. An index out of bounds is
// an error of the result and of what is computed from it.
func (x *Tensor) put(name string, p places, value *Tensor, how putting) *Tensor {
	s, err := x.storeOf(name, &p, value, how)
	if err != nil {
		return fail(err)
	}
	if p.view.Len() == 0 {
		letArgs(s.args)
		var looks steps
		defer looks.release()
		return s.x.after(name, append(p.looks(name, s.x, &looks), value)...)
	}
	s.form.Name = name
	kept := graph.Arg{Type: s.x.dtype}
	if filled, ok := s.x.storage.Load().Constant(); ok {
		kept.Scalar = filled
	} else {
		kept = s.x.operand()
	}
	return s.expression(rowMajor(s.x.layout.Shape), kept)
}

// collect returns the elements of value that are not left out, n of them. place says where each goes: all
// of 0 to n-1, each once, and -1 for an element that is left out.
func collect(name string, value, place *Tensor, n int) *Tensor {
	if err := fits(value.dtype, []int{n}); err != nil {
		return failf(name, "%w", err)
	}
	return collectAt(name, value, placesIn(n, value.layout.Shape, place), []int{n})
}

// collectAt returns a tensor of a shape, of the elements of value that are not left out. Each element of the tensor has
// one place.
func collectAt(name string, value *Tensor, p places, shape []int) *Tensor {
	x := newFilled(name, value.device, value.dtype, 0, shape)
	if x.err != nil {
		return x
	}
	defer x.Release()
	s, err := x.storeOf(name, &p, value, putting{Skip: true, Distinct: true})
	if err != nil {
		return fail(err)
	}
	s.form.Store.All = true
	return s.expression(rowMajor(shape), graph.Arg{Type: value.dtype})
}

// placesIn are the places of elements of a shape in a tensor of n elements, which an index says.
func placesIn(n int, shape []int, index *Tensor) places {
	return places{broadcast.Layout{Shape: shape, Strides: make([]int, len(shape))}, []indexedAxis{{axis: axis{n, 1}, index: index}}}
}

// putInPlace writes the elements of value to places of x's storage: their view and strides follow x's
// layout. It computes at once, and waits for an index error and returns it. If there is one, x keeps all
// its elements. The value may be computed from x; all of it is read before the first element is written.
func (x *Tensor) putInPlace(name string, p places, value *Tensor, how putting) error {
	if err := x.writable(name); err != nil {
		return err
	}
	s := x.standIn(value).storage.Load()
	if err := s.Lock(); err != nil {
		return failure(name, err)
	}
	defer s.Unlock()
	of, err := x.storeOf(name, &p, value, how)
	if err != nil {
		return err
	}
	if _, recorded := of.x.device.(*tracing); recorded {
		of.form.Name = name // in errors of later calls
	}
	return failure(name, fuse.Update(of.x.device, s, s.Layout(), nil, of.form, append(of.args, graph.Arg{Type: s.DType()})))
}

// storing is a store that is checked. Its arguments lack what it keeps.
type storing struct {
	x    *Tensor
	form *graph.Form
	args []graph.Arg
}

// expression returns a tensor that waits to be stored.
func (s *storing) expression(layout *broadcast.Layout, kept graph.Arg) *Tensor {
	return newExpression(s.x.device, s.x.dtype, layout, nil, s.form, append(s.args, kept)...).limitDepth()
}

// storeOf checks a store.
func (x *Tensor) storeOf(name string, p *places, value *Tensor, how putting) (s storing, err error) {
	if err := value.check(name + ": the value"); err != nil {
		return s, err
	}
	value = value.AsType(x.dtype)
	if value.err != nil {
		return s, *value.err
	}
	defer value.Release()
	x = x.standIn(value)
	layout, err := value.layout.To(p.view.Shape)
	if err != nil {
		return s, errorf(name, "%w", &unfit{fmt.Sprintf("shape mismatch: value array of shape %v could not be broadcast to indexing result of shape %v", value.layout.Shape, p.view.Shape), err})
	}
	x, indices, err := x.indices(name, p, value)
	if err != nil {
		return s, err
	}
	if err := canStore(name, x.device, how.Combine, x.dtype); err != nil {
		letArgs(indices)
		return s, err
	}
	arg := graph.Arg{Type: x.dtype}
	if filled, ok := value.storage.Load().Constant(); ok {
		arg.Scalar = filled
	} else {
		arg = value.standIn(x).storage.Load().Read(&layout)
	}
	form := &graph.Form{Axes: p.numbers(), Store: &graph.Store{At: p.table(), Options: how}}
	return storing{x, form, slices.Concat([]graph.Arg{arg}, indices)}, nil
}

// canStore refuses stores on a device that does not have them, or not with this reduction of elements.
func canStore(name string, d device.Device, combine *op.Op, dt DType) error {
	info := d.Info()
	err := info.RunsForm(device.Stores)
	if err == nil && combine != nil {
		err = info.Combines(combine, dt)
	}
	return failure(name, err)
}
