package tensor

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/wgtensor/wgtensor/broadcast"
)

const (
	printAll  = 1000 // tensors of more elements are summarised, as in NumPy
	printEdge = 3    // elements shown at each end of a summarised axis
	printMost = 10000
	lineWidth = 75 // less one for each bracket
)

// String computes the tensor and prints it as NumPy 2.4 does, followed by shape, dtype and
// device. Of more than 1000 elements it shows the corners only, of very many axes
// nothing but the shape. Computing can take time: Eval(ctx, t) first, to give it a context.
func (t *Tensor) String() string {
	if err := t.check("string"); err != nil {
		return "error: " + err.Error()
	}
	text, err := t.text(formatCells)
	if err != nil {
		return "error: " + err.Error()
	}
	return fmt.Sprintf("%s shape=%v %v %v", text, t.layout.Shape, t.dtype, t.device.Info().Name)
}

// text is the elements in brackets. Cells prints elements, as text of one width; a scalar is
// given by itself.
func (t *Tensor) text(cells func(dt DType, raw []byte, scalar bool) []string) (string, error) {
	if t.layout.Len() == 0 {
		return "[]", nil
	}
	edge := t.edge()
	if edge == 0 {
		return "[...]", nil
	}
	p := printer{shape: t.layout.Shape, edge: edge}
	raw, err := p.read(t)
	if err != nil {
		return "", err
	}
	p.cells = cells(t.dtype, raw, len(p.shape) == 0)
	p.nested(0, 0, 1)
	return string(p.out), nil
}

// edge is how much is shown of long axes: with many axes less than printEdge, and 0 if
// even the corners are too many.
func (t *Tensor) edge() int {
	if t.layout.Len() <= printAll {
		return printMost
	}
	for edge := printEdge; edge > 0; edge-- {
		shown := 1
		for _, n := range t.layout.Shape {
			if shown *= min(n, 2*edge); shown > printMost {
				break
			}
		}
		if shown <= printMost {
			return edge
		}
	}
	return 0
}

// printer holds the elements that are shown, as text of one width, and what was
// printed.
type printer struct {
	shape []int
	edge  int
	cells []string         // the shown elements
	at    broadcast.Layout // where in cells an index of the shown elements is
	out   []byte
	line  int // length of the line being printed
}

// read fetches the bytes of the shown elements: the corners, block by block.
func (p *printer) read(t *Tensor) ([]byte, error) {
	shown := make([]int, len(p.shape))
	for i, n := range p.shape {
		shown[i] = n
		if n > 2*p.edge {
			shown[i] = 2 * p.edge
		}
	}
	p.at = broadcast.RowMajor(shown...)
	raw := make([]byte, p.at.Len()*t.dtype.Size())
	return raw, p.block(t, p.at, 0, raw)
}

// block reads what t shows from axis on into raw at the places of at.
func (p *printer) block(t *Tensor, at broadcast.Layout, axis int, raw []byte) error {
	for ; axis < len(p.shape); axis++ {
		n := p.shape[axis]
		if n <= 2*p.edge {
			continue
		}
		for _, part := range [2][2]int{{0, 0}, {n - p.edge, p.edge}} {
			view := t.Slice(axis, part[0], part[0]+p.edge, 1)
			places, err := at.Slice(axis, part[1], part[1]+p.edge, 1)
			if err == nil {
				err = view.Err()
			}
			if err == nil {
				err = p.block(view, places, axis+1, raw)
			}
			view.Release()
			if err != nil {
				return err
			}
		}
		return nil
	}
	data, err := t.bytes(context.Background(), "string")
	if err != nil {
		return err
	}
	size, i := t.dtype.Size(), 0
	for to := range at.Offsets() {
		copy(raw[to*size:(to+1)*size], data[i:])
		i += size
	}
	return nil
}

// nested prints the elements below an index of the first axes; offset is its place in
// cells, indent the number of brackets that are open.
func (p *printer) nested(axis, offset, indent int) {
	if axis == len(p.shape) {
		p.word(p.cells[offset], indent-1)
		return
	}
	p.write("[")
	for i := range p.at.Shape[axis] {
		if i > 0 {
			p.separate(axis, indent)
		}
		if i == p.edge && p.shape[axis] > 2*p.edge {
			p.word("...", indent)
			p.separate(axis, indent)
		}
		p.nested(axis+1, offset+i*p.at.Strides[axis], indent+1)
	}
	p.write("]")
}

// separate goes to the next element of an axis: a blank along the last one, else a
// line and, between blocks of lines, more.
func (p *printer) separate(axis, indent int) {
	if axis == len(p.shape)-1 {
		p.write(" ")
		return
	}
	p.newline(len(p.shape)-1-axis, indent)
}

// word prints an element, on a new line if this one is full.
func (p *printer) word(s string, indent int) {
	if p.line > indent && p.line+len(s) > lineWidth-len(p.shape) {
		p.newline(1, indent)
	}
	p.write(s)
}

func (p *printer) newline(n, indent int) {
	p.out = bytes.TrimRight(p.out, " ")
	p.out = append(p.out, strings.Repeat("\n", n)+strings.Repeat(" ", indent)...)
	p.line = indent
}

func (p *printer) write(s string) {
	p.out = append(p.out, s...)
	p.line += len(s)
}
