package tensor

import (
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
)

// FromNested returns a tensor on the default device with a copy of nested slices or arrays:
// [][]float64 gives two axes, a number none. All slices of one level have the same length.
// [Element] lists the types of elements.
func FromNested(v any) *Tensor {
	const name = "from nested"
	value := reflect.ValueOf(v)
	if !value.IsValid() {
		return failf(name, "nil; it takes nested slices, such as [][]float64")
	}
	levels, of, err := nestedLevels(value.Type())
	if err != nil {
		return failf(name, "%w", err)
	}
	whole := reflect.New(value.Type()).Elem() // addressable, as arrays have to be
	whole.Set(value)
	shape := nestedShape(whole, len(levels))
	var rows [][]byte
	err = eachRow(whole, shape, nil, false, func(p unsafe.Pointer, n int) error {
		rows = append(rows, rawBytes(of, p, n))
		return nil
	})
	if err != nil {
		return failf(name, "%w", err)
	}
	return newStored(name, DefaultDevice(), elementTypes[of.Kind()], slices.Concat(rows...), shape)
}

// ToNested returns a copy of the elements as nested slices or arrays: ToNested[[][]float64] of a
// Float64 tensor with two axes. S has as many levels as the tensor has axes, and its elements are
// of the tensor's dtype; int stands for Int64. It waits until the elements are computed. To bound
// the wait by a context, call Eval(ctx, t) first.
func ToNested[S any](t *Tensor) (S, error) {
	const name = "to nested"
	var nested S
	if err := t.check(name); err != nil {
		return nested, err
	}
	s, shape := reflect.TypeFor[S](), t.Shape()
	levels, of, err := nestedLevels(s)
	if err != nil {
		return nested, errorf(name, "%w", err)
	}
	switch dt := elementTypes[of.Kind()]; {
	case dt != t.DType():
		return nested, errorf(name, "the tensor holds %v, %v holds %v; %s", t.DType(), s, dt, wayToRead(t.DType(), dt))
	case len(levels) != len(shape):
		return nested, errorf(name, "shape %v has %d axes, %v has %d levels; Reshape the tensor", shape, len(shape), s, len(levels))
	case t.Len() == 0 && !fewSlices(shape):
		return nested, errorf(name, "shape %v has no elements, and more than %d slices", shape, mostEmpty)
	}
	for axis, level := range levels {
		if level.Kind() == reflect.Array && level.Len() != shape[axis] {
			return nested, errorf(name, "shape %v does not fit the arrays of %v", shape, s)
		}
	}
	raw, err := t.Bytes()
	if err == nil {
		err = eachRow(reflect.ValueOf(&nested).Elem(), shape, nil, true, func(p unsafe.Pointer, n int) error {
			row := raw[:n*t.DType().Size()]
			raw = raw[len(row):]
			return setElements(of, p, n, row)
		})
	}
	if err != nil {
		return nested, errorf(name, "%w", err)
	}
	return nested, nil
}

// nestedLevels returns the types of the levels of a nested type, and the type of its elements.
func nestedLevels(t reflect.Type) (levels []reflect.Type, e reflect.Type, err error) {
	e = t
	for ; (e.Kind() == reflect.Slice || e.Kind() == reflect.Array) && !slices.Contains(levels, e); e = e.Elem() {
		levels = append(levels, e) // each once: "type list []list" has no end
	}
	if elementTypes[e.Kind()] == 0 {
		err = fmt.Errorf("%v holds %v; elements are bool, integers but uint, float32 or float64", t, e)
	}
	return levels, e, err
}

// nestedShape returns the length of the first slice of each level.
func nestedShape(v reflect.Value, depth int) []int {
	shape := make([]int, depth)
	for axis := range shape {
		if shape[axis] = v.Len(); shape[axis] > 0 {
			v = v.Index(0)
		} else {
			v = reflect.New(v.Type().Elem()).Elem()
		}
	}
	return shape
}

// eachRow passes the address of the first element and the length of each innermost slice to row; at
// is where v lies in the whole. It makes the slices first if v is to be filled.
func eachRow(v reflect.Value, shape, at []int, filled bool, row func(p unsafe.Pointer, n int) error) error {
	if len(shape) == 0 {
		return row(v.Addr().UnsafePointer(), 1)
	}
	n := shape[0]
	if filled && v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), n, n))
	}
	switch {
	case v.Len() != n:
		return fmt.Errorf("the slice at %v has length %d, the first of its level %d; all need the same", at, v.Len(), n)
	case n == 0 || v.Type().Elem().Size() == 0: // no elements, however many arrays
		return nil
	case len(shape) == 1:
		return row(v.Index(0).Addr().UnsafePointer(), n)
	}
	for i := range n {
		if err := eachRow(v.Index(i), shape[1:], append(at, i), filled, row); err != nil {
			return err
		}
	}
	return nil
}

// mostEmpty bounds the empty slices that are made for a tensor without elements.
const mostEmpty = 1 << 16

// fewSlices reports whether the slices before the first axis of size 0 are not too many.
func fewSlices(shape []int) bool {
	n, err := broadcast.Size(shape[:slices.Index(shape, 0)])
	return err == nil && n <= mostEmpty
}
