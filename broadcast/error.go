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
		e.SizeA, e.SizeB, e.Axis, e.A, e.B, e.picture())
}

func (e *Error) picture() string {
	rank := max(len(e.A), len(e.B))
	lines := [3]strings.Builder{}
	lines[0].WriteString("  a:")
	lines[1].WriteString("  b:")
	lines[2].WriteString("    ")
	for axis := range rank {
		column := [3]string{cell(e.A, axis-rank), cell(e.B, axis-rank)}
		width := max(len(column[0]), len(column[1]))
		if axis == e.Axis {
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
