package exec

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

const (
	TileLen  = 1024    // elements of a tile of rows, at most, if they have four bytes or more
	longTile = 1 << 16 // the same without tile memory, if a step costs 1: Go cannot interrupt assembly
)

// task is a launch that is laid out for tiles: where each value lies while a tile is computed, and
// the steps for each tile. It holds for every launch of the program with the same layouts, at any
// offsets. Bound to a launch, it also has the memory of the operands and the scalars. Workers share
// it and do not change it.
type task struct {
	program *compiled
	planner broadcast.Planner
	plan    broadcast.Plan
	swapped bool // see Engine
	threads int  // that share the launch, at most
	tiling
	words int    // of a tile
	tile  []int  // the tile that a value lies in; -1: in its buffer
	tiles int    // how many there are
	outs  int    // how many operands are outputs
	moves []move // the operands, outputs first

	large    bool            // the launch exceeds the caches: see Stream
	own      worker          // of the launch's goroutine
	sharing                  // with helpers
	modes    []vector.Mode   // of the steps
	scalars  []op.Scalar     // of the launch
	elements []uint64        // the scalars, each as an element at the start of a word
	ended    <-chan struct{} // when it is closed, no more tiles are begun; or nil
	left     atomic.Bool     // the context ended before the last tile was begun
}

var tasks = sync.Pool{New: func() any { return new(task) }}

// lay lays out a launch.
func (t *task) lay(e *Engine, l *device.Launch) {
	p := e.Programs.Of(l.Program, e.Set)
	t.program, t.swapped, t.plan = p, e.Swapped, l.Nest(&t.planner).Groups
	t.threads = e.threadsFor(p.work(t.plan.Len), t.plan.Len)
	read, written := l.Bytes()
	t.large = e.Stream(read, written, e.Threads)
	t.chooseTiles(e)
	t.tiles, t.tile = p.Slots, grow(t.tile, len(p.values))
	for v := range p.values {
		t.tile[v] = p.values[v].slot
	}
	t.modes = grow(t.modes, len(p.Steps))
	clear(t.modes)
	t.elements = grow(t.elements, len(l.Scalars))
	for i := range l.Scalars {
		v := device.Value(len(l.In) + i)
		if t.constant(v); p.values[v].full {
			t.assignTile(v)
		}
	}
	t.outs, t.moves = len(l.Out), grow(t.moves, len(l.Out)+len(l.In))
	for i := range l.In {
		t.input(device.Value(i), t.outs+i, l)
	}
	for k, v := range p.outputs {
		t.output(v, k, l)
	}
	t.lengthen()
	t.own.lay(t)
}

// constant makes steps read a value as one element, if their kernels can.
func (t *task) constant(v device.Value) {
	for i := range t.modes {
		s := &t.program.Steps[i]
		for k, from := range s.from[:s.operands] {
			if from == v && s.constants() {
				t.modes[i] |= vector.X << k
			}
		}
	}
}

// lengthen makes steps compute as many elements as possible at a time, if there are no tiles that
// have to stay in the cache. Goroutines that share the launch need several tiles each.
func (t *task) lengthen() {
	if !t.rows || len(t.modes) != 1 || t.tiles > 0 {
		return
	}
	t.room = max(longTile/max(t.program.cost, 1), TileLen)
	if t.threads > 1 {
		t.room = min(t.room, max(t.plan.Len/(8*t.threads)/TileLen, 1)*TileLen)
	}
	t.cut(t.plan.Shape, t.room)
}

// assignTile gives a tile to a value that has no slot.
func (t *task) assignTile(v device.Value) {
	t.tile[v] = t.tiles
	t.tiles++
}

// laidFor reports whether the task was laid out for the launch, on an engine like this one.
func (t *task) laidFor(l *device.Launch, e *Engine) bool {
	return t.program.source == l.Program && t.program.set == e.Set && t.threads <= e.Threads && l.Levels == nil &&
		len(l.Out) == t.outs && len(l.In) == len(t.moves)-t.outs && len(l.Scalars) == len(t.elements)
}

// errOutside is the error of a launch that Check refuses with more words.
var errOutside = errors.New("an operand leaves its buffer, or a scalar is no element of its type")

// bind finds the memory of the launch's operands, and what depends on it.
func (t *task) bind(l *device.Launch, e *Engine) error {
	t.scalars = l.Scalars
	for i, s := range l.Scalars {
		v := &t.program.values[len(l.In)+i]
		if uint64(s) > v.most {
			return errOutside
		}
		kernel.Fill(unsafe.Pointer(&t.elements[i]), v.bytes, 1, uint64(s))
	}
	for k := range t.moves {
		m, o := &t.moves[k], l.Operand(k)
		memory, bytes, err := e.Where(o.Buffer)
		if err != nil {
			role, i := "output", k
			if k >= t.outs {
				role, i = "input", k-t.outs
			}
			return fmt.Errorf("cpu: %s %d: %w", role, i, err)
		}
		m.memory = memory
		if t.count == 0 { // without elements the offset may be anything
			continue
		}
		m.from, m.to = o.Layout.Offset+m.first, o.Layout.Offset+m.end // may overflow for an absurd offset
		if m.from < 0 || uint(m.to) > uint(bytes)/uint(m.size) {
			return errOutside
		}
		m.at = unsafe.Add(memory, (o.Layout.Offset+m.skip)*m.size)
	}
	for k := range t.moves[:t.outs] {
		if m := &t.moves[k]; m.early {
			m.direct = !t.readLater(m)
		}
	}
	if t.large {
		t.stream()
	}
	return nil
}

// apart reports whether outputs share no element with another operand, but in place. It may report
// false for a right launch whose operands alternate in one buffer.
func (t *task) apart() bool {
	for i := range t.moves[:t.outs] {
		out := &t.moves[i]
		for k := i + 1; k < len(t.moves); k++ {
			m := &t.moves[k]
			if m.memory == out.memory && m.from*m.size < out.to*out.size && out.from*out.size < m.to*m.size &&
				(k < t.outs || m.at != out.at || m.size != out.size || !slices.Equal(m.strides, out.strides)) {
				return false
			}
		}
	}
	return true
}

// unbind drops what is the launch's, so that the task keeps no buffer alive. A task that no launch
// keeps is there for others.
func (t *task) unbind(l *device.Launch) {
	for k := range t.moves {
		t.moves[k].memory, t.moves[k].at = nil, nil
	}
	t.scalars, t.ended = nil, nil
	if l.Note() == nil {
		tasks.Put(t)
	}
}
