package broadcast

import (
	"iter"
	"slices"
)

// Pieces cuts the plan for a device with limits. A piece has at most maxLen elements, and lies in
// one cell of each operand's storage. The storage of operand k is cut into cells of cells[k]
// elements, from its first element on. Zero means no limit.
//
// A piece is a box of the plan's indices, planned again. All pieces together visit every index
// once. Pieces are cut along the axis that leads furthest through an operand, where that operand
// crosses from one cell to the next. A plan that needs no cut is its own only piece, without an
// allocation.
func (p Plan) Pieces(maxLen int, cells []int) iter.Seq[Plan] {
	return func(yield func(Plan) bool) {
		if _, n := p.cut(maxLen, cells); n == 0 {
			yield(p)
			return
		}
		p.pieces(maxLen, cells, yield)
	}
}

func (p Plan) pieces(maxLen int, cells []int, yield func(Plan) bool) bool {
	for {
		axis, n := p.cut(maxLen, cells)
		if n == 0 {
			return yield(p.replan())
		}
		if !p.part(axis, 0, n).pieces(maxLen, cells, yield) {
			return false
		}
		p = p.part(axis, n, p.Shape[axis]-n)
	}
}

// cut returns the axis to cut along and how many of its indices come before the cut, 0 if the
// bounds hold.
func (p *Plan) cut(maxLen int, cells []int) (axis, n int) {
	for k, cell := range cells {
		if cell == 0 {
			continue
		}
		if axis, n = p.cutAtCell(k, cell); n > 0 {
			return axis, n
		}
	}
	if maxLen > 0 && p.Len > maxLen {
		axis = slices.IndexFunc(p.Shape, func(size int) bool { return size > 1 })
		return axis, max(1, maxLen/(p.Len/p.Shape[axis]))
	}
	return 0, 0
}

// cutAtCell is cut for one operand: it cuts the longest axis where the operand crosses to the next
// cell.
func (p *Plan) cutAtCell(k, cell int) (axis, n int) {
	a := &p.Operands[k]
	lo, last := a.Offset, a.Offset
	span := 0 // how far the operand reaches along the longest axis
	for i, stride := range a.Strides {
		reach := (p.Shape[i] - 1) * stride
		lo, last = lo+min(reach, 0), last+max(reach, 0)
		if abs(reach) > span {
			axis, span = i, abs(reach)
		}
	}
	if p.Len == 0 || lo/cell == last/cell {
		return 0, 0
	}
	stride, rest := abs(a.Strides[axis]), last-lo-span // rest is how far the other axes reach
	ahead := cell - 1 - lo%cell                        // elements from the first index to the cell's end
	if a.Strides[axis] < 0 {
		ahead = last % cell
	}
	n = ahead/stride + 1 // indices that begin in the cell
	switch {
	case ahead >= rest: // some indices lie in the cell with all other axes: cut after them
		n = (ahead-rest)/stride + 1
	case n >= p.Shape[axis]: // all begin in the cell, and the other axes cross its end: halve the axis
		n = p.Shape[axis] / 2
	}
	return axis, n
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
