package kernel

import (
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// quick are the routines of a set for keys of a size. They sort lists of up to mostShort keys side by side, as columns
// of a tile. Longer lists they divide by pivots.
type quick struct {
	key       vector.Key
	partition vector.Partition
	network   vector.Network
	transpose vector.Transpose
}

// mostShort is how many keys a tile sorts. A multiple of the side of a Transpose.
const mostShort = 64

// mostBad is how many parts in a row of parts may be much shorter than their list. A list whose pivots are worse is sorted
// otherwise.
const mostBad = 8

// quickOf returns the routines for keys of a size, or nil.
func (t *Set) quickOf(size int) *quick {
	q := &quick{transpose: t.transposes[size]}
	for _, v := range t.over {
		if v.Partitions[size] != nil {
			q.key, q.partition, q.network = v.Keys[size], v.Partitions[size], v.Networks[size]
		}
	}
	if q.partition == nil {
		return nil
	}
	return q
}

// movedBits are elements that the routines sort.
type movedBits interface{ uint32 | uint64 }

// quicksort sorts lists. Short ones wait until there is one for each column of the tile.
type quicksort[T movedBits] struct {
	*quick
	keys       sortKeys[T]
	make, back vector.KeyForm
	order      *order
	to         column[T] // of a group
	done       int       // how many of these are known
	columns    int       // of the tile
	waiting    []column[T]
	lengths    [16]int
}

// sortQuickly sorts n elements of each group, at least one.
func sortQuickly[T movedBits](s Sort, groups, n int, x, to Matrix) {
	size := int(unsafe.Sizeof(T(0)))
	q := quicksort[T]{quick: s.quick, keys: newSortKeys[T](s.from, s.descending), columns: vector.Line / size}
	q.make = vector.KeyForm{Behind: uint64(q.keys.sign ^ q.keys.flip), TwiceInfinity: uint64(2 * q.keys.infinity)}
	if q.keys.floats {
		q.make.Negative = uint64(^q.keys.sign)
	}
	q.back = vector.KeyForm{Before: q.make.Behind, Negative: q.make.Negative}
	if n > mostShort {
		q.order = newOrder((n*size+7)/8+vector.Line/8, false)
	} else {
		q.order = newOrder(0, true)
	}
	defer q.order.release()
	var waiting [16]column[T]
	q.waiting = waiting[:0]
	for g := 0; g < groups; g++ {
		x := x.Beyond(g, 0)
		q.to, q.done = column[T]{to.Beyond(g, 0).At, to.Column}, 0
		switch {
		case n > mostShort:
			q.long(n, column[T]{x.At, x.Column})
			q.flush()
		case !q.read(q.row(len(q.waiting)), column[T]{x.At, x.Column}, n):
			q.wait(n)
		default:
			sortAs[T](s, 1, n, x, to.Beyond(g, 0))
		}
	}
	q.flush()
}

// read makes keys of elements, and reports whether NaN or -0 is among them.
func (q *quicksort[T]) read(keys unsafe.Pointer, x column[T], n int) bool {
	from := x.first
	if x.stride != int(unsafe.Sizeof(T(0))) {
		from = keys
		for i, all := 0, elements[T](keys, 0, n); i < n; i++ {
			all[i] = x.at(i)
		}
	}
	return q.key(1, n, keys, from, 0, 0, unsafe.Pointer(&q.make)) != 0 && q.keys.floats
}

// long sorts a long list. NaN and zeros that differ keep their order: they lie behind the other keys, the last first.
func (q *quicksort[T]) long(n int, x column[T]) {
	all, other := unsafe.Pointer(&q.order.own[0]), unsafe.Pointer(&q.order.other[0])
	if !q.read(all, x, n) {
		q.sort(all, other, n, ^T(0), mostBad)
		return
	}
	nan, zero := q.keys.several()
	keys, few, end := elements[T](all, 0, n), 0, n
	for i := range n {
		switch e := x.at(i); q.keys.of(e) {
		case nan, zero:
			end--
			keys[end] = e
		default:
			keys[few] = q.keys.of(e)
			few++
		}
	}
	listed := keys[end:]
	slices.Reverse(listed)
	listed = slices.Clone(listed)
	if nan == 0 {
		q.list(listed, nan)
	}
	less := q.partition(few, uint(zero), other, all)
	q.sort(other, unsafe.Add(all, (few-less)*int(unsafe.Sizeof(T(0)))), less, zero, mostBad)
	q.list(listed, zero)
	q.sort(all, other, few-less, ^T(0), mostBad)
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

// sort sorts keys that are no greater than most. It writes over them, over as many others, and a line behind both.
func (q *quicksort[T]) sort(all, other unsafe.Pointer, n int, most T, bad int) {
	size := int(unsafe.Sizeof(T(0)))
	for n > mostShort {
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
		q.sort(other, unsafe.Add(all, (n-less)*size), less, pivot, bad)
		if n -= less; greatest {
			q.fill(most, n)
			return
		}
	}
	if n > 0 {
		copy(elements[T](q.row(len(q.waiting)), 0, n), elements[T](all, 0, n))
		q.wait(n)
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
	for range n {
		*(*T)(q.next()) = e
		q.done++
	}
}

// row is where a short list waits.
func (q *quicksort[T]) row(i int) unsafe.Pointer {
	return unsafe.Pointer(&q.order.rows[i*mostShort*int(unsafe.Sizeof(T(0)))/8])
}

// wait has the next row wait, of n keys.
func (q *quicksort[T]) wait(n int) {
	q.lengths[len(q.waiting)] = n
	q.waiting = append(q.waiting, column[T]{q.next(), q.to.stride})
	if q.done += n; len(q.waiting) == q.columns {
		q.flush()
	}
}

// flush sorts the lists that wait.
func (q *quicksort[T]) flush() {
	if len(q.waiting) == 0 {
		return
	}
	size := int(unsafe.Sizeof(T(0)))
	square := vector.Square(size)
	longest := slices.Max(q.lengths[:len(q.waiting)])
	lines := (longest + square - 1) &^ (square - 1)
	for i := range q.waiting {
		row := elements[T](q.row(i), 0, lines)
		for k := q.lengths[i]; k < lines; k++ {
			row[k] = ^T(0)
		}
	}
	tile := unsafe.Pointer(&q.order.tile[0])
	q.transpose(tile, q.row(0), vector.Line, mostShort*size, lines, q.columns)
	if pairs := batcherPairs(longest); len(pairs) > 0 {
		q.network(len(pairs), unsafe.Pointer(&pairs[0]), tile)
	}
	q.transpose(q.row(0), tile, mostShort*size, vector.Line, q.columns, lines)
	for i, to := range q.waiting {
		q.write(to, q.row(i), q.lengths[i])
	}
	q.waiting = q.waiting[:0]
}

// write makes elements of keys.
func (q *quicksort[T]) write(to column[T], keys unsafe.Pointer, n int) {
	if to.stride == int(unsafe.Sizeof(T(0))) {
		q.key(1, n, to.first, keys, 0, 0, unsafe.Pointer(&q.back))
		return
	}
	q.key(1, n, keys, keys, 0, 0, unsafe.Pointer(&q.back))
	for i, e := range elements[T](keys, 0, n) {
		*(*T)(unsafe.Add(to.first, i*to.stride)) = e
	}
}
