package broadcast

import (
	"iter"
	"slices"
)

// Pieces cuts the groups of the nest for a device with limits. A piece has at most maxLen elements,
// but at least one group. The storage of operand k is cut into cells of cells[k] elements, from its
// first element on. Zero means no limit. A piece lies in one cell of each operand, unless the
// elements of a group lead further through it than the groups do: see [Nest.Segments].
//
// A piece is a box of the indices of groups, planned again. All pieces together visit every index
// once. Pieces are cut along the axis that leads furthest through an operand, where that operand
// crosses from one cell to the next. A nest that needs no cut is its own only piece. That takes no
// allocation.
func (n Nest) Pieces(maxLen int, cells []int) iter.Seq[Nest] {
	return func(yield func(Nest) bool) {
		if _, size := n.cut(maxLen, cells, false); size == 0 {
			yield(n)
			return
		}
		n.pieces(maxLen, cells, false, func(piece Nest) bool {
			piece.Groups = piece.Groups.replan()
			return yield(piece)
		})
	}
}

// Segments cuts the elements of the nest as Pieces cuts its groups: where they lead further through an
// operand than the groups do. A segment has at most maxLen elements, and all groups have it. In order,
// each segment is a range of elements as the nest visits them, and follows the one before.
func (n Nest) Segments(maxLen int, cells []int, inOrder bool) iter.Seq[Nest] {
	return func(yield func(Nest) bool) {
		if n.Elements.Len <= maxLen {
			maxLen = 0
		}
		turned := Nest{n.Elements, n.Groups}
		turned.pieces(maxLen*n.Groups.Len, cells, inOrder, func(segment Nest) bool {
			return yield(Nest{n.Groups, segment.Groups})
		})
	}
}

// Crosses reports whether an operand of the nest lies in several cells.
func (n Nest) Crosses(cells []int) bool {
	for k, cell := range cells {
		_, _, lo, hi := n.Groups.reach(k)
		_, _, before, behind := n.Elements.reach(k)
		if cell > 0 && n.Len() > 0 && (lo+before)/cell != (hi+behind)/cell {
			return true
		}
	}
	return false
}

func (n Nest) pieces(maxLen int, cells []int, inOrder bool, yield func(Nest) bool) bool {
	for {
		axis, size := n.cut(maxLen, cells, inOrder)
		if size == 0 {
			return yield(n)
		}
		first := Nest{n.Groups.part(axis, 0, size), n.Elements}
		if !first.pieces(maxLen, cells, inOrder, yield) {
			return false
		}
		n.Groups = n.Groups.part(axis, size, n.Groups.Shape[axis]-size)
	}
}

// cut returns the axis of the groups to cut along, and how many of its indices come before the cut. It
// returns 0 of them if the bounds hold, or hold no better for fewer groups.
func (n *Nest) cut(maxLen int, cells []int, inOrder bool) (axis, size int) {
	p := &n.Groups
	for k, cell := range cells {
		if cell == 0 {
			continue
		}
		if axis, size = n.cutAtCell(k, cell, inOrder); size > 0 {
			return axis, size
		}
	}
	if most := max(1, maxLen/max(1, n.Elements.Len)); maxLen > 0 && p.Len > most {
		axis = p.outermost()
		return axis, max(1, most/(p.Len/p.Shape[axis]))
	}
	return 0, 0
}

// cutAtCell is cut for one operand: it cuts the longest axis where the operand crosses to the next
// cell. In order, it cuts the outermost axis.
func (n *Nest) cutAtCell(k, cell int, inOrder bool) (axis, size int) {
	p := &n.Groups
	axis, span, before, behind := p.reach(k)
	_, within, least, most := n.Elements.reach(k)
	lo, last := before+least, behind+most
	if p.Len == 0 || span == 0 || span < within || lo/cell == last/cell {
		return 0, 0
	}
	if inOrder {
		axis = p.outermost()
		span = abs(p.Operands[k].Strides[axis]) * (p.Shape[axis] - 1)
	}
	if span == 0 {
		return axis, p.Shape[axis] / 2
	}
	step, rest := p.Operands[k].Strides[axis], last-lo-span // rest is how far all else reaches
	stride, ahead := abs(step), cell-1-lo%cell              // ahead are the elements from the first index to the cell's end
	if step < 0 {
		ahead = last % cell
	}
	size = ahead/stride + 1 // indices that begin in the cell
	switch {
	case ahead >= rest: // some indices lie in the cell with all else: cut after them
		size = (ahead-rest)/stride + 1
	case size >= p.Shape[axis]: // all begin in the cell, and all else crosses its end: halve the axis
		size = p.Shape[axis] / 2
	}
	return axis, size
}

// outermost is the first axis with several indices, or -1.
func (p *Plan) outermost() int {
	return slices.IndexFunc(p.Shape, func(size int) bool { return size > 1 })
}

// reach is the axis of the plan that leads furthest through an operand, and how far that is. The
// operand lies between lo and hi, both included. One that has no part in the plan stays at 0.
func (p *Plan) reach(k int) (axis, span, lo, hi int) {
	if p.Len == 0 || k >= len(p.Operands) {
		return 0, 0, 0, 0
	}
	a := &p.Operands[k]
	lo, hi = a.Offset, a.Offset
	for i, stride := range a.Strides {
		reach := (p.Shape[i] - 1) * stride
		lo, hi = lo+min(reach, 0), hi+max(reach, 0)
		if abs(reach) > span {
			axis, span = i, abs(reach)
		}
	}
	return axis, span, lo, hi
}

// part is the plan of size indices along an axis, beginning at index from.
func (p *Plan) part(axis, from, size int) Plan {
	q := Plan{Shape: slices.Clone(p.Shape), Len: p.Len / p.Shape[axis] * size, Operands: slices.Clone(p.Operands)}
	q.Shape[axis] = size
	for k := range q.Operands {
		q.Operands[k].Offset += from * q.Operands[k].Strides[axis]
	}
	return q
}

// replan makes the plan of a part anew, because it may have fewer axes or simpler walks.
func (p *Plan) replan() Plan {
	layouts := make([]Layout, len(p.Operands))
	for k, a := range p.Operands {
		layouts[k] = Layout{Shape: p.Shape, Strides: a.Strides, Offset: a.Offset}
	}
	return NewPlan(p.Shape, layouts...)
}
