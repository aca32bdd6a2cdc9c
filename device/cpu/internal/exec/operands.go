package exec

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
)

// move is an operand, and how a tile gets its elements from or to the buffer.
type move struct {
	value       device.Value
	size        int   // bytes of an element
	strides     []int // along the axes of the plan
	row, column int   // the bytes from one row of a tile to the next, and from one element to the next
	skip        int   // elements from the operand's offset to the first element of the plan
	first, end  int   // the range of its elements, relative to the operand's offset
	direct      bool  // kernels use the elements where they are
	early       bool  // of an output: later steps read inputs where they are
	swapped     bool  // its bytes are swapped on their way: see Engine
	read        bool  // it is an input, or where the elements of a store begin
	position    bool  // it has no buffer
	counted     bool  // its elements are positions: it has no buffer, or places
	once        bool  // steps read one of them in each row of a tile
	unread      bool  // no tile has its elements: see countsChosen
	places      []kernel.Place
	alias       int // if elements of a store need not be kept, the operand that they are; else 0
}

// ofScalar is the alias of elements that are all one scalar.
const ofScalar = -1

// move is operand k of the plan, as a value.
func (t *layout) move(v device.Value, k int, l *device.Launch) (*move, *broadcast.Access) {
	m, a, o, places := &t.moves[k], &t.plan.Operands[k], l.Operand(k), t.places(k)
	size, position := o.Type.Size(), k >= t.outs && t.program.source.Input(k-t.outs).Position
	counted := position || places > 0
	*m = move{value: v, size: size, strides: a.Strides, position: position, counted: counted, read: places > 0 || k >= t.outs, swapped: t.swapped && size > 1 && !counted,
		row: size * along(a.Strides, t.cross, 0), column: size * along(a.Strides, len(a.Strides)-1, 1),
		skip: a.Offset - o.Layout.Offset, places: m.places[:0]}
	m.first, m.end = m.skip, m.skip+1
	for axis := o.Layout.Rank() - places; axis < o.Layout.Rank(); axis++ {
		m.places = append(m.places, kernel.Place{Size: o.Layout.Shape[axis], Stride: o.Layout.Strides[axis]})
	}
	for axis, n := range t.plan.Shape {
		m.reach(n, a.Strides[axis])
	}
	for _, p := range m.places {
		if m.reach(p.Size, p.Stride); p.Size == 0 {
			m.first, m.end = 0, 0
		}
	}
	return m, a
}

// written reports whether the elements are written.
func (m *move) written() bool { return !m.read && m.alias == 0 }

// places is how many places operand k has.
func (t *layout) places(k int) int {
	if k < t.outs {
		return len(t.program.source.Output(k).At)
	}
	return t.program.source.Input(k - t.outs).Places
}

// reach extends the range of the elements by an axis of n elements. An axis of no elements that the
// operand does not move along is of a group that it has one element for.
func (m *move) reach(n, stride int) {
	switch reach := (n - 1) * stride; {
	case n == 0 && stride != 0 || m.first == m.end:
		m.first, m.end = 0, 0
	case reach < 0:
		m.first += reach
	default:
		m.end += reach
	}
}

// input decides how an input is read: where it is, or copied to a tile. One element for all is read
// where it is, unless a kernel needs it repeated.
func (t *layout) input(v device.Value, k int, l *device.Launch) {
	m, a := t.move(v, k, l)
	constant := a.Class == broadcast.Scalar || t.rows && m.column == 0
	if constant {
		t.constant(v)
	}
	m.direct = (t.reachable(m, a) || constant && !t.program.values[v].full && !m.swapped) && !m.counted
	m.once = constant && m.counted && !t.program.values[v].full
	if !m.direct {
		t.assignTile(v)
	}
}

// output decides how an output is written: by the step that computes it, or from a tile when all
// steps are done. A step may not write it if a later one reads the buffer, which bind finds out.
func (t *layout) output(v device.Value, k int, l *device.Launch) {
	m, a := t.move(v, k, l)
	t.written(v, m, a)
	if m.early = m.direct && t.readLater(m); m.early {
		t.assignTile(v)
	}
}

// written decides whether a step that computes a value writes it where it is kept.
func (t *layout) written(v device.Value, m *move, a *broadcast.Access) {
	if m.direct = t.reachable(m, a); !m.direct {
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
	return slices.ContainsFunc(t.moves[t.outs:t.outs+t.ins], func(in move) bool { return t.readAfter(&in, out) })
}

// readAfter reports whether an input is read where it is after an output has been computed.
func (t *layout) readAfter(in, out *move) bool {
	return in.direct && t.program.values[in.value].last > t.program.values[out.value].made
}
