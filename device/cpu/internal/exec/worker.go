package exec

import (
	"runtime"
	"sync"
	"time"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// Worker computes tiles of a task, in memory of its own.
type Worker struct {
	planner       broadcast.Planner
	memory        []Memory         // of a launch's operands, the outputs first
	room          []uint64         // for tiles, or slots
	at            []unsafe.Pointer // the address of each value
	strides       []int            // the bytes from one row of a value to the next
	nest          nest             // of a launch that is run inline
	invariant     uint64           // its inputs that are one element, as bits
	length        int              // of the rows for which strides are right
	call          vector.Strides   // of a kernel
	row           []unsafe.Pointer // the element in a buffer that fills a value's tile now
	index         []int            // of the tile's first element, per axis of the plan
	scratch       []int            // scratch for copies
	rows, columns int              // of the tile, if it has two axes; or of the part
	whole         bool             // all rows of a part follow each other, and are computed as one
	yielded       time.Time        // when other goroutines could run, also in an earlier launch
	steps         int              // that were computed since the clock was looked at
}

// Memory is the address of an operand's buffer, with the lengths of its block and of the buffer.
type Memory struct {
	At        unsafe.Pointer
	Room, Len int
}

var workers = sync.Pool{New: func() any { return new(Worker) }}

// worker returns a worker that is ready for the task. finish gives it back.
func (t *task) worker() *Worker {
	w := workers.Get().(*Worker)
	w.prepare(t)
	return w
}

// finish makes the worker's results visible to other goroutines, and gives the worker back.
func (t *task) finish(w *Worker) {
	t.fence()
	clear(w.row)
	w.done()
}

// done gives the worker back, without references to buffers.
func (w *Worker) done() {
	clear(w.at)
	clear(w.memory)
	workers.Put(w)
}

// runRange computes the elements [from, to) in the plan's order, or these blocks.
func (t *task) runRange(w *Worker, from, to int) {
	for i := from; i < to && t.goesOn(w); {
		if t.tiled2D {
			w.seekTile2D(t, i)
			w.runTile(t, w.rows, w.columns)
			i++
			continue
		}
		t.seek(w.index, i)
		rows, n := t.next(w.index, to-i)
		w.runTile(t, rows, n)
		i += rows * n
	}
}

// Other goroutines can run after yieldTime. Go's scheduler lets them run only after 10 ms.
// Where several launches share a processor, one that is cancelled would end after that time for
// each of the others.
const (
	yieldTime  = time.Millisecond
	yieldSteps = 32 // of tiles, after which the clock is looked at
)

// goesOn yields to other goroutines, if it is time, and reports whether another tile is to be computed.
func (t *task) goesOn(w *Worker) bool {
	if w.steps += len(t.steps); w.steps >= yieldSteps {
		if w.steps = 0; time.Since(w.yielded) > yieldTime {
			runtime.Gosched()
			w.yielded = time.Now()
		}
	}
	return t.ended == nil || !t.abandoned()
}

// abandoned reports whether the launch's context has ended. It polls, because a goroutine that
// waits for the context may run too late on a busy machine.
func (t *task) abandoned() bool {
	select {
	case <-t.ended:
		return true
	default:
		return false
	}
}

// next returns the size of the tile at an index: rows of n elements. ahead is how many elements of
// the range are left.
func (t *task) next(index []int, ahead int) (rows, n int) {
	n = min(t.tile, ahead)
	if in := len(index) - 1; in > 0 {
		n = min(n, max(t.inner, t.tile)-index[in])
	}
	if !t.rows || n < t.inner || t.cross < 0 {
		return 1, n
	}
	return min(ahead/n, t.plan.Shape[t.cross]-index[t.cross], max(t.most/n, 1)), n
}

func (w *Worker) prepare(t *task) {
	if need := t.tiles * t.words; len(w.room) < need {
		w.room = make([]uint64, need) // words have room for the widest elements
	}
	w.invariant = 0
	w.at, w.row, w.strides, w.length = grow(w.at, len(t.tileOf)), grow(w.row, len(t.tileOf)), grow(w.strides, len(t.tileOf)), 0
	w.index, w.scratch = grow(w.index, len(t.plan.Shape)), grow(w.scratch, len(t.plan.Shape))
	for v, tile := range t.tileOf {
		if tile >= 0 {
			w.at[v] = w.tile(t, device.Value(v))
		}
	}
	for _, f := range t.fills {
		kernel.Fill(w.at[f.value], f.size, f.n, f.bits)
	}
}

func (w *Worker) tile(t *task, v device.Value) unsafe.Pointer {
	return unsafe.Pointer(&w.room[t.tileOf[v]*t.words])
}

func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// runTile computes the rows of n elements at the worker's index.
func (w *Worker) runTile(t *task, rows, n int) {
	if w.length != n {
		w.setTileStrides(t, n)
	}
	for k := range t.inputs {
		w.load(t, &t.inputs[k], rows, n)
	}
	for k := range t.outputs {
		if m := &t.outputs[k]; m.direct {
			w.walkBuffer(t, m)
		}
	}
	w.compute(t.steps, rows, n)
	for k := range t.outputs {
		if m := &t.outputs[k]; !m.direct {
			w.store(t, m, rows*n)
		}
	}
}

// compute runs steps for rows of n elements.
func (w *Worker) compute(steps []step, rows, n int) {
	for k := range steps {
		s := &steps[k]
		how := s.how
		at := [4]unsafe.Pointer{w.at[s.to]}
		w.call[0] = w.strides[s.to]
		for i, v := range s.from[:s.operands] {
			at[1+i], w.call[1+i] = w.at[v], w.strides[v]
			if w.invariant>>uint(v)&1 != 0 {
				how |= vector.X << i
			}
		}
		s.compute(rows, n, at, &w.call, how)
	}
}

// setTileStrides sets the strides of values in tiles for rows of n elements, which follow each
// other. A constant has stride 0.
func (w *Worker) setTileStrides(t *task, n int) {
	w.length = n
	for v, tile := range t.tileOf {
		if tile >= 0 {
			w.strides[v] = n * t.program.values[v].bytes
		}
	}
	for _, f := range t.fills {
		w.strides[f.value] = 0
	}
}

// walkBuffer goes over an operand's rows where they are.
func (w *Worker) walkBuffer(t *task, m *move) {
	w.at[m.value], w.strides[m.value] = m.element(w.offset(m)), 0
	if t.cross >= 0 {
		w.strides[m.value] = m.access.Strides[t.cross] * m.size
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
func (w *Worker) offset(m *move) int {
	offset := m.access.Offset
	for axis, i := range w.index {
		offset += i * m.access.Strides[axis]
	}
	return offset
}

// load makes the tile of an input ready, or finds its rows in the buffer.
func (w *Worker) load(t *task, m *move, rows, n int) {
	switch {
	case m.direct:
		w.walkBuffer(t, m)
	case rows == 1 && t.invariant[m.value]:
		// It fills the whole tile, as the next part of the row may be longer.
		if at := m.element(w.offset(m)); w.row[m.value] != at {
			w.row[m.value] = at
			kernel.Fill(w.at[m.value], m.size, t.tile, kernel.Load(at, m.size, t.Swapped))
		}
	default:
		w.row[m.value] = nil
		w.copyTile(t, m, w.at[m.value], rows*n, false)
		if t.Swapped {
			kernel.Swap(w.at[m.value], m.size, rows*n)
		}
	}
}

func (w *Worker) store(t *task, m *move, n int) {
	tile := w.tile(t, m.value)
	if t.Swapped { // and swapped back, because another output may read the tile
		kernel.Swap(tile, m.size, n)
		defer kernel.Swap(tile, m.size, n)
	}
	w.copyTile(t, m, tile, n, true)
}
