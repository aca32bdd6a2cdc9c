package tensor

import (
	"context"
	"fmt"
	"reflect"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// Range is a part of an axis, as NumPy's start:stop:step; S makes one.
type Range struct{ Start, Stop, Step int }

// S is start:stop:step for [Tensor.At], with Python's meaning of negative numbers and of numbers
// beyond the end. S(1, -1, 1) leaves out the first and the last element. S(0, End, 2) takes every
// second element. S(End, End, -1) reverses the axis.
func S(start, stop, step int) Range { return Range{start, stop, step} }

// Whole is all of an axis, NumPy's ":".
var Whole = S(0, End, 1)

type ellipsis struct{}

// Ellipsis in an index stands for all axes without an index, as ... does in NumPy.
var Ellipsis ellipsis

// At returns a part of t, NumPy's t[index...]. Each index is for the next axis of t:
//
//   - an integer takes one element and drops the axis,
//   - a [Range] of [S] takes a part, and [Whole] the whole axis,
//   - an []int or a tensor of integers takes the elements at these places; negative ones count from the
//     end, and several such indices are broadcast against each other,
//   - a tensor of bools takes the elements where it is true, and is for as many axes as it has. Along each
//     it has the axis's size, or size 0: then it takes nothing.
//
// A tensor of any other slice, such as a []bool, is made with [FromSlice].
//
// [Ellipsis] takes all remaining axes whole, and nil is a new axis of size 1. Axes without an index are
// taken whole. The axes of index tensors stand where the first of them stood if they are neighbours, and
// otherwise in front.
//
// Without index tensors the result is a view: a write to it changes t. With them it is a copy, as in
// NumPy, so t.At(i).AddInPlace(1) changes nothing of t. Write t.SetAt(t.At(i).Add(1), i) instead, or
// [Tensor.IndexAdd] where places are equal.
//
// An integer out of bounds is an error at once. In a tensor it is an error of the result, and of what is
// computed from it. Unlike NumPy's, it is one beside an empty index, too.
//
// How many elements a mask takes is known only when it is computed: At waits for that. To bound the wait by
// a context, call Eval(ctx, mask) first. A compiled function has no values, and refuses a mask.
func (t *Tensor) At(index ...any) *Tensor {
	const name = "at"
	c, err := t.choose(name, index)
	if err != nil {
		return fail(err)
	}
	return t.chosen(name, &c)
}

// chosen returns the elements that an index chooses.
func (t *Tensor) chosen(name string, c *choice) *Tensor {
	if len(c.Indexed) == 0 {
		return t.view(name, func(broadcast.Layout) (broadcast.Layout, error) { return c.View, nil })
	}
	if mask := c.mask(); mask != nil && mask.layout.Len() > 0 && len(c.items) == 1 && len(mask.layout.Shape) == len(t.layout.Shape) {
		return t.maskedSelect(context.Background(), name, mask)
	}
	var s steps
	defer s.release()
	p, err := c.places(name, t, &s)
	if err != nil {
		return fail(err)
	}
	return t.load(name, p)
}

// intOf converts an integer of any type to int. An integer beyond int is out of range of every axis.
func intOf(x any) (int, error) {
	w, _ := parseWeak(x)
	if w.own != Int64 && w.own != Uint64 {
		if x != nil && reflect.TypeOf(x).Kind() == reflect.Slice {
			return 0, fmt.Errorf("an index is %s; make a tensor of it with FromSlice", describe(x))
		}
		return 0, fmt.Errorf("an index is %s; it is an integer, S(start, stop, step), []int, a *Tensor of integers or bools, nil for a new axis, or Ellipsis", describe(x))
	}
	i := int(w.bits)
	if !w.fits(Int64) || op.Scalar(i) != w.bits {
		return 0, fmt.Errorf("index %v is out of range", x)
	}
	return i, nil
}
