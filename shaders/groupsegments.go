package shaders

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
)

// segment is a box of a group's elements, and the first of its parts. A kernel that walks parts binds one
// window of each operand. A group that reaches beyond a window has several segments, and no part lies in
// two.
type segment struct {
	broadcast.Plan
	first int
}

// parts is how many parts of a length the segment has.
func (s *segment) parts(length int) int { return max(1, ceil(s.Len, length)) }

// cut cuts the elements of the piece into segments. If the groups of a segment cross from window to window
// all the same, it returns that one.
func (g *grouping) cut() (crossing *broadcast.Nest) {
	g.segments = g.segments[:0]
	nest := g.nest
	nest.Groups.Operands = append(slices.Clip(nest.Groups.Operands[:len(g.bounds)-1]), g.orderOfGroups())
	for s := range nest.Segments(MaxLen, g.bounds, g.hasScans()) {
		g.segments = append(g.segments, segment{Plan: s.Elements})
		if crossing == nil && s.Groups.Len > 1 && s.Crosses(g.bounds) {
			crossing = &s
		}
	}
	return crossing
}

// ofElements are the cells of those operands of level 1 that walks bind one window of, and of lists to sort.
func (g *grouping) ofElements(cells []int) []int {
	cells = slices.Clone(cells)
	for k := range cells {
		if g.level(k) == 0 || g.hasPlaces(k) {
			cells[k] = 0
		}
	}
	return append(cells, 0, 0, g.listCell())
}

// listCell is how many elements of a list to sort lie in a window, or 0 if no list needs several.
func (g *grouping) listCell() int {
	each := 0
	for i := range g.launch.Program.Code() {
		if isSort(g.launch.Program, i) {
			each = max(each, words(g.sorted(i)))
		}
	}
	if window := g.limits.Window / wordBytes; window > 0 && each > 0 && g.size*(each+1) > window {
		return window / each
	}
	return 0
}

// hasPlaces reports whether the program computes where an operand's elements lie.
func (g *grouping) hasPlaces(k int) bool {
	if p := g.launch.Program; k >= len(g.launch.Out) {
		return p.Input(k-len(g.launch.Out)).Places > 0
	}
	return len(g.launch.Program.Output(k).At) > 0
}

// countParts counts the parts of the segments, of the length that divide found.
func (g *grouping) countParts() {
	g.parts = 0
	for i := range g.segments {
		s := &g.segments[i]
		s.first = g.parts
		g.parts += s.parts(g.part)
	}
}
