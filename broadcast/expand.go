package broadcast

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// To returns l broadcast to shape, in constant time and without moving an element. An axis that
// grows from size 1 gets stride 0, and so does a new leading axis. A shape that l does not
// broadcast to is an [*ExpandError].
func (l Layout) To(shape []int) (Layout, error) {
	return l.expand(shape, false)
}

// Expand is To, except that a size of -1 keeps the axis as it is (PyTorch's expand).
func (l Layout) Expand(sizes []int) (Layout, error) {
	return l.expand(sizes, true)
}

func (l Layout) expand(sizes []int, keep bool) (Layout, error) {
	if _, err := l.size(); err != nil {
		return Layout{}, err
	}
	lead := len(sizes) - len(l.Shape)
	if lead < 0 {
		return Layout{}, l.expandError(sizes, -1)
	}
	m := newLayout(len(sizes), l.Offset)
	for axis := len(sizes) - 1; axis >= 0; axis-- {
		size, stride := 1, 0
		switch {
		case axis >= lead:
			size, stride = l.Shape[axis-lead], l.Strides[axis-lead]
		case axis+1 < len(sizes):
			stride = m.leadingStride(axis + 1) // as PyTorch has it; it is seen only where the new size is 1
		}
		target := sizes[axis]
		if keep && target == -1 && axis >= lead {
			target = size
		}
		if target != size {
			if size != 1 || target < 0 {
				return Layout{}, l.expandError(sizes, axis)
			}
			stride = 0
		}
		m.Shape[axis], m.Strides[axis] = target, stride
	}
	if _, err := Size(m.Shape); err != nil {
		return Layout{}, err
	}
	return m, nil
}

// leadingStride returns the stride of an axis of size 1 put before the given one: the size of that
// axis times its stride.
func (l Layout) leadingStride(axis int) int {
	stride, ok := mul(l.Shape[axis], l.Strides[axis])
	if !ok {
		return 0 // no walk goes along it
	}
	return stride
}

func (l Layout) expandError(target []int, axis int) error {
	return &ExpandError{Shape: slices.Clone(l.Shape), Target: slices.Clone(target), Axis: axis}
}

// ExpandError says why a shape does not broadcast to another.
type ExpandError struct {
	Shape, Target []int
	Axis          int // the rightmost axis of Target that fails; -1 when Target has too few axes
}

// Error is PyTorch's sentence for the mistake. Below it the shapes are aligned, and the failing axis
// is marked.
func (e *ExpandError) Error() string {
	return e.sentence() + "\n" + picture("from", e.Shape, "to", e.Target, e.Axis+max(0, len(e.Shape)-len(e.Target)))
}

func (e *ExpandError) sentence() string {
	lead := len(e.Target) - len(e.Shape)
	if lead < 0 || e.Axis < 0 || e.Axis >= len(e.Target) {
		return fmt.Sprintf("the number of sizes provided (%d) must be greater or equal to the number of "+
			"dimensions in the tensor (%d).  Target sizes: %s.  Tensor sizes: %s",
			len(e.Target), len(e.Shape), list(e.Target), list(e.Shape))
	}
	if e.Axis < lead {
		return fmt.Sprintf("The expanded size of the tensor (%d) isn't allowed in a leading, "+
			"non-existing dimension %d.  Target sizes: %s.  Tensor sizes: %s",
			e.Target[e.Axis], e.Axis, list(e.Target), list(e.Shape))
	}
	if e.Shape[e.Axis-lead] == 1 { // anything but a negative size fits a singleton
		return fmt.Sprintf("The expanded size of the tensor (%d) must not be negative at dimension %d.  "+
			"Target sizes: %s.  Tensor sizes: %s", e.Target[e.Axis], e.Axis, list(e.Target), list(e.Shape))
	}
	return fmt.Sprintf("The expanded size of the tensor (%d) must match the existing size (%d) "+
		"at non-singleton dimension %d.  Target sizes: %s.  Tensor sizes: %s",
		e.Target[e.Axis], e.Shape[e.Axis-lead], e.Axis, list(e.Target), list(e.Shape))
}

// list prints sizes as PyTorch does: [2, 5].
func list(sizes []int) string {
	text := make([]string, len(sizes))
	for i, size := range sizes {
		text[i] = strconv.Itoa(size)
	}
	return "[" + strings.Join(text, ", ") + "]"
}
