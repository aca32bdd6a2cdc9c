package exec

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
)

// copyTile gathers the n elements at the worker's index to their value's tile, or
// scatters them from it. It goes over as many whole rows at once as there are.
func (w *Worker) copyTile(t *task, m *move, tile unsafe.Pointer, n int, scatter bool) {
	shape, strides := t.plan.Shape, m.access.Strides
	if t.tiled2D {
		t.copyMatrix(m, tile, w.offset(m), w.rows, w.columns, strides[t.cross], strides[len(strides)-1], scatter)
		return
	}
	if len(shape) == 0 {
		t.copyMatrix(m, tile, m.access.Offset, 1, 1, 0, 1, scatter)
		return
	}
	index, offset := append(w.scratch[:0], w.index...), w.offset(m)
	in := len(shape) - 1
	for n > 0 {
		axis, rows, columns := in, 1, min(n, shape[in]-index[in])
		count, rowStride := columns, 0
		if in > 0 && columns == shape[in] {
			axis, rows = in-1, min(n/columns, shape[in-1]-index[in-1])
			count, rowStride = rows, strides[in-1]
		}
		t.copyMatrix(m, tile, offset, rows, columns, rowStride, strides[in], scatter)
		if n -= rows * columns; n > 0 {
			tile = unsafe.Add(tile, rows*columns*m.size)
			offset = advance(index, shape, strides, axis, count, offset)
			if index[0] >= shape[0] { // a mistake in this package; the memory beyond is not the tile's
				panic("cpu: a tile goes beyond its launch")
			}
		}
	}
}

// advance moves the index along an axis, carrying over at its end, and the offset with it.
func advance(index, shape, strides []int, axis, count, offset int) int {
	index[axis] += count
	offset += count * strides[axis]
	for ; axis > 0 && index[axis] == shape[axis]; axis-- {
		index[axis] = 0
		index[axis-1]++
		offset += strides[axis-1] - shape[axis]*strides[axis]
	}
	return offset
}

// copyMatrix copies rows of columns between a tile and the buffer, strides in elements.
func (t *task) copyMatrix(m *move, tile unsafe.Pointer, offset, rows, columns, rowStride, stride int, scatter bool) {
	to := kernel.Matrix{At: tile, Row: columns * m.size, Column: m.size}
	from := kernel.Matrix{At: m.element(offset), Row: rowStride * m.size, Column: stride * m.size}
	if scatter {
		to, from = from, to
	}
	t.program.set.CopyMatrix(to, from, rows, columns, m.size)
}
