// Package index has the normal form of NumPy's x[...]: a view, and axes along which arrays say the place.
//
// It is arithmetic on shapes. Package tensor finds what is in arrays and masks, and loads or stores.
package index

import (
	"fmt"
	"strings"

	"github.com/wgtensor/wgtensor/broadcast"
)

// Kind is the kind of an item of an index.
type Kind uint8

// The kinds of items.
const (
	New      Kind = iota // a new axis of size 1
	Ellipsis             // all axes that no other item takes
	Slice                // a part of an axis
	Int                  // one element of an axis, which goes
	Array                // integers, each a place along an axis
	Mask                 // bools, over as many axes as the mask has
)

// Item is an item of an index.
type Item struct {
	Kind              Kind
	Int               int
	Start, Stop, Step int   // of a Slice: see broadcast.Layout.Slice
	Shape             []int // of an Array or a Mask
}

// axes returns how many axes an item takes. An ellipsis takes those that are left.
func (i *Item) axes() int {
	switch i.Kind {
	case New, Ellipsis:
		return 0
	case Mask:
		return len(i.Shape)
	}
	return 1
}

// Form is the normal form of an index: a view without the indexed axes, whose elements are those at place
// 0 of each, and the indexed axes.
type Form struct {
	View    broadcast.Layout
	Indexed []Axis // none: the index is a view
	Before  int    // the axes of the arrays stand before this axis of the view
}

// Axis is an axis along which an array says the place. A mask stands for an array for each of its axes:
// the indices of the elements that are true. A mask without axes stands for zeros, one or none, along an
// axis of size 1.
type Axis struct {
	Item   int // that the array belongs to
	Part   int // of a mask: its axis
	Number int // of the axis in the indexed array
	Size   int
	Stride int
}

// Of returns the normal form of an index of an array with the layout. Masks are compared with the shape
// before any index is. Where a mask has size 0, the axis may have any, as in NumPy: the mask chooses nothing.
func Of(l broadcast.Layout, items []Item) (f Form, err error) {
	if err := check(l.Shape, items); err != nil {
		return f, err
	}
	w := walk{of: l}
	w.View = broadcast.Layout{Shape: make([]int, 0, len(l.Shape)), Strides: make([]int, 0, len(l.Shape)), Offset: l.Offset}
	whole, ellipsis := len(l.Shape), false
	for i := range items {
		whole -= items[i].axes()
		ellipsis = ellipsis || items[i].Kind == Ellipsis
		w.arrays = w.arrays || items[i].Kind >= Array
	}
	for i := range items {
		if err := w.take(i, &items[i], whole); err != nil {
			return f, err
		}
	}
	if !ellipsis {
		w.keep(whole)
	}
	return w.Form, nil
}

// check refuses an index that does not fit a shape, whatever its integers are.
func check(shape []int, items []Item) error {
	taken, ellipses := 0, 0
	for i := range items {
		taken += items[i].axes()
		if items[i].Kind == Ellipsis {
			ellipses++
		}
	}
	switch {
	case ellipses > 1:
		return fmt.Errorf("an index can only have a single ellipsis ('...')")
	case taken > len(shape):
		return fmt.Errorf("too many indices for array: array is %d-dimensional, but %d were indexed", len(shape), taken)
	}
	axis := 0
	for i := range items {
		switch it := &items[i]; it.Kind {
		case Ellipsis:
			axis += len(shape) - taken
		case Mask:
			for k, n := range it.Shape {
				if n != shape[axis+k] && n > 0 {
					return fmt.Errorf("boolean index did not match indexed array along axis %d; size of axis is %d but size of corresponding boolean axis is %d",
						axis+k, shape[axis+k], n)
				}
			}
		}
		axis += items[i].axes()
	}
	return nil
}

// walk goes over the items, and builds the form.
type walk struct {
	Form
	of     broadcast.Layout
	axis   int  // the next one of the indexed array
	arrays bool // integers count as arrays
	state  state
}

// state is where the walk stands to the arrays. If anything lies between two of them, an ellipsis of no
// axes too, their axes come first.
type state uint8

const (
	before state = iota
	inside
	behind
	separated
)

func (w *walk) take(i int, it *Item, whole int) error {
	switch {
	case !w.arrays:
	case it.Kind < Int && w.state == inside:
		w.state = behind
	case it.Kind >= Int && w.state == before:
		w.state, w.Before = inside, len(w.View.Shape)
	case it.Kind >= Int && w.state == behind:
		w.state, w.Before = separated, 0
	}
	switch it.Kind {
	case New:
		w.add(1, 0)
	case Ellipsis:
		w.keep(whole)
	case Slice:
		one := broadcast.Layout{Shape: w.of.Shape[w.axis:][:1], Strides: w.of.Strides[w.axis:][:1], Offset: w.View.Offset}
		part, err := one.Slice(0, it.Start, it.Stop, it.Step)
		if err != nil {
			return w.named(err)
		}
		w.View.Offset = part.Offset
		w.add(part.Shape[0], part.Strides[0])
		w.axis++
	case Int:
		size, at := w.of.Shape[w.axis], it.Int
		if at < -size || at >= size {
			return &broadcast.IndexError{Index: at, Axis: w.axis, Size: size}
		}
		if at < 0 {
			at += size
		}
		w.View.Offset += at * w.of.Strides[w.axis]
		w.axis++
	default:
		if it.Kind == Mask && len(it.Shape) == 0 {
			w.Indexed = append(w.Indexed, Axis{Item: i, Number: w.axis, Size: 1})
		}
		for part := range it.axes() {
			w.Indexed = append(w.Indexed, Axis{i, part, w.axis, w.of.Shape[w.axis], w.of.Strides[w.axis]})
			w.axis++
		}
	}
	return nil
}

// named gives an error of one axis the number of that axis.
func (w *walk) named(err error) error {
	if e, ok := err.(*broadcast.StepError); ok {
		e.Axis = w.axis
	}
	return err
}

// keep takes axes whole.
func (w *walk) keep(axes int) {
	for range axes {
		w.add(w.of.Shape[w.axis], w.of.Strides[w.axis])
		w.axis++
	}
}

func (w *walk) add(size, stride int) {
	w.View.Shape, w.View.Strides = append(w.View.Shape, size), append(w.View.Strides, stride)
}

// Broadcast returns the view with the axes of the arrays, which have stride 0. It takes the shape of the
// array of each indexed axis, and also returns the shape to which they broadcast.
func (f *Form) Broadcast(arrays [][]int) (view broadcast.Layout, common []int, err error) {
	common, err = broadcast.Shapes(arrays...)
	if err != nil {
		return view, nil, fmt.Errorf("shape mismatch: indexing arrays could not be broadcast together with shapes %s", tuples(arrays))
	}
	view.Offset = f.View.Offset
	view.Shape = append(append(append(view.Shape, f.View.Shape[:f.Before]...), common...), f.View.Shape[f.Before:]...)
	view.Strides = append(append(append(view.Strides, f.View.Strides[:f.Before]...), make([]int, len(common))...), f.View.Strides[f.Before:]...)
	return view, common, nil
}

// tuples prints shapes as NumPy does, each with a blank behind it. An array without axes is left out: it
// fits all others, and NumPy takes it for an integer.
func tuples(shapes [][]int) string {
	var b strings.Builder
	for _, shape := range shapes {
		if len(shape) > 0 {
			b.WriteString(Tuple(shape))
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// Tuple prints a shape as NumPy does.
func Tuple(shape []int) string {
	if len(shape) == 1 {
		return fmt.Sprintf("(%d,)", shape[0])
	}
	return "(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(shape), " ", ","), "[]") + ")"
}
