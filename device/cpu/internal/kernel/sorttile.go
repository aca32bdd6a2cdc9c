package kernel

import (
	"sync"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
)

// movedBits are elements whose keys a tile sorts.
type movedBits interface{ uint32 | uint64 }

// mostShort is how many keys a row has that becomes a column of a tile. It is a multiple of the side of a Transpose.
const mostShort = 128

// mostBehind is how many keys a row has if rows lie one behind the other. Longer rows are a line further apart: loads of a
// Transpose would wait for stores to addresses with the same lower bits.
const mostBehind = 16

// sortTile sorts lists side by side, as columns of a tile. A network puts its lines in order.
type sortTile[T movedBits] struct {
	*quick
	keys       sortKeys[T]
	make, back vector.KeyForm
	columns    int
	apart      int    // bytes from one row to the next
	order      *order // has memory for the tile, and for its columns as rows
}

// newSortTile has memory for two lists of n keys, and a line behind each.
func newSortTile[T movedBits](s Sort, n int) sortTile[T] {
	size := int(unsafe.Sizeof(T(0)))
	q := sortTile[T]{quick: s.quick, keys: newSortKeys[T](s.from, s.descending), columns: vector.Line / size, apart: mostShort*size + vector.Line}
	q.make = vector.KeyForm{Behind: uint64(q.keys.sign ^ q.keys.flip), TwiceInfinity: uint64(2 * q.keys.infinity)}
	if q.keys.floats {
		q.make.Negative = uint64(^q.keys.sign)
	}
	q.back = vector.KeyForm{Before: q.make.Behind, Negative: q.make.Negative}
	q.order = newOrder((n*size+7)/8+vector.Line/8, false)
	return q
}

// groups sorts n elements of each group.
func (q *sortTile[T]) groups(s Sort, groups, n int, x, to Matrix) {
	size := int(unsafe.Sizeof(T(0)))
	tile := q.tile()
	if q.apart = q.lines(n) * size; n > mostBehind {
		q.apart += vector.Line
	}
	beside := x.Row == size && to.Row == size && groups > 1
	for g := 0; g < groups; g += q.columns {
		side, x, to := min(q.columns, groups-g), x.Beyond(g, 0), to.Beyond(g, 0)
		special := false
		if beside {
			special = q.key(n, side, tile, x.At, vector.Line, x.Column, unsafe.Pointer(&q.make)) != 0 && q.keys.floats
		} else {
			special = q.readRows(x, side, n)
		}
		switch {
		case special:
			sortAs[T](s, side, n, x, to)
		case beside:
			q.sortLines(n)
			q.key(n, side, to.At, tile, to.Column, vector.Line, unsafe.Pointer(&q.back))
		default:
			q.sortRows(n)
			q.writeRows(to, side, n)
		}
	}
}

// readRows makes keys of elements of groups, and reports whether NaN or -0 is among them.
func (q *sortTile[T]) readRows(x Matrix, groups, n int) (special bool) {
	if size := int(unsafe.Sizeof(T(0))); x.Column == size {
		rows, n := oneRow(groups, n, n*size == q.apart && n*size == x.Row)
		return q.key(rows, n, q.row(0), x.At, q.apart, x.Row, unsafe.Pointer(&q.make)) != 0 && q.keys.floats
	}
	for g := range groups {
		if x := x.Beyond(g, 0); q.read(q.row(g), column[T]{x.At, x.Column}, n) {
			special = true
		}
	}
	return special
}

// writeRows makes elements of keys of groups.
func (q *sortTile[T]) writeRows(to Matrix, groups, n int) {
	if size := int(unsafe.Sizeof(T(0))); to.Column == size {
		rows, n := oneRow(groups, n, n*size == q.apart && n*size == to.Row)
		q.key(rows, n, to.At, q.row(0), to.Row, q.apart, unsafe.Pointer(&q.back))
		return
	}
	for g := range groups {
		to := to.Beyond(g, 0)
		q.write(column[T]{to.At, to.Column}, q.row(g), n)
	}
}

// oneRow are rows as one, if they lie one behind the other.
func oneRow(rows, n int, behind bool) (int, int) {
	if behind {
		return 1, rows * n
	}
	return rows, n
}

// read makes keys of elements, and reports whether NaN or -0 is among them.
func (q *sortTile[T]) read(keys unsafe.Pointer, x column[T], n int) bool {
	from := x.first
	if x.stride != int(unsafe.Sizeof(T(0))) {
		from = keys
		for i, all := 0, elements[T](keys, 0, n); i < n; i++ {
			all[i] = x.at(i)
		}
	}
	return q.key(1, n, keys, from, 0, 0, unsafe.Pointer(&q.make)) != 0 && q.keys.floats
}

// write makes elements of keys.
func (q *sortTile[T]) write(to column[T], keys unsafe.Pointer, n int) {
	if to.stride == int(unsafe.Sizeof(T(0))) {
		q.key(1, n, to.first, keys, 0, 0, unsafe.Pointer(&q.back))
		return
	}
	q.key(1, n, keys, keys, 0, 0, unsafe.Pointer(&q.back))
	for i, e := range elements[T](keys, 0, n) {
		*(*T)(unsafe.Add(to.first, i*to.stride)) = e
	}
}

func (q *sortTile[T]) tile() unsafe.Pointer { return unsafe.Pointer(&q.order.tile[0]) }

// row is where the keys of a column lie side by side.
func (q *sortTile[T]) row(i int) unsafe.Pointer {
	return unsafe.Pointer(&q.order.rows[i*q.apart/8])
}

// lines is how many lines of a tile the keys of rows take, whole squares of a Transpose.
func (q *sortTile[T]) lines(keys int) int {
	square := vector.Square(int(unsafe.Sizeof(T(0))))
	return (keys + square - 1) &^ (square - 1)
}

// sortRows sorts the keys of each row, at least one.
func (q *sortTile[T]) sortRows(n int) {
	lines := q.lines(n)
	q.transpose(q.tile(), q.row(0), vector.Line, q.apart, lines, q.columns)
	q.sortLines(n)
	q.transpose(q.row(0), q.tile(), q.apart, vector.Line, q.columns, lines)
}

// sortLines sorts the keys of each column.
func (q *sortTile[T]) sortLines(n int) {
	parts := (n + vector.Together - 1) / vector.Together
	if more := q.order.tile[n*vector.Line/8 : parts*vector.Together*vector.Line/8]; len(more) > 0 {
		copy(more, greatest[:])
	}
	q.sort(parts, q.tile())
	for _, pairs := range mergesOf(parts) {
		q.network(len(pairs), unsafe.Pointer(&pairs[0]), q.tile())
		q.merge(parts, q.tile())
	}
}

// merges has the pairs for each number of parts.
var merges [mostNetwork/vector.Together + 1]struct {
	sync.Once
	pairs [][][2]uint16
}

// mergesOf lists the pairs that merge sorted parts of a tile: for each merge those that are further apart than lines of
// a part. The first ones mirror the upper half. Parts that there are not would have the greatest keys.
func mergesOf(parts int) [][][2]uint16 {
	m := &merges[parts]
	m.Do(func() {
		n := parts * vector.Together
		for both := 2 * vector.Together; both < 2*n; both *= 2 {
			var pairs [][2]uint16
			add := func(i, k int) {
				if k < n {
					pairs = append(pairs, [2]uint16{uint16(i * vector.Line), uint16(k * vector.Line)})
				}
			}
			for i := range n {
				if i%both < both/2 {
					add(i, i/both*both+both-1-i%both)
				}
			}
			for apart := both / 4; apart >= vector.Together; apart /= 2 {
				for i := range n {
					if i/apart%2 == 0 {
						add(i, i+apart)
					}
				}
			}
			m.pairs = append(m.pairs, pairs)
		}
	})
	return m.pairs
}
