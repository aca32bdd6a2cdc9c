package cpu

import (
	"sync"
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
)

// worker computes tiles of a task, in memory of its own.
type worker struct {
	memory        []uint64         // the tiles
	at            []unsafe.Pointer // where each value lies
	spans         []span           // of the tile's operands
	row           []unsafe.Pointer // the element that a value's tile is filled with
	index         []int            // of the tile's first element, per axis of the plan
	walk          []int            // scratch for copies
	rows, columns int              // of the tile, if it is a block
}

// span is where the next row of an operand lies, in its buffer or in a tile.
type span struct {
	value device.Value
	at    unsafe.Pointer
	step  int // bytes to the row behind it
	fill  int // if it is one element of so many bytes that the value's tile is filled with
}

var workers = sync.Pool{New: func() any { return new(worker) }}

// runRange computes the elements from up to to in the plan's order, or those blocks.
func (t *task) runRange(from, to int) {
	w := workers.Get().(*worker)
	w.prepare(t)
	for i := from; i < to && !t.stopped(); {
		if t.blocked {
			w.seekBlock(t, i)
			w.runTile(t, w.rows, w.columns)
			i++
			continue
		}
		t.seek(w.index, i)
		rows, n := t.next(w.index, to-i)
		w.runTile(t, rows, n)
		i += rows * n
	}
	t.fence()
	clear(w.at) // keep no buffer alive
	clear(w.row)
	clear(w.spans)
	workers.Put(w)
}

func (t *task) stopped() bool { return t.stop != nil && t.stop.Load() }

// next is the tile at an index with so many elements ahead: how many rows of how many.
func (t *task) next(index []int, ahead int) (rows, n int) {
	n = min(t.tile, ahead)
	if !t.rows {
		return 1, n
	}
	if in := len(index) - 1; in > 0 {
		column := index[in]
		if t.merged {
			column += index[in-1] * t.plan.Shape[in]
		}
		n = min(n, t.inner-column)
	}
	if n < t.inner || t.cross < 0 {
		return 1, n
	}
	return min(ahead/n, t.plan.Shape[t.cross]-index[t.cross], max(t.room/n, 1)), n
}

func (w *worker) prepare(t *task) {
	if need := t.tiles * t.room; len(w.memory) < need {
		w.memory = make([]uint64, need) // words have room for the widest elements
	}
	w.at, w.row = grow(w.at, len(t.tileOf)), grow(w.row, len(t.tileOf))
	w.index, w.walk = grow(w.index, len(t.plan.Shape)), grow(w.walk, len(t.plan.Shape))
	for v, tile := range t.tileOf {
		if tile >= 0 {
			w.at[v] = w.tile(t, device.Value(v))
		}
	}
	for _, f := range t.fills {
		fillBits(w.at[f.value], f.size, f.n, f.bits)
	}
}

func (w *worker) tile(t *task, v device.Value) unsafe.Pointer {
	return unsafe.Pointer(&w.memory[t.tileOf[v]*t.room])
}

func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// runTile computes the rows of n elements at the worker's index.
func (w *worker) runTile(t *task, rows, n int) {
	w.spans = w.spans[:0]
	for k := range t.inputs {
		w.load(t, &t.inputs[k], rows, n)
	}
	for k := range t.outputs {
		if m := &t.outputs[k]; m.direct {
			w.walkBuffer(t, m, 0)
		} else if m.value >= t.result0 { // others' tiles are input's
			w.spans = append(w.spans, span{m.value, w.tile(t, m.value), n * m.size, 0})
		}
	}
	for r := range rows {
		w.enter(t, r+1 < rows)
		for k := range t.steps {
			s := &t.steps[k]
			s.run(n, w.at[s.to], w.at[s.from[0]], w.at[s.from[1]], w.at[s.from[2]], s.how)
		}
	}
	for k := range t.outputs {
		if m := &t.outputs[k]; !m.direct {
			w.store(t, m, rows*n)
		}
	}
}

// enter finds where the operands' row lies, and the next one if there is more.
func (w *worker) enter(t *task, more bool) {
	for k := range w.spans {
		s := &w.spans[k]
		if s.fill == 0 {
			w.at[s.value] = s.at
		} else if w.row[s.value] != s.at { // all of the tile: the row's next part may be longer
			w.row[s.value] = s.at
			fillBits(w.at[s.value], s.fill, t.tile, loadBits(s.at, s.fill, t.swapped))
		}
		if more {
			s.at = unsafe.Add(s.at, s.step)
		}
	}
}

// walkBuffer goes over an operand's rows where they are.
func (w *worker) walkBuffer(t *task, m *move, fill int) {
	s := span{value: m.value, at: m.element(w.offset(m)), fill: fill}
	if t.cross >= 0 {
		s.step = m.access.Strides[t.cross] * m.size
	}
	w.spans = append(w.spans, s)
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

// load brings an input into reach.
func (w *worker) load(t *task, m *move, rows, n int) {
	switch {
	case m.direct:
		w.walkBuffer(t, m, 0)
	case t.still[m.value]:
		w.walkBuffer(t, m, m.size)
	default:
		tile := w.tile(t, m.value)
		if !w.repeated(t, m, rows*n) {
			w.copyTile(t, m, tile, rows*n, false)
			if t.swapped {
				swapBytes(tile, m.size, rows*n)
			}
		}
		w.spans = append(w.spans, span{m.value, tile, n * m.size, 0})
	}
}

// repeated reports whether the tile already has the rows that it would be filled with.
func (w *worker) repeated(t *task, m *move, n int) bool {
	in := len(w.index) - 1
	if !t.merged || m.access.Strides[in-1] != 0 {
		return false
	}
	was := w.row[m.value]
	w.row[m.value] = nil
	if n == t.tile && w.index[in] == 0 {
		w.row[m.value] = m.element(w.offset(m))
	}
	return was != nil && was == w.row[m.value]
}

func (w *worker) store(t *task, m *move, n int) {
	tile := w.tile(t, m.value)
	if t.swapped { // there and back: another output may want the tile
		swapBytes(tile, m.size, n)
		defer swapBytes(tile, m.size, n)
	}
	w.copyTile(t, m, tile, n, true)
}
