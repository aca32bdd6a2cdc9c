package broadcast

import (
	"fmt"
	"math"
)

// End as the stop of a [Layout.Slice] means "to the end": past the last element, or with a
// negative step through the first. As the start of a negative step it is the last element.
const End = math.MaxInt

// StepError says that a slice of an axis has a step of 0.
type StepError struct{ Axis int }

func (e *StepError) Error() string {
	return fmt.Sprintf("slice step is 0 on axis %d; 1 takes every element, -1 in reverse order", e.Axis)
}

// IndexError says that an axis has no element at an index.
type IndexError struct {
	Index int // as it was given
	Axis  int // counted from 0
	Size  int // of the axis: its indices are -Size to Size-1
}

func (e *IndexError) Error() string {
	return fmt.Sprintf("index %d is out of bounds for axis %d with size %d", e.Index, e.Axis, e.Size)
}

// Slice keeps every step-th index of an axis from start up to and without stop. The rules are
// Python's: negative start and stop count from the end, and both are clamped to the axis. A
// negative step walks backwards.
func (l Layout) Slice(axis, start, stop, step int) (Layout, error) {
	if _, err := l.size(); err != nil {
		return Layout{}, err
	}
	axis, err := axisOf(axis, l.Rank())
	if err != nil {
		return Layout{}, err
	}
	if step == 0 {
		return Layout{}, &StepError{axis}
	}
	first, count := sliceBounds(l.Shape[axis], start, stop, step)
	m := l.Clone()
	m.Shape[axis] = count
	stride, ok := mul(l.Strides[axis], step)
	if !ok && count <= 1 {
		stride, ok = l.Strides[axis], true // no step is taken along the axis
	}
	m.Strides[axis] = stride
	if count > 0 && ok { // an empty slice stays where it is, inside its storage
		m.Offset, ok = mulAdd(l.Offset, first, l.Strides[axis])
	}
	if !ok {
		return Layout{}, l.overflow(axis)
	}
	return m, nil
}

// sliceBounds returns the first index a slice of an axis takes, and how many.
func sliceBounds(size, start, stop, step int) (first, count int) {
	lowest, highest := 0, size // start and stop are clamped to these
	if step < 0 {
		lowest, highest = -1, size-1
		if stop == End {
			stop = math.MinInt
		}
	}
	clamp := func(i int) int {
		if i < 0 {
			i += size
		}
		return min(max(i, lowest), highest)
	}
	start, stop = clamp(start), clamp(stop)
	switch {
	case step > 0 && start < stop:
		return start, (stop-start-1)/step + 1
	case step < 0 && start > stop:
		return start, (stop-start+1)/step + 1
	}
	return start, 0
}

// Index drops an axis by keeping its i-th index; a negative i counts from the end.
func (l Layout) Index(axis, i int) (Layout, error) {
	if _, err := l.size(); err != nil {
		return Layout{}, err
	}
	axis, err := axisOf(axis, l.Rank())
	if err != nil {
		return Layout{}, err
	}
	size := l.Shape[axis]
	if i < -size || i >= size {
		return Layout{}, &IndexError{i, axis, size}
	}
	if i < 0 {
		i += size
	}
	offset, ok := mulAdd(l.Offset, i, l.Strides[axis])
	if !ok {
		return Layout{}, l.overflow(axis)
	}
	return l.dropAxes(func(a int) bool { return a == axis }).withOffset(offset), nil
}

// dropAxes returns l without the axes for which drop is true.
func (l Layout) dropAxes(drop func(axis int) bool) Layout {
	m := newLayout(l.Rank(), l.Offset)
	rank := 0
	for axis, size := range l.Shape {
		if !drop(axis) {
			m.Shape[rank], m.Strides[rank] = size, l.Strides[axis]
			rank++
		}
	}
	m.Shape, m.Strides = m.Shape[:rank], m.Strides[:rank]
	return m
}

// withOffset returns l moved to an offset.
func (l Layout) withOffset(offset int) Layout {
	l.Offset = offset
	return l
}

func (l Layout) overflow(axis int) error {
	return fmt.Errorf("stride %d of axis %d overflows over size %d from offset %d",
		l.Strides[axis], axis, l.Shape[axis], l.Offset)
}
