package exec

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
)

// move is an operand, and how a tile gets its elements from or to the buffer.
type move struct {
	value       device.Value
	size        int   // bytes of an element
	strides     []int // along the axes of the plan
	row, column int   // the bytes from one row of a tile to the next, and from one element to the next
	skip        int   // elements from the operand's offset to the first element of the plan
	direct      bool  // kernels use the elements where they are
	early       bool  // of an output: later steps read inputs where they are
	swapped     bool  // its bytes are swapped on their way: see Engine
	position    bool  // it has no buffer: its elements are counted
	first, end  int   // the range of its elements, relative to the operand's offset
}

// move is operand k of the plan, as a value.
func (t *layout) move(v device.Value, k int, l *device.Launch) (*move, *broadcast.Access) {
	m, a, size := &t.moves[k], &t.plan.Operands[k], t.program.values[v].bytes
	position := k >= t.outs && t.program.source.Input(k-t.outs).Position
	*m = move{value: v, size: size, strides: a.Strides, position: position, swapped: t.swapped && size > 1 && !position,
		row: size * along(a.Strides, t.cross, 0), column: size * along(a.Strides, len(a.Strides)-1, 1),
		skip: a.Offset - l.Operand(k).Layout.Offset}
	m.first, m.end = m.skip, m.skip+1
	for axis, n := range t.plan.Shape {
		switch reach := (n - 1) * a.Strides[axis]; {
		case n == 0 && a.Strides[axis] != 0:
			m.first, m.end = 0, 0
			return m, a
		case reach < 0:
			m.first += reach
		default:
			m.end += reach
		}
	}
	return m, a
}

// input decides how an input is read: where it is, or copied to a tile. One element for all is read
// where it is, unless a kernel needs it repeated.
func (t *layout) input(v device.Value, k int, l *device.Launch) {
	m, a := t.move(v, k, l)
	constant := a.Class == broadcast.Scalar || t.rows && m.column == 0
	if constant {
		t.constant(v)
	}
	m.direct = (t.reachable(m, a) || constant && !t.program.values[v].full && !m.swapped) && !m.position
	if !m.direct {
		t.assignTile(v)
	}
}

// output decides how an output is written: by the step that computes it, or from a tile when all
// steps are done. A step may not write it if a later one reads the buffer, which bind finds out.
func (t *layout) output(v device.Value, k int, l *device.Launch) {
	m, a := t.move(v, k, l)
	m.direct = t.reachable(m, a)
	m.early = m.direct && t.readLater(m)
	if !m.direct || m.early {
		t.assignTile(v)
	}
}

// reachable reports whether kernels can use the rows of a tile in the buffer, where the elements of
// a row have to be contiguous.
func (t *layout) reachable(m *move, a *broadcast.Access) bool {
	if t.rows {
		return m.column == m.size && !m.swapped
	}
	return a.Class == broadcast.Contiguous && !m.swapped
}

// readLater reports whether an input is read where it is after an output has been computed, if both
// lie in one memory.
func (t *layout) readLater(out *move) bool {
	return slices.ContainsFunc(t.moves[t.outs:], func(in move) bool { return t.readAfter(&in, out) })
}

// readAfter reports whether an input is read where it is after an output has been computed.
func (t *layout) readAfter(in, out *move) bool {
	return in.direct && t.program.values[in.value].last > t.program.values[out.value].made
}
