package tensor

import (
	"fmt"

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

// At returns a view of a part of t, NumPy's t[index...]. Each index is for the next axis of t: an
// integer takes one element and drops the axis, a [Range] of [S] takes a part. [Ellipsis] takes all
// remaining axes whole, and nil is a new axis of size 1. Axes without an index are taken whole.
//
// A write to the view changes t. [Tensor.SetAt] makes the view and writes to it.
func (t *Tensor) At(index ...any) *Tensor { return t.at("at", index) }

// SetAt writes value, a tensor, number, bool or slice, to a part of t, as NumPy's t[index...] =
// value does: [Tensor.Assign] to what [Tensor.At] returns. It computes at once. To bound the wait
// by a context, call Eval(ctx, t, value) first.
func (t *Tensor) SetAt(value any, index ...any) error {
	const name = "set at"
	part := t.at(name, index)
	if part.err != nil {
		return *part.err
	}
	defer part.Release()
	return part.assign(name, value)
}

func (t *Tensor) at(name string, index []any) *Tensor {
	return t.view(name, func(l broadcast.Layout) (broadcast.Layout, error) {
		taken, whole, err := axesOf(index, len(l.Shape))
		if err != nil {
			return l, fmt.Errorf("%w (shape %v)", err, l.Shape)
		}
		axis := taken + whole
		for k := len(index) - 1; k >= 0 && err == nil; k-- { // from the last, so that earlier axes keep their numbers
			switch x := index[k].(type) {
			case nil:
				l, err = l.Unsqueeze(axis)
			case ellipsis:
				axis -= whole
			case Range:
				axis--
				l, err = l.Slice(axis, x.Start, x.Stop, x.Step)
			default:
				axis--
				var i int
				if i, err = position(x); err == nil {
					l, err = l.Index(axis, i)
				}
			}
		}
		return l, err
	})
}

// axesOf returns how many axes an index takes, and how many an ellipsis in it stands for.
func axesOf(index []any, rank int) (taken, whole int, err error) {
	ellipses := 0
	for _, x := range index {
		switch x.(type) {
		case nil:
		case ellipsis:
			ellipses++
		default:
			taken++
		}
	}
	switch {
	case taken > rank:
		return 0, 0, fmt.Errorf("%d indices for %d axes", taken, rank)
	case ellipses > 1:
		return 0, 0, fmt.Errorf("%d ellipses; an index has at most one", ellipses)
	}
	return taken, ellipses * (rank - taken), nil
}

// position converts an integer of any type to int. An integer beyond int is out of range of every
// axis.
func position(x any) (int, error) {
	w, _ := parseWeak(x)
	if w.own != Int64 && w.own != Uint64 {
		return 0, fmt.Errorf("an index is %s; it is an integer, S(start, stop, step), nil for a new axis, or Ellipsis", describe(x))
	}
	i := int(w.bits)
	if !w.fits(Int64) || op.Scalar(i) != w.bits {
		return 0, fmt.Errorf("index %v is out of range", x)
	}
	return i, nil
}
