package tensor

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Assign writes x, a tensor, number or bool, to t's elements, as t[...] = x does in NumPy. It
// broadcasts x to t's shape and converts it to t's type. An expression is computed straight into
// t's memory. If x is a view of the same memory, the result is as if x had been copied first.
//
// x may also be a slice of elements, such as []float32. It has all elements of t, row-major, or
// those of the last axis, which are then broadcast. This uploads a part of a tensor: t.At(S(8, 16,
// 1)).Assign(elements).
//
// Elements of a tensor or a slice are converted as by [Tensor.AsType], where integers wrap. A number
// that overflows t's integer type is an error.
//
// Assign computes at once. To bound the wait by a context, call Eval(ctx, t, x) first.
func (t *Tensor) Assign(x any) error { return t.assign("assign", x) }

func (t *Tensor) assign(name string, x any) error {
	if err := t.writable(name); err != nil {
		return err
	}
	from, ok := x.(*Tensor)
	if !ok {
		if v := reflect.ValueOf(x); v.Kind() == reflect.Slice && elementTypes[v.Type().Elem().Kind()] != 0 {
			return t.assignSlice(name, v)
		}
		w, ok := parseWeak(x)
		if !ok {
			return errorf(name, "the value is %s; it has to be a *Tensor, a number, a bool, or a slice of elements", describe(x))
		}
		return t.fill(name, w)
	}
	if err := from.check(name); err != nil {
		return err
	}
	if t, from = t.standIn(from), from.standIn(t); from.device != t.device {
		return errorf(name, "%s; move the value with To", onDevices("the tensor", t.device, "the value", from.device))
	}
	var cast *op.Op
	if from.dtype != t.dtype {
		cast = op.Cast
	}
	layout := from.layout
	if !broadcast.SameShape(layout.Shape, t.layout.Shape) {
		l, err := layout.To(t.layout.Shape)
		if err != nil {
			return errorf(name, "%w", err)
		}
		layout = &l
	}
	return t.write(name, cast, func() graph.Arg { return from.storage.Load().Read(layout) })
}

// assignSlice is Assign of a slice of elements.
func (t *Tensor) assignSlice(name string, v reflect.Value) error {
	t = t.standIn()
	of, shape := v.Type().Elem(), []int{v.Len()}
	dt, raw := elementTypes[of.Kind()], rawBytes(of, v.UnsafePointer(), v.Len())
	if v.Len() == t.layout.Len() {
		shape = t.layout.Shape
		if dt == t.dtype {
			if done, err := t.overwrite(raw); done {
				return failure(name, err)
			}
		}
	}
	from := newStored(name, t.device, dt, raw, shape)
	defer from.Release()
	return t.assign(name, from)
}

// overwrite copies raw straight into the tensor's memory, if the elements are contiguous and
// nothing else needs the old ones. While a function is recorded it does nothing: a plan has
// launches only, and a copy from the host is none.
func (t *Tensor) overwrite(raw []byte) (done bool, err error) {
	if _, recorded := t.device.(*tracing); recorded || !t.layout.Contiguous() {
		return false, nil
	}
	s := t.storage.Load()
	if err := s.Lock(); err != nil {
		return true, err
	}
	defer s.Unlock()
	v, ok := s.Own(0)
	if !ok {
		return false, nil
	}
	defer v.Written()
	if len(raw) == 0 {
		return true, nil
	}
	return true, v.Buffer().Write(t.layout.Offset*t.dtype.Size(), raw)
}

// Fill writes v, a number or bool, to all of t's elements. For an integer tensor a float is
// truncated, as AsType does; an integer that overflows is an error. Fill may wait as long as
// Assign. To bound the wait by a context, call Eval(ctx, t) first.
func (t *Tensor) Fill(v any) error {
	const name = "fill"
	if err := t.writable(name); err != nil {
		return err
	}
	w, ok := parseWeak(v)
	if !ok {
		return errorf(name, "the value is %s; it is a number or a bool (use Assign for a tensor)", describe(v))
	}
	return t.fill(name, w)
}

func (t *Tensor) fill(name string, w weak) error {
	s, err := w.scalar(t.dtype)
	if err != nil {
		return errorf(name, "the value is %w", err)
	}
	t = t.standIn()
	number := w.use(t.device, scalarUse{first: t.dtype, then: t.dtype})
	return t.write(name, nil, func() graph.Arg { return graph.Arg{Type: t.dtype, Scalar: s, Number: number} })
}

// outgrows returns the error for a result whose shape is not that of the written tensor.
func (c *call) outgrows(shape []int, operands []any) error {
	var found error // of the first such operand
	for _, x := range operands {
		if t, ok := x.(*Tensor); ok && found == nil {
			_, found = t.layout.To(shape)
		}
	}
	rule, _, _ := strings.Cut(found.Error(), ".  Target sizes") // the shapes stand before it, and in the picture
	return &unfit{fmt.Sprintf("output with shape %s doesn't match the broadcast shape %s: %s", list(shape), list(c.layout.Shape), rule), found}
}

// list prints a shape as PyTorch does.
func list(shape []int) string { return strings.ReplaceAll(fmt.Sprint(shape), " ", ", ") }

// writable returns an error if operations in place may not write to the tensor.
func (t *Tensor) writable(name string) error {
	if err := t.check(name); err != nil {
		return err
	}
	switch {
	case t.readOnly && !t.layout.Repeats():
		return errorf(name, "the tensor (shape %v) is a result of BroadcastTo, or a view of one: it is read-only; Clone it first", t.layout.Shape)
	case t.readOnly:
		return errorf(name, "more than one element of the written-to tensor refers to a single memory location (shape %v, strides %v): it is read-only; Clone it first",
			t.layout.Shape, t.layout.Strides)
	}
	return nil
}

// write computes an instruction into t's elements. A nil o copies x, which is read when t's storage
// is locked.
func (t *Tensor) write(name string, o *op.Op, x func() graph.Arg) error {
	s := t.storage.Load()
	if err := s.Lock(); err != nil {
		return failure(name, err)
	}
	defer s.Unlock()
	return failure(name, fuse.Update(t.device, s, t.layout, o, nil, []graph.Arg{x()}))
}
