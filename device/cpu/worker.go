package cpu

import (
	"sync"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
)

// worker computes tiles of a task, in memory of its own.
type worker struct {
	memory        []uint64         // the tiles
	at            []unsafe.Pointer // where each value lies
	row           []unsafe.Pointer // the constant that an input's tile is filled with
	index         []int            // of the tile's first element, per axis of the plan
	walk          []int            // scratch for copies
	rows, columns int              // of the tile, if it is a block
}

var workers = sync.Pool{New: func() any { return new(worker) }}

// runRange computes the elements from up to to in the plan's order, or those blocks.
func (t *task) runRange(from, to int) {
	w := workers.Get().(*worker)
	w.prepare(t)
	for i := from; i < to; {
		if t.blocked {
			w.seekBlock(t, i)
			w.runTile(t, w.rows*w.columns)
			i++
			continue
		}
		n := t.next(i, to)
		t.seek(w.index, i)
		w.runTile(t, n)
		i += n
	}
	clear(w.at) // keep no buffer alive
	clear(w.row)
	workers.Put(w)
}

// next is the length of the tile at element i.
func (t *task) next(i, to int) int {
	n := min(t.tile, to-i)
	if t.rows {
		n = min(n, t.inner-i%t.inner)
	}
	return n
}

func (w *worker) prepare(t *task) {
	const words = tileLen // of the widest elements
	if need := t.tiles * words; len(w.memory) < need {
		w.memory = make([]uint64, need)
	}
	w.at, w.row = grow(w.at, len(t.tileOf)), grow(w.row, len(t.inputs))
	w.index, w.walk = grow(w.index, len(t.plan.Shape)), grow(w.walk, len(t.plan.Shape))
	for v, tile := range t.tileOf {
		if tile >= 0 {
			w.at[v] = unsafe.Pointer(&w.memory[tile*words])
		}
	}
	for _, f := range t.fills {
		fillBits(w.at[f.value], f.size, t.tile, f.bits)
	}
}

func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// runTile computes the n elements at the worker's index.
func (w *worker) runTile(t *task, n int) {
	for k := range t.inputs {
		w.load(t, k, n)
	}
	for k := range t.outputs {
		if m := &t.outputs[k]; m.direct {
			w.at[m.value] = m.element(w.offset(m))
		}
	}
	for k := range t.steps {
		s := &t.steps[k]
		s.run(n, w.at[s.to], w.at[s.from[0]], w.at[s.from[1]], w.at[s.from[2]])
	}
	for k := range t.outputs {
		if m := &t.outputs[k]; !m.direct {
			w.store(t, m, n)
		}
	}
}

// seek finds the index of the plan's element i.
func (t *task) seek(index []int, i int) {
	for axis := len(index) - 1; axis > 0; axis-- {
		size := t.plan.Shape[axis]
		index[axis], i = i%size, i/size
	}
	if len(index) > 0 {
		index[0] = i
	}
}

// offset is the position of the tile's first element in a buffer.
func (w *worker) offset(m *move) int {
	offset := m.access.Offset
	for axis, i := range w.index {
		offset += i * m.access.Strides[axis]
	}
	return offset
}

func (w *worker) load(t *task, k, n int) {
	m := &t.inputs[k]
	from := m.element(w.offset(m))
	if m.direct {
		w.at[m.value] = from
		return
	}
	if t.rows && m.access.Class == broadcast.InnerConstant {
		if w.row[k] != from { // all of the tile: the row's next ones may be longer
			w.row[k] = from
			fillBits(w.at[m.value], m.size, t.tile, loadBits(from, m.size, t.swapped))
		}
		return
	}
	w.copyTile(t, m, n, false)
	if t.swapped {
		swapBytes(w.at[m.value], m.size, n)
	}
}

func (w *worker) store(t *task, m *move, n int) {
	if t.swapped { // there and back: another output may want the tile
		swapBytes(w.at[m.value], m.size, n)
		defer swapBytes(w.at[m.value], m.size, n)
	}
	w.copyTile(t, m, n, true)
}
