package tensor

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// PrintOptions says how tensors are printed. The zero value, and a field that is 0, prints as NumPy
// does without options. They hold for one call, not for the program:
//
//	fmt.Println(tensor.PrintOptions{Precision: 3}.Sprint(x))
type PrintOptions struct {
	Precision int // digits after the point of floats, at most; none if negative; if 0, 8, and all of a 0-d tensor
	Threshold int // how many elements are printed before the rest is left out; 1000 if 0, at most 1<<24
	EdgeItems int // how many are shown at each end of an axis then; 3 if 0
	LineWidth int // in characters; 75 if 0
}

// printMost bounds the elements that a summary shows. A larger threshold raises the bound, up to
// mostThreshold: what is printed takes a hundred bytes of memory for each element.
const (
	printMost     = 10000
	mostThreshold = 1 << 24
)

// defaults gives fields of 0 their default values, and makes negative fields 0.
func (o PrintOptions) defaults() PrintOptions {
	return PrintOptions{
		Precision: max(cmp.Or(o.Precision, 8), 0),
		Threshold: min(max(cmp.Or(o.Threshold, 1000), 0), mostThreshold),
		EdgeItems: max(cmp.Or(o.EdgeItems, 3), 0),
		LineWidth: max(cmp.Or(o.LineWidth, 75), 0),
	}
}

// String computes the tensor and prints it as NumPy 2.4 does, followed by shape, dtype and device.
// A tensor of more than 1000 elements shows its corners only, and a tensor of very many axes only
// its shape. String reads the elements that it shows. It computes no other elements of a waiting
// tensor, which then goes on waiting. It computes all elements if the expression reads a reshaped
// tensor, or has hundreds of operations. [PrintOptions] has other limits. To bound the wait by a
// context, call Eval(ctx, t) first.
func (t *Tensor) String() string { return PrintOptions{}.Sprint(t) }

// Sprint prints a tensor as [Tensor.String] does, by these options. It waits as String does.
func (o PrintOptions) Sprint(t *Tensor) string {
	if err := t.check("string"); err != nil {
		return "error: " + err.Error()
	}
	digits := o.Precision
	o = o.defaults()
	text, err := t.text(o, func(elements []op.Scalar) []string {
		if t.layout.Rank() == 0 && digits == 0 {
			return []string{formatScalar(t.dtype, elements[0])}
		}
		return formatCells(t.dtype, elements, o.Precision)
	})
	if err != nil {
		return "error: " + err.Error()
	}
	return fmt.Sprintf("%s shape=%v %v %v", text, t.layout.Shape, t.dtype, t.device.Info().Name)
}

// Format prints the tensor for package fmt. Plain %v and %s print what String returns, and %q
// quotes it. %+v adds strides, offset, the storage's shape, and whether the tensor waits to be
// computed. Any other verb, and %v with a width or a precision, prints the elements by that verb and
// no shape; more than 1000 are a summary:
//
//	fmt.Printf("%.2f", x) // [[1.00 2.50] [3.00 4.00]], on two lines
//
// Columns are aligned. A tensor that carries an error prints it, whatever the verb. Format waits
// until the elements are computed. To bound the wait by a context, call Eval(ctx, t) first.
func (t *Tensor) Format(f fmt.State, verb rune) {
	text, err := t.format(f, verb)
	if err != nil {
		text = "error: " + err.Error()
	}
	_, _ = f.Write([]byte(text)) // fmt returns the writer's error
}

func (t *Tensor) format(f fmt.State, verb rune) (string, error) {
	if err := t.check("format"); err != nil {
		return "", err
	}
	_, wide := f.Width()
	_, precise := f.Precision()
	switch {
	case verb == 'v' && !wide && !precise && f.Flag('+'):
		layout := t.layoutText() // before it is computed
		return t.String() + layout, nil
	case verb == 'v' && !wide && !precise:
		return t.String(), nil
	case verb == 's' || verb == 'q':
		return fmt.Sprintf(fmt.FormatString(f, verb), t.String()), nil
	}
	format := fmt.FormatString(f, verb)
	return t.text(PrintOptions{}.defaults(), func(elements []op.Scalar) []string {
		cells := make([]string, len(elements))
		for i, s := range elements {
			cells[i] = fmt.Sprintf(format, goValue(t.dtype, s))
		}
		return align(cells, f.Flag('-'))
	})
}

// layoutText says how the tensor lies in its storage.
func (t *Tensor) layoutText() string {
	s, state := t.storage.Load(), "waiting"
	if s.Stored() {
		state = "stored"
	}
	if t.readOnly {
		state += ", read-only"
	}
	return fmt.Sprintf(" strides=%v offset=%d storage=%v %s", t.layout.Strides, t.layout.Offset, s.Layout().Shape, state)
}

// text returns the elements in brackets. The function cells formats elements, all to one width.
func (t *Tensor) text(o PrintOptions, cells func(elements []op.Scalar) []string) (string, error) {
	if t.layout.Len() == 0 {
		_, err := t.bytes("string") // it has no elements, and may have an error
		return "[]", err
	}
	edge := t.edge(o)
	if edge == 0 {
		return "[...]", nil
	}
	p := printer{shape: t.layout.Shape, edge: edge, width: o.LineWidth}
	elements, err := p.read(t)
	if err != nil {
		return "", err
	}
	p.cells = cells(elements)
	p.writeNested(0)
	return string(p.out), nil
}

// edge is how many elements are printed at each end of a long axis. With many axes it is smaller
// than the option, and 0 if even the corners are too many.
func (t *Tensor) edge(o PrintOptions) int {
	if t.layout.Len() <= o.Threshold {
		return math.MaxInt / 2
	}
	for edge := min(o.EdgeItems, printMost); edge > 0; edge-- {
		shown, err := broadcast.Size(corners(*t.layout, edge).Shape)
		if err == nil && shown <= max(printMost, o.Threshold) {
			return edge
		}
	}
	return 0
}

// corners is the layout of the shown elements. The two ends of a long axis are two axes, the end and
// the index in it.
func corners(l broadcast.Layout, edge int) broadcast.Layout {
	shown := broadcast.Layout{Offset: l.Offset}
	for i, n := range l.Shape {
		if n > 2*edge {
			shown.Shape, shown.Strides = append(shown.Shape, 2), append(shown.Strides, (n-edge)*l.Strides[i])
			n = edge
		}
		shown.Shape, shown.Strides = append(shown.Shape, n), append(shown.Strides, l.Strides[i])
	}
	return shown
}

// printer holds the shown elements, as text of one width, and the output.
type printer struct {
	shape []int
	edge  int
	width int
	cells []string // the shown elements that are not printed yet
	out   []byte
	line  int // length of the line being printed
}

// read fetches the shown elements. Of a summary it computes no others.
func (p *printer) read(t *Tensor) ([]op.Scalar, error) {
	const name = "string"
	shown := corners(*t.layout, p.edge)
	elements := make([]op.Scalar, shown.Len())
	if v, ok := t.storage.Load().Constant(); ok { // its elements need not be stored
		return slices.Repeat([]op.Scalar{v}, len(elements)), refuseValue(name, t)
	}
	if len(elements) < t.layout.Len() {
		t = t.view(name, func(broadcast.Layout) (broadcast.Layout, error) { return shown, nil })
		defer t.Release()
		if t.err != nil {
			return nil, *t.err
		}
		part, err := t.storage.Load().Part(context.Background(), t.layout)
		if err != nil {
			return nil, errorf(name, "%w", err)
		}
		if part != nil {
			t = fresh(t.device, part)
			defer t.Release()
		}
	}
	raw, err := t.bytes(name)
	if err != nil {
		return nil, err
	}
	for i := range elements {
		elements[i] = t.dtype.Load(raw[i*t.dtype.Size():])
	}
	return elements, nil
}

// writeNested prints the elements below an index of the axes before axis.
func (p *printer) writeNested(axis int) {
	if axis == len(p.shape) {
		p.word(p.cells[0])
		p.cells = p.cells[1:]
		return
	}
	p.write("[")
	n := p.shape[axis]
	for i := range min(n, 2*p.edge) {
		if i > 0 {
			p.separate(axis)
		}
		if i == p.edge && n > 2*p.edge {
			p.word("...")
			p.separate(axis)
		}
		p.writeNested(axis + 1)
	}
	p.write("]")
}

// separate goes to the next element of an axis. Elements of the last axis have a blank between
// them. Rows have a line end between them, and blocks of rows also have blank lines.
func (p *printer) separate(axis int) {
	if n := len(p.shape) - 1 - axis; n > 0 {
		p.newline(n, axis+1)
	} else {
		p.write(" ")
	}
}

// word prints an element, on a new line if this one is full.
func (p *printer) word(s string) {
	if indent := len(p.shape); p.line > indent && p.line+len(s) > p.width-indent {
		p.newline(1, indent)
	}
	p.write(s)
}

// newline goes to a line n below, and indents it.
func (p *printer) newline(n, indent int) {
	p.out = bytes.TrimRight(p.out, " ")
	p.out = append(p.out, strings.Repeat("\n", n)+strings.Repeat(" ", indent)...)
	p.line = indent
}

func (p *printer) write(s string) {
	p.out = append(p.out, s...)
	p.line += len(s)
}
