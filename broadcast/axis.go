package broadcast

import (
	"fmt"
	"slices"
)

// AxisError says that a number is not an axis of a shape, or that a list has an axis twice.
type AxisError struct {
	Axis int   // as it was given; counted from 0 where a list has it twice
	Rank int   // of the shape: its axes are -Rank to Rank-1
	List []int // the list that has the axis twice, or nil
}

func (e *AxisError) Error() string {
	switch {
	case e.List != nil:
		return fmt.Sprintf("axis %d is named twice in %v for rank %d", e.Axis, e.List, e.Rank)
	case e.Rank == 0:
		return fmt.Sprintf("axis %d is out of range for rank 0 (there are no axes)", e.Axis)
	}
	return fmt.Sprintf("axis %d is out of range for rank %d (use %d to %d)", e.Axis, e.Rank, -e.Rank, e.Rank-1)
}

// Axes returns axes to reduce, as numbers from 0 to rank-1 in ascending order: all of the shape if none
// are given. As in PyTorch, a shape without axes takes 0 and -1. An axis that does not exist, or comes
// twice, is an [*AxisError].
func Axes(axes []int, rank int) ([]int, error) {
	switch {
	case len(axes) == 0:
		all := make([]int, rank)
		for i := range all {
			all[i] = i
		}
		return all, nil
	case rank == 0:
		for _, axis := range axes {
			if axis != 0 && axis != -1 {
				return nil, &AxisError{Axis: axis, Rank: rank}
			}
		}
		return []int{}, nil
	}
	sorted, err := axesOf(axes, rank)
	slices.Sort(sorted)
	return sorted, err
}

// axisOf returns axis as a number from 0 to rank-1; negative ones count from the end.
func axisOf(axis, rank int) (int, error) {
	switch {
	case 0 <= axis && axis < rank:
		return axis, nil
	case -rank <= axis && axis < 0:
		return axis + rank, nil
	}
	return 0, &AxisError{Axis: axis, Rank: rank}
}

// axesOf returns axes as numbers from 0 to rank-1, each at most once.
func axesOf(axes []int, rank int) ([]int, error) {
	out, seen := make([]int, len(axes)), make([]bool, rank)
	for i, axis := range axes {
		a, err := axisOf(axis, rank)
		if err != nil {
			return nil, err
		}
		if seen[a] {
			return nil, &AxisError{Axis: a, Rank: rank, List: slices.Clone(axes)}
		}
		out[i], seen[a] = a, true
	}
	return out, nil
}
