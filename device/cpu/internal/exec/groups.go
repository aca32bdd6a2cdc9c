package exec

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
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

// span is a range of a plan's axes that is cut into parts of at most so many elements.
type span struct{ from, to, count, most int }

// columns is the length of the rows of a tile.
func (g *grouping) columns() int {
	if g.across {
		return g.groups.most
	}
	return g.elements.most
}

// acrossLeast is how many groups have to lie side by side in memory, for a tile to have them side by
// side.
const acrossLeast = 16

// layGroups lays out a launch with groups.
func (t *layout) layGroups(e *Engine, l *device.Launch) {
	p := t.program
	t.planGroups(l)
	t.rows, t.large = true, false
	if t.product != nil {
		t.cutProduct()
	} else {
		t.cutGroups(e)
	}
	t.words = (t.most*p.bytes + 7) / 8
	t.assignSlots()
	t.assignScalars()
	t.states = grow(t.states, len(p.Steps))
	for i := range p.Steps { // results of level 0
		s := &p.Steps[i]
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
			if t.product != nil {
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
	if t.product != nil {
		t.product.scratch = t.room
		t.room += t.product.words
	}
	t.spread = t.room
	for i := range p.Steps {
		t.constantsOf(i)
	}
	read, written := l.Bytes()
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
	if t.program.whole {
		words += 4 * t.groups.elements.most
	}
	return 8 * words
}

// planGroups joins the two loops of the nest. The rows of tiles lie along the first.
func (t *layout) planGroups(l *device.Launch) {
	nest, operands := t.nest(l), t.outs+t.ins
	if t.product = nil; !t.swapped {
		t.product = t.program.productOf(l, &nest)
	}
	for k := range l.Out {
		t.once(&nest, k, t.program.outputs[k])
	}
	for i := range l.In {
		t.once(&nest, t.outs+i, device.Value(i))
	}
	if nest.Elements.Len == 0 && t.program.counts() {
		nest.Elements.Operands[operands+1].Strides = []int{0} // a group has one number
	}
	t.groups.across = t.product == nil && across(&nest)
	first, second := &nest.Groups, &nest.Elements
	if t.groups.across {
		first, second = second, first
	}
	g := &t.groups
	g.shape = appendAxes(appendAxes(g.shape[:0], first.Shape), second.Shape)
	g.operands, g.strides = g.operands[:0], grow(g.strides, len(g.shape)*len(first.Operands))[:0]
	for k := range first.Operands {
		a, b, from := &first.Operands[k], &second.Operands[k], len(g.strides)
		g.strides = appendAxes(appendAxes(g.strides, a.Strides), b.Strides)
		g.operands = append(g.operands, broadcast.Access{Offset: a.Offset + b.Offset, Strides: g.strides[from:]})
	}
	t.plan = broadcast.Plan{Len: nest.Len(), Shape: g.shape, Operands: g.operands}
	between := max(len(first.Shape), 1)
	t.groups.groups, t.groups.elements = span{to: between}, span{from: between, to: len(t.plan.Shape)}
	if t.cross = between - 1; t.groups.across {
		t.groups.groups, t.groups.elements = t.groups.elements, t.groups.groups
	}
	t.size, t.parts = grow(t.size, len(t.plan.Shape)), grow(t.parts, len(t.plan.Shape))
	t.groups.all, t.numbers = nest.Groups.Len, numbering{}
	if len(nest.Groups.Operands) > operands {
		t.numbers = numbering{t.plan.Operands[operands].Strides, nest.Groups.Operands[operands].Offset, nest.Elements.Operands[operands].Offset}
	}
	if nest.Elements.Len == 0 { // all errors are those of element 0
		t.numbers.strides = make([]int, len(g.shape))
	}
}

// once lets operand k, if it has an element for each group, have one for an empty group too.
func (t *layout) once(nest *broadcast.Nest, k int, v device.Value) {
	if nest.Elements.Len == 0 && !t.program.tiled(v) {
		nest.Elements.Operands[k].Strides = []int{0}
	}
}

// appendAxes appends the sizes or strides of axes, or those of one axis of one element if there are none.
func appendAxes(all, numbers []int) []int {
	if len(numbers) == 0 {
		return append(all, 1)
	}
	return append(all, numbers...)
}

// across reports whether the groups of a tile are to lie side by side: where they do so in memory, and
// where there are many short ones.
func across(nest *broadcast.Nest) bool {
	groups, elements := &nest.Groups, &nest.Elements
	in, within := len(groups.Shape)-1, len(elements.Shape)-1
	switch {
	case in < 0 || groups.Shape[in] < acrossLeast:
		return false
	case within < 0 || elements.Shape[within] < acrossLeast:
		return true
	}
	for k := range groups.Operands {
		a, b := kernel.Abs(groups.Operands[k].Strides[in]), kernel.Abs(elements.Operands[k].Strides[within])
		if b != 0 && a != b {
			return a != 0 && a < b
		}
	}
	return false
}

// Sizes of tiles of groups, in tiles of maps.
const (
	groupTile  = 4  // a tile of elements that are read once
	bareTile   = 16 // the same, if no kernel but reductions reads them: mostly where they are
	groupTiles = 32 // a tile that keeps a group's elements from phase to phase
)

// The rows of a tile of long groups side by side are some cache lines. There are so many rows that it
// pays to load the states of the groups: with a quarter of them a sum took twice the time.
const (
	acrossMost = 256
	acrossTall = 4
)

// shares is into how many tiles a launch is cut, at least, if it has elements for them: for goroutines.
const shares = 16

// cutGroups cuts groups into tiles. A group whose elements fit one tile stays there. A longer one is
// walked in each phase. Few long groups are cut into parts, which goroutines share. All this depends
// on the launch alone, and not on the number of goroutines: results are the same for any.
func (t *layout) cutGroups(e *Engine) {
	g := &t.groups
	groups, elements := 1, 1
	for axis, n := range t.plan.Shape {
		if axis >= g.groups.from && axis < g.groups.to {
			groups *= n
		} else {
			elements *= n
		}
	}
	room := groupTile * e.Tile * max(float/t.program.widest, 1)
	if t.program.bare() {
		room = room / groupTile * bareTile
	}
	least := 1
	if g.across {
		least = min(groups, acrossLeast)
	}
	large := room
	if len(t.program.resident) > 2 { // a later phase reads what an earlier one has read
		large = groupTiles * e.Tile * max(float/t.program.widest, 1)
	}
	t.phases = t.program.resident
	switch keep := t.program.whole || elements*least <= large; {
	case keep && elements*least > room:
		t.cutSpan(&g.elements, max(elements, 1))
		t.cutSpan(&g.groups, max(min(least, large/elements), 1))
	case keep:
		t.cutSpan(&g.elements, max(elements, 1))
		t.cutSpan(&g.groups, max(room/max(elements, 1), 1))
	default:
		t.phases = t.program.phases
		side := 1
		if g.across {
			side = min(groups, acrossMost, max(room/acrossLeast, 1))
			room *= acrossTall
		}
		t.cutSpan(&g.groups, side)
		t.cutSpan(&g.elements, max(room/g.groups.most, 1))
	}
	if len(t.phases[0].then) == 0 { // nothing comes before the first walk
		t.phases = t.phases[1:]
	}
	t.most = g.groups.most * g.elements.most
	if g.step, g.even = 1, true; t.numbers.strides != nil {
		g.step, g.even = t.stride(&g.elements, t.numbers.strides)
	}
	t.count, t.groups.parts = g.groups.count, 1
	if g.elements.count > 1 && t.count < shares && !t.program.inOrder {
		t.groups.parts = min(g.elements.count, shares/max(t.count, 1))
		t.count *= t.groups.parts
	}
}

// cutSpan cuts the axes of a span, the last one first, for at most so many elements.
func (t *layout) cutSpan(s *span, room int) {
	s.count, s.most = 1, 1
	for axis := s.to - 1; axis >= s.from; axis-- {
		all := t.plan.Shape[axis]
		n := max(min(all, room), 1)
		room /= n
		t.size[axis], t.parts[axis] = n, partsOf(all, n)
		s.count *= t.parts[axis]
		s.most *= n
	}
}

// stride is the distance of neighbours in a tile along the axes of a span. Ok is false if they are
// not all the same.
func (t *layout) stride(s *span, strides []int) (stride int, ok bool) {
	stride, n := strides[s.to-1], t.size[s.to-1]
	for axis := s.to - 2; axis >= s.from; axis-- {
		if t.size[axis] == 1 {
			continue
		}
		if n == 1 {
			stride = strides[axis]
		} else if strides[axis] != n*stride {
			return 0, false
		}
		n *= t.size[axis]
	}
	if n == 1 {
		stride = 1
	}
	return stride, true
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
	if t.product != nil && t.program.tiled(v) {
		return // multiply reads it
	}
	if !t.program.tiled(v) {
		if m.direct = t.inList(m) && !m.counted; !m.direct {
			t.assignList(v)
		}
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
	s := &t.program.Steps[i]
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

// listed reports whether a value has one element for each group, in a list of a tile's groups.
func (t *layout) listed(v device.Value) bool { return !t.program.tiled(v) && !t.scalar(v) }

// scalar reports whether a value is a scalar of the launch.
func (t *layout) scalar(v device.Value) bool {
	return int(v) >= t.ins && int(v) < t.ins+len(t.program.source.Scalars())
}
