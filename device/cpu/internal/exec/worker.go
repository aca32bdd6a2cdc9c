package exec

import (
	"slices"
	"sync"
	"time"
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/internal/page"
)

// worker computes tiles of a task, in memory of its own.
type worker struct {
	room   *[]uint64   // for tiles; nil if there are none
	values []place     // where each value of the tile lies
	call   vector.Call // of a kernel

	number      int   // of the tile, and -1 before the first
	index, size []int // of the tile's first element, and of the tile, per axis of the plan
	rows, n     int   // of the tile: rows of n elements

	groups, elements int      // of the tile, in a launch with groups: so many elements of so many groups
	states           []uint64 // of its reductions
	block            kernel.Block
	axes             []kernel.Axis // of a block of a product
	mapped           [2]mapped     // its operands
	padded           []paddedAxis  // of one of them
	kept             []place       // of operands that a step reads elsewhere
	strides          []int         // of its results in a list
	scattered        []scattered   // the operands
	chosen           []int         // how many elements each choice has moved

	yielded time.Time // when other goroutines could run, also in an earlier launch
	steps   int       // that were computed since the clock was looked at

	fault fault // the first in row-major order
}

// place is an address, and the bytes from one row to the next.
type place struct {
	at  unsafe.Pointer
	row int
}

// rooms has memory for tiles. Workers that live on keep none.
var rooms = sync.Pool{New: func() any { return new([]uint64) }}

// lay makes the worker ready for the task.
func (w *worker) lay(t *layout) {
	w.values = grow(w.values, len(t.tile))
	w.index, w.size = grow(w.index, len(t.plan.Shape)), grow(w.size, len(t.plan.Shape))
	w.scattered = w.scattered[:0]
	clear(w.index)
	w.number = -1
}

// begin gets memory for the tiles, and places the values of the first tile.
func (w *worker) begin(t *task) {
	if w.number != 0 {
		w.number = -1
	}
	if t.room+t.kept > 0 {
		w.room = rooms.Get().(*[]uint64)
		words := grow(*w.room, t.room+t.kept) // they have room for the widest elements
		*w.room = words
		columns := along(t.size, len(t.size)-1, 1)
		if t.grouped() {
			columns = t.groups.columns()
			w.keep(t, words[t.room:], words[t.room:])
		}
		for v, tile := range t.tile {
			if tile >= 0 && !t.listed(device.Value(v)) {
				w.values[v] = place{unsafe.Pointer(&words[tile]), columns * t.program.values[v].bytes}
			}
		}
	}
	for i, s := range t.launch.Scalars {
		v := t.ins + i
		if w.values[v].row = 0; t.tile[v] < 0 {
			w.values[v].at = unsafe.Pointer(&t.elements[i])
		} else {
			kernel.Fill(w.values[v].at, t.program.values[v].bytes, t.copies(device.Value(v)), uint64(s))
		}
	}
	for k := range t.at {
		if b := &t.at[k]; b.direct {
			m := &t.moves[k]
			w.values[m.value] = place{b.first, m.row}
		}
	}
}

// end makes the worker's results visible to other goroutines, gives the tiles back, and keeps no
// buffer alive.
func (w *worker) end(t *task) {
	if t.large {
		vector.Fence()
	}
	clear(w.values)
	if !t.program.plain {
		w.states, w.block = nil, kernel.Block{}
		t.note(&w.fault)
		for k := range w.mapped {
			w.mapped[k].side, w.mapped[k].task = nil, nil
		}
	}
	if w.room != nil {
		rooms.Put(w.room)
		w.room = nil
	}
}

// runTiles computes the tiles [from, to).
func (t *task) runTiles(w *worker, from, to int) {
	if t.storing != nil {
		t.storeParts(from, to)
		return
	}
	if t.grouped() {
		t.runGroups(w, from, to)
		return
	}
	for i := from; i < to && t.goesOn(w); i++ {
		if i != w.number {
			w.seek(t, i)
		}
		w.runTile(t)
	}
}

// yieldSteps are the steps of tiles after which the clock is looked at, to see whether others are to
// have their turn. Where several launches share a processor, one that is cancelled would otherwise end
// late for each of the others.
const yieldSteps = 32

// goesOn yields to other goroutines and to a web page, if it is time, and reports whether another tile is to be
// computed. It polls whether the launch's context has ended, because a goroutine that waits for the
// context may run too late on a busy machine.
func (t *task) goesOn(w *worker) bool {
	if w.steps += len(t.modes); w.steps >= yieldSteps {
		if w.steps = 0; time.Since(w.yielded) > page.Every {
			page.Turn()
			w.yielded = time.Now()
		}
	}
	if t.ended == nil {
		return true
	}
	select {
	case <-t.ended:
		t.left.Store(true)
		return false
	default:
		return true
	}
}

// grow returns n elements, in the slice's memory if there is room.
func grow[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }

// seek sets the worker on tile number i, whose values may lie elsewhere in their buffers.
func (w *worker) seek(t *task, i int) {
	w.number, w.rows, w.n = i, 1, w.seekSpan(t, &span{to: len(t.size)}, i)
	if t.rows {
		w.rows = along(w.size, t.cross, 1)
		w.n /= w.rows
	}
	for k := range t.moves {
		if t.at[k].direct {
			w.values[t.moves[k].value].at = w.first(t, k)
		}
	}
}

// seekSpan sets the worker on part i of a span, and returns how many elements the part has.
func (w *worker) seekSpan(t *task, s *span, i int) int {
	n := 1
	for axis := s.to - 1; axis >= s.from; axis-- {
		if w.index[axis] = 0; t.parts[axis] > 1 {
			w.index[axis], i = i%t.parts[axis]*t.size[axis], i/t.parts[axis]
		}
		w.size[axis] = min(t.size[axis], t.plan.Shape[axis]-w.index[axis])
		n *= w.size[axis]
	}
	return n
}

// along is the number for an axis, or other if the plan has no such axis.
func along(numbers []int, axis, other int) int {
	if axis < 0 {
		return other
	}
	return numbers[axis]
}

// runTile computes the tile that the worker is set on.
func (w *worker) runTile(t *task) {
	for k := 0; t.room > 0 && k < len(t.moves); k++ {
		if m := &t.moves[k]; m.read && !t.at[k].direct {
			w.copyOperand(t, k, false)
			w.swap(&t.layout, m)
		}
	}
	for k, how := range t.modes {
		w.compute(t, &t.program.steps[k], how)
	}
	if len(t.program.stores) > 0 {
		w.storeTile(t, true)
	}
	for k := 0; t.room > 0 && k < len(t.moves); k++ {
		if m := &t.moves[k]; m.written() && !t.at[k].direct {
			w.swap(&t.layout, m)
			w.copyOperand(t, k, true)
		}
	}
}

// compute runs a step over the rows of the tile: by one call, or by a call for each row.
func (w *worker) compute(t *task, s *step, how vector.Mode) {
	if s.access != nil {
		w.access(t, s, how)
		return
	}
	to := &w.values[s.to]
	at := [4]unsafe.Pointer{to.at}
	w.call.Strides = [4]int{to.row}
	for i, v := range s.from {
		from := &w.values[v]
		at[1+i], w.call.Strides[1+i] = from.at, from.row
	}
	for i, v := range s.constants {
		w.call.Constants[i] = *(*uint64)(w.values[v].at)
	}
	if s.Rows != nil && w.n >= s.Least {
		s.Rows(w.n, at[0], at[1], at[2], at[3], how, w.rows, &w.call)
		return
	}
	for r := range w.rows {
		if r > 0 {
			for k, stride := range w.call.Strides {
				at[k] = unsafe.Add(at[k], stride)
			}
		}
		s.RunRow(w.n, at[0], at[1], at[2], at[3], how, &w.call)
	}
}

// first is the address of the tile's first element of operand k.
func (w *worker) first(t *task, k int) unsafe.Pointer {
	return unsafe.Add(t.at[k].first, w.from(t, k)*t.moves[k].size)
}

// from is how many elements lie before that one.
func (w *worker) from(t *task, k int) (elements int) {
	strides := t.moves[k].strides
	for axis, i := range w.index {
		elements += i * strides[axis]
	}
	return elements
}

// swap swaps the bytes of a tile's elements, on a big-endian host.
func (w *worker) swap(t *layout, m *move) {
	if m.swapped {
		n := t.most
		if !t.program.tiled(m.value) {
			n = t.groups.groups.most
		}
		kernel.Swap(w.values[m.value].at, m.size, n)
	}
}

// copyTile copies a tile from an input's buffer, or scatters it to an output's. In the buffer the
// tile begins after so many elements, and goes over the axes from the given one. The copy begins after
// that many bytes of the tile, and copyTile returns after how many it ends.
func (w *worker) copyTile(t *task, k, bytes, axis, elements int, scatter bool) int {
	m := &t.moves[k]
	if !t.rows && axis < t.cross {
		for i := range w.size[axis] {
			bytes = w.copyTile(t, k, bytes, axis+1, elements+i*m.strides[axis], scatter)
		}
		return bytes
	}
	rows, columns := along(w.size, t.cross, 1), along(w.size, len(w.size)-1, 1)
	if m.once {
		columns = 1
	}
	tile := w.values[m.value]
	to := kernel.Matrix{At: unsafe.Add(tile.at, bytes), Row: tile.row, Column: t.program.values[m.value].bytes}
	w.copyMatrix(t, k, to, elements, along(m.strides, t.cross, 0), along(m.strides, len(m.strides)-1, 1), rows, columns, scatter)
	return bytes + rows*tile.row
}

// copyMatrix copies rows and columns of operand k to a matrix, or back. In the buffer they begin after
// so many elements, and have strides of elements. Positions are counted.
func (w *worker) copyMatrix(t *task, k int, to kernel.Matrix, elements, row, column, rows, columns int, back bool) {
	m, b := &t.moves[k], &t.at[k]
	if m.counted {
		t.program.set.Count(to, rows, columns, t.program.values[m.value].bytes, b.number+elements, row, column)
		return
	}
	from := kernel.Matrix{At: unsafe.Add(b.first, elements*m.size), Row: row * m.size, Column: column * m.size}
	if back {
		to, from = from, to
	}
	t.program.set.CopyMatrix(to, from, rows, columns, m.size)
}
