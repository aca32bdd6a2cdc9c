package broadcast

import (
	"iter"
	"slices"
)

// Pieces cuts the groups of the nest for a device with limits. A piece has at most maxLen elements,
// but at least one group, and lies in one cell of each operand's storage where one group does. The
// storage of operand k is cut into cells of cells[k] elements, from its first element on. Zero means
// no limit.
//
// A piece is a box of the indices of groups, planned again. All pieces together visit every index
// once. Pieces are cut along the axis that leads furthest through an operand, where that operand
// crosses from one cell to the next. A nest that needs no cut is its own only piece. That takes no
// allocation.
func (n Nest) Pieces(maxLen int, cells []int) iter.Seq[Nest] {
	return func(yield func(Nest) bool) {
		if _, size := n.cut(maxLen, cells); size == 0 {
			yield(n)
			return
		}
		n.pieces(maxLen, cells, yield)
	}
}

func (n Nest) pieces(maxLen int, cells []int, yield func(Nest) bool) bool {
	for {
		axis, size := n.cut(maxLen, cells)
		if size == 0 {
			n.Groups = n.Groups.replan()
			return yield(n)
		}
		first := Nest{n.Groups.part(axis, 0, size), n.Elements}
		if !first.pieces(maxLen, cells, yield) {
			return false
		}
		n.Groups = n.Groups.part(axis, size, n.Groups.Shape[axis]-size)
	}
}

// cut returns the axis of the groups to cut along, and how many of its indices come before the cut. It
// returns 0 of them if the bounds hold, or hold no better for fewer groups.
func (n *Nest) cut(maxLen int, cells []int) (axis, size int) {
	p := &n.Groups
	for k, cell := range cells {
		if cell == 0 {
			continue
		}
		if axis, size = n.cutAtCell(k, cell); size > 0 {
			return axis, size
		}
	}
	if most := max(1, maxLen/max(1, n.Elements.Len)); maxLen > 0 && p.Len > most {
		axis = slices.IndexFunc(p.Shape, func(size int) bool { return size > 1 })
		return axis, max(1, most/(p.Len/p.Shape[axis]))
	}
	return 0, 0
}

// cutAtCell is cut for one operand: it cuts the longest axis where the operand crosses to the next
// cell.
func (n *Nest) cutAtCell(k, cell int) (axis, size int) {
	p := &n.Groups
	a := &p.Operands[k]
	before, behind := n.Elements.reach(k)
	lo, last := a.Offset+before, a.Offset+behind
	span := 0 // how far the operand reaches along the longest axis
	for i, stride := range a.Strides {
		reach := (p.Shape[i] - 1) * stride
		lo, last = lo+min(reach, 0), last+max(reach, 0)
		if abs(reach) > span {
			axis, span = i, abs(reach)
		}
	}
	if p.Len == 0 || span == 0 || lo/cell == last/cell {
		return 0, 0
	}
	stride, rest := abs(a.Strides[axis]), last-lo-span // rest is how far all else reaches
	ahead := cell - 1 - lo%cell                        // elements from the first index to the cell's end
	if a.Strides[axis] < 0 {
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

// reach is how far the steps of the plan lead before and behind an operand's offset. An operand that
// has no part in the plan stays where it is.
func (p *Plan) reach(k int) (before, behind int) {
	if p.Len == 0 || k >= len(p.Operands) {
		return 0, 0
	}
	before, behind = p.Operands[k].Offset, p.Operands[k].Offset
	for i, stride := range p.Operands[k].Strides {
		before, behind = before+min((p.Shape[i]-1)*stride, 0), behind+max((p.Shape[i]-1)*stride, 0)
	}
	return before, behind
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
