package shaders

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// A sort takes several stages. A walk writes the elements of all groups to a list in scratch. Passes then
// move them, with their numbers, to and fro between two lists. Later walks and maps read the last list as
// they read an input.
//
// In short groups, each element counts those that come before it, in one pass. Else it is a radix sort:
// each pass sorts by a digit of the keys, the lowest first. The number of the group is the highest part of
// a key, so one sort serves all groups.

// mostRanked is how many elements a group has, at most, that count those before them.
const mostRanked = 64

// A thread moves a run of elements, one after the other. There are manyRuns of them, unless they would be
// shorter than leastRun, or longer than mostRun.
const (
	leastRun = 256
	mostRun  = 1 << 14
	manyRuns = 256
)

// Where threads share workgroup memory, a team of sortTeam of them moves a run, teamRun elements each.
const (
	sortTeam = 128
	teamRun  = 16
)

// ends lists the sorts that end with a phase, and the reductions.
func (g *grouping) ends(ph *device.Phase) (sorts, reductions []int) {
	for _, i := range ph.Ends {
		if isSort(g.launch.Program, i) {
			sorts = append(sorts, i)
		} else {
			reductions = append(reductions, i)
		}
	}
	return sorts, reductions
}

// sort adds the stages of instruction i.
func (g *grouping) sort(i int) error {
	o, dt, l := g.launch.Program.Code()[i].Op, g.sorted(i), &g.lists
	n := g.nest.Elements.Len
	s := g.sorting(words(dt), sortKeyOf(dt, o == op.SortDescending || o == op.ArgsortDescending), n, n*g.nest.Groups.Len)
	length := s.all * (s.words + 1)
	g.reserveLists(length)
	passes := s.passes(bitSize(dt))
	from, to := sortList{l.other, 0}, sortList{g.space.Scratch, g.space.take(length)}
	l.results[i] = to.at
	if isIndices(g.launch.Program, i) {
		l.results[i] += s.all * s.words
	}
	if len(passes)%2 == 0 {
		from, to = to, from
	}
	l.begin = from
	if err := g.walk(walk{deal: parts, trips: []trip{g.trip(nil, []int{len(g.launch.Out) + i})}}); err != nil {
		return err
	}
	for _, pass := range passes {
		g.sortPass(pass, from, to)
		from, to = to, from
	}
	if isIndices(g.launch.Program, i) && s.all > s.size {
		s.to = l.results[i]
		g.sortStage(s, indices, s.all, 1, g.space.Scratch)
	}
	return g.checkSort()
}

// sorting is a sort of groups of a size.
func (g *grouping) sorting(words int, key sortKey, size, all int) sorting {
	s := sorting{words: words, key: key, size: size, all: all}
	if g.limits.Teams {
		s.teams = sortTeam
	}
	return s
}

// reserveLists makes the other list as long as so many words, at least.
func (g *grouping) reserveLists(words int) {
	l := &g.lists
	if l.other == nil {
		l.other, l.counts = g.temporary(0, "elements to sort"), g.temporary(0, "counts of digits")
	}
	l.other.reserve(words)
}

// sortPass adds the stages of a pass from a list to another one.
func (g *grouping) sortPass(s sorting, from, to sortList) {
	s.from, s.to = from.at, to.at
	if s.ranked {
		g.sortStage(s, ranks, s.all, s.size, from.Scratch, to.Scratch)
		return
	}
	g.lists.counts.reserve(s.digits() * (s.runs + 1))
	g.sortStage(s, counts, s.runs, s.run, from.Scratch, g.lists.counts)
	g.sortStage(s, totals, s.digits(), s.runs, g.lists.counts)
	g.sortStage(s, starts, 1, s.digits(), g.lists.counts)
	g.sortStage(s, moves, s.runs, s.run, from.Scratch, g.lists.counts, to.Scratch)
}

// sortStage adds a stage with so many threads, each of so many rounds. It adds several if one is too much
// work.
func (g *grouping) sortStage(s sorting, step sortStep, threads, rounds int, bind ...*Scratch) {
	s.step = step
	for _, s.share = range g.limits.shares(threads, rounds) {
		stage := s
		g.task(&stage, s.threads, step.reads(), bind...)
	}
}

// checkSort refuses a sort of more elements than a kernel binds.
func (g *grouping) checkSort() error {
	for _, s := range [...]*Scratch{g.space.Scratch, g.lists.other, g.lists.counts} {
		if window := g.limits.Window; window > 0 && s.Bytes > window {
			return fmt.Errorf("%s of %d bytes for groups of %d elements; %d are the most", s.Use, s.Bytes, g.nest.Elements.Len, window)
		}
	}
	return nil
}
