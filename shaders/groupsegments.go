package shaders

import (
	"slices"

	"github.com/wgtensor/wgtensor/device"
)

// segment is a range of a group's elements, and the first of its parts. A kernel that walks parts binds
// one window of each operand. A group that is longer than a window has several segments, and no part
// lies in two.
type segment struct{ begin, end, first int }

// parts is how many parts of a length the segment has.
func (s segment) parts(length int) int { return ceil(s.end-s.begin, length) }

// shift is what is added to the number that a kernel counts for an element. Part p begins at p times the
// length of parts there.
func (s segment) shift(length int) int { return s.begin - s.first*length }

// cuts lists where segments of the group begin, and its end. It fails if the groups of the piece cross
// from window to window at different elements.
func (g *grouping) cuts() (cuts []int, ok bool) {
	cuts = []int{0, g.nest.Elements.Len}
	for k := range len(g.launch.Out) + len(g.launch.In) {
		o := g.launch.Operand(k)
		window := g.limits.Window
		if window == 0 || g.nest.Elements.Len == 0 || g.level(k) == 0 || o.Buffer == nil || o.Buffer.Len() <= window || g.hasPlaces(k) {
			continue
		}
		groups, elements := &g.nest.Groups.Operands[k], &g.nest.Elements.Operands[k]
		lo := groups.Offset + elements.Offset
		hi := lo
		for axis, stride := range groups.Strides {
			lo, hi = lo+min(0, stride*(g.nest.Groups.Shape[axis]-1)), hi+max(0, stride*(g.nest.Groups.Shape[axis]-1))
		}
		if len(elements.Strides) != 1 {
			for axis, stride := range elements.Strides {
				lo, hi = lo+min(0, stride*(g.nest.Elements.Shape[axis]-1)), hi+max(0, stride*(g.nest.Elements.Shape[axis]-1))
			}
			if cell := window / o.Type.Size(); lo/cell != hi/cell {
				return cuts[:2], false
			}
			continue
		}
		more, ok := crossings(lo, hi, elements.Strides[0], g.nest.Elements.Len, window/o.Type.Size())
		if !ok {
			return cuts[:2], false
		}
		cuts = append(cuts, more...)
	}
	more, ok := g.listCuts()
	if !ok {
		return cuts[:2], false
	}
	cuts = append(cuts, more...)
	slices.Sort(cuts)
	return slices.Compact(cuts), true
}

// listCuts lists where elements enter another window of a list to sort.
func (g *grouping) listCuts() (cuts []int, ok bool) {
	window, n := g.limits.Window/wordBytes, &g.nest.Elements
	for i := range g.launch.Program.Code() {
		if !isSort(g.launch.Program, i) {
			continue
		}
		each := words(g.sorted(i))
		if all := g.nest.Groups.Len * n.Len; window == 0 || all*(each+1) <= window {
			continue
		}
		more, ok := crossings(0, (g.nest.Groups.Len-1)*n.Len*each, each, n.Len, window)
		if !ok || len(n.Shape) != 1 {
			return nil, false
		}
		cuts = append(cuts, more...)
	}
	return cuts, true
}

// crossings lists the elements, of n, at which the range from lo to hi enters another cell. Both move by
// a stride for each element. It fails if the range lies in two cells at an element.
func crossings(lo, hi, stride, n, cell int) (cuts []int, ok bool) {
	for e := 0; e < n; {
		at := (lo + e*stride) / cell
		if (hi+e*stride)/cell != at {
			return nil, false
		}
		switch {
		case stride > 0:
			e = ceil((at+1)*cell-hi, stride)
		case stride < 0:
			e = (lo-at*cell)/-stride + 1
		default:
			return cuts, true
		}
		if e < n {
			cuts = append(cuts, e)
		}
	}
	return cuts, true
}

// hasPlaces reports whether the program computes where an operand's elements lie.
func (g *grouping) hasPlaces(k int) bool {
	if p := g.launch.Program; k >= len(g.launch.Out) {
		return p.Input(k-len(g.launch.Out)).Places > 0
	}
	return len(g.launch.Program.Output(k).At) > 0
}

// ofSegment makes an operand that of the elements of the walk's segment, which lie in one window. Its offset
// goes back by as much later, because threads count elements from the first that parts of their length have.
func (w *walk) ofSegment(o *device.Operand, level int) (back int) {
	s, axis := w.segment, len(o.Layout.Shape)-1
	if s == nil || level == 0 {
		return 0
	}
	stride := o.Layout.Strides[axis]
	o.Layout.Shape = slices.Clone(o.Layout.Shape)
	o.Layout.Shape[axis] = s.end - s.begin
	o.Layout.Offset += s.begin * stride
	return (w.shift - s.begin) * stride
}

// findSegments divides the elements at the cuts, for parts of the length that divide found.
func (g *grouping) findSegments() {
	g.segments, g.parts = g.segments[:0], 0
	for i := range len(g.cut) - 1 {
		s := segment{g.cut[i], g.cut[i+1], g.parts}
		g.segments = append(g.segments, s)
		g.parts += s.parts(g.part)
	}
	g.parts = max(1, g.parts)
}
