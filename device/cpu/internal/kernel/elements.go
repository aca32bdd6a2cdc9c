package kernel

import (
	"slices"
	"sync"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// Part is the number of float64 elements in a part of a scratch, which stays in the nearest cache.
// Loops that need a scratch compute that many elements at a time, or more if they are smaller.
const Part = 512

// scratch has room for the widened operands of a kernel, for its result, and for what it takes besides,
// which would be allocated at each call.
type scratch struct {
	parts [4][Part]float64
	call  vector.Call
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func (s *scratch) at(k int) unsafe.Pointer { return unsafe.Pointer(&s.parts[k]) }

// elements are n elements of a tile from the i-th on.
func elements[T any](tile unsafe.Pointer, i, n int) []T {
	return unsafe.Slice((*T)(unsafe.Add(tile, i*int(unsafe.Sizeof(*new(T))))), n)
}

func copyBytes(to, from unsafe.Pointer, n int) {
	copy(unsafe.Slice((*byte)(to), n), unsafe.Slice((*byte)(from), n))
}

// Fill fills a tile with the element of the given bits.
func Fill(tile unsafe.Pointer, size, n int, element uint64) {
	switch size {
	case 1:
		fillWith(elements[uint8](tile, 0, n), uint8(element))
	case 2:
		fillWith(elements[uint16](tile, 0, n), uint16(element))
	case 4:
		fillWith(elements[uint32](tile, 0, n), uint32(element))
	default:
		fillWith(elements[uint64](tile, 0, n), element)
	}
}

// fillWith copies the filled part behind itself, because Go copies several elements at once. The part
// stays in the nearest cache.
func fillWith[T comparable](to []T, value T) {
	const most = 8 << 10 // bytes
	if value == *new(T) {
		clear(to)
		return
	}
	few := min(len(to), 16)
	for i := range to[:few] {
		to[i] = value
	}
	for done := few; done < len(to); {
		done += copy(to[done:], to[:min(done, most/int(unsafe.Sizeof(value)))])
	}
}

// Count fills rows of columns elements of 4 or 8 bytes with numbers: the first one, and others by the
// steps along rows and columns.
func (t *Set) Count(to Matrix, rows, columns, size, first, row, column int) {
	for r := range rows {
		if size == 4 {
			count[int32](t, op.Int32, to.Beyond(r, 0), columns, first+r*row, column)
		} else {
			count[int64](t, op.Int64, to.Beyond(r, 0), columns, first+r*row, column)
		}
	}
}

// counter counts integers of one size by kernels. To find them for each row takes longer than to run them.
type counter struct {
	once     sync.Once
	add, mul Kernel // not vector: there are none in the set
}

// counterOf returns the set's counter of a type, which finds its kernels when it is first needed.
func (t *Set) counterOf(dt op.DType) *counter {
	c := &t.counters[dt.Size()]
	c.once.Do(func() {
		add, _ := t.Loop(One(op.Add, dt, dt))
		if mul, _ := t.Loop(One(op.Mul, dt, dt)); add.Vector && mul.Vector {
			c.add, c.mul = add, mul
		}
	})
	return c
}

// numbering are the numbers of a part's elements, in 64 and in 32 bits.
type numbering struct {
	wide   [Part]int64
	narrow [Part]int32
}

var firstNumbers = sync.OnceValue(func() *numbering {
	all := new(numbering)
	for i := range Part {
		all.wide[i], all.narrow[i] = int64(i), int32(i)
	}
	return all
})

func count[T int32 | int64](t *Set, dt op.DType, to Matrix, n, first, step int) {
	const few = 16 // to begin a kernel takes longer than to write them
	size := int(unsafe.Sizeof(T(0)))
	c := t.counterOf(dt)
	if n <= few || to.Column != size || !c.add.Vector {
		for i := range n {
			*(*T)(unsafe.Add(to.At, i*to.Column)) = T(first + i*step)
		}
		return
	}
	numbers := unsafe.Pointer(&firstNumbers().wide)
	if size == 4 {
		numbers = unsafe.Pointer(&firstNumbers().narrow)
	}
	s := scratches.Get().(*scratch) // variables would be allocated at each call
	defer scratches.Put(s)
	from, by := s.at(0), s.at(1)
	*(*T)(by) = T(step)
	for i := 0; i < n; i += Part {
		m, at := min(Part, n-i), unsafe.Add(to.At, i*size)
		*(*T)(from) = T(first + i*step)
		if step == 1 {
			c.add.Run(m, at, numbers, from, nil, vector.Y)
			continue
		}
		c.mul.Run(m, at, numbers, by, nil, vector.Y)
		c.add.Run(m, at, at, from, nil, vector.Y)
	}
}

// Bits is an element in memory.
func Bits(at unsafe.Pointer, size int) op.Scalar {
	switch size {
	case 1:
		return op.Scalar(*(*uint8)(at))
	case 2:
		return op.Scalar(*(*uint16)(at))
	case 4:
		return op.Scalar(*(*uint32)(at))
	}
	return op.Scalar(*(*uint64)(at))
}

// Swap changes the byte order of a tile between that of buffers and that of a big-endian host.
func Swap(tile unsafe.Pointer, size, n int) {
	for element := range slices.Chunk(unsafe.Slice((*byte)(tile), n*size), size) {
		slices.Reverse(element)
	}
}
