package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// Matrix is elements in rows and columns in memory; the strides are in bytes.
type Matrix struct {
	At          unsafe.Pointer
	Row, Column int
}

// Beyond is the matrix without its first rows and columns.
func (b Matrix) Beyond(rows, columns int) Matrix {
	return Matrix{unsafe.Add(b.At, rows*b.Row+columns*b.Column), b.Row, b.Column}
}

// ahead is how many bytes ahead to prefetch rows of so many bytes, if they are not 0. Where gaps lie between them that is
// the next row. Few bytes may be in a cache, where prefetching costs time.
func (b Matrix) ahead(rows, bytes int) int {
	const few, far = 128 << 10, 16 << 10 // a quarter of far gained less
	switch {
	case rows*bytes < few:
		return 0
	case rows == 1 || b.Row == bytes:
		return far
	}
	return b.Row
}

// Copy returns the kernel that copies elements of size bytes.
func (t *Set) Copy(size int) Kernel {
	dt := wordOf[size]
	return t.For(op.Positive, dt, dt)
}

// wordOf is the type of a copy's elements, by their size.
var wordOf = [...]op.DType{1: op.Uint8, 2: op.Uint16, 4: op.Uint32, 8: op.Uint64}

// CopyMatrix copies rows of columns elements.
func (t *Set) CopyMatrix(to, from Matrix, rows, columns, size int) {
	if run := t.gathers[1][2]; run != nil && to.Column == size && from.Column == size { // bytes, whatever the elements are
		run(rows, columns*size, to.At, from.At, to.Row, from.Row)
		return
	}
	if t.gather(to, from, rows, columns, size) || t.transpose(to, from, rows, columns, size) {
		return
	}
	copySized[size](to, from, rows, columns)
}

// transpose copies a matrix that is contiguous along its rows in one copy and along its columns in
// the other. It reports false where the kernel set has no routine for that.
func (t *Set) transpose(to, from Matrix, rows, columns, size int) bool {
	run := t.transposes[size]
	if run == nil {
		return false
	}
	if to.Row == size && from.Column == size { // as if rows were columns
		to.Row, to.Column, from.Row, from.Column = to.Column, to.Row, from.Column, from.Row
		rows, columns = columns, rows
	}
	square := vector.Square(size)
	n, m := rows-rows%square, columns-columns%square
	if to.Column != size || from.Row != size || n == 0 || m == 0 {
		return false
	}
	run(to.At, from.At, to.Row, from.Column, n, m)
	if m < columns {
		copySized[size](to.Beyond(0, m), from.Beyond(0, m), n, columns-m)
	}
	if n < rows {
		copySized[size](to.Beyond(n, 0), from.Beyond(n, 0), rows-n, columns)
	}
	return true
}

// gather copies rows to rows of elements side by side, from a stride that the kernel set has a
// routine for.
func (t *Set) gather(to, from Matrix, rows, columns, size int) bool {
	stride := from.Column / size
	if to.Column != size || stride < -1 || stride+1 >= len(t.gathers[size]) {
		return false
	}
	run := t.gathers[size][stride+1]
	if run == nil || stride != 0 && columns < vector.Square(size) {
		return false
	}
	run(rows, columns, to.At, from.At, to.Row, from.Row)
	return true
}

// CopyEach copies elements that lie anywhere, each so many bytes behind from, to elements side by side; or
// back.
func CopyEach(to, from unsafe.Pointer, bytes []int, size int, back bool) {
	copyEach[size](to, from, bytes, back)
}

var copyEach = [...]func(to, from unsafe.Pointer, bytes []int, back bool){
	1: eachOf[uint8], 2: eachOf[uint16], 4: eachOf[uint32], 8: eachOf[uint64]}

func eachOf[T any](to, from unsafe.Pointer, bytes []int, back bool) {
	side := unsafe.Slice((*T)(to), len(bytes))
	for i, b := range bytes {
		if at := (*T)(unsafe.Add(from, b)); back {
			*at = side[i]
		} else {
			side[i] = *at
		}
	}
}

// copySized copies rows of columns elements, by their size.
var copySized = [...]func(to, from Matrix, rows, columns int){
	1: copyRows[uint8], 2: copyRows[uint16], 4: copyRows[uint32], 8: copyRows[uint64]}

// copyRows goes along the columns of a transposed source, whose elements share cache lines.
func copyRows[T any](to, from Matrix, rows, columns int) {
	if rows > 1 && from.Row != 0 && Abs(from.Row) < Abs(from.Column) {
		to.Row, to.Column = to.Column, to.Row
		from.Row, from.Column = from.Column, from.Row
		rows, columns = columns, rows
	}
	for r := range rows {
		copyRow[T](unsafe.Add(to.At, r*to.Row), unsafe.Add(from.At, r*from.Row), columns, to.Column, from.Column)
	}
}

// copyRow copies four elements at a time: one by one took twice as long.
func copyRow[T any](to, from unsafe.Pointer, n, toStride, fromStride int) {
	i := 0
	for ; i+4 <= n; i += 4 {
		x, y := unsafe.Add(from, i*fromStride), unsafe.Add(to, i*toStride)
		a, b := *(*T)(x), *(*T)(unsafe.Add(x, fromStride))
		c, d := *(*T)(unsafe.Add(x, 2*fromStride)), *(*T)(unsafe.Add(x, 3*fromStride))
		*(*T)(y), *(*T)(unsafe.Add(y, toStride)) = a, b
		*(*T)(unsafe.Add(y, 2*toStride)), *(*T)(unsafe.Add(y, 3*toStride)) = c, d
	}
	for ; i < n; i++ {
		*(*T)(unsafe.Add(to, i*toStride)) = *(*T)(unsafe.Add(from, i*fromStride))
	}
}

func Abs(x int) int { return max(x, -x) }
