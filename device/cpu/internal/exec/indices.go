package exec

import (
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
)

// indexOf is the operand that is the only index of a store, or -1.
func (t *layout) indexOf(s *store) int {
	if at := t.program.source.Output(s.output).At; len(at) == 1 {
		return t.program.values[at[0]].operand
	}
	return -1
}

// mayReadIndex reports whether the places of a store may be read from its index: integers of eight bytes in
// row-major order, into elements side by side. They are, if each is a place. One that counts from the end, or
// that is left out, lets the positions of all be kept.
func (t *layout) mayReadIndex(s *store, kept *move) bool {
	to, k := &t.moves[s.output], t.indexOf(s)
	return k >= 0 && t.program.values[t.moves[k].value].bytes == tableType.Size() && t.inOrder(k, kept) &&
		to.places[0].Stride == 1 && !slices.ContainsFunc(to.strides, func(stride int) bool { return stride != 0 })
}

// readsIndex reports whether the places of a store are read from its index.
func (t *task) readsIndex(s *store) bool { return t.moves[t.keeps(s)].alias > 0 && !t.located.Load() }

// inIndex reports whether the elements of a tile need no positions, because each place is there. Otherwise it
// notes that the positions of all elements are needed.
func (w *worker) inIndex(t *task, s *step, rows, n int) bool {
	stored := t.program.storeOf(s.access.table)
	if s.access.kind != locates || stored.kept < 0 || t.moves[t.keeps(stored)].alias == 0 {
		return false
	}
	for r := range rows {
		if !s.access.within(n, w.address(t, s.from[1], r, 0, false), t.moves[s.access.table].places[0].Size) {
			t.located.Store(true)
			return false
		}
	}
	return true
}

// locateAll finds the positions of all elements of a store, whose indices are right, from its index.
func (t *task) locateAll(s *store) {
	k := t.keeps(s)
	at, index, size := t.at[k].memory, t.inOrderAt(&t.moves[k]), tableType.Size()
	base := int64(t.at[s.output].number)
	for i, n := 0, t.elementsOf(s); i < n; i += kernel.Part {
		p := kernel.PositionsAt(unsafe.Add(at, i*size), min(kernel.Part, n-i))
		p.Begin(unsafe.Pointer(&base), true)
		s.locate.locate[0](&p, unsafe.Add(index, i*size), t.moves[s.output].places[0], !t.program.source.Output(s.output).Skip)
	}
}
