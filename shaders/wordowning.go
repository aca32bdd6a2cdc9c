package shaders

import (
	"fmt"
)

// maxIdle is how many threads an element may cost, most of them for words without any.
const maxIdle = 4

// wordOwning tries to have every thread compute the elements of one word: the small outputs
// step alike, along nested axes. The outermost axes, as long as they leave gaps of a word or
// more, lead from cluster to cluster; within one, words may hold elements of any axes.
func (v *variant) wordOwning(n *nest) bool {
	if !n.smallAlike() {
		return false
	}
	lead := &n.operands[n.smallOutputs()[0]]
	per := perWord(lead.dtype)
	c, ok := clustersOf(n.shape, lead.strides, per)
	threads := c.span
	for _, size := range n.shape[:c.outer] {
		threads *= size
	}
	if !ok || threads > maxIdle*n.len {
		return false
	}
	v.mapping, v.lanes, v.rank = wordOwning, per, len(n.shape)
	v.clusters, v.threads = c, threads
	for i := range n.operands {
		if o := &n.operands[i]; o.access == contiguous { // the threads have another order
			o.access = strided
		}
	}
	return true
}

// clustersOf finds the clusters of elements with so many in a word, unless axes interleave or
// are not in the order of the nest.
func clustersOf(shape, strides []int, per int) (c clusters, ok bool) {
	c.outer, c.extent = len(strides), 1
	reach := 1
	for axis := len(strides) - 1; axis >= 0; axis-- {
		gap := strides[axis] - reach
		if gap < 0 {
			return clusters{}, false
		}
		reach += (shape[axis] - 1) * strides[axis]
		if gap < per-1 {
			c.outer, c.extent = axis, reach
		}
	}
	c.span = (c.extent+per-2)/per + 1
	return c, true
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
	k.writeSplit(t, "cluster", k.outer)
	t.line("let base = %s;", k.operands[lead].along(k.outer))
	t.line("let first = (base & ~%du) + (thread - cluster * params.span) * %du;", k.lanes-1, k.lanes)
	for i, o := range k.operands[k.outputs:] {
		if o.access == scalar {
			k.emitInput(t, i)
		}
	}
	t.line("var mask = 0u;")
	k.eachSmall(func(_ int, _ *operand, name string) { t.line("var %s_word = 0u;", name) })
	t.open("for (var j = 0u; j < %du; j++) {", k.lanes)
	t.line("let r%d = first + j - base;", k.outer)
	t.line("if (r%d >= params.extent) { continue; }", k.outer)
	for axis := k.outer; axis < k.rank; axis++ {
		t.line("let i%d = r%d / params.%s_stride%d;", axis, axis, name, axis)
		t.line("if (i%d >= params.size%d) { continue; }", axis, axis)
		t.line("let r%d = r%d - i%d * params.%s_stride%d;", axis+1, axis, axis, name, axis)
	}
	t.line("if (r%d != 0u) { continue; }", k.rank)
	k.emitElement(t)
	t.line("mask |= %du << (j * %du);", elementMask(k.operands[lead].dtype), bitSize(k.operands[lead].dtype))
	t.close()
	t.line("if (mask == 0u) { return; }")
	k.eachSmall(func(i int, o *operand, out string) {
		at := "first"
		if i != lead {
			at = fmt.Sprintf("(first + params.%s_offset - params.%s_offset)", out, name)
		}
		t.line("let %s_at = %s / %du;", out, at, k.lanes)
		word := o.word(out + "_at")
		t.line("%s = (%s & ~mask) | %s_word;", word, word, out)
	})
}

// eachSmall visits the outputs that share words.
func (k *Kernel) eachSmall(visit func(i int, o *operand, name string)) {
	for _, i := range k.smallOutputs() {
		visit(i, &k.operands[i], k.operands[i].name())
	}
}
