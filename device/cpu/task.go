package cpu

import (
	"math"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
)

const (
	tileLen  = 1024    // elements of a tile, at most
	longTile = 1 << 16 // and where no tile is needed: Go cannot interrupt assembly
)

// task is a launch, resolved: where the values of its program lie while a tile is
// computed, and what is done for each tile. Workers share it and do not change it.
type task struct {
	sizes
	tier     *tier
	plan     broadcast.Plan
	planner  broadcast.Planner
	flat     [2]int             // a plan's shape and strides without allocating them
	accesses []broadcast.Access // and its operands
	ended    <-chan struct{}    // when it is closed, no more tiles are begun; or nil

	blocked bool // tiles are squares of the axes cross and innermost
	cross   int
	rows    bool // tiles end where rows end
	merged  bool // rows are of the two innermost axes
	inner   int  // elements of a row
	least   int  // elements of a row that the kernels take where it is
	cost    int  // of one element, in additions by assembly
	widest  int  // see widest
	swapped bool // as the device's

	room    int          // elements that a tile has room for
	most    int          // elements of rows that are computed at a time
	full    []bool       // values that are read as whole tiles, though they may be constant
	still   []bool       // values that are constant along a tile, and so one element unless full
	stream  bool         // results go past the caches,
	kept    int          // but for those of so many elements or blocks, the first
	result0 device.Value // the first that is computed

	uses    []int  // how many operands and outputs a value is
	last    []int  // the last instruction that reads a value; unread, or one beyond them all
	bytes   []int  // of a value's element
	tileOf  []int  // the tile that a value lies in; -1: in its buffer
	free    []int  // tiles that may be used again
	tiles   int    // how many there are
	fills   []fill // constants, once
	inputs  []move // before the instructions
	steps   []step
	whole   []composite // see compose
	seen    []seen      // room for a match
	outputs []move      // after the instructions, or where their results go

	lone lone // of the last short launch
}

const (
	unread = -1
	stays  = math.MaxInt // in last: the value's tile is never free
)

// fill is a value that is the same for all elements.
type fill struct {
	value device.Value
	n     int // how many elements of the tile: one, or all
	size  int // bytes of an element
	bits  uint64
}

// move is an input or output, and how it gets from or to its buffer.
type move struct {
	value  device.Value
	base   unsafe.Pointer // element 0 of the buffer
	size   int            // bytes of an element
	access *broadcast.Access
	direct bool // used where it is
	fixed  bool // an input that is the same along the axis cross, so that its tile needs one row
}

// resolve lays out the launch for its plan.
func (t *task) resolve(l *device.Launch, d *Device) {
	t.sizes, t.tier, t.swapped = d.sizes, d.tier, d.swapped
	t.result0 = l.Program.Result(0)
	t.liveness(l.Program)
	t.kernels(l)
	read, written := t.traffic(l)
	kept := t.keeps(read, written, d.threads)
	t.stream = kept < 1
	t.cut()
	t.kept = int(kept * float64(t.units()))
	for i := range l.In {
		t.input(l, i)
	}
	for i, s := range l.Scalars {
		v := device.Value(len(l.In) + i)
		t.constant(v, t.bytes[v], uint64(s))
	}
	for i := range l.Out {
		t.output(l, i)
	}
	t.shorten()
	for i := range t.steps {
		t.step(&t.steps[i])
	}
	t.stores(l)
	t.lengthen()
}

// cut decides on the tiles' length.
func (t *task) cut() {
	t.inner, t.room = t.plan.Len, tileLen
	if t.cross, t.blocked = cross(&t.plan); t.blocked {
		t.tile, t.room, t.rows = blockColumns, blockRows*blockColumns, true
		return
	}
	rank := len(t.plan.Shape)
	t.cross = rank - 2
	if rank > 1 {
		t.inner = t.plan.Shape[rank-1]
	}
	if t.merged = t.repeats(); t.merged {
		t.inner *= t.plan.Shape[rank-2]
		t.cross--
	}
	if t.stream { // rows of a few registers would go to memory in pieces
		t.least *= 4
	}
	t.rows = t.inner == t.plan.Len || t.inner >= min(t.least, t.tile)
	if !t.rows { // whole rows
		t.tile -= t.tile % t.inner
	} else { // all alike, so that none is tiny
		pieces := (t.inner + t.tile - 1) / t.tile
		t.tile = (t.inner + pieces - 1) / pieces
		if t.merged && t.tile > t.plan.Shape[rank-1] { // whole rows, to be repeated
			t.tile -= t.tile % t.plan.Shape[rank-1]
		}
		if t.merged && t.cross > 0 {
			t.turn()
		}
	}
}

// gatherBytes is how much of an operand is gathered from memory at a time, where several are
// in turn: of each processors fetch a page or less ahead. Of a step of 2 it took 0.82 times as long
// as twice as much.
const gatherBytes = 2048

// shorten has several operands of large launches gathered by less than a tile at a time. To
// gather one costs as much as an addition.
func (t *task) shorten() {
	gathered, tile := 0, t.tile
	for i := range t.inputs {
		if m := &t.inputs[i]; !m.direct {
			gathered++
			tile = min(tile, gatherBytes/m.size)
		}
	}
	t.cost += gathered
	if t.stream && !t.blocked && gathered > 1 {
		if t.tile = tile; t.inner < tile {
			t.tile -= tile % t.inner
		}
	}
}

func (t *task) constant(v device.Value, size int, bits uint64) {
	if t.last[v] != unread {
		t.last[v] = stays
		t.place(v)
		t.still[v] = true
		n := 1
		if t.full[v] {
			n = t.room
		}
		t.fills = append(t.fills, fill{v, n, size, bits})
	}
}

// lengthen has as much as possible computed at a time where nothing else has to stay in the cache: tiles have one
// element, or one row for all.
func (t *task) lengthen() {
	t.most = t.room
	if !t.rows || t.blocked || len(t.steps) != 1 {
		return
	}
	tiles, rows := 0, 0
	for _, f := range t.fills {
		if f.n == 1 {
			tiles++
		}
	}
	for i := range t.inputs {
		if m := &t.inputs[i]; m.fixed && !m.direct {
			rows++
		}
	}
	if tiles+rows < t.tiles {
		return
	}
	if t.most = longTile; rows == 0 {
		t.tile = min(t.inner, longTile)
	}
}

// recycle empties the task for the next launch, without holding on to this one's memory.
func (t *task) recycle() {
	clear(t.inputs)
	clear(t.outputs)
	t.plan = broadcast.Plan{}
	t.inputs, t.outputs = t.inputs[:0], t.outputs[:0]
	t.last, t.tileOf, t.free, t.bytes = t.last[:0], t.tileOf[:0], t.free[:0], t.bytes[:0]
	t.fills, t.steps = t.fills[:0], t.steps[:0]
	t.full, t.still, t.uses = t.full[:0], t.still[:0], t.uses[:0]
	t.tiles, t.cost, t.least, t.ended = 0, 0, 0, nil
}
