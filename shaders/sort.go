package shaders

import (
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
	leastRun = 1024
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
	g.reserveLists(s.length)
	passes := s.passes(bitSize(dt))
	from, to := sortList{l.other, 0}, g.takeList(i, s.length)
	result := to
	if isIndices(g.launch.Program, i) {
		result.at += s.numbers
	}
	l.results[i] = result
	if len(passes)%2 == 0 {
		from, to = to, from
	}
	l.begin = from
	if err := g.walk(walk{deal: parts, trips: []trip{g.trip(nil, []int{len(g.launch.Out) + i})}}); err != nil {
		return err
	}
	for _, pass := range passes {
		if err := g.sortPass(pass, from, to); err != nil {
			return err
		}
		from, to = to, from
	}
	if isIndices(g.launch.Program, i) && s.all > s.size {
		s.to = wordList{Scratch: result.Scratch, at: result.at, length: s.all}
		return g.sortStage(s, indices, s.all, 1)
	}
	return nil
}

// sorting is a sort of groups of a size.
func (g *grouping) sorting(words int, key sortKey, size, all int) sorting {
	s := sorting{words: words, key: key, size: size, all: all, numbers: wholeVectors(all * words)}
	s.length = s.numbers + wholeVectors(all)
	if window := g.limits.Window / wordBytes; window > 0 && s.length > window { // the walks' segments begin with windows
		s.numbers = ceil(s.numbers, window) * window
		s.length = s.numbers + wholeVectors(all)
	}
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
func (g *grouping) sortPass(s sorting, from, to sortList) error {
	s.from = wordList{Scratch: from.Scratch, at: from.at, length: s.length}
	s.to = wordList{Scratch: to.Scratch, at: to.at, length: s.length}
	if s.ranked || s.unordered {
		s.from.length = s.all * s.words // it has no numbers yet
	}
	if s.ranked {
		return g.sortStage(s, ranks, s.all, s.size)
	}
	s.counts = wordList{Scratch: g.lists.counts, length: s.digits() * (s.runs + 1)}
	g.lists.counts.reserve(s.counts.length)
	for _, stage := range [...]struct {
		step            sortStep
		threads, rounds int
	}{{counts, s.runs, s.run}, {totals, s.digits(), s.runs}, {starts, 1, s.digits()}, {moves, s.runs, s.run}} {
		if err := g.sortStage(s, stage.step, stage.threads, stage.rounds); err != nil {
			return err
		}
	}
	return nil
}

// sortStage adds a stage with so many threads, each of so many rounds. It adds several if one is too much
// work.
func (g *grouping) sortStage(s sorting, step sortStep, threads, rounds int) error {
	s.step = step
	for _, s.share = range g.limits.shares(threads, rounds) {
		stage := s
		if _, err := g.task(&stage, s.threads); err != nil {
			return err
		}
	}
	return nil
}
