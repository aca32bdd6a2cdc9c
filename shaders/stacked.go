package shaders

import (
	"slices"
)

// rows tries to deal units along the innermost axis, which has to be made of whole ones. A
// thread's units lie above each other, along another axis that is long enough.
func (k *Kernel) rows(each int, n length) bool {
	rank := len(k.plan.Shape)
	if each = k.unit(each); each == 0 || rank < 2 || k.plan.Shape[rank-1]%each != 0 || each > 1 && !k.wholeRows(each) {
		return false
	}
	axis, steps := k.stepAxis(each, n.steps())
	if each*steps == 1 {
		return false
	}
	k.spread, k.each, k.steps, k.rank, k.looped = stacked, each, steps, rank, n == long
	if steps > 1 {
		k.plan = moved(k.plan, axis, rank-2)
	}
	k.onWords = each > 1 && k.wordable
	for i := range k.operands {
		o, a := &k.operands[i], k.plan.Operands[i]
		if o.access == scalar {
			continue
		}
		o.access, o.load = strided, k.rowLoad(i, each)
		if k.rises(i, each, steps, rank-2) {
			o.load = map[load]load{oneByOne: turned, repeated: column}[o.load]
		}
		o.still = steps > 1 && a.Strides[rank-2] == 0
		k.onWords = k.onWords && o.load != oneByOne
	}
	k.countStacked()
	k.settle()
	return true
}

// countStacked counts threads. Rows that are too few for steps are left to lone ones.
func (k *Kernel) countStacked() {
	k.strips, k.even = k.plan.Shape[k.rank-1]/k.each, !k.looped
	rows := k.strips
	for _, size := range k.plan.Shape[:k.outerAxes()] {
		rows *= size
	}
	k.threads = rows
	if k.steps > 1 {
		size := k.plan.Shape[k.rank-2]
		k.blocks = size / k.steps
		k.even = k.body() == size
		k.tiled = k.even && k.blocks%tile == 0 && slices.ContainsFunc(k.operands, func(o operand) bool { return o.load == turned })
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

// wholeRows reports whether all small outputs' rows are whole, and at least one output's.
func (k *Kernel) wholeRows(each int) bool {
	any := false
	for i, o := range k.operands[:k.outputs()] {
		if k.rowLoad(i, each) == whole {
			any = true
		} else if small(o.dtype) {
			return false
		}
	}
	return any
}

// rowLoad is how an operand's units are loaded: whole where all of them begin at multiples.
func (k *Kernel) rowLoad(i, each int) load {
	if k.operands[i].access == scalar || each == 1 {
		return oneByOne
	}
	a := k.plan.Operands[i]
	last := len(a.Strides) - 1
	misses := func(stride int) bool { return stride%each != 0 }
	switch {
	case a.Strides[last] == 0:
		return repeated
	case a.Strides[last] == 1 && a.Offset%each == 0 && !slices.ContainsFunc(a.Strides[:last], misses):
		return whole
	}
	return oneByOne
}
