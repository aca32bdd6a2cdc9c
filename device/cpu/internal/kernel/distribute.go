package kernel

import (
	"math/bits"
	"slices"
	"sync"
	"unsafe"
)

// Memory that the places of a store need: up to wordsAtOnce the larger caches have room for it. Ranges of
// more need up to wordsOfRange each, which stay in the nearest caches. There are at most so many ranges:
// all are written to at once.
const (
	wordsAtOnce  = 1 << 20
	wordsOfRange = 1 << 14
	mostRanges   = 512
)

// distributed is elements in ranges of positions, each in their order.
type distributed struct {
	shift int // position >> shift is the number of the range
	ends  []int
	at    []int64
	of    []uint64 // the elements, side by side
}

var distributedPool = sync.Pool{New: func() any { return new(distributed) }}

// eachRange calls f for ranges of positions, and the elements there. A place needs some words of memory. If
// that is much in all, elements are moved so that a range is in the caches while they are stored.
func (e Elements) eachRange(positions Span, size, words int, f func(positions Span, e Elements)) {
	if words*positions.Len() <= wordsAtOnce {
		f(positions, e)
		return
	}
	d := distributedPool.Get().(*distributed)
	defer distributedPool.Put(d)
	d.shift = max(bits.Len(uint(wordsOfRange/words))-1, bits.Len(uint(positions.Len()/mostRanges)))
	n := d.count(e, positions)
	d.at, d.of = slices.Grow(d.at[:0], n)[:n], slices.Grow(d.of[:0], n*size/8+1)[:n*size/8+1]
	of := unsafe.Pointer(&d.of[0])
	moves[size](d, e, positions, of)
	begin := 0
	for i, end := range d.ends {
		if n := end - begin; n > 0 {
			from := positions.From + i<<d.shift
			f(Span{from, min(from+1<<d.shift, positions.To)}, Elements{N: n, At: unsafe.Pointer(&d.at[begin]), Of: unsafe.Add(of, begin*size), All: true})
		}
		begin = end
	}
}

// count finds where each range begins, and returns the number of elements in all.
func (d *distributed) count(e Elements, positions Span) int {
	ranges := (positions.Len()-1)>>d.shift + 1
	d.ends = slices.Grow(d.ends[:0], ranges)[:ranges]
	clear(d.ends)
	first, n := int64(positions.From), uint64(positions.Len())
	for _, p := range elements[int64](e.At, 0, e.N) {
		if i := uint64(p - first); i < n {
			d.ends[i>>d.shift]++
		}
	}
	next := 0
	for i, n := range d.ends {
		d.ends[i], next = next, next+n
	}
	return next
}

// moves move elements to their ranges, by their size. Afterwards the ends are the ranges'.
var moves = [...]func(d *distributed, e Elements, positions Span, to unsafe.Pointer){
	1: moveTo[uint8], 2: moveTo[uint16], 4: moveTo[uint32], 8: moveTo[uint64]}

func moveTo[T any](d *distributed, e Elements, positions Span, to unsafe.Pointer) {
	first, n := int64(positions.From), uint64(positions.Len())
	of, all, last := elements[T](e.Of, 0, e.different()), elements[T](to, 0, len(d.at)), e.different()-1
	for k, p := range elements[int64](e.At, 0, e.N) {
		if i := uint64(p - first); i < n {
			at := d.ends[i>>d.shift]
			d.at[at], all[at] = p, of[min(k, last)]
			d.ends[i>>d.shift] = at + 1
		}
	}
}
