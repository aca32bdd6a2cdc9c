package exec

import (
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// streamRow is the bytes of the shortest row that is streamed although its ends share cache lines
// with other rows. A shared line is fetched from memory.
const (
	streamRow = 4096
	cacheLine = 64
)

// streams reports whether a launch writes with non-temporal stores: what it reads and writes exceeds
// the caches. Its results would leave the caches before they are read, and need not be fetched before
// they are written.
func (s *Sizes) streams(read, written, threads int) bool {
	return read+written > s.Keep[min(threads, len(s.Keep))-1]
}

// stream makes the steps that compute outputs use non-temporal stores, where they may. No step may
// read the result, and no input may lie in the same buffer. Rows must consist of whole cache lines,
// or be long.
func (t *task) stream() {
	for k := range t.moves[:t.outs] {
		m, out := &t.moves[k], &t.at[k]
		shared := slices.ContainsFunc(t.at[t.outs:t.outs+t.ins], func(in bound) bool { return in.memory == out.memory })
		read := t.program.values[m.value].uses > 1
		for i := range t.modes {
			if s := &t.program.steps[i]; s.to == m.value {
				if t.modes[i] &^= vector.Stream; s.Vector && out.direct && t.program.tiled(m.value) && !shared && !read && t.wholeLines(m, out.first) {
					t.modes[i] |= vector.Stream
				}
			}
		}
	}
}

// wholeLines reports whether the rows of tiles are whole cache lines of the output, or long.
func (t *layout) wholeLines(m *move, first unsafe.Pointer) bool {
	in := len(t.size) - 1
	row := along(t.size, in, 1) * m.size
	lines := uintptr(first) | uintptr(row)
	for _, s := range m.strides[:max(in, 0)] {
		lines |= uintptr(s * m.size)
	}
	return lines%cacheLine == 0 || row >= streamRow
}
