package kernel

import (
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// quick are the routines of a set for keys of a size.
type quick struct {
	key         vector.Key
	partition   vector.Partition
	network     vector.Network
	sort, merge vector.Lines
	transpose   vector.Transpose
}

// mostBad is how many parts in a row of parts may be much shorter than their list. A list whose pivots are worse is sorted
// otherwise.
const mostBad = 8

// mostLeaf is how many keys are not divided.
const mostLeaf = 96

// quickOf returns the routines for keys of a size, or nil.
func (t *Set) quickOf(size int) *quick {
	q := &quick{transpose: t.transposes[size]}
	for _, v := range t.over {
		if v.Partitions[size] != nil {
			q.key, q.partition = v.Keys[size], v.Partitions[size]
			q.network, q.sort, q.merge = v.Networks[size], v.LineSorts[size], v.LineMerges[size]
		}
	}
	if q.partition == nil {
		return nil
	}
	return q
}

// quicksort sorts lists. Longer ones it divides by pivots; short ones wait until there is one for each column of a tile.
type quicksort[T movedBits] struct {
	sortTile[T]
	to      column[T] // of a group
	done    int       // how many of these are known
	waiting []column[T]
	lengths [16]int
}

// sortQuickly sorts n elements of each group, at least one.
func sortQuickly[T movedBits](s Sort, groups, n int, x, to Matrix) {
	beside := x.Row == int(unsafe.Sizeof(T(0))) && to.Row == x.Row && groups > 1
	if n <= mostShort || beside && n <= mostNetwork {
		q := newSortTile[T](s, 0)
		defer q.order.release()
		q.groups(s, groups, n, x, to)
		return
	}
	var waiting [16]column[T]
	q := quicksort[T]{sortTile: newSortTile[T](s, n), waiting: waiting[:0]}
	defer q.order.release()
	for g := range groups {
		x, to := x.Beyond(g, 0), to.Beyond(g, 0)
		q.to, q.done = column[T]{to.At, to.Column}, 0
		q.long(n, column[T]{x.At, x.Column})
	}
	q.flush()
}

// long sorts a long list. NaN and zeros keep their order if they differ: they are listed, and do not move.
func (q *quicksort[T]) long(n int, x column[T]) {
	all, other := unsafe.Pointer(&q.order.own[0]), unsafe.Pointer(&q.order.other[0])
	if !q.read(all, x, n) {
		q.divide(all, other, n, ^T(0), mostBad)
		return
	}
	keys, others, few := elements[T](all, 0, n), elements[T](other, 0, n), 0
	for i, key := range keys {
		e := x.at(i)
		keys[few], others[i-few] = key, e // the next ones are written over the wrong one
		if 2*e-1 < 2*q.keys.infinity {    // zeros wrap
			few++
		}
	}
	listed := slices.Clone(others[:n-few])
	nan, zero := q.keys.several()
	if nan == 0 {
		q.list(listed, nan)
	}
	less := q.partition(few, uint(zero), other, all)
	q.divide(other, unsafe.Add(all, (few-less)*int(unsafe.Sizeof(T(0)))), less, zero, mostBad)
	q.list(listed, zero)
	q.divide(all, other, few-less, ^T(0), mostBad)
	if nan != 0 {
		q.list(listed, nan)
	}
}

// list writes those elements of a list that have a key.
func (q *quicksort[T]) list(elements []T, key T) {
	for _, e := range elements {
		if q.keys.of(e) == key {
			*(*T)(q.next()) = e
			q.done++
		}
	}
}

// next is where the next key goes. There is one.
func (q *quicksort[T]) next() unsafe.Pointer { return unsafe.Add(q.to.first, q.done*q.to.stride) }

// divide sorts keys that are no greater than most. It writes over them, over as many others, and a line behind both.
func (q *quicksort[T]) divide(all, other unsafe.Pointer, n int, most T, bad int) {
	size := int(unsafe.Sizeof(T(0)))
	for n > mostLeaf {
		keys := elements[T](all, 0, n)
		if bad == 0 {
			slices.Sort(keys)
			for _, key := range keys {
				q.fill(key, 1)
			}
			return
		}
		pivot := middle(keys)
		greatest := pivot == most
		if greatest && most == 0 {
			q.fill(0, n)
			return
		}
		if greatest {
			pivot--
		}
		less := q.partition(n, uint(pivot), other, all)
		if min(less, n-less) < n/16 {
			bad--
		}
		if less == n {
			all, other, most = other, all, pivot
			continue
		}
		q.divide(other, unsafe.Add(all, (n-less)*size), less, pivot, bad)
		if n -= less; greatest {
			q.fill(most, n)
			return
		}
	}
	if n > 0 {
		q.wait(all, n)
	}
}

// middle is about the median of keys.
func middle[T movedBits](keys []T) T {
	part := len(keys) / 9
	of := func(i int) T {
		i *= part
		return median(keys[i], keys[i+part], keys[i+2*part])
	}
	return median(of(0), of(3), of(6))
}

func median[T movedBits](a, b, c T) T { return max(min(a, b), min(max(a, b), c)) }

// fill writes a key n times.
func (q *quicksort[T]) fill(key T, n int) {
	e := q.keys.element(key)
	if n > 0 && q.to.stride == int(unsafe.Sizeof(T(0))) {
		fillWith(elements[T](q.next(), 0, n), e)
		q.done += n
		return
	}
	for range n {
		*(*T)(q.next()) = e
		q.done++
	}
}

// wait has a short list wait.
func (q *quicksort[T]) wait(keys unsafe.Pointer, n int) {
	i := len(q.waiting)
	copy(elements[T](q.row(i), 0, n), elements[T](keys, 0, n))
	q.lengths[i] = n
	q.waiting = append(q.waiting, column[T]{q.next(), q.to.stride})
	if q.done += n; i+1 == q.columns {
		q.flush()
	}
}

// greatest are keys behind those of short lists.
var greatest = [mostShort]uint64(slices.Repeat([]uint64{^uint64(0)}, mostShort))

// flush sorts the lists that wait.
func (q *quicksort[T]) flush() {
	if len(q.waiting) == 0 {
		return
	}
	longest := slices.Max(q.lengths[:len(q.waiting)])
	lines := q.lines(longest)
	for i := range q.waiting {
		n := q.lengths[i]
		copy(elements[T](q.row(i), 0, lines)[n:], elements[T](unsafe.Pointer(&greatest[0]), 0, lines-n))
	}
	q.sortRows(longest)
	for i, to := range q.waiting {
		q.write(to, q.row(i), q.lengths[i])
	}
	q.waiting = q.waiting[:0]
}
