package tensor

import (
	"fmt"

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
	var room [fewArgs]graph.Arg
	x, form, args, err := x.storeOf(room[:0], name, &p, value, how)
	if err != nil {
		return fail(err)
	}
	if p.view.Len() == 0 {
		letArgs(args)
		var looks steps
		defer looks.release()
		return x.after(name, append(p.looks(name, x, &looks), value)...)
	}
	form.Name = name
	kept := graph.Arg{Type: x.dtype}
	if filled, ok := x.storage.Load().Constant(); ok {
		kept.Scalar = filled
	} else {
		kept = x.operand()
	}
	return newExpression(x.device, x.dtype, rowMajor(x.layout.Shape), nil, form, append(args, kept)...).limitDepth()
}

// collect returns the elements of value that are not left out, n of them. place says where each goes: all
// of 0 to n-1, each once, and -1 for an element that is left out.
func collect(name string, value, place *Tensor, n int) *Tensor {
	return collectAt(name, value, placesIn(n, value.layout.Shape, place), []int{n})
}

// collectAt returns a tensor of a shape, of the elements of value that are not left out. Each element of the tensor has
// one place.
func collectAt(name string, value *Tensor, p places, shape []int) *Tensor {
	if err := fits(value.dtype, shape); err != nil {
		return failf(name, "%w", err)
	}
	var room [fewArgs]graph.Arg
	x, form, args, err := value.storeOf(room[:0], name, &p, value, putting{Skip: true, Distinct: true})
	if err != nil {
		return fail(err)
	}
	form.Store.All = true
	return newExpression(x.device, x.dtype, rowMajor(shape), nil, form, append(args, graph.Arg{Type: x.dtype})...).limitDepth()
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
	x, form, args, err := x.storeOf(nil, name, &p, value, how)
	if err != nil {
		return err
	}
	if _, recorded := x.device.(*tracing); recorded {
		form.Name = name // in errors of later calls
	}
	return failure(name, fuse.Update(x.device, s, s.Layout(), nil, form, append(args, graph.Arg{Type: s.DType()})))
}

// storeOf checks a store into a tensor of x's dtype and device. It returns the stand-in of x, the form, and args
// with the arguments of the store but for what it keeps.
func (x *Tensor) storeOf(args []graph.Arg, name string, p *places, value *Tensor, how putting) (of *Tensor, form *graph.Form, all []graph.Arg, err error) {
	if value.check("") != nil {
		return nil, nil, nil, value.check(name + ": the value")
	}
	if value.dtype != x.dtype {
		if value = value.AsType(x.dtype); value.err != nil {
			return nil, nil, nil, *value.err
		}
		defer value.Release()
	}
	x = x.standIn(value)
	layout, err := over(p.view.Shape, value.layout)
	if err != nil {
		return nil, nil, nil, errorf(name, "%w", &unfit{fmt.Sprintf("shape mismatch: value array of shape %v could not be broadcast to indexing result of shape %v", value.layout.Shape, p.view.Shape), err})
	}
	x, args, err = x.indices(append(args, graph.Arg{Type: x.dtype}), name, p, value)
	if err != nil {
		return nil, nil, nil, err
	}
	if err := canStore(name, x.device, how.Combine, x.dtype); err != nil {
		letArgs(args)
		return nil, nil, nil, err
	}
	if filled, ok := value.storage.Load().Constant(); ok {
		args[0].Scalar = filled
	} else if of := value.standIn(x); of.device == x.device {
		args[0] = of.storage.Load().Read(layout)
	} else {
		letArgs(args)
		return nil, nil, nil, errorf(name, "%s; move the value with To", onDevices("the tensor", x.device, "the value", value.device))
	}
	made := p.form("")
	made.store = graph.Store{At: &made.table, Options: how}
	made.Store = &made.store
	return x, &made.Form, args, nil
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
