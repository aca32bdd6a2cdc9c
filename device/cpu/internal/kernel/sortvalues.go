package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/internal/page"
)

// narrowBits are elements that are sorted by moving them, and not their indices.
type narrowBits interface{ uint8 | uint16 | uint32 }

// values sorts elements by digits of their keys, the lowest first. It moves the elements themselves to and
// fro between two lists, and makes their keys anew in each pass. Equal keys keep their order, so the bits
// of zeros and NaN stay with their elements.
type values[T narrowBits] struct {
	keys       sortKeys[T]
	all, other []T
	counts     [3 << mostDigits]uint32
}

// sortValues sorts n elements of each group.
func sortValues[T narrowBits](s Sort, groups, n int, x, to Matrix) {
	v := values[T]{keys: newSortKeys[T](s.from, s.descending), all: make([]T, n), other: make([]T, n)}
	for g := range groups {
		from, out := column[T]{unsafe.Add(x.At, g*x.Row), x.Column}, unsafe.Add(to.At, g*to.Row)
		for i := range v.all {
			v.all[i] = from.at(i)
		}
		v.sort()
		page.Rest()
		for i, e := range v.all {
			*(*T)(unsafe.Add(out, i*to.Column)) = e
		}
	}
}

// sort sorts the list, which is then the other one if it took an odd number of passes.
func (v *values[T]) sort() {
	bits := 8 * int(unsafe.Sizeof(T(0)))
	digit := digitOf(len(v.all), bits)
	mask, last := uint64(1)<<digit-1, (bits-1)/digit
	clear(v.counts[:(last+1)<<digit])
	for _, e := range v.all {
		for pass, key := 0, uint64(v.keys.of(e)); pass <= last; pass, key = pass+1, key>>digit {
			v.counts[uint64(pass)<<digit|key&mask]++
		}
	}
	for pass := 0; pass <= last; pass++ {
		starts, shift := v.counts[pass<<digit:(pass+1)<<digit], pass*digit
		if starts[uint64(v.keys.of(v.all[0]))>>shift&mask] == uint32(len(v.all)) {
			continue // all have one digit
		}
		startsOf(starts)
		for part, rest := split(v.all); len(part) > 0; part, rest = split(rest) {
			for _, e := range part {
				d := uint64(v.keys.of(e)) >> shift & mask
				v.other[starts[d]] = e
				starts[d]++
			}
			page.Rest()
		}
		v.all, v.other = v.other, v.all
	}
}
