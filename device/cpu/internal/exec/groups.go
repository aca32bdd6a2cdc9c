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
	numbers          []int // the strides of an element's number, if an instruction needs it
	number           int   // of the first element of the plan
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
	t.cutGroups(e)
	t.threads = e.threadsFor(p.work(t.plan.Len), t.groups.groups.count)
	t.count = t.groups.groups.count
	t.words = (t.most*p.bytes + 7) / 8
	t.assignSlots()
	t.assignScalars()
	for i := range p.Steps { // results of level 0
		if v := p.Steps[i].to; !p.tiled(v) {
			t.assignList(v)
		}
	}
	for i := range l.In {
		t.groupedInput(device.Value(i), t.outs+i, l)
	}
	for k, v := range p.outputs {
		if m, _ := t.move(v, k, l); p.values[v].level > 0 {
			m.direct = t.inRows(m)
			if m.early = m.direct && t.readLater(m); !m.direct || m.early {
				t.assignTile(v)
			}
		}
	}
	t.spread = t.room
	for i := range p.Steps {
		t.constantsOf(i)
	}
}

// planGroups joins the two loops of the nest. The rows of tiles lie along the first.
func (t *layout) planGroups(l *device.Launch) {
	var nest broadcast.Nest
	operands := len(t.moves)
	if numbered(l.Program) {
		nest = l.Nest(&t.planner, broadcast.RowMajor(l.Shape...))
	} else {
		nest = l.Nest(&t.planner)
	}
	for k := range l.Out {
		t.once(&nest, k, t.program.outputs[k])
	}
	for i := range l.In {
		t.once(&nest, t.outs+i, device.Value(i))
	}
	t.groups.across = across(&nest)
	first, second := &nest.Groups, &nest.Elements
	if t.groups.across {
		first, second = second, first
	}
	t.plan = broadcast.Plan{Len: nest.Len()}
	t.plan.Shape = append(atLeastOne(first.Shape, 1), atLeastOne(second.Shape, 1)...)
	for k := range nest.Groups.Operands {
		a, b := &first.Operands[k], &second.Operands[k]
		t.plan.Operands = append(t.plan.Operands, broadcast.Access{Offset: a.Offset + b.Offset,
			Strides: append(atLeastOne(a.Strides, 1), atLeastOne(b.Strides, 1)...)})
	}
	between := max(len(first.Shape), 1)
	t.groups.groups, t.groups.elements = span{to: between}, span{from: between, to: len(t.plan.Shape)}
	if t.cross = between - 1; t.groups.across {
		t.groups.groups, t.groups.elements = t.groups.elements, t.groups.groups
	}
	t.groups.numbers = nil
	if len(nest.Groups.Operands) > operands {
		t.groups.numbers, t.groups.number = t.plan.Operands[operands].Strides, nest.Elements.Operands[operands].Offset
	}
}

// once lets operand k, if it has an element for each group, have one for an empty group too.
func (t *layout) once(nest *broadcast.Nest, k int, v device.Value) {
	if nest.Elements.Len == 0 && !t.program.tiled(v) {
		nest.Elements.Operands[k].Strides = []int{0}
	}
}

// atLeastOne returns a copy of the numbers, or one number if there are none.
func atLeastOne(numbers []int, one int) []int {
	if len(numbers) == 0 {
		return []int{one}
	}
	return append([]int(nil), numbers...)
}

// numbered reports whether an instruction needs the numbers of elements.
func numbered(p *device.Program) bool {
	for _, in := range p.Code() {
		if g := groupOf(in.Op); g != nil && g.Numbered {
			return true
		}
	}
	return false
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
		a, b := abs(groups.Operands[k].Strides[in]), abs(elements.Operands[k].Strides[within])
		if b != 0 && a != b {
			return a != 0 && a < b
		}
	}
	return false
}

func abs(x int) int { return max(x, -x) }

// cutGroups cuts groups into tiles. All elements of a group are in one tile.
func (t *layout) cutGroups(e *Engine) {
	g := &t.groups
	t.size, t.parts = grow(t.size, len(t.plan.Shape)), grow(t.parts, len(t.plan.Shape))
	room := e.Tile * max(float/t.program.widest, 1)
	all := 1
	for _, n := range t.plan.Shape[g.elements.from:g.elements.to] {
		all *= n
	}
	t.cutSpan(&g.elements, max(all, 1))
	t.cutSpan(&g.groups, max(room/max(all, 1), 1))
	t.most = g.groups.most * g.elements.most
}

// cutSpan cuts the axes of a span, the last one first, for at most so many elements.
func (t *layout) cutSpan(s *span, room int) {
	s.count, s.most = 1, 1
	for axis := s.to - 1; axis >= s.from; axis-- {
		all := t.plan.Shape[axis]
		n := max(min(all, room), 1)
		room /= n
		t.size[axis], t.parts[axis] = n, (all+n-1)/n
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

// groupedInput decides how an input is read.
func (t *layout) groupedInput(v device.Value, k int, l *device.Launch) {
	m, _ := t.move(v, k, l)
	if !t.program.tiled(v) {
		stride, ok := t.stride(&t.groups.groups, m.strides)
		if m.direct = ok && stride == 1 && !m.swapped; !m.direct {
			t.assignList(v)
		}
		if m.row = m.size; t.groups.across {
			m.row = 0
		}
		return
	}
	m.direct = t.inRows(m)
	if m.column == 0 {
		t.constant(v)
		_, ok := t.stride(t.groups.rowSpan(), m.strides)
		m.direct = ok && !t.program.values[v].full && !m.swapped
	}
	if !m.direct {
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
	t.tile[v] = t.room
	t.room += (t.groups.groups.most*t.program.values[v].bytes + 7) / 8
}

// constantsOf makes a step of level 1 read values of level 0 as one element for each row, if the rows
// are groups and the kernel can. Otherwise a tile is filled with them.
func (t *layout) constantsOf(i int) {
	s := &t.program.Steps[i]
	if s.group != nil || !t.program.tiled(s.to) || t.groups.across {
		return
	}
	for k, v := range s.from[:s.operands] {
		switch {
		case t.program.tiled(v) || t.scalar(v):
		case s.constants():
			t.takes[i] |= vector.X << k
		default:
			t.room = max(t.room, t.spread+(k+1)*t.words)
		}
	}
}

// scalar reports whether a value is a scalar of the launch.
func (t *layout) scalar(v device.Value) bool {
	inputs := len(t.moves) - t.outs
	return int(v) >= inputs && int(v) < inputs+len(t.program.source.Scalars())
}
