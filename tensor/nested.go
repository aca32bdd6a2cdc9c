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
	dt, depth, err := nestedType(value.Type())
	if err != nil {
		return failf(name, "%w", err)
	}
	whole := reflect.New(value.Type()).Elem() // addressable, as arrays have to be
	whole.Set(value)
	shape := nestedShape(whole, depth)
	var rows [][]byte
	err = eachRow(whole, shape, make([]int, 0, depth), false, func(first reflect.Value, n int) error {
		rows = append(rows, elementBytes(first, n))
		return nil
	})
	if err != nil {
		return failf(name, "%w", err)
	}
	return newStored(name, DefaultDevice(), dt, inByteOrder(slices.Concat(rows...), dt), shape)
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
	dt, depth, err := nestedType(s)
	switch {
	case err != nil:
		return nested, errorf(name, "%w", err)
	case dt != t.DType():
		return nested, errorf(name, "the tensor holds %v, %v holds %v; %s", t.DType(), s, dt, wayToRead(t.DType(), dt))
	case depth != len(shape):
		return nested, errorf(name, "shape %v has %d axes, %v has %d levels; Reshape the tensor", shape, len(shape), s, depth)
	case !fitsArrays(s, shape):
		return nested, errorf(name, "shape %v does not fit the arrays of %v", shape, s)
	case t.Len() == 0 && !fewSlices(shape):
		return nested, errorf(name, "shape %v has no elements, and more than %d slices", shape, mostEmpty)
	}
	raw, err := t.Bytes()
	if err == nil {
		raw = inByteOrder(raw, dt)
		err = eachRow(reflect.ValueOf(&nested).Elem(), shape, make([]int, 0, depth), true, func(first reflect.Value, n int) (err error) {
			raw, err = setElements(first, raw, n)
			return err
		})
	}
	if err != nil {
		return nested, errorf(name, "%w", err)
	}
	return nested, nil
}

// nestedType returns the dtype of the elements of a nested type, and its number of levels.
func nestedType(t reflect.Type) (dt DType, depth int, err error) {
	var levels []reflect.Type // each once: "type list []list" has no end
	e := t
	for ; (e.Kind() == reflect.Slice || e.Kind() == reflect.Array) && !slices.Contains(levels, e); e = e.Elem() {
		levels = append(levels, e)
	}
	dt, depth = elementTypes[e.Kind()], len(levels)
	if dt == 0 {
		return 0, 0, fmt.Errorf("%v holds %v; elements are bool, integers but uint, float32 or float64", t, e)
	}
	return dt, depth, nil
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

// fitsArrays reports whether the arrays among the levels of a type have the sizes of their axes.
func fitsArrays(t reflect.Type, shape []int) bool {
	for _, size := range shape {
		if t.Kind() == reflect.Array && t.Len() != size {
			return false
		}
		t = t.Elem()
	}
	return true
}

// eachRow passes the first element and the length of each innermost slice to row; at is where v lies
// in the whole. It makes the slices first if v is to be filled.
func eachRow(v reflect.Value, shape, at []int, filled bool, row func(first reflect.Value, n int) error) error {
	if len(shape) == 0 {
		return row(v.Addr(), 1)
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
		return row(v.Index(0).Addr(), n)
	}
	for i := range n {
		if err := eachRow(v.Index(i), shape[1:], append(at, i), filled, row); err != nil {
			return err
		}
	}
	return nil
}

// elementBytes returns the memory of n elements. It converts ints to int64 first.
func elementBytes(first reflect.Value, n int) []byte {
	p, e := first.UnsafePointer(), first.Type().Elem()
	if e.Kind() == reflect.Int {
		return memory(widenInts(unsafe.Slice((*int)(p), n)))
	}
	return unsafe.Slice((*byte)(p), n*int(e.Size()))
}

// setElements fills n elements from the front of raw, and returns the rest.
func setElements(first reflect.Value, raw []byte, n int) ([]byte, error) {
	p, e := first.UnsafePointer(), first.Type().Elem()
	if e.Kind() != reflect.Int {
		return raw[copy(unsafe.Slice((*byte)(p), n*int(e.Size())), raw):], nil
	}
	wide := make([]int64, n)
	copy(memory(wide), raw)
	return raw[8*n:], narrow(unsafe.Slice((*int)(p), n), wide)
}

// mostEmpty bounds the empty slices that are made for a tensor without elements.
const mostEmpty = 1 << 16

// fewSlices reports whether the slices before the first axis of size 0 are not too many.
func fewSlices(shape []int) bool {
	n, err := broadcast.Size(shape[:slices.Index(shape, 0)])
	return err == nil && n <= mostEmpty
}
