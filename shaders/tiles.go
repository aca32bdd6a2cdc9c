package shaders

import (
	"cmp"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
)

// A thread computes a tile of a product of matrices: so many neighbouring rows and columns. Each
// element that it loads serves a whole row or column of the tile.
const (
	tileRows    = 8
	tileColumns = 4
)

// sumDepth is how many products a sum of floats has before it is added to other sums. The bound of dot
// relies on it.
const sumDepth = 256

// tiling says how threads divide a product of matrices.
type tiling struct {
	device.Product
	row, column   int          // the axes along which tiles lie, or -1
	rows, columns int          // of a tile
	shape         []int        // how many tiles there are along each axis of groups
	step          int          // how many products of a sum a thread adds in a round
	inner         map[int]bool // the inputs whose vectors are along a sum
}

// multiplies reports whether tiles compute the launch: products of matrices. The number of products of
// a sum decides it, and not the number of sums. A tile keeps a state for each of its cells, so a long
// state has no tiles.
func (g *grouping) multiplies(n *broadcast.Nest) bool {
	p, ok := g.launch.Product(n)
	return ok && len(p.Rows)+len(p.Columns) > 0 && len(p.XMaps)+len(p.YMaps) == 0 && n.Elements.Len <= mostRounds/2 && g.rows[p.Dot].Words <= vectorWords
}

// tiles divides the groups of the piece. One of a single row or column has tiles too, so that its sums
// are those of the whole launch.
func (g *grouping) tiles() *tiling {
	p, _ := g.launch.Product(&g.nest)
	t := &tiling{Product: p, shape: slices.Clone(g.nest.Groups.Shape)}
	t.row, t.rows = t.side(p.Rows, tileRows)
	t.column, t.columns = t.side(p.Columns, tileColumns)
	return t
}

// mostOfProduct is how many elements a piece of a product of matrices has at most. Its scratch holds
// nothing but narrow results, a word each, until maps copy them.
func (g *grouping) mostOfProduct(depth int) int {
	most, depth := cmp.Or(g.limits.Elements, MaxLen), max(1, depth)
	if g.limits.Work > 0 {
		most = int(min(int64(most), g.limits.Work))
	}
	groups := most / depth
	if g.limits.Window > 0 {
		groups = min(groups, g.limits.Window/wordBytes/len(g.launch.Out)-vectorWords)
	}
	return max(1, groups) * depth
}

// side divides the last of some axes into tiles of at most so many.
func (t *tiling) side(axes []int, most int) (axis, n int) {
	if len(axes) == 0 {
		return -1, 1
	}
	axis = axes[len(axes)-1]
	t.shape[axis] = ceil(t.shape[axis], most)
	return axis, most
}

// bindVectors makes threads load neighbours together, where vectors are aligned: elements of a word
// that follow each other in a sum, or in neighbouring rows of X or columns of Y.
func (t *tiling) bindVectors(n *nest, kept int) {
	t.step, t.inner = 1, map[int]bool{}
	for i := n.outputs; i < len(n.operands); i++ {
		o, side := &n.operands[i], t.row
		if o.level == 0 {
			continue
		}
		if o.number == int(t.Y) {
			side = t.column
		}
		switch {
		case len(n.shape) == kept+1 && n.vectorsAlong(o, kept):
			o.width, t.step, t.inner[o.number] = vectorWords, vectorWords, true
		case side >= 0 && n.vectorsAlong(o, side):
			o.width = vectorWords
		}
	}
}

// vectorsAlong reports whether an input can be loaded in vectors along an axis.
func (n *nest) vectorsAlong(o *operand, axis int) bool {
	if o.dtype.Size() != wordBytes || o.strides[axis] != 1 || o.offset%vectorWords != 0 || n.shape[axis]%vectorWords != 0 {
		return false
	}
	for a, stride := range o.strides {
		if a != axis && stride%vectorWords != 0 {
			return false
		}
	}
	for i := range n.operands {
		if other := &n.operands[i]; other != o && other.binding == o.binding {
			return false
		}
	}
	return true
}

// threads is how many tiles there are.
func (t *tiling) threads() int {
	n := 1
	for _, tiles := range t.shape {
		n *= tiles
	}
	return n
}

// fields are what threads need to find their tiles.
func (t *tiling) fields(shape []int, number func(what string, index, value int)) {
	for axis, n := range t.shape {
		if axis > 0 {
			number("tiles", axis, n)
		}
	}
	if t.row >= 0 {
		number("rows", -1, shape[t.row])
	}
	if t.column >= 0 {
		number("columns", -1, shape[t.column])
	}
}
