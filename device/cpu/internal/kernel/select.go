package kernel

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"sync"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/internal/page"
)

// Of up to leastCounted elements a selection sorts all, and of leastSampled and more one in mostChosen at most. For
// these it needs selectedBytes for each element. The first few of a group are chosen among leastFirsts and more.
const (
	leastCounted  = 64
	leastSampled  = 1 << 13
	leastFirsts   = 1 << 9
	mostChosen    = 8
	selectedBytes = 4
)

// selectAs finds the index of the element of a rank in the order of each group.
func selectAs[T elementBits](s Sort, groups, n int, x, to Matrix, ranks []int64) {
	v := newSelection[T](s, n)
	defer v.release()
	for g := range groups {
		v.column = column[T]{unsafe.Add(x.At, g*x.Row), x.Column}
		index := int64(-1)
		if rank := ranks[g]; rank >= 0 && rank < int64(n) {
			index = int64(v.find(int(rank)))
		}
		*(*int64)(unsafe.Add(to.At, g*to.Row)) = index
	}
}

// firstsAs sorts those elements of each group that may be among the first of its order, and gives their indices.
func firstsAs[T elementBits](s Sort, groups, n, firsts int, x, to Matrix) {
	v := newSelection[T](s, n)
	defer v.release()
	most := firsts + n/mostChosen
	v.chosen, v.at = slices.Grow(v.chosen[:0], most), slices.Grow(v.at[:0], most)
	for g := range groups {
		x, to := x.Beyond(g, 0), to.Beyond(g, 0)
		v.column = column[T]{x.At, x.Column}
		v.around(0, firsts-1)
		if _, ok := v.choose(most); !ok || len(v.chosen) < firsts {
			sortAs[T](s, 1, n, x, to)
			continue
		}
		page.Rest()
		for i, k := range v.order()[:firsts] {
			*(*int64)(unsafe.Add(to.At, i*to.Column)) = int64(v.at[k])
		}
	}
}

// chosenTile is how many elements are compared at a time.
const chosenTile = 1 << 11

// selection finds one element of the order of a group. Of many, a sample says between which others it is, almost
// surely. If it is there, and few are, these are sorted. Otherwise each pass counts 2^11 ranges of keys, and the
// next one goes on in one of them, until few elements are left.
type selection[T elementBits] struct {
	keyed[T]
	n       int
	lists   *order
	entries *quick
	greater Kernel
	sample  []T
	bounds  [2]bound[T]
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

// selections have the memory of selections, by the bytes of an element.
var selections [9]sync.Pool

// newSelection selects among n elements. Release it.
func newSelection[T elementBits](s Sort, n int) *selection[T] {
	v, ok := selections[unsafe.Sizeof(T(0))].Get().(*selection[T])
	if !ok {
		v = new(selection[T])
	}
	v.n, v.greater, v.entries, v.sortKeys = n, s.greater, s.entries, newSortKeys[T](s.from, s.descending)
	return v
}

// release keeps the memory for others, if it is short, and none of the elements'.
func (v *selection[T]) release() {
	if v.lists != nil {
		v.lists.release()
	}
	if v.lists, v.column = nil, (column[T]{}); cap(v.at) <= stretch {
		selections[unsafe.Sizeof(T(0))].Put(v)
	}
}

// find returns the index of the element of a rank.
func (v *selection[T]) find(rank int) int {
	if v.n <= leastCounted {
		return int(v.sorted(&v.keyed, v.n)[rank])
	}
	if v.n >= leastSampled {
		v.around(rank, rank)
		if before, ok := v.choose(v.n / mostChosen); ok && rank >= before && rank < before+len(v.chosen) {
			return v.at[v.order()[rank-before]]
		}
	}
	lo, hi, rank := v.narrow(rank)
	if lo < hi {
		v.gather(lo, hi)
		return v.at[v.order()[rank]]
	}
	for i := range v.n { // equal ones are in order
		if v.of(v.column.at(i)) != lo {
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
	if v.lists == nil {
		v.lists = newOrder(n, false)
		v.lists.quick = v.entries
	}
	v.lists.use(n)
	return sorted(v.lists, x)
}

// order returns the numbers of the chosen elements in order.
func (v *selection[T]) order() []uint64 {
	return v.sorted(&keyed[T]{listed(v.chosen), v.sortKeys}, len(v.chosen))
}

func listed[T elementBits](x []T) column[T] {
	return column[T]{unsafe.Pointer(unsafe.SliceData(x)), int(unsafe.Sizeof(T(0)))}
}

// around sets bounds between which the elements of some ranks are, from one to another, almost surely. The ranks in a
// random sample have normal errors, and three times their deviation is left on both sides.
func (v *selection[T]) around(from, to int) {
	size := 1 << min(10+max(bits.Len(uint(v.n))-14, 0)/2, 14)
	if v.n < leastSampled {
		size = leastFirsts / 2
	}
	v.sample = slices.Grow(v.sample[:0], size)[:size]
	each, random, x, keys := v.n/size, uint64(0), v.column, v.sortKeys
	for i := range v.sample {
		random = random*6364136223846793005 + 1442695040888963407
		v.sample[i] = keys.of(x.at(i*each + oneOf(each, random)))
	}
	for side, rank := range [2]int{from, to} {
		part := float64(rank) / float64(v.n)
		apart := 1 + int(3*math.Sqrt(float64(size)*part*(1-part)))
		i := int(part*float64(size)) + (2*side-1)*apart
		b := &v.bounds[side]
		if b.open = i < 0 || i >= size; b.open {
			clear(b.are[:])
			continue
		}
		element, copies := v.element(nth(v.sample, i)), chosenTile
		if v.greater.Vector {
			copies = 1
		}
		for k := range b.element[:copies] {
			b.element[k] = element
		}
	}
}

// nth returns the element of a rank. It moves elements before those that are greater.
func nth[T elementBits](x []T, rank int) T {
	for len(x) > 1 {
		pivot, i, j := x[len(x)/2], 0, len(x)-1
		for i <= j {
			for x[i] < pivot {
				i++
			}
			for x[j] > pivot {
				j--
			}
			if i <= j {
				x[i], x[j] = x[j], x[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case rank <= j:
			x = x[:j+1]
		case rank >= i:
			x, rank = x[i:], rank-i
		default:
			return pivot
		}
	}
	return x[0]
}

// oneOf is a number from 0 to n-1 that random bits choose, whose upper half an int may not count.
func oneOf(n int, random uint64) int { return int(random >> 32 % uint64(n)) }

// choose chooses the elements between the bounds, and returns how many come before them. Ok is false if there are
// too many, or if the first bound is NaN.
func (v *selection[T]) choose(most int) (before int, ok bool) {
	lo, hi := &v.bounds[0], &v.bounds[1]
	least, greatest := T(0), ^T(0)
	if !lo.open {
		least = v.of(lo.element[0])
	}
	if !hi.open {
		greatest = v.of(hi.element[0])
	}
	if v.floats && least == ^T(0) {
		return 0, false
	}
	v.chosen, v.at = v.chosen[:0], v.at[:0]
	for from := 0; from < v.n; from += chosenTile {
		n := min(chosenTile, v.n-from)
		x := v.part(from, n)
		if !lo.open {
			v.compare(n, &lo.are, unsafe.Pointer(&lo.element), x.first, vector.X)
		}
		if !hi.open {
			v.compare(n, &hi.are, x.first, unsafe.Pointer(&hi.element), vector.Y)
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
				if key := v.of(x.at(k)); key < least || key > greatest {
					continue // NaN is neither less nor greater
				}
				if len(v.chosen) >= most {
					return 0, false
				}
				v.chosen, v.at = append(v.chosen, x.at(k)), append(v.at, from+k)
			}
		}
	}
	return before, true
}

// compare reports for each of n elements whether it comes behind another one. Kernels in assembly take one operand as
// one element.
func (v *selection[T]) compare(n int, are *[chosenTile]byte, x, y unsafe.Pointer, one vector.Mode) {
	if v.flip != 0 {
		x, y, one = y, x, one^(vector.X|vector.Y)
	}
	v.greater.Run(n, unsafe.Pointer(are), x, y, nil, one)
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

// narrow returns a range of keys, that of the element of a rank among them, and its rank in the range. Few elements
// have these keys, or they are equal.
func (v *selection[T]) narrow(rank int) (lo, hi T, rest int) {
	hi = ^hi
	x, keys := v.column, v.sortKeys
	for few := v.n; lo < hi && few > leastCounted; {
		shift := max(bits.Len64(uint64(hi-lo))-mostDigits, 0) & 63
		clear(v.counts[:])
		for i := range v.n {
			if d := keys.of(x.at(i)) - lo; d <= hi-lo {
				v.counts[uint64(d)>>shift%(1<<mostDigits)]++
			}
		}
		part := 0
		for ; rank >= v.counts[part]; part++ {
			rank -= v.counts[part]
		}
		few = v.counts[part]
		lo += T(part) << shift
		hi = lo + min(hi-lo, 1<<shift-1)
	}
	return lo, hi, rank
}

// gather chooses the elements with keys from one to another.
func (v *selection[T]) gather(lo, hi T) {
	v.chosen, v.at = v.chosen[:0], v.at[:0]
	x, keys := v.column, v.sortKeys
	for i := range v.n {
		if e := x.at(i); keys.of(e)-lo <= hi-lo {
			v.chosen, v.at = append(v.chosen, e), append(v.at, i)
		}
	}
}
