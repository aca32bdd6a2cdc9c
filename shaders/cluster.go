package shaders

import (
	"fmt"
)

// maxIdle is how many threads an element may cost, most of them for words without any.
const maxIdle = 4

// cluster tries to have every thread compute the elements of one word: the small outputs
// step alike, along nested axes. The outermost axes, as long as they leave gaps of a word
// or more, lead from cluster to cluster; within one, words may hold elements of any axes.
func (k *Kernel) cluster() bool {
	outs := k.smallOutputs()
	if !k.smallAlike() {
		return false
	}
	per := perWord(k.operands[outs[0]].dtype)
	strides := k.operands[outs[0]].strides
	outer, extent, reach := len(strides), 1, 1
	for axis := len(strides) - 1; axis >= 0; axis-- {
		gap := strides[axis] - reach
		if gap < 0 {
			return false // interleaving, or not in the order of the plan
		}
		reach += (k.shape[axis] - 1) * strides[axis]
		if gap < per-1 {
			outer, extent = axis, reach
		}
	}
	span := (extent+per-2)/per + 1
	threads := span
	for _, size := range k.shape[:outer] {
		threads *= size
	}
	if threads > maxIdle*k.len {
		return false
	}
	k.spread, k.each, k.rank = clustered, per, len(strides)
	k.outer, k.extent, k.span, k.threads = outer, extent, span, threads
	for i := range k.operands {
		if o := &k.operands[i]; o.access == contiguous { // of the order that nobody keeps now
			o.access = strided
		}
	}
	return true
}

// emitCluster computes the elements that lie in the thread's word. Positions are counted
// from the first element of the cluster; which element lies at one is found by dividing
// by the strides, the longest first, where every stride is longer than all of the shorter
// ones reach together.
func (k *Kernel) emitCluster(t *text) {
	lead := k.smallOutputs()[0]
	name := k.operands[lead].name()
	t.line("if (thread >= params.threads) { return; }")
	t.line("let cluster = thread / params.span;")
	k.emitSplit(t, "cluster", k.outer)
	t.line("let base = %s;", k.along(lead, k.outer))
	t.line("let first = (base & ~%du) + (thread - cluster * params.span) * %du;", k.each-1, k.each)
	for i, o := range k.operands[k.outputs:] {
		if o.access == scalar {
			k.emitInput(t, i)
		}
	}
	t.line("var mask = 0u;")
	k.eachSmall(func(_ int, _ operand, name string) { t.line("var %s_word = 0u;", name) })
	t.open("for (var j = 0u; j < %du; j++) {", k.each)
	t.line("let r%d = first + j - base;", k.outer)
	t.line("if (r%d >= params.extent) { continue; }", k.outer)
	for axis := k.outer; axis < k.rank; axis++ {
		t.line("let i%d = r%d / params.%s_stride%d;", axis, axis, name, axis)
		t.line("if (i%d >= params.size%d) { continue; }", axis, axis)
		t.line("let r%d = r%d - i%d * params.%s_stride%d;", axis+1, axis, axis, name, axis)
	}
	t.line("if (r%d != 0u) { continue; }", k.rank)
	k.emitElement(t)
	t.line("mask |= %du << (j * %du);", lane(k.operands[lead].dtype), width(k.operands[lead].dtype))
	t.close()
	t.line("if (mask == 0u) { return; }")
	k.eachSmall(func(i int, o operand, out string) {
		at := "first"
		if i != lead {
			at = fmt.Sprintf("(first + params.%s_offset - params.%s_offset)", out, name)
		}
		t.line("let %s_at = %s / %du;", out, at, k.each)
		k.storeWord(t, o, out+"_at", fmt.Sprintf("(%s & ~mask) | %s_word", k.loadWord(o, out+"_at"), out))
	})
}

// eachSmall visits the outputs that share words.
func (k *Kernel) eachSmall(visit func(i int, o operand, name string)) {
	for _, i := range k.smallOutputs() {
		visit(i, k.operands[i], k.operands[i].name())
	}
}
