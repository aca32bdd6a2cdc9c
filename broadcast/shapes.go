package broadcast

import "slices"

// Shapes returns the shape that the given shapes broadcast to, as NumPy and PyTorch do. Trailing
// axes are aligned, and a missing axis counts as size 1. Two sizes must be equal, or one of them 1.
// The result takes the other size, also if it is 0. Without shapes the result is the 0-d shape.
//
// Shapes that do not fit are an [*Error]. A negative size, or a result with more elements than an
// int can count, is an error of another type.
func Shapes(shapes ...[]int) ([]int, error) {
	rank := 0
	for _, shape := range shapes {
		rank = max(rank, len(shape))
	}
	result := make([]int, rank)
	for axis := range result {
		result[axis] = 1
	}
	for k, shape := range shapes {
		// From the right: where several axes fail, PyTorch names the rightmost.
		for i := 1; i <= len(shape); i++ {
			have, size := &result[rank-i], shape[len(shape)-i]
			switch {
			case size < 0:
				_, err := Size(shape)
				return nil, err
			case *have == 1:
				*have = size
			case size != 1 && size != *have:
				return nil, mismatch(shapes[:k], shape, i)
			}
		}
	}
	if _, err := Size(result); err != nil {
		return nil, err
	}
	return result, nil
}

// mismatch describes how b fails, i axes from the right, against what the shapes before it gave.
func mismatch(before [][]int, b []int, i int) error {
	var a []int
	for _, shape := range before {
		a = fold(a, shape)
	}
	return &Error{
		A: a, B: slices.Clone(b),
		Axis:  max(len(a), len(b)) - i,
		SizeA: a[len(a)-i], SizeB: b[len(b)-i],
	}
}

// fold returns the shape that two shapes broadcast to, if they are known to fit.
func fold(a, b []int) []int {
	if len(a) < len(b) {
		a, b = b, a
	}
	a = slices.Clone(a)
	for i := 1; i <= len(b); i++ {
		if a[len(a)-i] == 1 {
			a[len(a)-i] = b[len(b)-i]
		}
	}
	return a
}
