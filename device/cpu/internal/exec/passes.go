package exec

// runPasses computes a launch whose few long groups are cut into parts. A pass is a phase of all
// groups: goroutines share the parts. Between two passes the launch's goroutine merges the states of
// the parts, in their order, and computes what follows.
func (e *Engine) runPasses(t *task) {
	w, tiles := &t.own, t.groups.groups.count
	t.shared = grow(t.shared, t.count*t.kept)
	each := func(first bool, do func(i int)) {
		for i := range tiles {
			w.seekGroups(t, i)
			w.keep(t, t.partial(i, 0), t.partial(i, 0))
			w.enter(t, first)
			do(i)
		}
	}
	each(true, func(int) {})
	for n := range t.phases {
		for i := range tiles {
			t.decided[i].Store(false)
		}
		if t.pass = n; !t.phases[n].empty() {
			e.share(t, t.count, t.threads)
		}
		if t.left.Load() {
			return
		}
		each(false, func(i int) {
			t.merge(w, n, i)
			w.finish(t, n)
		})
	}
	each(false, func(int) { w.leave(t) })
}

// merge adds the states of all parts of a tile of groups to those of the first.
func (t *task) merge(w *worker, n, tile int) {
	for _, i := range t.phases[n].ends {
		s := &t.program.steps[i]
		for part := 1; part < t.groups.parts; part++ {
			s.reduction.Merge(w.groups, word(w.states, t.states[i]), word(t.partial(tile, part), t.states[i]))
		}
	}
}

// partial is the memory for lists and states of a part of a tile of groups. The lists of the first
// part are those of all.
func (t *task) partial(tile, part int) []uint64 {
	at := (tile*t.groups.parts + part) * t.kept
	return t.shared[at : at+t.kept]
}
