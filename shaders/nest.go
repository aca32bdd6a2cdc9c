package shaders

import (
	"fmt"
	"math"
	"slices"
)

// nest is the loop nest of a launch: a shape, and operands that walk it together. The outputs
// come first, then the inputs.
type nest struct {
	shape    []int
	len      int // product of the shape
	outputs  int
	operands []operand
}

// check refuses a launch with elements beyond indices of 32 bits.
func (n *nest) check() error {
	if n.len > MaxLen {
		return fmt.Errorf("%d elements in a launch; %d is the most", n.len, MaxLen)
	}
	for i := range n.operands {
		o := &n.operands[i]
		if o.unbound {
			if err := o.checkPosition(n.shape); err != nil {
				return err
			}
			continue
		}
		if _, end := o.bounds(n.shape); n.len > 0 && uint64(max(end, 0))*uint64(words(o.dtype)) > math.MaxUint32 { // a segment may begin before its window
			return fmt.Errorf("operand %d of a launch reaching element %d; indices have 32 bits", i, end)
		}
	}
	return nil
}

// strided reports whether an operand is strided.
func (n *nest) strided() bool {
	return slices.ContainsFunc(n.operands, func(o operand) bool { return o.access == strided })
}

// splitAxes is the number of axes that an element's index is split along. It is 0 if no operand is
// strided.
func (n *nest) splitAxes() int {
	if n.strided() {
		return len(n.shape)
	}
	return 0
}

// oneAxis reports whether the position of an element follows from one index, for all operands.
func (n *nest) oneAxis() bool { return len(n.shape) <= 1 || !n.strided() }

// smallOutputs are the indices of outputs whose elements share words.
func (n *nest) smallOutputs() (found []int) {
	for i := range n.outputs {
		if small(n.operands[i].dtype) {
			found = append(found, i)
		}
	}
	return found
}

// mostPerWord is the largest number of elements of an output that share a word.
func (n *nest) mostPerWord() int {
	most := 1
	for i := range n.outputs {
		most = max(most, perWord(n.operands[i].dtype))
	}
	return most
}

// wordsMeet reports whether two outputs in one buffer might write the same word.
func (n *nest) wordsMeet() bool {
	for i := range n.outputs {
		for j := range i {
			a, b := &n.operands[i], &n.operands[j]
			if a.binding != b.binding || !small(a.dtype) && !small(b.dtype) {
				continue
			}
			alo, ahi := a.wordBounds(n.shape)
			blo, bhi := b.wordBounds(n.shape)
			if alo < bhi && blo < ahi {
				return true
			}
		}
	}
	return false
}

// smallAlike reports whether all small outputs have their elements in the same parts of words.
func (n *nest) smallAlike() bool {
	outs := n.smallOutputs()
	for _, i := range outs {
		if !n.operands[i].alike(&n.operands[outs[0]]) {
			return false
		}
	}
	return true
}

// phase is the number of lanes of the first vector that lie before element 0, where vectors follow
// the order of elements. It aligns all small outputs, one output at least, and as many operands as
// possible. It is -1 if no number does.
func (n *nest) phase(lanes int) int {
	best, most := -1, 0
	for i := range n.operands {
		if n.operands[i].access != contiguous {
			continue
		}
		phase := n.operands[i].offset % lanes
		if count := n.countAligned(lanes, phase); count > most {
			best, most = phase, count
		}
	}
	return best
}

// countAligned counts the operands that are aligned, 0 if too few outputs are.
func (n *nest) countAligned(lanes, phase int) (count int) {
	written := 0
	for i := range n.operands {
		o := &n.operands[i]
		switch {
		case o.access == contiguous && o.inPhase(lanes, phase):
			count++
			if o.output {
				written++
			}
		case o.output && small(o.dtype):
			return 0
		}
	}
	if written == 0 {
		return 0
	}
	return count
}

// alignedRows reports whether all small outputs' rows are aligned, and at least one output's.
func (n *nest) alignedRows(lanes int) bool {
	found := false
	for i := range n.outputs {
		if o := &n.operands[i]; o.rowLoad(lanes) == aligned {
			found = true
		} else if small(o.dtype) {
			return false
		}
	}
	return found
}

// stepAxis is the outer axis along which a thread computes several vectors. It is the first that
// consists of whole steps and along which an input is contiguous. If there is none, it is the
// innermost of whole steps, or else the innermost long axis. With one vector there is no such axis.
func (n *nest) stepAxis(lanes, most int) (axis, perThread int) {
	outer := n.shape[:len(n.shape)-1]
	for axis, size := range outer {
		for i := n.outputs; i < len(n.operands) && size%most == 0; i++ {
			if n.operands[i].transposedAlong(lanes, most, axis) {
				return axis, most
			}
		}
	}
	for axis := len(outer) - 1; axis >= 0 && most > 1; axis-- {
		if outer[axis]%most == 0 {
			return axis, most
		}
	}
	for axis := len(outer) - 1; axis >= 0 && most > 1; axis-- {
		if outer[axis] >= 8*most {
			return axis, most
		}
	}
	return len(outer), 1
}

// move puts an axis before or behind others: the order of loops is free.
func (n *nest) move(from, to int) {
	if from == to {
		return
	}
	moveIn := func(list []int) []int { // not in place: the list is the caller's
		return slices.Insert(slices.Delete(slices.Clone(list), from, from+1), to, list[from])
	}
	n.shape = moveIn(n.shape)
	for i := range n.operands {
		n.operands[i].strides = moveIn(n.operands[i].strides)
	}
}

// bindVectors chooses the width of the vectors in each binding's array. It is the shortest among the
// vectors of its operands. Without a tail every thread reads whole vectors of an aligned operand, so
// the uniform counts that operand's positions in vectors.
func (n *nest) bindVectors(lanes int, noTail bool) {
	for i := range n.operands {
		vector := 0
		for j := range n.operands {
			o := &n.operands[j]
			loaded := o.load == aligned || o.load == transposed || o.load == columnBroadcast
			if loaded && o.binding == n.operands[i].binding {
				if words := min(lanes*o.dtype.Size()/wordBytes, vectorWords); vector == 0 || words < vector {
					vector = words
				}
			}
		}
		n.operands[i].width = max(vector, 1)
		n.operands[i].counted = noTail && n.operands[i].load == aligned
	}
}

// vectorOf is the number of words in a vector of the binding's array.
func (n *nest) vectorOf(binding int) int {
	i := slices.IndexFunc(n.operands, func(o operand) bool { return o.binding == binding })
	if i < 0 { // scratch
		return 1
	}
	return n.operands[i].width
}
