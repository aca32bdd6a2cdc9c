package shaders

import "github.com/wgtensor/wgtensor/broadcast"

// group tries to have every thread compute each neighbours: element 0 is the thread's
// phase-th, so that the small outputs' words are whole. Of several such phases it takes
// the one with which most inputs are whole, too.
func (k *Kernel) group(outs []int) bool {
	for _, i := range outs {
		if k.plan.Operands[i].Class != broadcast.Contiguous {
			return false
		}
	}
	each, phase, best := 1, 0, -1
	for i, o := range k.operands {
		if k.packed(i) {
			each = max(each, perWord(o.dtype))
		}
	}
	for p := range each {
		if whole := k.whole(p, outs); whole > best {
			phase, best = p, whole
		}
	}
	if best < 0 {
		return false
	}
	k.spread, k.each, k.phase = grouped, each, phase
	for i := range k.operands {
		k.operands[i].askew = k.packed(i) && !k.inPhase(i, phase)
	}
	k.onWords = k.wordsSuffice()
	return true
}

// packed reports whether words of an operand hold neighbours.
func (k *Kernel) packed(i int) bool {
	return small(k.operands[i].dtype) && k.operands[i].access == contiguous
}

// whole counts the operands whose words are whole with the phase, -1 if not all outputs'.
func (k *Kernel) whole(phase int, outs []int) int {
	n := 0
	for _, i := range outs {
		if !k.inPhase(i, phase) {
			return -1
		}
	}
	for i := range k.operands {
		if k.packed(i) && k.inPhase(i, phase) {
			n++
		}
	}
	return n
}

func (k *Kernel) inPhase(i, phase int) bool {
	return (k.plan.Operands[i].Offset-phase)%perWord(k.operands[i].dtype) == 0
}

// wordsSuffice reports whether whole words can be computed at once: all values have one
// width, every instruction has a text for words, and no input needs to be gathered.
func (k *Kernel) wordsSuffice() bool {
	p := k.program
	for v := range p.Result(len(p.Code())) {
		if !small(p.Type(v)) || perWord(p.Type(v)) != k.each {
			return false
		}
	}
	for _, o := range k.operands {
		if o.access == strided {
			return false
		}
	}
	for _, in := range p.Code() {
		if !k.hasWordTemplate(in) {
			return false
		}
	}
	return true
}
