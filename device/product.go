package device

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// Product says how a launch whose groups are one [op.Dot] multiplies matrices. X and Y are the dot's
// first and second argument. The axes are those of Nest.Groups. Without rows and columns the launch
// multiplies pairs of vectors.
type Product struct {
	Dot  int   // the dot's number in the code
	X, Y Value // inputs, or results of maps
	// XMaps and YMaps are the instructions that compute X and Y, if there are any.
	XMaps, YMaps []int
	// Rows are the axes along which only X varies, and Columns those along which only Y does. Along
	// the other axes, of a batch, both vary, or none does.
	Rows, Columns, Batch []int
}

// Product finds the product of matrices that a launch is. It reports false for all other launches:
// those with another reduction, with an output for each element, or with maps before the dot that read
// the result of a map of level 0. Maps of the dot's result do not matter.
//
// The axes follow from strides of 0, and not from where they stand in the shape. Transposed,
// stepped and reversed matrices are products too, and so are those whose rows have several axes. A
// result of maps varies along the axes of all inputs that they read.
func (l *Launch) Product(n *broadcast.Nest) (Product, bool) {
	phases := l.Program.Phases()
	if len(phases) != 2 || len(phases[1].Ends) != 1 || len(phases[1].Writes) > 0 {
		return Product{}, false
	}
	dot := phases[1].Ends[0]
	in := l.Program.code[dot]
	if in.Op != op.Dot {
		return Product{}, false
	}
	p := Product{Dot: dot, X: in.Args[0], Y: in.Args[1]}
	x, y := l.sideOf(p.X, n), l.sideOf(p.Y, n)
	if x == nil || y == nil {
		return Product{}, false
	}
	p.XMaps, p.YMaps = x.maps, y.maps
	for axis := range n.Groups.Shape {
		switch {
		case x.varies[axis] && !y.varies[axis]:
			p.Rows = append(p.Rows, axis)
		case !x.varies[axis] && y.varies[axis]:
			p.Columns = append(p.Columns, axis)
		default:
			p.Batch = append(p.Batch, axis)
		}
	}
	return p, true
}

// side is an argument of a dot: the maps that compute it, and the axes along which it varies.
type side struct {
	maps   []int
	varies []bool
}

// sideOf returns the side that a value is, or nil if there is none: for positions that no map reads, and
// maps of results of level 0.
func (l *Launch) sideOf(v Value, n *broadcast.Nest) *side {
	p := l.Program
	if int(v) < len(p.ins) && p.ins[v].Position {
		return nil
	}
	s := &side{varies: make([]bool, len(n.Groups.Shape))}
	reads := map[Value]bool{v: true}
	for i := len(p.code) - 1; i >= 0; i-- {
		v := p.Result(i)
		switch {
		case !reads[v]:
			continue
		case p.Level(v) == 0:
			return nil
		}
		s.maps = append(s.maps, i)
		for _, arg := range p.code[i].Args {
			reads[arg] = true
		}
	}
	slices.Reverse(s.maps)
	for i := range p.ins {
		for axis, stride := range n.Groups.Operands[len(l.Out)+i].Strides {
			s.varies[axis] = s.varies[axis] || reads[Value(i)] && stride != 0
		}
	}
	return s
}
