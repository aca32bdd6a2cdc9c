package exec

import (
	"slices"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// streamRow is the bytes of the shortest row that is streamed although its ends share cache lines
// with other rows. A shared line is fetched from memory.
const (
	streamRow = 4096
	cacheLine = 64
)

// Stream reports whether a launch writes with non-temporal stores: what it reads and writes exceeds
// the caches. Its results would leave the caches before they are read, and need not be fetched before
// they are written.
func (s *Sizes) Stream(read, written, threads int) bool {
	return read+written > s.Keep[min(threads, len(s.Keep))-1]
}

// streams makes the steps that compute outputs use non-temporal stores, where they may. No step may
// read the result, and no input may lie in the same buffer. Rows must consist of whole cache lines,
// or be long.
func (t *task) streams() {
	if !t.stream {
		return
	}
	inputs := t.memory[len(t.outputs):]
	for k := range t.outputs {
		m := &t.outputs[k]
		shared := slices.ContainsFunc(inputs, func(in Memory) bool { return in.At == m.base })
		read := slices.ContainsFunc(t.program.Steps, func(s step) bool { return slices.Contains(s.from[:s.operands], m.value) })
		if !m.direct || shared || read || !t.wholeLines(m) {
			continue
		}
		for i := range t.modes {
			if s := &t.program.Steps[i]; s.to == m.value && s.Vector {
				t.modes[i] |= vector.Stream
			}
		}
	}
}

// wholeLines reports whether the rows of tiles are whole cache lines of the output, or long.
func (t *task) wholeLines(m *move) bool {
	in := len(t.size) - 1
	row := along(t.size, in, 1) * m.size
	lines := uintptr(m.element(m.access.Offset)) | uintptr(row)
	for _, s := range m.access.Strides[:max(in, 0)] {
		lines |= uintptr(s * m.size)
	}
	return lines%cacheLine == 0 || row >= streamRow
}
