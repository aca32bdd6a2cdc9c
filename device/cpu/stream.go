package cpu

import (
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// A launch of more than streamBytes, read and written, may stream: its results go past the
// caches, which they would leave anyway before somebody reads them, and need not be
// fetched before they are written. Below, the next launch finds them in the cache. How much
// more it takes depends on what part of the bytes is written, for streams write at one rate,
// however many threads there are, and caches at several times of that. On a processor with
// 32 MiB of third-level cache streams won from 12 MiB on for additions, 22 for exp, 27 for
// casts from uint8 to float32, 35 for broadcasts that only write; with two threads from 25, 35,
// 45 and 65: BenchmarkStream measures it.
const (
	streamBytes   = 4 << 20
	streamWritten = 8 // times streamBytes, for each of at most two threads, that it takes more if all is written
)

// streamRow is the shortest row whose results are streamed, in bytes, if its ends share cache lines with
// others: such a line is fetched after all.
const (
	streamRow = 4096
	cacheLine = 64
)

// large reports whether the launch, on so many threads, is one to stream.
func (t *task) large(l *device.Launch, threads int) bool {
	read, written := 0, 0
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
	bytes := float64(read + written)
	return bytes > float64(t.streamFrom)*(1+streamWritten*float64(min(threads, 2)*written)/bytes)
}

// streams reports whether what computes the value of output m may stream: nobody reads it
// again, no input lies in the same buffer, and rows are of whole cache lines, or long.
func (t *task) streams(l *device.Launch, m *move) bool {
	if !t.stream || !t.wholeLines(m) {
		return false
	}
	for i := range t.steps {
		if slices.Contains(t.steps[i].from[:], m.value) {
			return false
		}
	}
	for i := range l.In {
		if l.In[i].Buffer.(*buffer).base() == m.base {
			return false
		}
	}
	return true
}

func (t *task) wholeLines(m *move) bool {
	row, outer := t.inner, t.cross+1
	if t.blocked {
		row, outer = t.plan.Shape[len(t.plan.Shape)-1], len(t.plan.Shape)-1
	}
	if outer < 1 || row*m.size >= streamRow && !t.blocked {
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
