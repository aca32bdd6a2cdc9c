package shaders

import (
	"fmt"
	"maps"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// deal is what a thread of a walk takes.
type deal uint8

const (
	wholeGroups  deal = iota // all elements of a group, in as many runs as needed
	parts                    // the elements of a part of a group; states are saved, or elements are written
	mergedParts              // states of parts, which it merges and saves
	mergedGroups             // all states of a group, which it merges; it ends the reductions
	tiles                    // all elements of neighbouring groups, which are a tile of a product of matrices
	prefixes                 // all states of a group; it replaces each by that of all elements before it
	prefixBlocks             // a block of states of a group, and what comes before it; it does the same
)

func (d deal) String() string {
	return [...]string{"groups by a thread", "parts of groups", "merged parts", "merged groups", "tiles of a product", "prefixes", "prefixes of blocks"}[d]
}

// trip is one way of a thread over its elements: the instructions of level 1 that it computes, those
// that it feeds, and the outputs that it writes.
type trip struct{ elements, ends, writes []int }

// walk is what the threads of a kernel do with groups.
type walk struct {
	deal  deal
	trips []trip
	keeps []device.Value // values of level 0 that are kept in scratch
	outs  []int          // outputs of level 0 that are written

	rows             []GroupRow
	known, keptAt    map[device.Value]int // where values of level 0 are in scratch, and where others go
	carried          []int                // scans whose states at the beginning of a part are known
	from, to         map[int]int          // where states of an instruction are, and where they are saved
	before           map[int]int          // where the states before blocks are
	kept             int                  // axes of groups in the nest's shape; those of elements follow
	groups, elements int
	team             int   // how many threads share what follows
	part, parts      int   // how many elements or states a thread takes, and how often that goes into a group
	first, count     int   // the parts of this kernel, of its segment
	round            int   // how many elements a thread takes in a round of its loop
	fours            []int // instructions that a round computes for all of them at a time
	byGroups         bool  // neighbouring threads have neighbouring groups, else neighbouring parts
	ordered          bool  // the index of an element is its number
	number           []int // else the strides of its number
	numberAt         int   // and the number of the first element
	scratch          int   // its binding
	work             int64
	marks            bool           // it notes wrong indices, and elements that are stored at places
	stores           []storing      // of the launch
	second           bool           // it is the second pass: see twin
	checks           []check        // of the launch
	errors           windows        // of the errors
	turns            bool           // a thread takes as many groups as each says, one after the other
	each             int            // how many that are
	where            []int          // strides of an element's number in the launch
	whereAt          [2]int         // the number of the first element, for each level
	unread           []device.Value // loads of level 0 whose index is checked, and nothing more
	tiling           *tiling        // of tiles
}

// walk adds a stage that walks groups. It adds several if one is too much work.
func (g *grouping) walk(w walk) error {
	n := &g.nest
	w.rows, w.carried, w.kept, w.groups, w.elements = g.rows, g.carried, len(n.Groups.Shape), n.Groups.Len, n.Elements.Len
	g.findNumbers(&w)
	w.byGroups = g.byGroups()
	w.known = maps.Clone(g.values)
	w.part, w.parts, w.count = max(1, w.elements), 1, 1
	switch w.deal {
	case parts:
		w.part, w.parts, w.count = g.part, g.parts, g.parts
	case mergedParts:
		w.part, w.parts = g.mostStates(mostMerged), g.saved
		w.count = ceil(w.parts, w.part)
	case mergedGroups:
		w.part, w.parts = g.saved, g.saved
	case prefixes:
		w.part, w.parts = g.saved, g.saved
	case prefixBlocks:
		w.part, w.parts = g.mostStates(mostMerged), g.saved
		w.count = ceil(w.parts, w.part)
	}
	w.team = g.teamOf(&w)
	g.findTurns(&w)
	g.placeStates(&w)
	if w.deal != parts {
		return g.addWalks(w, w.count)
	}
	whole := g.nest.Elements
	defer func() { g.nest.Elements = whole }()
	for i := range g.segments {
		s := &g.segments[i]
		g.nest.Elements = s.Plan
		of := w
		of.elements = s.Len
		of.from, of.to = w.behind(w.from, s.first), w.behind(w.to, s.first)
		g.findNumbers(&of)
		if err := g.addWalks(of, s.parts(g.part)); err != nil {
			return err
		}
	}
	return nil
}

// findNumbers finds the numbers of elements.
func (g *grouping) findNumbers(w *walk) {
	number := &g.nest.Elements.Operands[len(g.launch.Out)+len(g.launch.In)]
	w.number, w.numberAt = number.Strides, number.Offset
	w.ordered = w.numberAt == 0 && slices.Equal(w.number, broadcast.RowMajor(g.nest.Elements.Shape...).Strides)
	g.findWhere(w)
}

// behind is where states are, of parts behind the first ones.
func (w *walk) behind(states map[int]int, parts int) map[int]int {
	if parts == 0 {
		return states
	}
	states = maps.Clone(states)
	for i := range states {
		states[i] += parts * w.groups * w.rows[i].Words
	}
	return states
}

// addWalks adds stages for so many parts, from w.first on.
func (g *grouping) addWalks(w walk, count int) error {
	step := count
	if cost := int64(Cost(g.launch.Program, g.repair)); g.limits.Work > 0 && count > 1 {
		step = max(1, min(step, int(g.limits.Work/cost)/(w.groups*w.part)))
	}
	for end := w.first + count; w.first < end; w.first += step {
		w.count = min(step, end-w.first)
		w.work = int64(w.groups) * int64(w.count) * int64(min(w.part, w.elements))
		if err := g.addWalk(w); err != nil {
			return err
		}
	}
	return nil
}

// placeStates finds where the states of a walk are, and where it saves others.
func (g *grouping) placeStates(w *walk) {
	w.from, w.to = map[int]int{}, map[int]int{}
	for _, i := range w.carried {
		w.from[i] = g.states[i]
	}
	for _, r := range w.trips {
		for _, i := range r.ends {
			if !w.walksElements() {
				w.from[i] = g.states[i]
			}
			if w.deal == parts || w.deal == mergedParts {
				w.to[i] = g.space.take(w.count * w.groups * w.rows[i].Words)
				g.states[i], g.saved = w.to[i], w.count
			}
		}
	}
}

// byGroups reports whether elements of neighbouring groups lie side by side, and not those of a group.
func (g *grouping) byGroups() bool {
	n := &g.nest
	for k := len(g.launch.Out); k < len(g.launch.Out)+len(g.launch.In); k++ {
		groups, elements := n.Groups.Operands[k].Strides, n.Elements.Operands[k].Strides
		if len(groups) > 0 && len(elements) > 0 && elements[len(elements)-1] != 0 {
			return groups[len(groups)-1] == 1 && elements[len(elements)-1] != 1
		}
	}
	return true
}

// addWalk adds the stage.
func (g *grouping) addWalk(w walk) error {
	l, k := g.launch, g.next()
	*k = Kernel{program: l.Program, scalars: l.Scalars, repair: g.repair, walk: &w,
		nest:     nest{shape: g.shape(), operands: k.nest.operands[:0]},
		bindings: k.bindings[:0], routines: appendRoutines(k.routines[:0], l.Program)}
	k.nest.len = w.threads() * w.team
	outs := slices.Clone(w.outs)
	for _, r := range w.trips {
		outs = append(outs, r.writes...)
	}
	for _, i := range outs {
		if err := g.bindOutput(k, i); err != nil {
			return err
		}
	}
	k.nest.outputs = len(k.nest.operands)
	read := g.inputs(&w)
	for i := range l.In {
		if read[device.Value(i)] {
			if err := g.bindOperand(k, len(l.Out)+i); err != nil {
				return err
			}
		}
	}
	for _, i := range g.listed(func(v device.Value) bool { return read[v] }) {
		if err := g.bindResult(k, i); err != nil {
			return err
		}
	}
	if w.tiling != nil {
		w.tiling.bindVectors(k, w.kept)
	}
	g.findRounds(k)
	k.nest.len = w.threads() * w.team
	w.keptAt = map[device.Value]int{}
	for _, v := range w.keeps {
		w.keptAt[v] = g.keep(v)
	}
	if len(w.from)+len(w.to)+len(w.known)+len(w.keeps) > 0 {
		k.walk.scratch = k.bind(g.space.Scratch, 0, true)
	}
	g.bindErrors(k)
	if err := k.nest.check(); err != nil {
		return err
	}
	if err := g.checkBindings(k); err != nil {
		return err
	}
	if at := len(g.stages) - 1; len(g.stores) > 0 && len(outs) > 0 && outs[0] < len(l.Out) {
		g.late = append(g.late, at)
	} else {
		g.twin(at)
	}
	return nil
}

// bindOutput binds an output, or scratch in its place: a thread does not own the words of elements
// that are smaller.
func (g *grouping) bindOutput(k *Kernel, i int) error {
	if i >= len(g.launch.Out) {
		return g.bindElements(k, i)
	}
	dt, level := g.launch.Out[i].Type, g.launch.Program.OutputLevel(i)
	if !small(dt) || len(g.launch.Program.Output(i).At) > 0 {
		return g.bindOperand(k, i)
	}
	elements := g.nest.Groups.Len
	if level > 0 {
		elements *= g.nest.Elements.Len
	}
	at, ok := g.aside[i]
	if !ok {
		at = g.space.take(elements)
		g.aside[i] = at
	}
	o := g.inScratch(op.Uint32, at, level)
	if level == 0 {
		o.Layout = g.ofGroups(o.Layout)
	}
	out := operandOf(&o, broadcast.Access{Class: broadcast.Strided, Strides: o.Layout.Strides, Offset: o.Layout.Offset}, true, i)
	out.origin, out.level, out.binding = -1, level, k.bind(g.space.Scratch, 0, true)
	k.nest.operands = append(k.nest.operands, out)
	return nil
}

// bindOperand binds an operand of the launch.
func (g *grouping) bindOperand(k *Kernel, i int) error {
	from, o := g.launch.Operand(i), g.operand(i)
	if g.level(i) == 0 {
		o.Layout = g.ofGroups(o.Layout)
	}
	output, number := i < len(g.launch.Out), i
	if !output {
		number -= len(g.launch.Out)
	}
	x := operandOf(&o, broadcast.Access{Class: broadcast.Strided, Strides: o.Layout.Strides, Offset: o.Layout.Offset}, output, number)
	x.origin, x.level = i, g.level(i)
	if !output && g.launch.Program.Input(number).Position {
		x.unbound, x.binding = true, -1
		k.nest.operands = append(k.nest.operands, x)
		return nil
	}
	if !output {
		x.places = placesOf(from, g.launch.Program.Input(number).Places)
	} else {
		x.places = placesOf(from, len(g.launch.Program.Output(i).At))
	}
	start := 0
	if len(x.places) > 0 {
		start = k.bindPlaces(&x, o.Layout.Shape, from.Buffer, g.limits.Window)
	} else {
		var err error
		if start, err = x.enterWindow(o.Layout.Shape, from.Buffer, g.limits.Window); err != nil {
			return fmt.Errorf("operand %d %w", i, err)
		}
		x.binding = k.bind(from.Buffer, start, output)
	}
	if output && len(x.places) > 0 {
		x.lowest = g.stores[i].lowest - start/from.Type.Size()
		for _, b := range x.windows.bindings {
			k.bindings[b].atomic = k.bindings[b].atomic || small(from.Type)
		}
	}
	k.nest.operands = append(k.nest.operands, x)
	return nil
}

// level is the level of an operand.
func (g *grouping) level(i int) int {
	if p := g.launch.Program; i < len(g.launch.Out) {
		return p.OutputLevel(i)
	}
	return g.launch.Program.Input(i - len(g.launch.Out)).Level
}

// inputs are the inputs that a walk reads.
func (g *grouping) inputs(w *walk) map[device.Value]bool {
	p, seen := g.launch.Program, map[device.Value]bool{}
	var visit func(v device.Value)
	visit = func(v device.Value) {
		i := int(v - p.Result(0))
		if _, known := w.known[v]; seen[v] || known {
			return
		}
		seen[v] = true
		if i < 0 || isSort(p, i) {
			return
		}
		for _, a := range p.Code()[i].Args {
			if p.Level(a) <= p.Level(v) { // the elements of a reduction are those of a trip
				visit(a)
			}
		}
	}
	for _, r := range w.trips {
		for _, i := range r.elements { // also those that nothing reads, see checked
			visit(p.Result(i))
		}
		for _, i := range r.ends {
			for _, a := range p.Code()[i].Args {
				if p.Level(a) == 0 && w.deal != parts || p.Level(a) > 0 && w.walksElements() {
					visit(a)
				}
			}
		}
		for _, i := range r.writes {
			visitAll(visit, written(p, i))
		}
	}
	for _, v := range w.keeps {
		visit(v)
	}
	for _, i := range w.outs {
		visitAll(visit, written(p, i))
	}
	visitAll(visit, w.unread)
	return seen
}

func (w *walk) walksElements() bool {
	return w.deal == wholeGroups || w.deal == parts || w.deal == tiles
}

// threads is how many threads the walk takes, or teams of them.
func (w *walk) threads() int {
	if w.tiling != nil {
		return w.tiling.threads()
	}
	return ceil(w.groups*w.count/w.abreast(), max(1, w.each))
}
