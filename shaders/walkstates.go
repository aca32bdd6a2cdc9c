package shaders

import "fmt"

// writeMerge merges saved states.
func (x walkText) writeMerge(t *text, r trip) {
	for _, i := range r.ends {
		t.line("var a%d = %s;", x.result(i), x.rows[i].Begin)
	}
	x.openLoop(t)
	for _, i := range r.ends {
		x.writeLoad(t, i, "from", "e", "let", fmt.Sprintf("t%d", x.result(i)))
		t.line("%s", x.template(i, x.rows[i].Merge))
	}
	t.close()
}

// writePrefixes replaces each saved state by that of all elements before it.
func (x walkText) writePrefixes(t *text, r trip) {
	for _, i := range r.ends {
		v := x.result(i)
		if x.deal == prefixBlocks {
			x.writeLoad(t, i, "before", "part", "var", fmt.Sprintf("a%d", v))
		} else {
			t.line("var a%d = %s;", v, x.rows[i].Begin)
		}
		t.open("for (var e = begin; e < end; e++) {")
		x.writeLoad(t, i, "from", "e", "let", fmt.Sprintf("t%d", v))
		x.writeSave(t, i, "from", "e")
		t.line("%s", x.template(i, x.rows[i].Merge))
		t.close()
	}
}

// slot is the first word of a saved state of the thread's group.
func (x walkText) slot(i int, where, part string) string {
	return fmt.Sprintf("params.%s%d + (%s * params.groups + number)%s", where, i, part, times(x.rows[i].Words))
}

// writeLoad declares a variable or value of a name, and loads a saved state into it.
func (x walkText) writeLoad(t *text, i int, where, part, kind, name string) {
	v := x.result(i)
	t.line("let slot%d = %s;", v, x.slot(i, where, part))
	x.rows[i].load(t, kind, name, fmt.Sprintf("w%d", v), fmt.Sprintf("buf%d[slot%d + {k}]", x.scratch+1, v))
}

// writeSave saves the state of the thread.
func (x walkText) writeSave(t *text, i int, where, part string) {
	v := x.result(i)
	slot := fmt.Sprintf("%s_slot%d", where, v)
	t.line("let %s = %s;", slot, x.slot(i, where, part))
	x.rows[i].save(t, fmt.Sprintf("a%d", v), fmt.Sprintf("n%d", v), fmt.Sprintf("buf%d[%s + {k}]", x.scratch+1, slot))
}
