package cpu

import (
	"math"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
)

const tileLen = 1024 // elements of a tile, at most

// task is a launch, resolved: where the values of its program lie while a tile is
// computed, and what is done for each tile. Workers share it and do not change it.
type task struct {
	sizes
	held     []held
	plan     broadcast.Plan
	planner  broadcast.Planner
	flat     [2]int             // a plan's shape and strides without allocating them
	accesses []broadcast.Access // and its operands

	blocked bool // tiles are squares of the axes cross and innermost
	cross   int
	rows    bool // tiles end where rows end
	inner   int  // elements of a row
	cost    int  // of one element, in simple instructions
	swapped bool // as the device's

	last    []int  // the last instruction that reads a value; unread, or one beyond them all
	tileOf  []int  // the tile that a value lies in; -1: in its buffer
	free    []int  // tiles that may be used again
	tiles   int    // how many there are
	fills   []fill // constants, once
	inputs  []move // before the instructions
	steps   []step
	outputs []move // after the instructions, or where their results go

	lastKey    key // of lastKernel, see kernel
	lastKernel priced
}

const (
	unread = -1
	stays  = math.MaxInt // in last: the value's tile is never free
)

// fill is a value that is the same for all elements.
type fill struct {
	value device.Value
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
}

// step is an instruction: to and up to three from.
type step struct {
	run  kernel
	to   device.Value
	from [3]device.Value
}

// resolve lays out the launch for its plan.
func (t *task) resolve(l *device.Launch, d *Device) {
	t.sizes, t.swapped = d.sizes, d.swapped
	t.cut()
	t.liveness(l.Program)
	for i := range l.In {
		t.input(l, i)
	}
	for i, dt := range l.Program.Scalars() {
		t.constant(device.Value(len(l.In)+i), dt.Size(), uint64(l.Scalars[i]))
	}
	for i := range l.Out {
		t.output(l, i)
	}
	for i, in := range l.Program.Code() {
		t.step(l.Program, i, in)
	}
	if t.rows && t.tiles == 0 && len(t.steps) == 1 {
		t.tile = t.inner // nothing has to stay in the cache
	}
}

// cut decides on the tiles' length.
func (t *task) cut() {
	t.inner = t.plan.Len
	if t.cross, t.blocked = cross(&t.plan); t.blocked {
		t.tile, t.rows = tileLen, false
		return
	}
	if rank := len(t.plan.Shape); rank > 1 {
		t.inner = t.plan.Shape[rank-1]
	}
	t.rows = t.inner == t.plan.Len || t.inner >= t.longRow
	if t.rows { // all alike, so that none is tiny
		pieces := (t.inner + t.tile - 1) / t.tile
		t.tile = (t.inner + pieces - 1) / pieces
	}
}

func (t *task) constant(v device.Value, size int, bits uint64) {
	if t.last[v] != unread {
		t.last[v] = stays
		t.place(v)
		t.fills = append(t.fills, fill{v, size, bits})
	}
}

func (t *task) step(p *device.Program, i int, in device.Instr) {
	s := step{to: p.Result(i)}
	copy(s.from[:], in.Args)
	k := t.kernel(in.Op, p.Type(in.Args[len(in.Args)-1]), in.Type) // see op.Computes
	s.run = k.run
	t.cost += k.cost
	if !t.written(s.to) {
		t.place(s.to)
	}
	for _, v := range in.Args {
		t.done(v, i)
	}
	t.done(s.to, i)
	t.steps = append(t.steps, s)
}

// recycle empties the task for the next launch, without holding on to this one's memory.
func (t *task) recycle() {
	clear(t.inputs)
	clear(t.outputs)
	t.plan = broadcast.Plan{}
	t.inputs, t.outputs = t.inputs[:0], t.outputs[:0]
	t.last, t.tileOf, t.free = t.last[:0], t.tileOf[:0], t.free[:0]
	t.fills, t.steps = t.fills[:0], t.steps[:0]
	t.tiles, t.cost = 0, 0
}
