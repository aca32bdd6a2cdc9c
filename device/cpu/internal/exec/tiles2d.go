package exec

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
)

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

// units is how many elements runRange goes over, or tiles of two axes.
func (t *task) units() int {
	if !t.tiled2D {
		return t.plan.Len
	}
	count := 1
	for axis := range t.plan.Shape {
		n, _ := t.cutAxis(axis)
		count *= n
	}
	return count
}

// cutAxis is how many parts tiles make of an axis, and their size.
func (t *task) cutAxis(axis int) (parts, size int) {
	size = 1
	switch axis {
	case t.cross:
		size = tile2DRows
	case len(t.plan.Shape) - 1:
		size = tile2DColumns
	}
	return (t.plan.Shape[axis] + size - 1) / size, size
}

// seekTile2D sets the worker on tile number b.
func (w *Worker) seekTile2D(t *task, b int) {
	shape, in := t.plan.Shape, len(t.plan.Shape)-1
	for axis := in; axis >= 0; axis-- {
		parts, size := t.cutAxis(axis)
		w.index[axis], b = b%parts*size, b/parts
	}
	w.rows = min(tile2DRows, shape[t.cross]-w.index[t.cross])
	w.columns = min(tile2DColumns, shape[in]-w.index[in])
}
