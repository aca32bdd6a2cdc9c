package exec

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

const (
	TileLen  = 1024    // elements of a tile of rows, at most, if they have four bytes or more
	longTile = 1 << 16 // the same without tile memory, if a step costs 1: Go cannot interrupt assembly
)

// layout is where each value of a launch lies while a tile is computed, and the steps for each tile.
// It holds for every launch of the program with the same layouts, at any offsets, and does not change.
type layout struct {
	program *compiled
	planner broadcast.Planner
	plan    broadcast.Plan
	swapped bool // see Engine
	threads int  // that share the launch, at most
	tiling
	groups  grouping
	firsts  firsts
	numbers numbering
	product *product      // nil if the groups are no products of matrices
	phases  []phase       // of the program, as long or short groups need them
	kept    int           // words for lists, of an element for each group of a tile, and for states
	states  []int         // of the steps: where the states of a reduction lie in them
	words   int           // of a tile
	tile    []int         // where a value lies in a worker's words; -1: in its buffer
	room    int           // words of a worker
	spread  int           // where tiles of repeated values of level 0 begin in them
	outs    int           // how many operands are outputs
	ins     int           // how many are inputs
	moves   []move        // the operands, outputs first
	takes   []vector.Mode // of the steps: which operands are one element
	spared  []bool        // of the values of a launch with groups: products that a sum computes itself
	large   bool          // the launch exceeds the caches: see streams
	several bool          // there are several tiles, or parts of a product: the launch may be left between two
}

// lay lays out a launch.
func (t *layout) lay(e *Engine, l *device.Launch) {
	p := e.Programs.Of(l.Program, e.Set)
	if !e.Swapped {
		p = p.formFor(l)
	}
	t.program, t.swapped = p, e.Swapped
	t.outs, t.ins, t.moves = len(l.Out), len(l.In), grow(t.moves, len(l.Out)+len(l.In)+2*p.kept())
	t.tile, t.takes = grow(t.tile, len(p.values)), grow(t.takes, len(p.steps))
	clear(t.takes)
	if t.kept = 0; t.grouped() {
		t.layGroups(e, l)
	} else {
		t.layMap(e, l)
	}
	t.several = t.count > 1 || t.groups.elements.count > 1 || t.product != nil
}

// work is what the launch costs: see compiled.work.
func (t *layout) work() int64 {
	if t.product != nil {
		return t.product.work
	}
	return t.program.work(t.plan.Len)
}

// grouped reports whether the program has groups.
func (t *layout) grouped() bool { return len(t.program.phases) > 0 }

// layMap lays out a launch without groups.
func (t *layout) layMap(e *Engine, l *device.Launch) {
	p := t.program
	t.plan = t.nest(l).Groups
	t.numbers, t.product = numbering{}, nil
	if p.counts() {
		number := &t.plan.Operands[t.outs+t.ins]
		t.numbers = numbering{strides: number.Strides, group: number.Offset}
	}
	t.groups.parts, t.groups.elements.count = 1, 1
	t.threads = e.threadsFor(p.work(t.plan.Len), t.plan.Len)
	read, written := l.Bytes()
	t.large = e.streams(read, written, e.Threads)
	t.chooseTiles(e)
	t.assignSlots()
	t.assignScalars()
	for i := range l.In {
		t.input(device.Value(i), t.outs+i, l)
	}
	for k, v := range p.outputs {
		if s := p.storeOf(k); s != nil {
			t.layStore(s, l, t.input, t.written)
		} else {
			t.output(v, k, l)
		}
	}
	t.lengthen()
}

// nest returns the loops of a launch. Further operands are the number of an element in row-major order,
// and in a launch of groups that of its group.
func (t *layout) nest(l *device.Launch) broadcast.Nest {
	if !t.program.counts() {
		return l.Nest(&t.planner)
	}
	number := broadcast.RowMajor(l.Shape...)
	if !t.grouped() {
		return l.Nest(&t.planner, number)
	}
	group := broadcast.Layout{Shape: l.Shape, Strides: make([]int, len(l.Shape))}
	copy(group.Strides, broadcast.RowMajor(l.Shape[:l.Kept()]...).Strides)
	return l.Nest(&t.planner, number, group)
}

// assignSlots gives tiles to the slots of values.
func (t *layout) assignSlots() {
	t.room = t.program.slots * t.words
	for v := range t.program.values {
		if t.tile[v] = -1; t.program.values[v].slot >= 0 {
			t.tile[v] = t.program.values[v].slot * t.words
		}
	}
}

// assignScalars gives memory to the scalars that a kernel takes as a whole tile, or as a list of the groups.
func (t *layout) assignScalars() {
	for i := range t.program.source.Scalars() {
		v := device.Value(t.ins + i)
		t.constant(v)
		if n := t.copies(v); n > 0 {
			t.tile[v] = t.room
			t.room += (n*t.program.values[v].bytes + 7) / 8
		}
	}
}

// copies is how many elements a scalar has in memory of its own.
func (t *layout) copies(v device.Value) int {
	switch from := &t.program.values[v]; {
	case from.full:
		return t.most
	case from.list:
		return t.groups.groups.most
	}
	return 0
}

// constant makes steps read a value as one element, if their kernels can.
func (t *layout) constant(v device.Value) {
	for i := range t.takes {
		s := &t.program.steps[i]
		for k, from := range s.from {
			if from == v && s.constant(k) {
				t.takes[i] |= vector.X << k
			}
		}
	}
}

// lengthen makes steps compute as many elements as possible at a time, if there are no tiles that
// have to stay in the cache. Goroutines that share the launch need several tiles each.
func (t *layout) lengthen() {
	if !t.rows || len(t.takes) != 1 || t.room > 0 {
		return
	}
	t.most = max(longTile/max(t.program.cost, 1), TileLen)
	if t.threads > 1 {
		t.most = min(t.most, max(t.plan.Len/(8*t.threads)/TileLen, 1)*TileLen)
	}
	t.cut(t.plan.Shape, t.most)
}

// assignTile gives a tile to a value that has no slot.
func (t *layout) assignTile(v device.Value) {
	t.tile[v] = t.room
	t.room += t.words
}
