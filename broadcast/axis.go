package broadcast

import "fmt"

// axisOf returns axis as a number from 0 to rank-1; negative ones count from the end.
func axisOf(axis, rank int) (int, error) {
	switch {
	case 0 <= axis && axis < rank:
		return axis, nil
	case -rank <= axis && axis < 0:
		return axis + rank, nil
	case rank == 0:
		return 0, fmt.Errorf("axis %d is out of range for rank 0 (there are no axes)", axis)
	}
	return 0, fmt.Errorf("axis %d is out of range for rank %d (use %d to %d)", axis, rank, -rank, rank-1)
}

// axesOf returns axes as numbers from 0 to rank-1, none of them twice.
func axesOf(axes []int, rank int) ([]int, error) {
	out, seen := make([]int, len(axes)), make([]bool, rank)
	for i, axis := range axes {
		a, err := axisOf(axis, rank)
		if err != nil {
			return nil, err
		}
		if seen[a] {
			return nil, fmt.Errorf("axis %d is named twice in %v for rank %d", a, axes, rank)
		}
		out[i], seen[a] = a, true
	}
	return out, nil
}
