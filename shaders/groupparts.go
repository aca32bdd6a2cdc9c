package shaders

import (
	"math"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
)

// A part of a group has up to mostPart elements, or up to leastPart where threads are few. A thread
// merges up to mostMerged states. It finds up to mostPrefixes prefixes of them.
const (
	leastPart    = 256
	mostPart     = 1 << 10
	mostMerged   = 1 << 10
	mostPrefixes = 1 << 10
	manyThreads  = 1 << 14
)

// mostRounds is how many times a thread may go through loops. llvmpipe ends all loops of a thread after
// 65,535 rounds, without an error.
const mostRounds = 60_000

// mostCounted is how many elements of a group 32 bits count, and those up to the end of a part.
const mostCounted = math.MaxUint32 - 1<<16

// counts reports whether a stage needs the number of an element in its group, or of all elements.
func (g *grouping) counts() bool {
	return g.errors != nil || g.hasSorts() || slices.ContainsFunc(g.rows, func(r GroupRow) bool {
		return r.Numbered() || strings.Contains(r.Again+r.End+r.Step, "{n}")
	})
}

// divide finds the length of the parts of groups.
func (g *grouping) divide() {
	n, groups := g.nest.Elements.Len, g.nest.Groups.Len
	g.part = mostPart
	if groups*ceil(n, mostPart) < manyThreads {
		g.part = leastPart
	}
	if g.team > 1 {
		g.part = g.team * partOfThread
	}
	if window := int64(g.limits.Window); window > 0 {
		g.part = max(g.part, int(2*g.stateBytes()/window))
	}
	g.part = max(1, min(g.part, g.mostElements()*g.team))
	if g.part > vectorWords {
		g.part -= g.part % vectorWords // whole rounds
	}
	g.countParts()
}

// stateBytes is how many bytes the states of the piece take if each element has its own.
func (g *grouping) stateBytes() int64 {
	words := 0
	for _, r := range g.rows {
		words += r.Words
	}
	return int64(g.nest.Len()) * int64(words) * wordBytes
}

// hasScans reports whether the program has a scan.
func (g *grouping) hasScans() bool {
	return slices.ContainsFunc(g.phases, func(ph device.Phase) bool { return slices.ContainsFunc(ph.Elements, g.scans) })
}

// mostElements is how many elements a thread may walk, once.
func (g *grouping) mostElements() int {
	return max(1, g.mostRounds()/rounds(g.launch.Program, g.rows, g.repair))
}

// mostStates is how many states of each row a thread may take, of so many: mostMerged or mostPrefixes.
func (g *grouping) mostStates(most int) int {
	return max(2, min(most, g.mostRounds()/mergingRounds(g.rows, g.repair)))
}

// mostRounds leaves the rounds that end the rows.
func (g *grouping) mostRounds() int { return mostRounds - endingRounds(g.rows, g.repair) }

// short reports whether a thread, or a team, computes a whole group. It then does all phases.
func (g *grouping) short() bool {
	if len(g.segments) > 1 || g.hasSorts() {
		return false
	}
	if g.team > 1 {
		return g.wholeByTeam()
	}
	most, software := 64, g.limits.Work > 0
	switch groups := g.nest.Groups.Len; {
	case g.hasScans(), software && groups >= manyThreads/4:
		most = mostPart
	case software || groups >= manyThreads:
		most = leastPart
	}
	return g.nest.Elements.Len <= min(most, g.mostElements()/len(g.phases))
}

// space is scratch that is dealt out in words.
type space struct {
	*Scratch
	used int
}

// take returns the first of some words, at a whole vector.
func (s *space) take(words int) int {
	at := s.used
	s.used += wholeVectors(max(words, 1))
	s.Bytes = max(s.Bytes, s.used*wordBytes)
	return at
}

// wholeVectors is how many words vectors have in which so many lie.
func wholeVectors(words int) int { return ceil(words, vectorWords) * vectorWords }

// leastScratch is the scratch in bytes that every launch may take. A launch with larger operands may
// take as many bytes as they have.
const leastScratch = 64 << 20

// stagesOfPiece is how many stages, at least, share the work of a piece of long groups, as each takes
// a range of the parts.
const stagesOfPiece = 8

// most is how many elements a piece has at most: it takes no more scratch than allowed.
func (g *grouping) most(nest broadcast.Nest) int {
	read, written := g.launch.Bytes()
	bytes := max(read+written, leastScratch)
	if g.limits.Window > 0 {
		bytes = min(bytes, g.limits.Window)
	}
	n, each := max(1, nest.Elements.Len), 0 // words of a group
	parts := ceil(n, max(1, min(leastPart, g.mostElements()))) + 1
	for i, r := range g.rows {
		each += 2 + 2*parts*r.Words
		if g.scans(i) {
			each += n // a narrow result is kept aside
		}
	}
	each += 2*(len(g.rows)+len(g.launch.Out)) + g.sortWords(n)
	most := g.limits.elements(g.launch.Program, nest.Len(), g.repair)
	if n > leastPart && !g.hasScans() { // several stages share the work
		most = min(most*stagesOfPiece, MaxLen)
	}
	groups := max(1, bytes/wordBytes/each)
	if groups > inWords {
		groups -= groups % inWords // a piece begins where vectors do
	}
	return min(most, groups*n)
}

// outputs are the outputs of level 0.
func (g *grouping) outputs() (outs []int) {
	for i := range g.launch.Out {
		if g.launch.Program.OutputLevel(i) == 0 {
			outs = append(outs, i)
		}
	}
	return outs
}

// trip is what a thread does in a walk over elements.
func (g *grouping) trip(ends, writes []int) trip {
	var values []device.Value
	for _, i := range ends {
		values = append(values, g.launch.Program.Code()[i].Args...)
	}
	for _, i := range writes {
		values = append(values, written(g.launch.Program, i)...)
	}
	return trip{g.elements(values), ends, writes}
}

// elements lists the instructions of level 1 that values need.
func (g *grouping) elements(values []device.Value) (all []int) {
	p := g.launch.Program
	for _, v := range values {
		i := int(v - p.Result(0))
		if i < 0 || p.Level(v) == 0 || isSort(p, i) || slices.Contains(all, i) {
			continue
		}
		for _, j := range append(g.elements(p.Code()[i].Args), i) {
			if !slices.Contains(all, j) {
				all = append(all, j)
			}
		}
	}
	slices.Sort(all)
	return all
}

// needs lists the values of level 0 that the outputs of a phase take, and that are computed.
func (g *grouping) needs(ph *device.Phase) (values []device.Value) {
	p := g.launch.Program
	for _, i := range g.trip(nil, ph.Writes).elements {
		for _, v := range p.Code()[i].Args {
			if v >= p.Result(0) && p.Level(v) == 0 && !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
	}
	return values
}

// keepsOf lists the values of level 0 that are known after a phase, and that stages may need later.
func (g *grouping) keepsOf(ph *device.Phase, reductions []int) (values []device.Value) {
	p := g.launch.Program
	used := uses(p)
	for i := range p.Outputs() {
		for _, v := range written(p, i) {
			used[v] = true
		}
	}
	for _, i := range slices.Concat(reductions, ph.Then) {
		if v := p.Result(i); used[v] {
			values = append(values, v)
		}
	}
	return values
}

// writtenByMaps reports whether maps can write the outputs of a phase: none depends on a scan.
func (g *grouping) writtenByMaps(ph *device.Phase) bool {
	return len(ph.Writes) > 0 && g.launch.Program.Forms()&placed == 0 && !slices.ContainsFunc(g.trip(nil, ph.Writes).elements, g.scans)
}

// keep returns where a value of level 0 is kept.
func (g *grouping) keep(v device.Value) int {
	at, ok := g.values[v]
	if !ok {
		at = g.space.take(g.nest.Groups.Len * words(g.launch.Program.Type(v)))
		g.values[v] = at
	}
	return at
}
