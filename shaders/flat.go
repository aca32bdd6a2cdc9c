package shaders

import (
	"slices"
)

// flat tries to deal units of neighbours, in the plan's order. Element 0 is the phase-th of
// its unit: of several phases it takes the one with which most operands' words are whole.
// Threads' units lie as far apart as there are threads, so that neighbouring threads always
// load from neighbouring places.
func (k *Kernel) flat(each int, n length) bool {
	if each = k.unit(each); each == 0 || each*n.steps() == 1 || each > 1 && !k.findPhase(each) {
		return false
	}
	k.spread, k.each, k.steps, k.looped = flat, each, n.steps(), n == long
	for i := range k.operands {
		o := &k.operands[i]
		switch {
		case each == 1 || o.access != contiguous:
		case k.inPhase(i, each, k.phase):
			o.load = whole
		case small(o.dtype):
			o.load = askew
		}
	}
	k.countFlat()
	k.onWords = k.wordable && !slices.ContainsFunc(k.operands, func(o operand) bool { return o.access == strided })
	k.settle()
	return true
}

// countFlat counts threads. What lies before the first and behind the last whole unit is
// left to lone ones.
func (k *Kernel) countFlat() {
	end := k.plan.Len + k.phase
	if !k.looped {
		k.head = ceil(k.phase, k.each) * k.each
		k.whole = max(end-k.head, 0) / (k.each * k.steps)
	}
	k.even = k.phase == 0 && k.body() == k.plan.Len
	k.threads = k.whole
	if !k.even {
		k.threads += ceil(end-k.body(), k.loneElements())
	}
	k.fill()
}

// findPhase reports whether there is a phase with which all small outputs are whole, and
// at least one output is.
func (k *Kernel) findPhase(each int) bool {
	best := -1
	for i := range k.operands {
		if k.operands[i].access != contiguous {
			continue
		}
		phase := k.plan.Operands[i].Offset % each
		if n := k.wholeWith(each, phase); n > best {
			k.phase, best = phase, n
		}
	}
	return best > 0
}

// wholeWith counts the operands that are whole, -1 if too few outputs are.
func (k *Kernel) wholeWith(each, phase int) (n int) {
	written := 0
	for i, o := range k.operands {
		output := i < k.outputs()
		switch {
		case o.access == contiguous && k.inPhase(i, each, phase):
			n++
			if output {
				written++
			}
		case output && small(o.dtype):
			return -1
		}
	}
	if written == 0 {
		return -1
	}
	return n
}

func (k *Kernel) inPhase(i, each, phase int) bool {
	return (k.plan.Operands[i].Offset-phase)%each == 0
}

// emitFlatPlace finds the first element of a flat kernel's first unit, and how many lie
// between its units.
func (k *Kernel) emitFlatPlace(t *text) {
	if k.even {
		t.line("let i = thread%s;", times(k.each))
	} else {
		t.line("let i = thread%s + params.first;", times(k.each))
	}
	if k.steps > 1 && k.even {
		t.line("let apart = params.threads%s;", times(k.each))
	} else if k.steps > 1 {
		t.line("let apart = params.whole%s;", times(k.each))
	}
}

// splitAxes are those that the index of a flat kernel's element is split along.
func (k *Kernel) splitAxes() int {
	if slices.ContainsFunc(k.operands, func(o operand) bool { return o.access == strided }) {
		return max(k.rank, 1)
	}
	return 0
}
