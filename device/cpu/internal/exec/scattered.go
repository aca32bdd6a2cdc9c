package exec

import (
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
)

// scattered is where the elements of a tile lie in an operand's buffer, if its rows are short: bytes
// behind the first one, for a tile of a size. To look them up takes less than to copy each row.
type scattered struct {
	size  []int
	bytes []int
}

// fewest is how many elements the innermost two axes of a tile have, if copies of rows pay.
const fewest = 16

// copyOperand copies the tile from operand k, or back to it.
func (w *worker) copyOperand(t *task, k int, back bool) {
	m := &t.moves[k]
	if t.rows || t.cross < 1 || m.counted || m.once || w.size[t.cross]*w.size[len(w.size)-1] >= fewest {
		w.copyTile(t, k, 0, 0, w.from(t, k), back)
		return
	}
	if len(w.scattered) < len(t.moves) {
		w.scattered = grow(w.scattered, len(t.moves))
		for i := range w.scattered {
			w.scattered[i].size = w.scattered[i].size[:0]
		}
	}
	s := &w.scattered[k]
	if !slices.Equal(s.size, w.size) {
		s.lay(w.size, m.strides, m.size)
	}
	kernel.CopyEach(w.values[m.value].at, unsafe.Add(t.at[k].first, w.from(t, k)*m.size), s.bytes, m.size, back)
}

// lay finds where the elements of a tile lie, in row-major order.
func (s *scattered) lay(size, strides []int, bytes int) {
	s.size = append(s.size[:0], size...)
	s.bytes = append(s.bytes[:0], 0)
	for axis, n := range size {
		from := len(s.bytes)
		s.bytes = slices.Grow(s.bytes, from*(n-1))[:from*n]
		for i := from - 1; i >= 0; i-- {
			for k := n - 1; k >= 0; k-- {
				s.bytes[i*n+k] = s.bytes[i] + k*strides[axis]*bytes
			}
		}
	}
}
