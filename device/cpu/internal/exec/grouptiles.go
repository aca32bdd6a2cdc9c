package exec

import "math"

// span is a range of a plan's axes that is cut into parts of at most so many elements.
type span struct{ from, to, count, most int }

// Sizes of tiles of groups, in tiles of maps.
const (
	groupTile  = 16 // a tile of elements that are read once
	sideTile   = 4  // the same, if groups lie side by side in it and maps have results for their elements
	groupTiles = 32 // a tile that keeps a group's elements from phase to phase
)

// The rows of a tile of long groups side by side are so long that the processor fetches them ahead: with a quarter an
// extreme took a tenth longer. There are so many rows that it pays to load the states of the groups: with a quarter of
// them a sum took twice the time.
const (
	acrossMost = 1024
	acrossTall = 4
)

// bareLong is how many times as long a tile of a long group is where no map has results for its elements, and enough
// tiles are left to share. What a tile costs beside them took almost half the time of an any of bytes, and
// half that of sums of columns whose exponents are far apart.
const bareLong = 4

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
	tiles := groupTile
	if g.across && !t.program.bare() {
		tiles = sideTile
	}
	room := tiles * e.Tile * max(float/t.program.widest, 1)
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
			side = max(min(groups, acrossMost, room/acrossLeast), 1)
			room *= acrossTall
		}
		if t.program.bare() && groups/side*(elements/(bareLong*room/side)) >= shares {
			room *= bareLong
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

// overlong reports whether an int may not count the bytes that a goroutine needs for a group that stays whole.
func (t *layout) overlong() bool {
	tiles := t.program.slots + len(t.moves) + len(t.program.source.Scalars()) + mostOperands // at most
	return t.program.whole && t.most > math.MaxInt/(8*tiles+t.program.wholeBytes(t.groups.across))
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
