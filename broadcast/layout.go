// Package broadcast is the arithmetic of shapes, strides and views: NumPy's and PyTorch's
// broadcasting, without any data.
//
// [Shapes] answers which shape a broadcasted operation has. A [Layout] says where the elements of
// a tensor lie in its storage; its methods make views (no element moves). [NewPlan] makes
// the shortest loop that visits the elements of all operands of an operation.
package broadcast

import (
	"fmt"
	"math"
	"slices"
)

// Layout says where the elements of a tensor lie in a flat storage. Positions are counted in
// elements: the element with index (i, j, …) lies at Offset + i*Strides[0] + j*Strides[1] + …
//
// A stride of 0 repeats an element along its axis, a negative one walks backwards. Methods that
// return a Layout share no memory with the one they start from.
//
// A Layout is plain data, so it can be wrong: more sizes than strides, a negative size, or more
// elements than an int can count. [Layout.Check] finds that. Methods that return an error report
// it. Other methods treat such a layout as one without elements.
type Layout struct {
	Shape, Strides []int
	Offset         int
}

// RowMajor returns the layout of a tensor stored without gaps, last axis fastest.
//
// Strides are PyTorch's: an empty axis counts as one element. A stride that overflows an int
// becomes math.MaxInt; such a shape has no valid layout unless it is empty.
func RowMajor(shape ...int) Layout {
	l := newLayout(len(shape), 0)
	copy(l.Shape, shape)
	stride, ok := 1, true
	for axis := len(shape) - 1; axis >= 0; axis-- {
		l.Strides[axis] = stride
		if stride, ok = mul(stride, max(shape[axis], 1)); !ok {
			stride = math.MaxInt
		}
	}
	return l
}

// newLayout returns a layout of the given rank to be filled in, in one allocation.
func newLayout(rank, offset int) Layout {
	buf := make([]int, 2*rank)
	return Layout{Shape: buf[:rank:rank], Strides: buf[rank:], Offset: offset}
}

// Rank returns the number of axes.
func (l Layout) Rank() int { return len(l.Shape) }

// Len returns the number of elements.
func (l Layout) Len() int {
	n, err := l.size()
	if err != nil {
		return 0
	}
	return n
}

// size is Len, with an error for a malformed layout.
func (l Layout) size() (int, error) {
	if len(l.Strides) != len(l.Shape) {
		return 0, fmt.Errorf("layout has %d sizes %v but %d strides %v",
			len(l.Shape), l.Shape, len(l.Strides), l.Strides)
	}
	return Size(l.Shape)
}

// Equal reports whether l and m have the same shape and put every element at the same position.
// Strides do not matter on axes of size 1, nor in layouts without elements.
func (l Layout) Equal(m Layout) bool {
	if !slices.Equal(l.Shape, m.Shape) || len(l.Strides) != len(m.Strides) {
		return false
	}
	n, err := l.size()
	if err != nil {
		return slices.Equal(l.Strides, m.Strides) && l.Offset == m.Offset
	}
	for axis, size := range l.Shape {
		if n > 0 && size > 1 && l.Strides[axis] != m.Strides[axis] {
			return false
		}
	}
	return n == 0 || l.Offset == m.Offset
}

// Clone returns a copy that shares no memory with l.
func (l Layout) Clone() Layout {
	if rank := len(l.Shape); rank > 0 && rank == len(l.Strides) { // as usual
		m := newLayout(rank, l.Offset)
		copy(m.Shape, l.Shape)
		copy(m.Strides, l.Strides)
		return m
	}
	return Layout{Shape: slices.Clone(l.Shape), Strides: slices.Clone(l.Strides), Offset: l.Offset}
}

// Dense returns the number of elements, at least one, of a layout that is evidently
// [Layout.Contiguous]. It is the quick answer for the usual layout, and no answer for any
// other.
func (l *Layout) Dense() (n int, ok bool) {
	n = 1
	if len(l.Strides) != len(l.Shape) {
		return 0, false
	}
	for axis := len(l.Shape) - 1; axis >= 0; axis-- {
		size := l.Shape[axis]
		if size < 1 || size != 1 && l.Strides[axis] != n {
			return 0, false
		}
		if n, ok = mul(n, size); !ok {
			return 0, false
		}
	}
	return n, true
}

// Contiguous reports whether the elements lie in row-major order without gaps, at any Offset.
// Strides of axes of size 1 do not matter; a layout without elements is contiguous.
func (l Layout) Contiguous() bool {
	if _, ok := l.Dense(); ok {
		return true
	}
	n, err := l.size()
	return err == nil && (n == 0 || rowMajor(l.Shape, l.Strides))
}

// rowMajor reports whether strides are those of [RowMajor] on every axis that has a second element.
func rowMajor(shape, strides []int) bool {
	stride := 1
	for axis := len(shape) - 1; axis >= 0; axis-- {
		if shape[axis] != 1 && strides[axis] != stride {
			return false
		}
		stride *= shape[axis]
	}
	return true
}

// Expanded reports whether an axis with more than one index has stride 0: one element stands for
// many there.
func (l Layout) Expanded() bool {
	if l.Len() == 0 {
		return false
	}
	for axis, size := range l.Shape {
		if size > 1 && l.Strides[axis] == 0 {
			return true
		}
	}
	return false
}
