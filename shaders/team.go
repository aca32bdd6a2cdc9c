package shaders

import "fmt"

// A team is the threads of a workgroup that share a group, or a part of one. Each takes one element, or
// one saved state, of as many as there are threads. Then they merge their states in workgroup memory.
// A thread that works alone is a team of 1.

// workgroupBytes is the workgroup memory that every device has.
const workgroupBytes = 16 << 10

const (
	mostAlone     = 64      // elements of a group that a thread takes, where there could be teams
	smallTeam     = 64      // threads for groups of up to fewForTeam elements
	fewForTeam    = 1 << 10 //
	partOfThread  = 16      // elements of a part of a group, for each thread of a team
	mostOfThread  = 64      // elements of a whole group, for each thread of a team
	enoughOfTeams = 256     // teams that keep a device busy
)

// findTeam is how many threads share a group. Where neighbouring threads had better take neighbouring
// groups, they work alone. They do where a scan needs the order of elements, and where an index may be
// wrong: a thread may then end before the others, who would wait for it at a barrier.
func (g *grouping) findTeam() int {
	n, groups := g.nest.Elements.Len, g.nest.Groups.Len
	columns := groups > 1 && g.byGroups()
	if !g.limits.Teams || g.product || columns || g.errors != nil || g.hasScans() || n <= mostAlone || groups > MaxLen/Workgroup {
		return 1
	}
	team, words := Workgroup, 1
	if n <= fewForTeam {
		team = smallTeam
	}
	for _, r := range g.rows {
		words = max(words, r.Words)
	}
	for team*words*wordBytes > workgroupBytes {
		team /= 2
	}
	return team
}

// wholeByTeam reports whether a team takes a whole group, and not a part.
func (g *grouping) wholeByTeam() bool {
	each := ceil(g.nest.Elements.Len, g.team)
	return (each <= mostOfThread || g.nest.Groups.Len >= enoughOfTeams) && each <= g.mostElements()/len(g.phases)
}

// teamOf is how many threads share what a thread would take in the walk.
func (g *grouping) teamOf(w *walk) int {
	if w.tiling != nil {
		return w.tiling.team
	}
	ends := len(w.trips) > 0 && len(w.trips[0].ends) > 0
	if ends && (w.deal == wholeGroups || w.deal == parts || w.deal == mergedGroups) {
		return g.team
	}
	return 1
}

// declareStates declares the workgroup memory of a team.
func (w *walk) declareStates(t *text) {
	words := 1
	for _, r := range w.trips {
		for _, i := range r.ends {
			words = max(words, w.rows[i].Words)
		}
	}
	t.line("var<workgroup> states: array<u32, %d>;", words*w.team)
}

// openLoop opens the loop over the elements, or the states, that a thread takes.
func (x walkText) openLoop(t *text) {
	if x.team == 1 && x.round > 1 {
		t.open("for (var e = begin; e < end; e += %du) {", x.round)
		return
	}
	if x.team == 1 {
		t.open("for (var e = begin; e < end; e++) {")
		return
	}
	t.open("for (var e = begin + lane; e < end; e += %du) {", x.team)
}

// writeTeam merges the states of a team. Half of the threads merge those of the other half, again and
// again. Then all threads have the state of all.
func (x walkText) writeTeam(t *text, r trip) {
	for _, i := range r.ends {
		name := fmt.Sprintf("a%d", x.result(i))
		x.writeShare(t, i, name)
		t.line("workgroupBarrier();")
		t.open("for (var others = %du; others > 0u; others /= 2u) {", x.team/2)
		t.open("if (lane < others) {")
		x.rows[i].merge(t, name, fmt.Sprintf("t%d", x.result(i)), fmt.Sprintf("w%d", x.result(i)), x.shared("lane + others"))
		x.writeShare(t, i, name)
		t.close()
		t.line("workgroupBarrier();")
		t.close()
		x.rows[i].reload(t, name, fmt.Sprintf("w%d", x.result(i)), x.shared("0u"))
		t.line("workgroupBarrier();")
	}
}

// writeShare saves the state of a thread in workgroup memory.
func (x walkText) writeShare(t *text, i int, name string) {
	t.open("{")
	x.rows[i].save(t, name, "n", x.shared("lane"))
	t.close()
}

// shared is word {k} of the state of a thread. Those of neighbouring threads lie side by side.
func (x walkText) shared(lane string) string {
	return fmt.Sprintf("states[({k}) * %du + %s]", x.team, lane)
}

// openFirst opens what one thread of a team does for all.
func (x walkText) openFirst(t *text) {
	if x.team > 1 {
		t.open("if (lane == 0u) {")
	}
}

func (x walkText) closeFirst(t *text) {
	if x.team > 1 {
		t.close()
	}
}
