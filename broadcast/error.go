package broadcast

import (
	"bytes"
	"fmt"
	"strconv"
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
	rank, margin := max(len(a), len(b)), max(len(nameA), len(nameB))+3
	var lines [3][]byte
	for i, label := range []string{nameA + ":", nameB + ":", ""} {
		lines[i] = right(make([]byte, 0, margin+3*rank), label, margin)
	}
	for axis := range rank {
		column := [3]string{cell(a, axis-rank), cell(b, axis-rank)}
		width := max(len(column[0]), len(column[1]))
		if axis == marked {
			column[2] = strings.Repeat("^", width)
		}
		for i, text := range column {
			lines[i] = right(lines[i], text, width+1)
		}
	}
	for i, line := range lines {
		lines[i] = bytes.TrimRight(line, " ")
	}
	return string(bytes.Join(lines[:], []byte("\n")))
}

// right appends a text at the right end of so many columns.
func right(line []byte, text string, columns int) []byte {
	for range columns - len(text) {
		line = append(line, ' ')
	}
	return append(line, text...)
}

// cell prints the size of an axis, counted from the end. It is empty if the shape has no such axis.
func cell(shape []int, fromEnd int) string {
	if axis := len(shape) + fromEnd; axis >= 0 {
		return strconv.Itoa(shape[axis])
	}
	return ""
}
