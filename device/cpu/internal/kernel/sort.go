package kernel

import (
	"math"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/internal/page"
	"github.com/wgtensor/wgtensor/device/op"
)

// Sort is the kernel of a row that gives a group's elements, or their indices, in order. It is a stable
// radix sort of keys, whose order as unsigned integers is that of the elements. For one of the indices it
// sorts few elements.
type Sort struct {
	from                op.DType
	descending, indices bool
	one                 bool   // of the indices one, of a rank that each group names
	greater             Kernel // for indices: whether elements are greater than others
	network             network
	nets                bool // there is a network for short groups
	quick               *quick
	wider               *wider // for elements of two bytes, or nil
	entries             *quick // for the entries of an order, or nil
}

// SortCost is the cost of an element, as of a Kernel.
const SortCost = 4 * plainCost

// Sort returns the kernel of a row that sorts elements of a type. Ok is false if the row is no sort.
func (t *Set) Sort(o *op.Op, from op.DType) (s Sort, ok bool) {
	switch o {
	case op.Sort, op.SortDescending:
		s = Sort{from: from, descending: o == op.SortDescending}
		if s.quick = t.quickOf(from.Size()); s.quick == nil {
			s.network, s.nets = t.network(from, s.descending)
		}
		if from.Size() == 2 {
			s.wider = t.wider()
		}
		return s, true
	case op.Argsort, op.ArgsortDescending:
		return Sort{from: from, descending: o == op.ArgsortDescending, indices: true, greater: t.For(op.Gt, from, op.Bool), entries: t.quickOf(8)}, true
	case op.Argkth:
		return Sort{from: from, one: true, greater: t.For(op.Gt, from, op.Bool), entries: t.quickOf(8)}, true
	}
	return s, false
}

// Scratch is how many bytes of memory a goroutine needs for each element of a group. The groups' results
// may lie side by side.
func (s Sort) Scratch(sideBySide bool) int {
	switch size := s.from.Size(); {
	case s.one:
		return selectedBytes
	case !s.indices && size == 8 || s.indices && sideBySide:
		return 16
	case s.indices: // its results have room for one of two lists
		return 8
	case s.wider != nil:
		return 3 * 4
	default:
		return 2 * size
	}
}

// Run sorts n elements of each group. Some of the first are asked for, and the other results may be any. The results
// may lie where the elements do. For one index of each group, ranks has an int64 for each.
func (s Sort) Run(groups, n, firsts int, x, to Matrix, ranks unsafe.Pointer) {
	switch size := s.from.Size(); {
	case s.inWider(groups, n):
		sortWide(s, groups, n, x, to)
	case s.quick != nil && n > 0 && size == 4:
		sortQuickly[uint32](s, groups, n, x, to)
	case s.quick != nil && n > 0:
		sortQuickly[uint64](s, groups, n, x, to)
	case size == 1:
		runNarrow[uint8](s, groups, n, firsts, x, to, ranks)
	case size == 2:
		runNarrow[uint16](s, groups, n, firsts, x, to, ranks)
	case size == 4:
		runNarrow[uint32](s, groups, n, firsts, x, to, ranks)
	default:
		runAs[uint64](s, groups, n, firsts, x, to, ranks)
	}
}

// runNarrow moves the elements themselves, if it has to give many and no network does.
func runNarrow[T narrowBits](s Sort, groups, n, firsts int, x, to Matrix, ranks unsafe.Pointer) {
	if s.one || s.indices || n <= fewSorted || uint64(n) > math.MaxUint32 || s.inNetwork(groups, n) {
		runAs[T](s, groups, n, firsts, x, to, ranks)
		return
	}
	sortValues[T](s, groups, n, x, to)
}

func runAs[T elementBits](s Sort, groups, n, firsts int, x, to Matrix, ranks unsafe.Pointer) {
	switch {
	case n == 0: // the matrices may have no memory
	case s.indices && n >= leastFirsts && firsts <= n/mostChosen:
		firstsAs[T](s, groups, n, firsts, x, to)
	case s.inNetwork(groups, n):
		sortGroups[T](s, groups, n, x, to)
	case s.one:
		selectAs[T](s, groups, n, x, to, unsafe.Slice((*int64)(ranks), groups))
	default:
		sortAs[T](s, groups, n, x, to)
	}
}

// inNetwork reports whether a network sorts so many groups of n elements.
func (s Sort) inNetwork(groups, n int) bool {
	return s.nets && n > 1 && n <= mostNetwork && groups >= leastNetworks
}

// elementBits are elements as unsigned integers.
type elementBits interface {
	uint8 | uint16 | uint32 | uint64
}

// sortAs sorts elements of so many bits.
func sortAs[T elementBits](s Sort, groups, n int, x, to Matrix) {
	within := s.indices && to.Column == 8 && apart(x, s.from.Size(), to, 8, groups, n)
	o, keys := newOrder(n, within), newSortKeys[T](s.from, s.descending)
	defer o.release()
	o.quick = s.entries
	for g := range groups {
		from, out := column[T]{unsafe.Add(x.At, g*x.Row), x.Column}, unsafe.Add(to.At, g*to.Row)
		if within {
			o.entries, o.spare = unsafe.Slice((*uint64)(out), n), o.own[:n]
		}
		page.Rest()
		indices := sorted(o, &keyed[T]{from, keys})
		if within && unsafe.Pointer(&indices[0]) == out {
			continue
		}
		if s.indices {
			for i, index := range indices {
				*(*int64)(unsafe.Add(out, i*to.Column)) = int64(index)
			}
			continue
		}
		for i, index := range indices { // all are read before the first is written
			indices[i] = uint64(from.at(int(index)))
		}
		for i, e := range indices {
			*(*T)(unsafe.Add(out, i*to.Column)) = T(e)
		}
	}
}

// apart reports whether elements of two matrices surely share no memory.
func apart(x Matrix, size int, y Matrix, other, groups, n int) bool {
	reach := func(m Matrix, size int) (first, end uintptr) {
		first = uintptr(m.At)
		return first, first + uintptr((groups-1)*m.Row+(n-1)*m.Column+size)
	}
	if min(x.Row, x.Column, y.Row, y.Column) < 0 {
		return false
	}
	x0, x1 := reach(x, size)
	y0, y1 := reach(y, other)
	return x1 <= y0 || y1 <= x0
}

// column are the elements of a group.
type column[T elementBits] struct {
	first  unsafe.Pointer
	stride int
}

func (c column[T]) at(i int) T { return *(*T)(unsafe.Add(c.first, i*c.stride)) }
