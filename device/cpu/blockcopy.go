package cpu

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// block is a matrix of elements in memory; the strides are in bytes.
type block struct {
	at          unsafe.Pointer
	row, column int
}

// beyond is the block without so many rows and columns.
func (b block) beyond(rows, columns int) block {
	return block{unsafe.Add(b.at, rows*b.row+columns*b.column), b.row, b.column}
}

// copy is the kernel that copies elements of so many bytes.
func (t *tier) copy(size int) priced {
	dt := wordOf[size]
	return t.kernelFor(op.Positive, dt, dt)
}

// wordOf is the type of a copy's elements, by their size.
var wordOf = [...]op.DType{1: op.Uint8, 2: op.Uint16, 4: op.Uint32, 8: op.Uint64}

// Long copies are moves, movePart at a time: of more than the second-level cache has room for, processors leave it
// out. Copies of 64 KiB to 8 MiB took 0.75 to 0.85 of the time, of 16 KiB 1.2 times as long.
const (
	moveLeast = 1 << 16
	movePart  = 1 << 17
)

// enterMove has copies that are long, and do not stream, be moves.
func (t *tier) enterMove(move vector.Move) {
	for _, size := range []int{1, 2, 4, 8} {
		of := key{op.Positive, wordOf[size], wordOf[size]}
		k := t.loops[of]
		run, rows := k.run, k.rows
		moved := func(n int, to, x unsafe.Pointer, how vector.Mode) bool {
			bytes := n * size
			if bytes < moveLeast || how&vector.Stream != 0 {
				return false
			}
			for i := 0; i < bytes; i += movePart {
				move(unsafe.Add(to, i), unsafe.Add(x, i), min(movePart, bytes-i))
			}
			return true
		}
		k.run = func(n int, to, x, y, z unsafe.Pointer, how vector.Mode) {
			if !moved(n, to, x, how) {
				run(n, to, x, y, z, how)
			}
		}
		k.rows = func(n int, to, x, y, z unsafe.Pointer, how vector.Mode, count int, steps *vector.Steps) {
			if count > 1 || !moved(n, to, x, how) {
				rows(n, to, x, y, z, how, count, steps)
			}
		}
		t.loops[of] = k
	}
}

// copyBlock copies rows of columns; far is whether they come from no near cache.
func (t *tier) copyBlock(to, from block, rows, columns, size int, far bool) {
	if t.gather(to, from, rows, columns, size, far) || t.scatter(to, from, rows, columns, size) || t.transpose(to, from, rows, columns, size) {
		return
	}
	copySized(to, from, rows, columns, size)
}

// transpose copies a block whose elements lie side by side along its columns on one side,
// and along its rows on the other, where the tier knows how.
func (t *tier) transpose(to, from block, rows, columns, size int) bool {
	run := t.transposes[size]
	if run == nil {
		return false
	}
	if to.row == size && from.column == size { // as if rows were columns
		to.row, to.column, from.row, from.column = to.column, to.row, from.column, from.row
		rows, columns = columns, rows
	}
	square := vector.Square(size)
	n, m := rows-rows%square, columns-columns%square
	if to.column != size || from.row != size || n == 0 || m == 0 {
		return false
	}
	run(to.at, from.at, to.row, from.column, n, m)
	if m < columns {
		copySized(to.beyond(0, m), from.beyond(0, m), n, columns-m, size)
	}
	if n < rows {
		copySized(to.beyond(n, 0), from.beyond(n, 0), rows-n, columns, size)
	}
	return true
}

// Gathers ask memory for what they will want: the processor's own prefetching is kept from it by what
// lies between rows, and begins anew for every tile. Of more than nearBytes, without it 1 Mi float64 of
// a step of 2 took twice as long; with it 10,000, which a cache has, took 1.2 times as long.
const (
	aheadRows  = 32
	aheadBytes = 2048 // of the wanted elements
	nearBytes  = 4 << 20
)

// gather copies rows to rows of elements side by side, from a stride that the tier knows.
func (t *tier) gather(to, from block, rows, columns, size int, far bool) bool {
	step := from.column / size
	if to.column != size || step < -1 || step+1 >= len(t.gathers[size]) {
		return false
	}
	least, n := vector.Square(size), columns
	if step == 1 { // whatever they are
		size, n = 1, columns*size
	}
	run := t.gathers[size][step+1]
	if run == nil || step*step > step && n < least {
		return false
	}
	ahead := 0
	switch {
	case step == 1:
		ahead = aheadRows * from.row
	case far:
		ahead = aheadBytes * step
	}
	run(rows, n, to.at, from.at, to.row, from.row, ahead)
	return true
}

// scatter copies rows of elements side by side to rows of a stride that the tier knows.
func (t *tier) scatter(to, from block, rows, columns, size int) bool {
	step := to.column / size
	if from.column != size || step < 2 || step+1 >= len(t.scatters[size]) || columns < 2*vector.Square(size) {
		return false
	}
	run := t.scatters[size][step+1]
	if run == nil {
		return false
	}
	run(rows, columns, to.at, from.at, to.row, from.row, 0)
	return true
}

// copySized copies rows of columns of elements of a size.
func copySized(to, from block, rows, columns, size int) {
	switch size {
	case 1:
		copyRows[uint8](to, from, rows, columns)
	case 2:
		copyRows[uint16](to, from, rows, columns)
	case 4:
		copyRows[uint32](to, from, rows, columns)
	default:
		copyRows[uint64](to, from, rows, columns)
	}
}

// copyRows goes along the columns of a transposed source, whose elements share cache lines.
func copyRows[T any](to, from block, rows, columns int) {
	if rows > 1 && from.row != 0 && abs(from.row) < abs(from.column) {
		to.row, to.column = to.column, to.row
		from.row, from.column = from.column, from.row
		rows, columns = columns, rows
	}
	size := int(unsafe.Sizeof(*new(T)))
	if rows > 1 && from.row == 0 && from.column == size && to.column == size && to.row == columns*size {
		repeat(unsafe.Slice((*T)(to.at), rows*columns), unsafe.Slice((*T)(from.at), columns))
		return
	}
	for r := range rows {
		copyRow[T](unsafe.Add(to.at, r*to.row), unsafe.Add(from.at, r*from.row), columns, to.column, from.column)
	}
}

// repeat copies a row over and over, twice as much each time.
func repeat[T any](to, row []T) {
	for done := copy(to, row); done < len(to); done *= 2 {
		copy(to[done:], to[:done])
	}
}

func copyRow[T any](to, from unsafe.Pointer, n, toStep, fromStep int) {
	size := int(unsafe.Sizeof(*new(T)))
	switch {
	case toStep == size && fromStep == size && n >= 8: // shorter ones are quicker one by one
		copy(unsafe.Slice((*T)(to), n), unsafe.Slice((*T)(from), n))
	case toStep == size && fromStep == 0:
		value, to := *(*T)(from), unsafe.Slice((*T)(to), n)
		for i := range to {
			to[i] = value
		}
	default:
		i := 0
		for ; i+4 <= n; i += 4 { // one by one took twice as long
			x, y := unsafe.Add(from, i*fromStep), unsafe.Add(to, i*toStep)
			a, b := *(*T)(x), *(*T)(unsafe.Add(x, fromStep))
			c, d := *(*T)(unsafe.Add(x, 2*fromStep)), *(*T)(unsafe.Add(x, 3*fromStep))
			*(*T)(y), *(*T)(unsafe.Add(y, toStep)) = a, b
			*(*T)(unsafe.Add(y, 2*toStep)), *(*T)(unsafe.Add(y, 3*toStep)) = c, d
		}
		for ; i < n; i++ {
			*(*T)(unsafe.Add(to, i*toStep)) = *(*T)(unsafe.Add(from, i*fromStep))
		}
	}
}

func abs(x int) int { return max(x, -x) }
