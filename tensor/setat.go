package tensor

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
	"github.com/wgtensor/wgtensor/tensor/internal/index"
)

// SetAt writes value, a tensor, number, bool or slice, to a part of t, as NumPy's t[index...] = value
// does. The index is that of [Tensor.At]. The value is broadcast to the part, and converted to t's dtype
// as by [Tensor.Assign]: 1.5 is truncated to 1 in a tensor of integers.
//
// It computes at once. If the index has tensors, it waits until their places are known to be in bounds.
// Otherwise it returns the error, and t keeps all its elements. If the places of several elements are
// equal, the last element in row-major order stays, on every device. To bound the wait by a context, call
// Eval(ctx, t, value) first.
//
// If all places where a mask is true get one value, SetAt does not count them, so a compiled function
// may write x.SetAt(0, mask).
func (t *Tensor) SetAt(value any, index ...any) error {
	const name = "set at"
	c, err := t.choose(name, index)
	if err != nil {
		return err
	}
	var s steps
	defer s.release()
	if len(c.Indexed) == 0 {
		part := s.keep(t.chosen(name, &c))
		if part.err != nil {
			return *part.err
		}
		if v, ok := value.(*Tensor); ok && v.check("") == nil {
			value = withoutOnes(v, &s)
		}
		return part.assign(name, value)
	}
	if err := t.writable(name); err != nil {
		return err
	}
	v, err := t.valueOf(name, value, &s)
	if err != nil {
		return err
	}
	if mask := c.mask(); mask != nil && mask.layout.Len() > 0 && c.sameForAll(v.layout) {
		return t.setWhere(name, &c, mask, v, &s)
	}
	p, err := c.places(name, t, &s)
	if err != nil {
		return err
	}
	if _, ok := value.(*Tensor); !ok && v.layout.Len() == p.view.Len() {
		v = s.keep(v.Reshape(p.view.Shape...)) // all elements, row-major
	}
	if err := c.fits(v.layout, p.view.Shape); err != nil {
		return errorf(name, "%w", err)
	}
	if p.view.Len() == 0 {
		return t.lookAt(name, p, v, &s)
	}
	return t.putInPlace(name, p, v, putting{Distinct: c.mask() != nil})
}

// lookAt returns an error of places that nothing is written to, or of the value. In a function that is being
// compiled no error is known yet, and t gets it in each run.
func (t *Tensor) lookAt(name string, p places, value *Tensor, s *steps) error {
	nothing := s.keep(s.keep(t.load(name, p)).after(name, value))
	switch {
	case nothing.err != nil:
		return *nothing.err
	case traceOf([]*Tensor{nothing}) != nil:
		return t.assign(name, s.keep(t.after(name, nothing)))
	}
	_, err := nothing.bytes(name)
	return err
}

// fits returns an error, in NumPy's words, if a value does not broadcast to the chosen elements.
func (c *choice) fits(value *broadcast.Layout, shape []int) error {
	_, err := value.To(shape)
	if err == nil {
		return nil
	}
	if c.mask() != nil && len(c.items) == 1 && len(shape) == 1 && len(value.Shape) == 1 {
		return &unfit{fmt.Sprintf("boolean array indexing assignment cannot assign %d input values to the %d output values where the mask is true", value.Shape[0], shape[0]), err}
	}
	return &unfit{fmt.Sprintf("shape mismatch: value array of shape %s could not be broadcast to indexing result of shape %s", index.Tuple(value.Shape), index.Tuple(shape)), err}
}

// valueOf returns a value to write to t as a tensor.
func (t *Tensor) valueOf(name string, value any, s *steps) (*Tensor, error) {
	v, ok := value.(*Tensor)
	if ok {
		if err := v.check(name + ": the value"); err != nil {
			return nil, err
		}
	} else if of := reflect.ValueOf(value); of.Kind() == reflect.Slice && elementTypes[of.Type().Elem().Kind()] != 0 {
		elem := of.Type().Elem()
		v = s.keep(newStored(name, t.Device(), elementTypes[elem.Kind()], rawBytes(elem, of.UnsafePointer(), of.Len()), []int{of.Len()}))
	} else {
		w, ok := parseWeak(value)
		if !ok {
			return nil, errorf(name, "the value is %s; it has to be a *Tensor, a number, a bool, or a slice of elements", describe(value))
		}
		number, err := w.scalar(t.dtype)
		if err != nil {
			return nil, errorf(name, "the value is %w", err)
		}
		d := t.standIn().device
		arg := graph.Arg{Type: t.dtype, Scalar: number, Number: w.use(d, scalarUse{first: t.dtype, then: t.dtype})}
		v = s.keep(newExpression(d, t.dtype, rowMajor(nil), nil, nil, arg))
	}
	if v.err != nil {
		return nil, *v.err
	}
	return withoutOnes(v, s), nil
}

// withoutOnes returns a value without its first axes of size 1. NumPy lets it have more axes than the part.
func withoutOnes(v *Tensor, s *steps) *Tensor {
	shape, ones := v.layout.Shape, 0
	for ones < len(shape) && shape[ones] == 1 {
		ones++
	}
	if ones == 0 {
		return v
	}
	return s.keep(v.Reshape(shape[ones:]...))
}

// sameForAll reports whether all places where a mask is true get the same elements of a value: it broadcasts
// to the axes behind those of the mask.
func (c *choice) sameForAll(value *broadcast.Layout) bool {
	_, err := value.To(c.View.Shape[c.Before:])
	return err == nil
}

// setWhere writes a value that is the same for all places where a mask is true: it chooses between the value
// and the elements that are there.
func (t *Tensor) setWhere(name string, c *choice, mask, value *Tensor, s *steps) error {
	part := s.keep(t.view(name, func(broadcast.Layout) (broadcast.Layout, error) {
		l := c.View.Clone()
		for k, a := range c.Indexed {
			l.Shape, l.Strides = slices.Insert(l.Shape, c.Before+k, a.Size), slices.Insert(l.Strides, c.Before+k, a.Stride)
		}
		return l, nil
	}))
	behind := len(c.View.Shape) - c.Before
	wide := s.keep(mask.view(name, func(l broadcast.Layout) (broadcast.Layout, error) { return trailing(l, behind), nil }))
	chosen := s.keep(Where(wide, s.keep(value.AsType(t.dtype)), part))
	if part.err != nil {
		return *part.err
	}
	return part.assign(name, chosen)
}
