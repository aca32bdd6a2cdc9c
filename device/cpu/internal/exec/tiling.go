package exec

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
)

// tiling divides the axes of a plan, so that a tile is a part of each. Tiles are numbered in the
// order of their first elements.
type tiling struct {
	rows        bool  // a tile is rows along the axis cross; otherwise its elements are one row
	cross       int   // -1: there is one axis
	most        int   // elements of a tile
	size, parts []int // along each axis: the elements of a tile, and how many tiles there are
	count       int   // of all tiles
}

// cut divides the axes: first the innermost, for at most so many columns of a tile, and then as many
// as there is room for. A tile of rows spans two axes.
func (t *tiling) cut(shape []int, columns int) {
	t.size, t.parts, t.count = grow(t.size, len(shape)), grow(t.parts, len(shape)), 1
	room, in := t.most, len(shape)-1
	for axis := in; axis >= 0; axis-- {
		n := 1
		switch {
		case axis == in:
			n = min(shape[in], columns)
		case axis == t.cross || !t.rows:
			n = min(shape[axis], room)
		}
		n = max(n, 1) // a launch without elements has no tiles
		room /= n
		t.size[axis], t.parts[axis] = n, partsOf(shape[axis], n)
		t.count *= t.parts[axis]
	}
}

// partsOf is how many parts of n elements, at most, an axis has. Their sum may pass the greatest int.
func partsOf(all, n int) int {
	if all == 0 {
		return 0
	}
	return (all-1)/n + 1
}

// chooseTiles chooses between tiles of whole rows, of one long row, and of two axes. Tiles have no
// more words than the launch has elements.
func (t *layout) chooseTiles(e *Engine) {
	shape, p := t.plan.Shape, t.program
	in := len(shape) - 1
	t.words = min(e.Tile, max(t.plan.Len, 1))
	t.most = t.words * max(float/p.widest, 1)
	t.cross = in - 1
	columns := t.most
	if axis, ok := cross(&t.plan); ok {
		t.words = min(tile2DRows*tile2DColumns, t.plan.Len)
		t.cross, t.most, t.rows, columns = axis, t.words, true, tile2DColumns
	} else {
		least := p.least // shorter rows are copied, and computed as one
		if p.rowless {
			least = max(least, e.LongRow)
		}
		t.rows = in == 0 || in > 0 && shape[in] >= min(least, t.most)
	}
	t.cut(shape, columns)
}

// Where an operand is transposed, a tile of one row would touch a cache line for each element and
// leave before its neighbours are wanted. A block is a tile of two axes, and uses every element of
// the lines that it touches. It is longer along its rows, which are read and written in place:
// blocks of 64 columns took longer.
const (
	tile2DRows    = 64 // along the axis cross
	tile2DColumns = 128
	tile2DLeast   = 16 // elements of an axis for which such a tile is worth it
)

// cross returns the axis that a block spans beside the innermost one: the axis of an operand's
// shortest stride. ok is false if that is the innermost axis for all operands, so that rows do
// well.
func cross(p *broadcast.Plan) (axis int, ok bool) {
	in := len(p.Shape) - 1
	if in < 1 || p.Shape[in] < tile2DLeast {
		return 0, false
	}
	for k := range p.Operands {
		strides := p.Operands[k].Strides
		shortest := kernel.Abs(strides[in])
		for a, n := range p.Shape[:in] {
			if s := kernel.Abs(strides[a]); s != 0 && s < shortest && n >= tile2DLeast {
				axis, shortest, ok = a, s, true
			}
		}
		if ok {
			return axis, true
		}
	}
	return 0, false
}
