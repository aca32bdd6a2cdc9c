package shaders

// A thread of a walk without groups takes several elements, one after the other: to begin a thread, a
// software driver takes as long as to load an element. The second pass takes none if no index is wrong.
// Loops say so, because software drivers compute both sides of a branch, and do not end a thread early.

// mostTurns is how many elements a thread takes in turn.
const mostTurns = 16

// findTurns finds how many groups a thread takes, one after the other.
func (g *grouping) findTurns(w *walk) {
	w.turns, w.each = w.marks || g.launch.Levels == nil, 1
	if g.launch.Levels == nil {
		w.each = min(max(1, w.groups/manyThreads), mostTurns, g.mostElements())
	}
}

// openTurns opens the loop over what a thread takes.
func (x walkText) openTurns(t *text) {
	t.line("var whole = params.whole;")
	if x.marks {
		for n := range x.checks {
			t.line("var wrong%d = 0u;", n)
			t.line("var index%d = vec2<u32>();", n)
		}
		if len(x.stores) > 0 && x.writesTwice() {
			t.line("let intact = params.second == 1u && state_get(0u) == 0u;")
		} else {
			t.line("if (params.second == 1u && atomicLoad(&buf%d[0]) == 0u) { whole = 0u; }", x.errors.bindings[0]+1)
		}
	}
	t.line("let first = (thread - lane) * params.each + lane;")
	t.line("let past = min(first + %du * params.each, whole);", Workgroup)
	t.open("for (var turn = first; turn < past; turn += %du) {", Workgroup)
	t.line("let thread = turn%s;", times(x.abreast()))
}

// closeTurns closes the loop, and reports the first wrong index of each check.
func (x walkText) closeTurns(t *text) {
	t.close()
	if !x.marks {
		return
	}
	for n := range x.checks {
		t.open("while (wrong%d != 0u) {", n)
		t.line("fault(%du, wrong%d, index%d);", checkWords*(1+n), n, n)
		t.line("wrong%d = 0u;", n)
		t.close()
	}
}

// noteFault keeps an index if it is the first wrong one of the thread.
func noteFault(t *text, check int, place, element, index string) {
	t.open("if (%s == m_nowhere() && ~%s > wrong%d) {", place, element, check)
	t.line("wrong%d = ~%s;", check, element)
	t.line("index%d = %s;", check, index)
	t.close()
}
