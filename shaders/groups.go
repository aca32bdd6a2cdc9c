package shaders

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// Forms are what kernels do besides maps. Lacks has the rows that are missing.
const Forms = device.AllForms

// grouping lowers a launch of a program with reductions or scans. Its stages are walks, whose threads
// walk the elements of groups, and maps. What a walk finds out about a group is kept in scratch for
// later stages: states of parts of the group, and values of level 0.
type grouping struct {
	*Lowering
	lists   sortLists
	launch  *device.Launch
	phases  []device.Phase
	product bool           // the launch is a product of matrices
	rows    []GroupRow     // of the instructions
	nest    broadcast.Nest // of a piece of the groups
	size    int            // elements of a group
	space   space
	values  map[device.Value]int // where values of level 0 are kept
	states  map[int]int          // where states of an instruction are kept, for each part of a group
	aside   map[int]int          // where outputs are kept until maps copy them

	bounds      []int // cells of operands, see cut
	segments    []segment
	team        int   // how many threads share a group or a part
	part, parts int   // how many elements a part of a group has, and how many parts there are
	saved       int   // states of each group in the phase, before they are merged
	late        []int // stages whose second passes come last
	after       []func() error
	carried     []int // scans whose states at the beginning of each part are known
}

// groups adds the stages of a program with reductions or scans.
func (w *Lowering) groups(l *device.Launch) error {
	w.findChecks(l)
	if n := broadcast.RowMajor(l.Shape...).Len(); w.errors != nil && uint64(n) > math.MaxUint32 {
		return fmt.Errorf("%d elements with places that are computed; %d are the most, as 32 bits count them", n, uint32(math.MaxUint32))
	}
	g := &grouping{Lowering: w, launch: l, phases: l.Program.Phases(), space: space{Scratch: w.temporary(0, "partial results of groups")}}
	if err := g.findRows(); err != nil {
		return err
	}
	if l.Program.Forms().Has(device.Stores) {
		if err := w.placeStores(l); err != nil {
			return err
		}
	}
	if w.errors != nil {
		if err := w.clear(w.errors); err != nil {
			return err
		}
	}
	var few [16]int
	nest := g.plan()
	if n := uint64(nest.Elements.Len); n > mostCounted && g.counts() {
		return fmt.Errorf("groups of %d elements; %d are the most, as 32 bits count them (reduce along one axis after the other)", n, uint64(mostCounted))
	}
	most := g.most(nest)
	if g.product = l.Program.Forms()&(device.Finds|device.Stores) == 0 && g.inTiles(&nest) && g.checksEarly(); g.product {
		most = g.mostOfProduct(nest.Elements.Len)
	}
	cells := w.cells(l, few[:0])
	g.bounds = g.ofElements(cells)
	if g.nest = nest; nest.Groups.Len > 0 {
		if err := g.each(nest.Pieces(most, cells)); err != nil {
			return err
		}
	}
	if err := g.finishStores(); err != nil {
		return err
	}
	if window := w.limits.Window; window > 0 && g.space.Bytes > window {
		return fmt.Errorf("partial results of %d bytes for groups of %d elements; %d are the most", g.space.Bytes, nest.Elements.Len, window)
	}
	if last := len(w.scratch) - 1; g.space.Bytes == 0 && w.scratch[last] == g.space.Scratch {
		w.scratch = w.scratch[:last]
	}
	return nil
}

// begin adds the stages of a piece. If its groups cross from window to window at different elements, they
// come in smaller pieces. So they do if a product of matrices reaches beyond windows.
func (g *grouping) begin() error {
	crossing := g.cut()
	if g.product && len(g.segments) > 1 {
		g.product = false
		defer func() { g.product = true }()
		return g.each(g.nest.Pieces(g.most(g.nest), nil))
	}
	if crossing != nil {
		return g.each(crossing.Pieces(0, g.bounds))
	}
	g.values, g.states, g.aside = map[device.Value]int{}, map[int]int{}, map[int]int{}
	g.carried, g.lists.results = nil, map[int]sortList{}
	if len(g.stores) == 0 { // else second passes need it
		g.space.used = 0
	}
	return g.piece()
}

// each adds the stages of pieces, of some groups each.
func (g *grouping) each(pieces iter.Seq[broadcast.Nest]) error {
	elements := g.nest.Elements
	for piece := range pieces {
		g.nest = broadcast.Nest{Groups: piece.Groups, Elements: elements}
		if err := g.begin(); err != nil {
			return err
		}
	}
	return nil
}

// findRows finds the text of each row of groups.
func (g *grouping) findRows() error {
	code := g.launch.Program.Code()
	g.rows = make([]GroupRow, len(code))
	for i, in := range code {
		if _, ok := in.Op.Role.(*op.Group); !ok || isSort(g.launch.Program, i) {
			continue
		}
		types := make([]op.DType, len(in.Args))
		for a, v := range in.Args {
			types[a] = g.launch.Program.Type(v)
		}
		var ok bool
		if g.rows[i], ok = RowOf(in.Op, types); !ok {
			return fmt.Errorf("%v of %v, which has no kernel", in.Op, types)
		}
	}
	return nil
}

// scans reports whether an instruction is a scan.
func (g *grouping) scans(i int) bool {
	r, ok := g.launch.Program.Code()[i].Op.Role.(*op.Group)
	return ok && r.Gives == op.Prefixes
}

// piece adds the stages of some groups.
func (g *grouping) piece() error {
	g.team = 1
	if g.product {
		if err := g.checkPlaces(); err != nil {
			return err
		}
		t := g.tiles()
		if err := g.walk(walk{deal: tiles, tiling: t, trips: []trip{{ends: []int{t.dot}}}, outs: g.outputs()}); err != nil {
			return err
		}
		return g.copyAsideLater()
	}
	if g.launch.Levels == nil {
		if err := g.walk(walk{deal: wholeGroups, outs: g.outputs(), unread: g.unread()}); err != nil {
			return err
		}
		return g.copyAsideLater()
	}
	g.team = g.findTeam()
	g.divide()
	add := g.inParts
	if g.short() {
		add = g.whole
	}
	if err := add(&g.phases[len(g.phases)-1]); err != nil {
		return err
	}
	return g.copyAsideLater()
}

// whole adds a walk whose threads have whole groups, and do all phases.
func (g *grouping) whole(last *device.Phase) error {
	w := walk{deal: wholeGroups}
	for n := range g.phases[1:] {
		w.trips = append(w.trips, g.trip(g.phases[1+n].Ends, g.phases[1+n].Writes))
	}
	w.trips[len(w.trips)-1].elements = g.checked(last, last.Ends)
	w.unread = g.unread()
	maps := g.writtenByMaps(last) && slices.ContainsFunc(last.Writes, func(i int) bool { return small(g.launch.Out[i].Type) })
	if maps {
		w.trips[len(w.trips)-1], w.keeps = g.trip(last.Ends, nil), g.needs(last)
	}
	late := maps && g.launch.InPlace()
	if !late {
		w.outs = g.outputs()
	}
	if err := g.walk(w); err != nil || !maps {
		return err
	}
	if err := g.write(last); err != nil || !late {
		return err
	}
	return g.walk(walk{deal: wholeGroups, outs: g.outputs()})
}

// inParts adds stages of groups whose elements are split among threads. All stages of a phase come
// before those of the next.
func (g *grouping) inParts(last *device.Phase) error {
	outs, final := g.outputs(), 0
	for n := range g.phases {
		if _, reductions := g.ends(&g.phases[n]); len(reductions) > 0 {
			final = n
		}
	}
	for n := range g.phases {
		ph := &g.phases[n]
		if err := g.carry(ph); err != nil {
			return err
		}
		sorts, reductions := g.ends(ph)
		for _, i := range sorts {
			if err := g.sort(i); err != nil {
				return err
			}
		}
		if len(reductions) == 0 {
			continue
		}
		w := walk{deal: mergedGroups, trips: []trip{{ends: reductions}}, keeps: g.keepsOf(ph, reductions)}
		if n == final && (len(last.Writes) == 0 || !g.launch.InPlace()) {
			w.outs, outs = outs, nil
		}
		if err := g.reduce(reductions, w); err != nil {
			return err
		}
	}
	if err := g.finish(last, outs); err != nil || len(g.unread()) == 0 {
		return err
	}
	return g.walk(walk{deal: wholeGroups, unread: g.unread()})
}

// reduce adds the stages of reductions, which end with a walk over groups.
func (g *grouping) reduce(reductions []int, end walk) error {
	if err := g.walk(walk{deal: parts, trips: []trip{g.trip(reductions, nil)}}); err != nil {
		return err
	}
	most := g.mostStates(mostMerged) * g.team
	for g.saved > most {
		if err := g.walk(walk{deal: mergedParts, trips: end.trips}); err != nil {
			return err
		}
	}
	return g.walk(end)
}

// carry adds the stages that find the states of a phase's scans at the beginning of each part. A scan
// of another scan's results comes after that one.
func (g *grouping) carry(ph *device.Phase) error {
	for _, i := range ph.Elements {
		if _, carried := g.states[i]; carried || !g.scans(i) {
			continue
		}
		if err := g.walk(walk{deal: parts, trips: []trip{g.trip([]int{i}, nil)}}); err != nil {
			return err
		}
		if err := g.prefix(i); err != nil {
			return err
		}
		g.carried = append(g.carried, i)
	}
	return nil
}

// prefix adds the stages that replace the saved states of a scan by those of all elements before. Where
// they are many, it merges blocks of them, does the same with these, and goes on within each block.
func (g *grouping) prefix(i int) error {
	at, saved, trips := g.states[i], g.saved, []trip{{ends: []int{i}}}
	if saved <= g.mostStates(mostPrefixes) {
		return g.walk(walk{deal: prefixes, trips: trips})
	}
	if err := g.walk(walk{deal: mergedParts, trips: trips}); err != nil {
		return err
	}
	before := map[int]int{i: g.states[i]}
	if err := g.prefix(i); err != nil {
		return err
	}
	g.states[i], g.saved = at, saved
	return g.walk(walk{deal: prefixBlocks, trips: trips, before: before})
}

// finish adds the stages that write the outputs of level 1, and then some of level 0.
func (g *grouping) finish(last *device.Phase, outs []int) (err error) {
	elements := g.checked(last, nil)
	switch {
	case len(elements)+len(last.Writes) == 0:
	case g.writtenByMaps(last):
		err = g.write(last)
	default:
		err = g.walk(walk{deal: parts, trips: []trip{{elements: elements, writes: last.Writes}}})
	}
	if err != nil || len(outs) == 0 {
		return err
	}
	return g.walk(walk{deal: wholeGroups, outs: outs})
}
