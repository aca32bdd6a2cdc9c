package exec

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// grouping says how the groups of a launch are cut into tiles. A tile has some groups, and as many
// elements of each. Either its rows are groups and its columns are elements, or the other way round.
type grouping struct {
	across           bool // the rows of a tile are elements, and its columns are groups
	groups, elements span
	step             int  // from the number of an element of a tile to the next
	even             bool // whether step is right for the whole tile
	parts            int  // of the elements of a tile of groups, each for a goroutine
	all              int  // how many groups there are

	shape, strides []int // memory of the plan
	operands       []broadcast.Access
}

// columns is the length of the rows of a tile.
func (g *grouping) columns() int {
	if g.across {
		return g.groups.most
	}
	return g.elements.most
}

// layGroups lays out a launch with groups.
func (t *layout) layGroups(e *Engine, l *device.Launch) {
	p := t.program
	t.planGroups(l)
	read, written := l.Bytes()
	t.rows, t.large = true, e.streams(read, written, e.Threads)
	if t.product != nil {
		t.cutProduct(e)
	} else {
		t.cutGroups(e)
	}
	t.words = (t.most*p.bytes + 7) / 8
	t.assignSlots()
	t.assignScalars()
	t.states = grow(t.states, len(p.steps))
	for i := range p.steps { // results of level 0
		s := &p.steps[i]
		if !p.tiled(s.to) {
			t.assignList(s.to)
		}
		t.states[i] = t.kept
		if t.product == nil {
			t.kept += (t.groups.groups.most*(s.reduction.State+s.scan.State) + 7) / 8
		}
	}
	for i := range l.In {
		t.groupedInput(device.Value(i), t.outs+i, l)
	}
	for k, v := range p.outputs {
		if s := p.storeOf(k); s != nil {
			t.layStore(s, l, t.groupedInput, t.keptGroups)
			continue
		}
		m, _ := t.move(v, k, l)
		if !p.tiled(v) { // it has a list
			if t.product != nil && t.product.to == v {
				t.product.output(k, m, t)
				continue
			}
			m.direct = t.inList(m)
			m.early = m.direct && t.readLater(m)
			continue
		}
		m.direct = t.inRows(m)
		if m.early = m.direct && t.readLater(m); !m.direct || m.early {
			t.assignTile(v)
		}
	}
	t.layFirsts()
	if t.product != nil {
		t.room += t.product.place(t.room)
	}
	t.spread = t.room
	t.spared = grow(t.spared, len(p.values))
	clear(t.spared)
	for i := range p.steps {
		t.constantsOf(i)
		t.spareProduct(&p.steps[i])
	}
	most := max(read+written, scratchLeast) / max(t.scratch(), 1) // goroutines that there is memory for
	t.threads = max(min(e.threadsFor(t.work(), t.count), most), 1)
}

// keptGroups decides whether a step writes a value where it is kept.
func (t *layout) keptGroups(v device.Value, m *move, _ *broadcast.Access) {
	switch {
	case t.product != nil:
	case !t.program.tiled(v):
		m.direct = t.inList(m)
	default:
		if m.direct = t.inRows(m); !m.direct {
			t.assignTile(v)
		}
	}
}

// scratchLeast is how many bytes the tiles of a launch may have, even if its operands have fewer.
const scratchLeast = 64 << 20

// scratch is the bytes that a goroutine needs for tiles, for lists, and for the elements of one group of
// a row that needs them all at once.
func (t *layout) scratch() int {
	words := t.room + t.kept
	return 8*words + t.program.wholeBytes(t.groups.across)*t.groups.elements.most
}

// inRows reports whether kernels can use the rows of a tile in the buffer. It sets the strides of the
// rows and of their elements.
func (t *layout) inRows(m *move) bool {
	rows, columns := &t.groups.groups, &t.groups.elements
	if t.groups.across {
		rows, columns = columns, rows
	}
	row, ok := t.stride(rows, m.strides)
	column, also := t.stride(columns, m.strides)
	m.row, m.column = row*m.size, column*m.size
	if !also {
		m.column = -m.size // neither contiguous nor constant
	}
	return ok && m.column == m.size && !m.swapped
}

// listRow is the bytes from the element of one row of a tile to that of the next. Where groups lie side
// by side, the list is one row for all.
func (t *layout) listRow(v device.Value) int {
	if t.groups.across {
		return 0
	}
	return t.program.values[v].bytes
}

// inList reports whether kernels can use the elements of a tile's groups in the buffer.
func (t *layout) inList(m *move) bool {
	m.row = t.listRow(m.value)
	stride, ok := t.stride(&t.groups.groups, m.strides)
	return ok && stride == 1 && !m.swapped
}

// groupedInput decides how an input is read.
func (t *layout) groupedInput(v device.Value, k int, l *device.Launch) {
	m, _ := t.move(v, k, l)
	if t.product != nil && t.program.tiled(v) { // multiply reads it, or maps do
		if m.direct = false; t.product.mapped() {
			t.assignTile(v)
		}
		return
	}
	if !t.program.tiled(v) {
		if m.direct = t.inList(m) && !m.counted; !m.direct {
			t.assignList(v)
		}
		return
	}
	if m.unread = t.countsChosen(v, m); m.unread {
		return
	}
	m.direct = t.inRows(m)
	if m.column == 0 {
		t.constant(v)
		_, ok := t.stride(t.groups.rowSpan(), m.strides)
		m.direct = ok && !t.program.values[v].full && !m.swapped
	}
	if m.direct = m.direct && !m.counted; !m.direct {
		t.assignTile(v)
	}
}

// rowSpan are the axes along which the rows of a tile follow each other.
func (g *grouping) rowSpan() *span {
	if g.across {
		return &g.elements
	}
	return &g.groups
}

// assignList gives a value of level 0 memory for an element of each group of a tile.
func (t *layout) assignList(v device.Value) {
	t.tile[v] = t.kept
	t.kept += (t.groups.groups.most*t.program.values[v].bytes + 7) / 8
}

// constantsOf makes a step of level 1 read values of level 0 as one element for each row, if the rows
// are groups and the kernel can. Otherwise a tile is filled with them.
func (t *layout) constantsOf(i int) {
	s := &t.program.steps[i]
	if s.group != nil || !t.program.tiled(s.to) || t.groups.across {
		return
	}
	for k, v := range s.from {
		switch {
		case !t.listed(v):
		case s.constant(k):
			t.takes[i] |= vector.X << k
		default:
			t.room = max(t.room, t.spread+(k+1)*t.words)
		}
	}
}

// spareProduct spares the product that a step can compute itself: of operands whose rows lie side by side.
func (t *layout) spareProduct(s *step) {
	if len(s.factors) == 0 || t.groups.across {
		return
	}
	for _, v := range s.factors {
		if !t.program.tiled(v) || t.scalar(v) || int(v) < t.ins && t.moves[t.outs+int(v)].column == 0 {
			return
		}
	}
	t.spared[s.from[0]] = true
}

// listed reports whether a value has one element for each group, in a list of a tile's groups.
func (t *layout) listed(v device.Value) bool { return !t.program.tiled(v) && !t.scalar(v) }

// scalar reports whether a value is a scalar of the launch.
func (t *layout) scalar(v device.Value) bool {
	return int(v) >= t.ins && int(v) < t.ins+len(t.program.source.Scalars())
}
