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
	groups grouping
	words  int    // of a tile
	tile   []int  // where a value lies in a worker's words; -1: in its buffer
	room   int    // words of a worker
	spread int    // where tiles of repeated values of level 0 begin in them
	outs   int    // how many operands are outputs
	moves  []move // the operands, outputs first

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
	t.program, t.swapped = p, e.Swapped
	t.outs, t.moves = len(l.Out), grow(t.moves, len(l.Out)+len(l.In))
	t.tile, t.modes, t.elements = grow(t.tile, len(p.values)), grow(t.modes, len(p.Steps)), grow(t.elements, len(l.Scalars))
	clear(t.modes)
	if t.grouped() {
		t.layGroups(e, l)
	} else {
		t.layMap(e, l)
	}
	t.own.lay(t)
}

// grouped reports whether the program has groups.
func (t *task) grouped() bool { return len(t.program.phases) > 0 }

// layMap lays out a launch without groups.
func (t *task) layMap(e *Engine, l *device.Launch) {
	p := t.program
	t.plan = l.Nest(&t.planner).Groups
	t.threads = e.threadsFor(p.work(t.plan.Len), t.plan.Len)
	read, written := l.Bytes()
	t.large = e.Stream(read, written, e.Threads)
	t.chooseTiles(e)
	t.assignSlots()
	t.assignScalars(l)
	for i := range l.In {
		t.input(device.Value(i), t.outs+i, l)
	}
	for k, v := range p.outputs {
		t.output(v, k, l)
	}
	t.lengthen()
}

// assignSlots gives tiles to the slots of values.
func (t *task) assignSlots() {
	t.room = t.program.Slots * t.words
	for v := range t.program.values {
		if t.tile[v] = -1; t.program.values[v].slot >= 0 {
			t.tile[v] = t.program.values[v].slot * t.words
		}
	}
}

// assignScalars gives tiles to the scalars of which a kernel needs a whole one.
func (t *task) assignScalars(l *device.Launch) {
	for i := range l.Scalars {
		v := device.Value(len(l.In) + i)
		if t.constant(v); t.program.values[v].full {
			t.assignTile(v)
		}
	}
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
	if !t.rows || len(t.modes) != 1 || t.room > 0 {
		return
	}
	t.most = max(longTile/max(t.program.cost, 1), TileLen)
	if t.threads > 1 {
		t.most = min(t.most, max(t.plan.Len/(8*t.threads)/TileLen, 1)*TileLen)
	}
	t.cut(t.plan.Shape, t.most)
}

// assignTile gives a tile to a value that has no slot.
func (t *task) assignTile(v device.Value) {
	t.tile[v] = t.room
	t.room += t.words
}

// laidFor reports whether the task was laid out for the launch, on an engine like this one.
func (t *task) laidFor(l *device.Launch, e *Engine) bool {
	return t.program.source == l.Program && t.program.set == e.Set && t.threads <= e.Threads && t.grouped() == (l.Levels != nil) &&
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
		if m.end == m.first { // without elements the offset may be anything
			m.from, m.to = 0, 0
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
