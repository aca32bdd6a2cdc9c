package device

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// Product says how a launch whose groups are one [op.Dot] of two inputs multiplies matrices. X and Y
// are the dot's first and second argument. The axes are those of Nest.Groups. Without rows and
// columns the launch multiplies pairs of vectors.
type Product struct {
	Dot  int // the dot's number in the code
	X, Y int // the inputs' numbers
	// Rows are the axes along which only X varies, and Columns those along which only Y does. Along
	// the other axes, of a batch, both vary, or none does.
	Rows, Columns, Batch []int
}

// Product finds the product of matrices that a launch is. It reports false for all other launches:
// those with another reduction, with a map of the elements before the dot, or with an output for each
// element. Maps of the dot's result do not matter.
//
// The axes follow from strides of 0, and not from where they stand in the shape. So transposed,
// stepped and reversed matrices are products too, and so are those whose rows have several axes.
func (l *Launch) Product(n *broadcast.Nest) (Product, bool) {
	phases := l.Program.Phases()
	if len(phases) != 2 || len(phases[1].Elements) > 0 || len(phases[1].Ends) != 1 || len(phases[1].Writes) > 0 {
		return Product{}, false
	}
	dot := phases[1].Ends[0]
	in := l.Program.code[dot]
	if in.Op != op.Dot {
		return Product{}, false
	}
	p := Product{Dot: dot, X: int(in.Args[0]), Y: int(in.Args[1])}
	if l.Program.ins[p.X].Position || l.Program.ins[p.Y].Position {
		return Product{}, false
	}
	x, y := n.Groups.Operands[len(l.Out)+p.X].Strides, n.Groups.Operands[len(l.Out)+p.Y].Strides
	for axis := range n.Groups.Shape {
		switch {
		case x[axis] != 0 && y[axis] == 0:
			p.Rows = append(p.Rows, axis)
		case x[axis] == 0 && y[axis] != 0:
			p.Columns = append(p.Columns, axis)
		default:
			p.Batch = append(p.Batch, axis)
		}
	}
	return p, true
}
