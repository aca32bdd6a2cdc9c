package exec

import (
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// streamRow is the bytes of the shortest row that is streamed although its ends share cache lines
// with other rows. A shared line is fetched from memory.
const (
	streamRow = 4096
	cacheLine = 64
)

// traffic is how many bytes the launch reads and writes, each once.
func (t *task) traffic(l *device.Launch) (read, written int) {
	for k := range t.plan.Operands {
		n := 1
		for axis, size := range t.plan.Shape {
			if t.plan.Operands[k].Strides[axis] != 0 {
				n *= size
			}
		}
		if k < len(l.Out) {
			written += n * l.Out[k].Type.Size()
		} else {
			read += n * l.In[k-len(l.Out)].Type.Size()
		}
	}
	return read, written
}

// Stream reports whether a launch writes with non-temporal stores: what it reads and writes exceeds
// the caches. Its results would leave the caches before they are read, and need not be fetched before
// they are written.
func (s *Sizes) Stream(read, written, threads int) bool {
	return read+written > s.Keep[min(threads, len(s.Keep))-1]
}

// mayStream reports whether the step that computes output m may use non-temporal stores. No step
// may read the result, and no input may lie in the same buffer. Rows must consist of whole cache
// lines, or be long.
func (t *task) mayStream(m *move) bool {
	if !t.stream || !t.wholeLines(m) {
		return false
	}
	for i := range t.steps {
		if slices.Contains(t.steps[i].from[:t.steps[i].operands], m.value) {
			return false
		}
	}
	inputs := t.memory[len(t.program.outputs):]
	return !slices.ContainsFunc(inputs, func(in Memory) bool { return in.At == m.base })
}

func (t *task) wholeLines(m *move) bool {
	row, outer := t.inner, t.cross+1
	if t.tiled2D {
		row, outer = t.plan.Shape[len(t.plan.Shape)-1], len(t.plan.Shape)-1
	}
	if outer < 1 || row*m.size >= streamRow && !t.tiled2D {
		return true
	}
	lines := uintptr(m.element(m.access.Offset)) | uintptr(row*m.size)
	for _, s := range m.access.Strides[:outer] {
		lines |= uintptr(s * m.size)
	}
	return lines%cacheLine == 0
}

// fence waits for streamed results, once for many tiles.
func (t *task) fence() {
	if t.stream {
		vector.Fence()
	}
}
