package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/op"
)

// mostWide is how many elements of two bytes are made wider at once, of several groups. Fewer than leastWide of a group a
// network of their own sorts sooner, if there is one.
const mostWide, leastWide = 8 << 10, 64

// wider makes elements of two bytes the upper halves of others of four, whose order is the same, and takes them back.
type wider struct {
	quick                      *quick
	widen, left, right, narrow Kernel
}

// wider returns what a set has for them, or nil if it does not sort the others quickly.
func (t *Set) wider() *wider {
	q := t.quickOf(4)
	if q == nil {
		return nil
	}
	return &wider{
		q,
		t.For(op.Cast, op.Uint16, op.Uint32), t.For(op.BitwiseLeftShift, op.Uint32, op.Uint32),
		t.For(op.BitwiseRightShift, op.Uint32, op.Uint32), t.For(op.Cast, op.Uint32, op.Uint16),
	}
}

// halfBits is by how many bits they are shifted.
var halfBits uint32 = 16

// inWider reports whether n elements of each group are sorted as others of four bytes. More are counted.
func (s Sort) inWider(groups, n int) bool {
	return s.wider != nil && n > 0 && n < leastPairs && (n >= leastWide || !s.inNetwork(groups, n))
}

// sortWide sorts n elements of two bytes of each group, at least one.
func sortWide(s Sort, groups, n int, x, to Matrix) {
	most := max(mostWide/n, 1)
	if tile := vector.Line / 4; most > tile {
		most -= most % tile
	}
	s.quick = s.wider.quick
	beside := x.Row == 2 && to.Row == 2 && min(groups, most) > 1
	room := networkRooms.Get().(*[]uint64)
	defer networkRooms.Put(room)
	if words := (most*n + 1) / 2; len(*room) < words {
		*room = make([]uint64, words)
	}
	memory := unsafe.Pointer(&(*room)[0])
	for g := 0; g < groups; g += most {
		side, x, to := min(most, groups-g), x.Beyond(g, 0), to.Beyond(g, 0)
		wide := Matrix{memory, 4 * n, 4}
		lines, length := oneRow(side, n, x.Column == 2 && to.Column == 2 && x.Row == 2*n && to.Row == 2*n)
		if beside { // lines are elements of all groups
			wide.Row, wide.Column, lines, length = 4, 4*side, n, side
			x.Row, x.Column, to.Row, to.Column = x.Column, x.Row, to.Column, to.Row
		}
		for i := range lines {
			s.wider.make(elements[uint32](memory, i*length, length), x.Beyond(i, 0))
		}
		sortQuickly[uint32](s, side, n, wide, wide)
		for i := range lines {
			s.wider.back(to.Beyond(i, 0), elements[uint32](memory, i*length, length))
		}
	}
}

func (w *wider) make(to []uint32, x Matrix) {
	all := unsafe.Pointer(&to[0])
	if x.Column != 2 {
		for i := range to {
			to[i] = uint32(*(*uint16)(unsafe.Add(x.At, i*x.Column))) << halfBits
		}
		return
	}
	w.widen.Run(len(to), all, x.At, nil, nil, 0)
	w.left.Run(len(to), all, all, unsafe.Pointer(&halfBits), nil, vector.Y)
}

func (w *wider) back(to Matrix, x []uint32) {
	all := unsafe.Pointer(&x[0])
	if to.Column != 2 {
		for i, e := range x {
			*(*uint16)(unsafe.Add(to.At, i*to.Column)) = uint16(e >> halfBits)
		}
		return
	}
	w.right.Run(len(x), all, all, unsafe.Pointer(&halfBits), nil, vector.Y)
	w.narrow.Run(len(x), to.At, all, nil, nil, 0)
}
