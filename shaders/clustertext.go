package shaders

import "fmt"

// clusterText writes how a thread computes the elements of one word.
type clusterText struct{ elementText }

// write computes the elements that lie in the thread's word. Positions are counted from the first
// element of the cluster. Divisions by the strides, the longest first, find the element at a
// position: every stride is longer than the span of all shorter ones together.
func (c clusterText) write(t *text) {
	n, v := c.nest, c.variant
	lead := &n.operands[n.smallOutputs()[0]]
	name := lead.name()
	t.line("if (thread >= params.threads) { return; }")
	t.line("let cluster = thread / params.span;")
	v.writeSplit(t, "cluster", v.outer)
	t.line("let base = %s;", lead.along(v.outer))
	t.line("let first = (base & ~%du) + (thread - cluster * params.span) * %du;", v.lanes-1, v.lanes)
	for i := range n.operands[n.outputs:] {
		if n.operands[n.outputs+i].access == scalar {
			c.writeInput(t, i)
		}
	}
	t.line("var mask = 0u;")
	c.eachSmall(func(_ *operand, name string) { t.line("var %s_word = 0u;", name) })
	t.open("for (var j = 0u; j < %du; j++) {", v.lanes)
	t.line("let r%d = first + j - base;", v.outer)
	t.line("if (r%d >= params.extent) { continue; }", v.outer)
	for axis := v.outer; axis < v.rank; axis++ {
		t.line("let i%d = r%d / params.%s_stride%d;", axis, axis, name, axis)
		t.line("if (i%d >= params.size%d) { continue; }", axis, axis)
		t.line("let r%d = r%d - i%d * params.%s_stride%d;", axis+1, axis, axis, name, axis)
	}
	t.line("if (r%d != 0u) { continue; }", v.rank)
	c.elementText.write(t)
	t.line("mask |= %du << (j * %du);", elementMask(lead.dtype), bitSize(lead.dtype))
	t.close()
	t.line("if (mask == 0u) { return; }")
	c.eachSmall(func(o *operand, out string) {
		at := "first"
		if o != lead {
			at = fmt.Sprintf("(first + params.%s_offset - params.%s_offset)", out, name)
		}
		t.line("let %s_at = %s / %du;", out, at, v.lanes)
		word := o.word(out + "_at")
		t.line("%s = (%s & ~mask) | %s_word;", word, word, out)
	})
}

// eachSmall visits the outputs that share words.
func (c clusterText) eachSmall(visit func(o *operand, name string)) {
	for _, i := range c.nest.smallOutputs() {
		o := &c.nest.operands[i]
		visit(o, o.name())
	}
}
