package shaders

import (
	"fmt"
	"math"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// A sort takes several stages. A walk writes the elements of all groups to scratch. Stages of sorting
// then put the numbers of these elements in order, and take the elements that they name. Later walks and
// maps read the result, a list in scratch, as they read an input.
//
// In short groups each element counts those that come before it. Else it is a radix sort, which moves
// numbers of elements by a digit of their keys, the lowest digit first. The number of the group is the
// highest part of a key. So one sort serves all groups.

// mostRanked is how many elements a group has, at most, that count those before them.
const mostRanked = 32

// A thread moves a run of elements, one after the other. There are manyRuns of them, unless they would be
// shorter than leastRun, or longer than mostRun.
const (
	leastRun = 256
	mostRun  = 1 << 14
	manyRuns = 256
)

// sortLists is what a grouping keeps for its sorts.
type sortLists struct {
	at       map[int]int // where results of sorts are in scratch, by instruction
	elements *Scratch    // of the sort at hand, a word or two for each
	order    *Scratch    // their numbers
	counts   *Scratch    // of digits
}

// isSort reports whether an instruction is a sort.
func isSort(p *device.Program, i int) bool {
	r, ok := p.Code()[i].Op.Role.(*op.Group)
	return ok && r.Gives == op.Order
}

// isIndices reports whether a sort gives indices.
func isIndices(p *device.Program, i int) bool {
	o := p.Code()[i].Op
	return o == op.Argsort || o == op.ArgsortDescending
}

// hasSorts reports whether the program has a sort.
func (g *grouping) hasSorts() bool { return g.launch.Program.Forms().Has(device.Sorts) }

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

// sortWords is how many words of scratch the sorts of a group take that has n elements.
func (g *grouping) sortWords(n int) (most int) {
	for i, in := range g.launch.Program.Code() {
		if isSort(g.launch.Program, i) {
			most += n * (words(g.launch.Program.Type(in.Args[0])) + 1 + g.listWords(i))
		}
	}
	return most
}

// listWords is how many words an element of a sort's result has. An index has one, as a list has no more
// elements than that counts.
func (g *grouping) listWords(i int) int {
	if isIndices(g.launch.Program, i) {
		return 1
	}
	return words(g.launch.Program.Code()[i].Type)
}

// sort adds the stages of instruction i.
func (g *grouping) sort(i int) error {
	if g.lists.elements == nil {
		g.lists.elements, g.lists.order, g.lists.counts = g.temporary(0, "elements to sort"), g.temporary(0, "an order of elements"), g.temporary(0, "counts of digits")
	}
	in := g.launch.Program.Code()[i]
	from, n := g.launch.Program.Type(in.Args[0]), g.nest.Elements.Len
	s := sorting{key: sortKeyOf(from, in.Op == op.SortDescending || in.Op == op.ArgsortDescending), words: words(from), size: n, all: n * g.nest.Groups.Len}
	g.lists.elements.reserve(s.all * s.words)
	g.lists.order.reserve(s.all)
	to := g.space.take(s.all * g.listWords(i))
	g.lists.at[i] = to
	if err := g.walk(walk{deal: parts, trips: []trip{g.trip(nil, []int{len(g.launch.Out) + i})}}); err != nil {
		return err
	}
	if s.all == 0 {
		return nil
	}
	if n <= mostRanked {
		g.sortStage(s, ranks, s.all, n, g.lists.elements, g.lists.order)
	} else {
		g.radix(s, bitSize(from), to)
	}
	s.to = to
	if isIndices(g.launch.Program, i) {
		g.sortStage(s, numbers, s.all, 1, g.lists.order, g.space.Scratch)
	} else {
		g.sortStage(s, elementsOf, s.all, 1, g.lists.elements, g.lists.order, g.space.Scratch)
	}
	return g.checkSort()
}

// radix adds the stages that put the numbers of elements in order: four for each digit. They go to and
// fro between the list and the order, and end there.
func (g *grouping) radix(s sorting, bits, list int) {
	s.run = min(max(ceil(s.all, manyRuns), leastRun), mostRun)
	s.runs = ceil(s.all, s.run)
	g.lists.counts.reserve(digits * (s.runs + 1))
	var passes []sorting
	for bit := 0; bit < bits; bit += digitBits {
		pass := s
		pass.word, pass.shift = bit/32, bit%32
		passes = append(passes, pass)
	}
	for groups, bit := s.all/s.size, 0; (groups-1)>>bit > 0; bit += digitBits {
		pass := s
		pass.words, pass.shift = 0, bit
		passes = append(passes, pass)
	}
	for k, pass := range passes {
		from, to := g.space.Scratch, g.lists.order
		pass.from, pass.unordered = list, k == 0
		if (len(passes)-k)%2 == 0 {
			from, to = to, from
			pass.from, pass.to = 0, list
		}
		g.sortStage(pass, counts, s.runs, s.run, g.lists.elements, from, g.lists.counts)
		g.sortStage(pass, totals, digits, s.runs, g.lists.counts)
		g.sortStage(pass, starts, 1, digits, g.lists.counts)
		g.sortStage(pass, moves, s.runs, s.run, g.lists.elements, from, g.lists.counts, to)
	}
}

// sortStage adds a stage with so many threads, each of so many rounds. It adds several if one is too much
// work.
func (g *grouping) sortStage(s sorting, step sortStep, threads, rounds int, bind ...*Scratch) {
	s.step = step
	if step != ranks && step != counts && step != moves && step != elementsOf {
		s.words = 0 // the text is the same for all
	}
	most := threads
	if g.limits.Work > 0 {
		most = max(1, int(min(g.limits.Work/sortCost, math.MaxInt32))/rounds)
	}
	for ; s.first < threads; s.first += most {
		k, stage := g.next(), s
		stage.threads = min(most, threads-s.first)
		stage.rounds = rounds
		*k = Kernel{repair: g.repair, sort: &stage, nest: nest{len: stage.threads, operands: k.nest.operands[:0]}, bindings: k.bindings[:0], routines: k.routines[:0]}
		for i, b := range bind {
			k.bind(b, 0, i >= step.reads())
		}
	}
}

// reserve makes scratch as long as so many words, at least.
func (s *Scratch) reserve(words int) { s.Bytes = max(s.Bytes, words*wordBytes) }

// checkSort refuses a sort of more elements than a kernel binds.
func (g *grouping) checkSort() error {
	for _, s := range [...]*Scratch{g.lists.elements, g.lists.order, g.lists.counts} {
		if window := g.limits.Window; window > 0 && s.Bytes > window {
			return fmt.Errorf("%s of %d bytes for groups of %d elements; %d are the most", s.Use, s.Bytes, g.nest.Elements.Len, window)
		}
	}
	return nil
}

// listed lists the sorts whose results are in scratch and that are read.
func (g *grouping) listed(read func(v device.Value) bool) (found []int) {
	for i := range g.launch.Program.Code() {
		if _, ok := g.lists.at[i]; ok && read(g.launch.Program.Result(i)) {
			found = append(found, i)
		}
	}
	return found
}

// list is the result of a sort, an operand over the shape of the nest.
func (g *grouping) list(i int) device.Operand {
	dt := g.launch.Program.Code()[i].Type
	if isIndices(g.launch.Program, i) {
		dt = op.Uint32
	}
	return g.inScratch(dt, g.lists.at[i], 1)
}

// bindElements binds scratch for the elements that are sorted: output i of a walk.
func (g *grouping) bindElements(k *Kernel, i int) {
	dt := g.launch.Program.Type(written(g.launch.Program, i)[0])
	if small(dt) {
		dt = op.Uint32
	}
	o := g.inScratch(dt, 0, 1)
	o.Buffer = g.lists.elements
	k.bindScratch(o, i, true)
}

// bindList binds the result of a sort as an input.
func (g *grouping) bindList(k *Kernel, i int) {
	k.bindScratch(g.list(i), int(g.launch.Program.Result(i)), false)
}

// bindScratch binds what a walk has of each element in scratch.
func (k *Kernel) bindScratch(o device.Operand, number int, output bool) {
	if k.walk.segment != nil {
		o.Layout.Offset += k.walk.shift * o.Layout.Strides[len(o.Layout.Strides)-1]
	}
	x := operandOf(&o, broadcast.Access{Class: broadcast.Strided, Strides: o.Layout.Strides, Offset: o.Layout.Offset}, output, number)
	x.origin, x.level, x.binding = -1, 1, k.bind(o.Buffer, 0, true)
	k.nest.operands = append(k.nest.operands, x)
}

// writeListed loads an element of a sort's result.
func (x walkText) writeListed(t *text, o *operand, v device.Value) {
	bits := o.bits(o.name() + "_at")
	if isIndices(x.f.program, int(v-x.f.program.Result(0))) {
		bits = "vec2<u32>(" + bits + ", 0u)"
	}
	t.line("let %s_bits = %s;", x.f.value(v), bits)
	t.line("let %s = %s;", x.f.value(v), fromBits(x.f.program.Type(v), x.f.value(v)+"_bits"))
}

// widen makes indices of the words that scratch has of them.
func (m *groupMaps) widen(sorts []int) {
	p := m.launch.Program
	for _, i := range sorts {
		if v := p.Result(i); isIndices(p, i) {
			m.do(v, device.Instr{Op: op.Cast, Type: p.Type(v), Args: m.named([]device.Value{v})})
		}
	}
}
