package shaders

import (
	"slices"
)

// rows tries to deal units along the innermost axis, which has to be made of whole ones. A
// thread's units lie above each other, along another axis that is long enough.
func (k *Kernel) rows(each int, n length) bool {
	rank := len(k.shape)
	if each = k.unit(each); each == 0 || rank < 2 || k.shape[rank-1]%each != 0 || each > 1 && !k.alignedRows(each) {
		return false
	}
	axis, steps := k.stepAxis(each, n.steps())
	if each*steps == 1 {
		return false
	}
	k.spread, k.each, k.steps, k.rank, k.looped = stacked, each, steps, rank, n == long
	if steps > 1 {
		k.move(axis, rank-2)
	}
	k.onWords = each > 1 && k.wordable
	for i := range k.operands {
		o := &k.operands[i]
		if o.access == scalar {
			continue
		}
		o.access, o.load = strided, o.columnLoad(each, steps, rank-2)
		o.invariant = steps > 1 && o.strides[rank-2] == 0
		k.onWords = k.onWords && o.load != byElement
	}
	k.countStacked()
	k.bindVectors(k.each)
	return true
}

// countStacked counts threads. Rows that are too few for steps are left to lone ones.
func (k *Kernel) countStacked() {
	k.strips, k.even = k.shape[k.rank-1]/k.each, !k.looped
	rows := k.strips
	for _, size := range k.shape[:k.outerAxes()] {
		rows *= size
	}
	k.threads = rows
	if k.steps > 1 {
		size := k.shape[k.rank-2]
		k.blocks = size / k.steps
		k.even = k.body() == size
		k.tiled = k.even && k.blocks%tile == 0 && slices.ContainsFunc(k.operands, func(o operand) bool { return o.load == transposed })
		k.whole = rows * k.blocks
		k.threads = k.whole + rows*(size-k.body())
	}
	k.far = k.threads > nearThreads
	k.fill()
}

// outerAxes are those that a thread has one index of.
func (k *Kernel) outerAxes() int {
	if k.steps > 1 {
		return k.rank - 2
	}
	return k.rank - 1
}
