package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// Sort is the kernel of a row that gives a group's elements, or their indices, in order. It is a stable
// radix sort of keys, whose order as unsigned integers is that of the elements.
type Sort struct {
	from                op.DType
	descending, indices bool
}

// SortCost is the cost of an element, as of a Kernel.
const SortCost = 4 * plainCost

// Sort returns the kernel of a row that sorts elements of a type. Ok is false if the row is no sort.
func (t *Set) Sort(o *op.Op, from op.DType) (s Sort, ok bool) {
	switch o {
	case op.Sort, op.SortDescending, op.Argsort, op.ArgsortDescending:
		return Sort{from, o == op.SortDescending || o == op.ArgsortDescending, o == op.Argsort || o == op.ArgsortDescending}, true
	}
	return s, false
}

// Run sorts n elements of each group. The results may lie where the elements do.
func (s Sort) Run(groups, n int, x, to Matrix) {
	switch {
	case n == 0: // the matrices may have no memory
	case s.from.Size() == 1:
		sortAs[uint8](s, groups, n, x, to)
	case s.from.Size() == 2:
		sortAs[uint16](s, groups, n, x, to)
	case s.from.Size() == 4:
		sortAs[uint32](s, groups, n, x, to)
	default:
		sortAs[uint64](s, groups, n, x, to)
	}
}

// elementBits are elements as unsigned integers.
type elementBits interface {
	uint8 | uint16 | uint32 | uint64
}

// sortAs sorts elements of so many bits.
func sortAs[T elementBits](s Sort, groups, n int, x, to Matrix) {
	o, keys := newOrder(n), newSortKeys[T](s.from, s.descending)
	for g := range groups {
		from, out := column[T]{unsafe.Add(x.At, g*x.Row), x.Column}, unsafe.Add(to.At, g*to.Row)
		indices := sorted(o, &keyed[T]{from, keys})
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

// column are the elements of a group.
type column[T elementBits] struct {
	first  unsafe.Pointer
	stride int
}

func (c *column[T]) at(i int) T { return *(*T)(unsafe.Add(c.first, i*c.stride)) }
