package shaders

import "fmt"

// writeMerge merges saved states.
func (x walkText) writeMerge(t *text, r trip) {
	for _, i := range r.ends {
		t.line("var a%d = %s;", x.result(i), x.rows[i].Begin)
	}
	x.openLoop(t)
	for _, i := range r.ends {
		v, words := x.result(i), x.writeSlot(t, i, "from", "e")
		x.rows[i].merge(t, fmt.Sprintf("a%d", v), fmt.Sprintf("t%d", v), fmt.Sprintf("w%d", v), words)
	}
	t.close()
}

// writePrefixes replaces each saved state by that of all elements before it.
func (x walkText) writePrefixes(t *text, r trip) {
	for _, i := range r.ends {
		v := x.result(i)
		if x.deal == prefixBlocks {
			x.writeLoad(t, i, "before", "part", fmt.Sprintf("a%d", v))
		} else {
			t.line("var a%d = %s;", v, x.rows[i].Begin)
		}
		t.open("for (var e = begin; e < end; e++) {")
		words := x.writeSlot(t, i, "from", "e")
		x.rows[i].exchange(t, fmt.Sprintf("a%d", v), fmt.Sprintf("t%d", v), fmt.Sprintf("w%d", v), fmt.Sprintf("n%d", v), words)
		t.close()
	}
}

// slot is the first word of a saved state of the thread's group.
func (x walkText) slot(i int, where, part string) string {
	return fmt.Sprintf("params.%s%d + (%s * params.groups + number)%s", where, i, part, times(x.rows[i].Words))
}

// writeSlot declares where the words of a saved state begin, and returns the text of word {k}.
func (x walkText) writeSlot(t *text, i int, where, part string) string {
	v := x.result(i)
	t.line("let slot%d = %s;", v, x.slot(i, where, part))
	return fmt.Sprintf("buf%d[slot%d + {k}]", x.scratch+1, v)
}

// writeLoad declares a variable of a name, and loads a saved state into it.
func (x walkText) writeLoad(t *text, i int, where, part, name string) {
	words := x.writeSlot(t, i, where, part)
	x.rows[i].load(t, "var", name, fmt.Sprintf("w%d", x.result(i)), words)
}

// writeSave saves the state of the thread.
func (x walkText) writeSave(t *text, i int, where, part string) {
	v := x.result(i)
	slot := fmt.Sprintf("%s_slot%d", where, v)
	t.line("let %s = %s;", slot, x.slot(i, where, part))
	x.rows[i].save(t, fmt.Sprintf("a%d", v), fmt.Sprintf("n%d", v), fmt.Sprintf("buf%d[%s + {k}]", x.scratch+1, slot))
}
