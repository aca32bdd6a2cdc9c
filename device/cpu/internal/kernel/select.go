package kernel

import (
	"encoding/binary"
	"math"
	"math/bits"
	"unsafe"
)

// Of up to leastCounted elements a selection sorts all, and of leastSampled and more one in mostChosen at most. For
// these it needs selectedBytes for each element.
const (
	leastCounted  = 64
	leastSampled  = 1 << 13
	mostChosen    = 8
	selectedBytes = 4
)

// selectAs finds the index of the element of a rank in the order of each group.
func selectAs[T elementBits](s Sort, groups, n int, x, to Matrix, ranks []int64) {
	v := &selection[T]{n: n, greater: s.greater}
	v.sortKeys = newSortKeys[T](s.from, s.descending)
	for g := range groups {
		v.column = column[T]{unsafe.Add(x.At, g*x.Row), x.Column}
		index := int64(-1)
		if rank := ranks[g]; rank >= 0 && rank < int64(n) {
			index = int64(v.find(int(rank)))
		}
		*(*int64)(unsafe.Add(to.At, g*to.Row)) = index
	}
}

// chosenTile is how many elements are compared at a time.
const chosenTile = 1 << 11

// selection finds one element of the order of a group. Of many, a sample says between which others it is, almost
// surely. If it is there, and few are, these are sorted. Otherwise each pass counts 2^11 ranges of keys, and the
// next one goes on in one of them.
type selection[T elementBits] struct {
	keyed[T]
	n       int
	order   *order
	greater Kernel
	bounds  *[2]bound[T]
	chosen  []T   // elements between the bounds
	at      []int // their indices
	tile    []T   // elements that do not lie side by side
	counts  [1 << mostDigits]int
}

// bound is an element that others are not to be less than, or not greater.
type bound[T elementBits] struct {
	open    bool // none is
	element [chosenTile]T
	are     [chosenTile]byte
}

// find returns the index of the element of a rank.
func (v *selection[T]) find(rank int) int {
	if v.n <= leastCounted {
		return int(v.sorted(&v.keyed, v.n)[rank])
	}
	if v.n >= leastSampled {
		v.around(rank)
		if before, ok := v.choose(); ok && rank >= before && rank < before+len(v.chosen) {
			return v.at[v.sorted(&keyed[T]{listed(v.chosen), v.sortKeys}, len(v.chosen))[rank-before]]
		}
	}
	key, rank := v.narrow(rank)
	for i := range v.n {
		if v.of(v.column.at(i)) != key {
			continue
		}
		if rank--; rank < 0 {
			return i
		}
	}
	panic("kernel: an element was counted and is not there")
}

// sorted returns the indices of n elements in order.
func (v *selection[T]) sorted(x *keyed[T], n int) []uint64 {
	if v.order == nil || len(v.order.own) != n {
		v.order = newOrder(n, false)
	}
	return sorted(v.order, x)
}

func listed[T elementBits](x []T) column[T] {
	return column[T]{unsafe.Pointer(unsafe.SliceData(x)), int(unsafe.Sizeof(T(0)))}
}

// around sets bounds between which the element of a rank is. The ranks in a random sample have normal errors, and
// three times their deviation is left on both sides.
func (v *selection[T]) around(rank int) {
	size := 1 << min(10+max(bits.Len(uint(v.n))-14, 0)/2, 14)
	each, random, sample := v.n/size, uint64(0), make([]T, size)
	for i := range sample {
		random = random*6364136223846793005 + 1442695040888963407
		sample[i] = v.column.at(i*each + oneOf(each, random))
	}
	order := v.sorted(&keyed[T]{listed(sample), v.sortKeys}, size)
	if v.bounds == nil {
		v.bounds = new([2]bound[T])
	}
	middle, apart := int(float64(rank)/float64(v.n)*float64(size)), int(1.5*math.Sqrt(float64(size)))
	for side, i := range [2]int{middle - apart, middle + apart} {
		b := &v.bounds[side]
		if b.open = i < 0 || i >= size; b.open {
			clear(b.are[:])
			continue
		}
		for k := range b.element {
			b.element[k] = sample[order[i]]
		}
	}
}

// oneOf is a number from 0 to n-1 that random bits choose, whose upper half an int may not count.
func oneOf(n int, random uint64) int { return int(random >> 32 % uint64(n)) }

// choose chooses the elements between the bounds, and returns how many come before them. Ok is false if there are
// too many, or if all are NaN.
func (v *selection[T]) choose() (before int, ok bool) {
	lo, hi := &v.bounds[0], &v.bounds[1]
	least, most := T(0), ^T(0)
	if !lo.open {
		least = v.of(lo.element[0])
	}
	if !hi.open {
		most = v.of(hi.element[0])
	}
	if v.floats && least == ^T(0) {
		return 0, false
	}
	if v.chosen == nil {
		v.chosen, v.at = make([]T, 0, v.n/32), make([]int, 0, v.n/32)
	}
	v.chosen, v.at = v.chosen[:0], v.at[:0]
	for from := 0; from < v.n; from += chosenTile {
		n := min(chosenTile, v.n-from)
		x := v.part(from, n)
		if !lo.open {
			v.greater.Run(n, unsafe.Pointer(&lo.are), unsafe.Pointer(&lo.element), x.first, nil, 0)
		}
		if !hi.open {
			v.greater.Run(n, unsafe.Pointer(&hi.are), x.first, unsafe.Pointer(&hi.element), nil, 0)
		}
		for i := 0; i < n; i += 8 {
			less, greater := binary.LittleEndian.Uint64(lo.are[i:]), binary.LittleEndian.Uint64(hi.are[i:])
			if n-i < 8 { // what lies behind the last is of another tile
				less &= 1<<(8*(n-i)) - 1
				greater |= ^uint64(0) << (8 * (n - i))
			}
			before += bits.OnesCount64(less)
			for within := ^(less | greater) & 0x0101010101010101; within != 0; within &= within - 1 {
				k := i + bits.TrailingZeros64(within)/8
				if key := v.of(x.at(k)); key < least || key > most {
					continue // NaN is neither less nor greater
				}
				if len(v.chosen) >= v.n/mostChosen {
					return 0, false
				}
				v.chosen, v.at = append(v.chosen, x.at(k)), append(v.at, from+k)
			}
		}
	}
	return before, true
}

// part returns some elements side by side.
func (v *selection[T]) part(from, n int) column[T] {
	if size := int(unsafe.Sizeof(T(0))); v.stride == size {
		return column[T]{unsafe.Add(v.first, from*size), size}
	}
	if v.tile == nil {
		v.tile = make([]T, chosenTile)
	}
	for i := range n {
		v.tile[i] = v.column.at(from + i)
	}
	return listed(v.tile)
}

// narrow returns the key of the element of a rank, and its rank among those of this key.
func (v *selection[T]) narrow(rank int) (key T, rest int) {
	lo, hi := T(0), ^T(0)
	for lo < hi {
		shift := max(bits.Len64(uint64(hi-lo))-mostDigits, 0)
		clear(v.counts[:])
		for i := range v.n {
			if d := v.of(v.column.at(i)) - lo; d <= hi-lo {
				v.counts[uint64(d)>>shift]++
			}
		}
		part := 0
		for ; rank >= v.counts[part]; part++ {
			rank -= v.counts[part]
		}
		lo += T(part) << shift
		hi = lo + min(hi-lo, 1<<shift-1)
	}
	return lo, rank
}
