package broadcast

import (
	"fmt"
	"slices"
)

// Reshape gives the same elements, in row-major order, another shape. One size may be -1: it is
// worked out from the others.
//
// If ok, the layout is a view of the same storage. If not, no strides describe it, and the elements
// have to be copied first. The layout is then the row-major layout of the copy, at offset 0. Sizes that
// do not fit are a [*ReshapeError].
func (l Layout) Reshape(shape []int) (_ Layout, ok bool, err error) {
	n, err := l.size()
	if err != nil {
		return Layout{}, false, err
	}
	target := shape
	if shape, err = resolve(shape, n); err != nil {
		return Layout{}, false, &ReshapeError{Shape: slices.Clone(l.Shape), Target: slices.Clone(target), rule: err}
	}
	m := RowMajor(shape...)
	switch {
	case n == 0 && slices.Equal(l.Shape, shape):
		return l.Clone(), true, nil
	case n == 0 || l.Rank() == 0 || l.restride(m):
		return m.withOffset(l.Offset), true, nil
	}
	return RowMajor(shape...), false, nil
}

// ReshapeError says why the elements of one shape do not fill another.
type ReshapeError struct {
	Shape, Target []int
	rule          error
}

// Error names the rule that the target breaks, in PyTorch's words where it has one.
func (e *ReshapeError) Error() string {
	if e.rule == nil {
		return fmt.Sprintf("shape '%s' does not hold the elements of shape '%s'", list(e.Target), list(e.Shape))
	}
	return e.rule.Error()
}

// resolve replaces a -1 in shape so that it has n elements.
func resolve(shape []int, n int) ([]int, error) {
	shape = slices.Clone(shape)
	wild := slices.Index(shape, -1)
	if wild >= 0 {
		shape[wild] = 1
		if other := slices.Index(shape, -1); other >= 0 {
			return nil, fmt.Errorf("only one size can be inferred, but axes %d and %d are both -1", wild, other)
		}
	}
	known, err := Size(shape)
	if err != nil {
		return nil, err
	}
	switch {
	case wild < 0 && known == n:
		return shape, nil
	case wild >= 0 && known > 0 && n%known == 0:
		shape[wild] = n / known
		return shape, nil
	case wild >= 0 && known == 0 && n == 0:
		shape[wild] = -1
		return nil, fmt.Errorf("cannot reshape 0 elements into shape %s: size -1 could be anything", list(shape))
	case wild >= 0:
		shape[wild] = -1
	}
	return nil, fmt.Errorf("shape '%s' is invalid for input of size %d", list(shape), n)
}

// restride sets m's strides so that m visits l's elements in l's order. m has another shape with as
// many elements. It reports false if no strides do that. The rule is PyTorch's: cut l into runs of
// axes that one stride walks over; each run must consist of whole axes of m.
func (l Layout) restride(m Layout) bool {
	to := m.Rank() - 1
	stride := l.Strides[l.Rank()-1] // of the run
	length, covered := 1, 1         // elements in the run, and those of m's axes laid over it
	for axis := l.Rank() - 1; axis >= 0; axis-- {
		length *= l.Shape[axis]
		if axis > 0 && (l.Shape[axis-1] == 1 || l.Strides[axis-1] == length*stride) {
			continue // the run goes on
		}
		for ; to >= 0 && (covered < length || m.Shape[to] == 1); to-- {
			m.Strides[to] = covered * stride
			covered *= m.Shape[to]
		}
		if covered != length {
			return false
		}
		if axis > 0 {
			stride, length, covered = l.Strides[axis-1], 1, 1
		}
	}
	return to < 0
}
