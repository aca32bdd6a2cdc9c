package exec

import (
	"slices"
	"sync"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

const (
	TileLen  = 1024    // elements of a tile, at most, if they have four bytes or more
	longTile = 1 << 16 // the same without tile memory: Go cannot interrupt assembly
)

// task is a launch that is laid out for tiles: where each value lies while a tile is computed, and
// the steps for each tile. Workers share it and do not change it.
type task struct {
	*Engine
	program *compiled
	memory  []Memory // of the operands, outputs first
	plan    broadcast.Plan
	ended   <-chan struct{} // when it is closed, no more tiles are begun; or nil

	threads int // that share the launch
	tiling
	words  int  // of a tile
	stream bool // results bypass the caches

	tileOf  []int         // the tile that a value lies in; -1: in its buffer
	tiles   int           // how many there are
	fills   []fill        // constants, filled in once
	inputs  []move        // before the steps
	modes   []vector.Mode // of the steps
	outputs []move        // after the steps, or where their results go
}

// fill is a value that is the same for all elements.
type fill struct {
	value device.Value
	n     int // how many elements of the tile: one, or all
	size  int // bytes of an element
	bits  uint64
}

// resolve lays out the launch for its plan.
func (t *task) resolve(l *device.Launch, e *Engine, p *compiled) {
	t.Engine, t.program, t.tiles = e, p, p.Slots
	t.threads = e.threadsFor(p.work(t.plan.Len), t.plan.Len)
	t.tileOf, t.modes = grow(t.tileOf, len(p.values)), modes(t.modes, p.Steps)
	for v := range p.values {
		t.tileOf[v] = p.values[v].slot
	}
	read, written := l.Bytes()
	t.stream = e.Stream(read, written, e.Threads)
	t.chooseTiles()
	for i := range l.In {
		t.input(device.Value(i), len(l.Out)+i)
	}
	for i, s := range l.Scalars {
		v := device.Value(len(l.In) + i)
		t.constant(v, p.values[v].bytes, uint64(s))
	}
	for k, v := range p.outputs {
		t.output(v, k)
	}
	t.lengthen()
	t.streams()
}

func (t *task) constant(v device.Value, size int, bits uint64) {
	if t.program.values[v].last != unread {
		t.assignTile(v)
		takeConstant(t.program.Steps, t.modes, v)
		n := 1
		if t.program.values[v].full {
			n = t.room
		}
		t.fills = append(t.fills, fill{v, n, size, bits})
	}
}

// lengthen makes steps compute as many elements as possible at a time, if no tile has to stay in
// the cache. That is so if each tile has one element. Goroutines that share the launch need several
// tiles each.
func (t *task) lengthen() {
	if !t.rows || len(t.modes) != 1 || t.tiles > len(t.fills) || slices.ContainsFunc(t.fills, func(f fill) bool { return f.n > 1 }) {
		return
	}
	t.room = longTile
	if t.threads > 1 {
		t.room = min(t.room, max(t.plan.Len/(8*t.threads)/TileLen, 1)*TileLen)
	}
	t.columns = t.room
	t.cut(t.plan.Shape)
}

// assignTile gives a tile to a value that has no slot.
func (t *task) assignTile(v device.Value) {
	t.tileOf[v] = t.tiles
	t.tiles++
}

// recycle empties the task for the next launch, without holding on to this one's memory.
func (t *task) recycle() {
	clear(t.inputs)
	clear(t.outputs)
	t.plan, t.Engine, t.program, t.memory, t.ended = broadcast.Plan{}, nil, nil, nil, nil
	t.inputs, t.outputs, t.fills = t.inputs[:0], t.outputs[:0], t.fills[:0]
	tasks.Put(t)
}

var tasks = sync.Pool{New: func() any { return new(task) }}
