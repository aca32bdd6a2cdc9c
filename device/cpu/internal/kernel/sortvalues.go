package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/internal/page"
)

// narrowBits are elements that are sorted by moving them, and not their indices.
type narrowBits interface{ uint8 | uint16 | uint32 }

// values sorts elements by digits of their keys, the lowest first. It moves the elements themselves to and
// fro between two lists. Keys stand for elements, where each element is known from its key. Otherwise they are made anew
// in each pass: equal keys keep their order, so the bits of zeros and NaN stay with their elements.
type values[T narrowBits] struct {
	keys       sortKeys[T]
	all, other []T
	counts     *[3 << mostDigits]uint32
}

// sortValues sorts n elements of each group.
func sortValues[T narrowBits](s Sort, groups, n int, x, to Matrix) {
	size := int(unsafe.Sizeof(T(0)))
	o := newOrder((n*size+7)/8, false)
	defer o.release()
	lists := [2][]T{elements[T](unsafe.Pointer(&o.own[0]), 0, n), elements[T](unsafe.Pointer(&o.other[0]), 0, n)}
	keys := newSortKeys[T](s.from, s.descending)
	for g := range groups {
		from, out := column[T]{unsafe.Add(x.At, g*x.Row), x.Column}, unsafe.Add(to.At, g*to.Row)
		v := values[T]{keys: keys, all: lists[0], other: lists[1], counts: &o.counts}
		if size <= 2 {
			v.copy(from)
			if byCounts(&keys, v.all, column[T]{out, to.Column}, &o.counts) {
				continue
			}
		}
		known := true
		for i := range v.all {
			e := from.at(i)
			key := keys.of(e)
			v.all[i], known = key, known && keys.element(key) == e
		}
		if v.keys = (sortKeys[T]{}); !known {
			v.keys = keys
			v.copy(from)
		}
		v.sort(known)
		page.Rest()
		for i, e := range v.all {
			if known {
				e = keys.element(e)
			}
			*(*T)(unsafe.Add(out, i*to.Column)) = e
		}
	}
}

func (v *values[T]) copy(from column[T]) {
	for i := range v.all {
		v.all[i] = from.at(i)
	}
}

// sort sorts the list, which is then the other one if it took an odd number of passes. Where the elements are keys, and the
// other digits tell most of them apart, the lowest one takes no pass.
func (v *values[T]) sort(known bool) {
	bits := 8 * int(unsafe.Sizeof(T(0)))
	digit := digitOf(len(v.all), bits)
	mask, last := uint64(1)<<digit-1, (bits-1)/digit
	clear(v.counts[:(last+1)<<digit])
	v.count(digit, last)
	first := 0
	if known && last > 1 && spread(v.counts[:], digit, 1, last, len(v.all)) {
		first = 1
	}
	for pass := first; pass <= last; pass++ {
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
	if first > 0 {
		sortRuns(v.all, digit)
	}
}

// count counts the values of each digit.
func (v *values[T]) count(digit, last int) {
	switch c := v.counts; {
	case digit == mostDigits: // there are three of them
		for _, e := range v.all {
			key := uint32(v.keys.of(e))
			c[key%(1<<mostDigits)]++
			c[1<<mostDigits|key>>mostDigits%(1<<mostDigits)]++
			c[2<<mostDigits|key>>(2*mostDigits)%(1<<mostDigits)]++
		}
	case last == 3:
		for _, e := range v.all {
			key := uint32(v.keys.of(e))
			c[uint8(key)]++
			c[1<<8|uint(uint8(key>>8))]++
			c[2<<8|uint(uint8(key>>16))]++
			c[3<<8|uint(key>>24)]++
		}
	case last == 1:
		for _, e := range v.all {
			key := uint16(v.keys.of(e))
			c[uint8(key)]++
			c[1<<8|uint(key>>8)]++
		}
	default:
		for _, e := range v.all {
			c[uint8(v.keys.of(e))]++
		}
	}
}
