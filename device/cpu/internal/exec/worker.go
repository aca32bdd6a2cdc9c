package exec

import (
	"runtime"
	"sync"
	"time"
	"unsafe"

	"github.com/wgtensor/wgtensor/broadcast"
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
	call          vector.Strides   // of a kernel
	index, size   []int            // of the tile's first element, and of the tile, per axis of the plan
	rows, columns int              // of the tile
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
	if t.stream {
		vector.Fence()
	}
	w.done()
}

// done gives the worker back, without references to buffers.
func (w *Worker) done() {
	clear(w.at)
	clear(w.memory)
	workers.Put(w)
}

// runTiles computes the tiles [from, to).
func (t *task) runTiles(w *Worker, from, to int) {
	for i := from; i < to && t.goesOn(w); i++ {
		w.seek(t, i)
		w.runTile(t)
	}
}

// Other goroutines can run after yieldTime. Go's scheduler lets them run only after 10 ms.
// Where several launches share a processor, one that is cancelled would end after that time for
// each of the others.
const (
	yieldTime  = time.Millisecond
	yieldSteps = 32 // of tiles, after which the clock is looked at
)

// goesOn yields to other goroutines, if it is time, and reports whether another tile is to be
// computed. It polls whether the launch's context has ended, because a goroutine that waits for the
// context may run too late on a busy machine.
func (t *task) goesOn(w *Worker) bool {
	if w.steps += len(t.modes); w.steps >= yieldSteps {
		if w.steps = 0; time.Since(w.yielded) > yieldTime {
			runtime.Gosched()
			w.yielded = time.Now()
		}
	}
	select {
	case <-t.ended:
		return false
	default:
		return true
	}
}

func (w *Worker) prepare(t *task) {
	if need := t.tiles * t.words; len(w.room) < need {
		w.room = make([]uint64, need) // words have room for the widest elements
	}
	w.at, w.strides = grow(w.at, len(t.tileOf)), grow(w.strides, len(t.tileOf))
	w.index, w.size = grow(w.index, len(t.plan.Shape)), grow(w.size, len(t.plan.Shape))
	columns := along(t.size, len(t.size)-1, 1)
	for v, tile := range t.tileOf {
		if tile >= 0 {
			w.at[v], w.strides[v] = unsafe.Pointer(&w.room[tile*t.words]), columns*t.program.values[v].bytes
		}
	}
	for _, f := range t.fills {
		w.strides[f.value] = 0
		kernel.Fill(w.at[f.value], f.size, f.n, f.bits)
	}
}

func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// seek sets the worker on tile number i.
func (w *Worker) seek(t *task, i int) {
	for axis := len(t.size) - 1; axis >= 0; axis-- {
		w.index[axis], i = i%t.parts[axis]*t.size[axis], i/t.parts[axis]
		w.size[axis] = min(t.size[axis], t.plan.Shape[axis]-w.index[axis])
	}
	w.rows, w.columns = along(w.size, t.cross, 1), along(w.size, len(w.size)-1, 1)
}

// along is the number for an axis, or other if the plan has no such axis.
func along(numbers []int, axis, other int) int {
	if axis < 0 {
		return other
	}
	return numbers[axis]
}

// runTile computes the tile that the worker is set on.
func (w *Worker) runTile(t *task) {
	for k := range t.inputs {
		w.load(t, &t.inputs[k])
	}
	for k := range t.outputs {
		if m := &t.outputs[k]; m.direct {
			w.walkBuffer(t, m)
		}
	}
	rows, n := w.rows, w.columns
	if !t.rows {
		rows, n = 1, product(w.size)
	}
	w.compute(t.program.Steps, t.modes, rows, n)
	for k := range t.outputs {
		if m := &t.outputs[k]; !m.direct {
			w.store(t, m)
		}
	}
}

func product(sizes []int) int {
	n := 1
	for _, size := range sizes {
		n *= size
	}
	return n
}

// compute runs steps for rows of n elements.
func (w *Worker) compute(steps []step, modes []vector.Mode, rows, n int) {
	for k, how := range modes {
		s := &steps[k]
		at := [4]unsafe.Pointer{w.at[s.to]}
		w.call[0] = w.strides[s.to]
		for i, v := range s.from[:s.operands] {
			at[1+i], w.call[1+i] = w.at[v], w.strides[v]
		}
		s.compute(rows, n, &at, &w.call, how)
	}
}

// walkBuffer goes over an operand's rows where they are.
func (w *Worker) walkBuffer(t *task, m *move) {
	w.at[m.value], w.strides[m.value] = m.element(w.offset(m)), m.size*along(m.access.Strides, t.cross, 0)
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
func (w *Worker) load(t *task, m *move) {
	if m.direct {
		w.walkBuffer(t, m)
		return
	}
	w.copyTile(t, m, 0, 0, w.offset(m), false)
	w.swap(t, m)
}

// store scatters the tile of an output.
func (w *Worker) store(t *task, m *move) {
	w.swap(t, m)
	w.copyTile(t, m, 0, 0, w.offset(m), true)
}

// swap swaps the bytes of a tile's elements, on a big-endian host.
func (w *Worker) swap(t *task, m *move) {
	if t.Swapped && m.size > 1 {
		kernel.Swap(w.at[m.value], m.size, t.room)
	}
}

// copyTile copies a tile from an input's buffer, or scatters it to an output's. The worker's tile
// begins at the offset, and goes over the axes from the given one. The copy begins after that many
// bytes of the tile, and copyTile returns after how many it ends.
func (w *Worker) copyTile(t *task, m *move, bytes, axis, offset int, scatter bool) int {
	strides := m.access.Strides
	if !t.rows && axis < t.cross {
		for i := range w.size[axis] {
			bytes = w.copyTile(t, m, bytes, axis+1, offset+i*strides[axis], scatter)
		}
		return bytes
	}
	to := kernel.Matrix{At: unsafe.Add(w.at[m.value], bytes), Row: w.strides[m.value], Column: m.size}
	from := kernel.Matrix{At: m.element(offset), Row: m.size * along(strides, t.cross, 0), Column: m.size * along(strides, len(strides)-1, 1)}
	if scatter {
		to, from = from, to
	}
	t.program.set.CopyMatrix(to, from, w.rows, w.columns, m.size)
	return bytes + w.rows*w.strides[m.value]
}
