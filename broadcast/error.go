package broadcast

import (
	"fmt"
	"strings"
)

// Error says why two shapes do not broadcast.
type Error struct {
	A, B         []int // the shapes; if there are more than two, A is the broadcast of all before B
	Axis         int   // the rightmost axis that fails, counted from the left in the aligned shapes
	SizeA, SizeB int   // the sizes of that axis
}

// Error is PyTorch's sentence and the shapes. Below it the shapes are aligned, and the failing axis
// is marked.
func (e *Error) Error() string {
	return fmt.Sprintf("The size of tensor a (%d) must match the size of tensor b (%d) "+
		"at non-singleton dimension %d (shapes %v and %v)\n%s",
		e.SizeA, e.SizeB, e.Axis, e.A, e.B, picture("a", e.A, "b", e.B, e.Axis))
}

// picture aligns two shapes at their last axes and marks an axis of the larger rank.
func picture(nameA string, a []int, nameB string, b []int, marked int) string {
	rank, margin := max(len(a), len(b)), max(len(nameA), len(nameB))
	lines := [3]strings.Builder{}
	for i, label := range []string{nameA + ":", nameB + ":", ""} {
		fmt.Fprintf(&lines[i], "  %*s", margin+1, label)
	}
	for axis := range rank {
		column := [3]string{cell(a, axis-rank), cell(b, axis-rank)}
		width := max(len(column[0]), len(column[1]))
		if axis == marked {
			column[2] = strings.Repeat("^", width)
		}
		for i, text := range column {
			fmt.Fprintf(&lines[i], " %*s", width, text)
		}
	}
	text := make([]string, len(lines))
	for i := range lines {
		text[i] = strings.TrimRight(lines[i].String(), " ")
	}
	return strings.Join(text, "\n")
}

// cell prints the size of an axis, counted from the end. It is empty if the shape has no such axis.
func cell(shape []int, fromEnd int) string {
	if axis := len(shape) + fromEnd; axis >= 0 {
		return fmt.Sprint(shape[axis])
	}
	return ""
}
