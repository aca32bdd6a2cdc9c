package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/internal/page"
)

// narrowBits are elements that are sorted by moving their keys, and not their indices.
type narrowBits interface{ uint8 | uint16 | uint32 }

// sortValues sorts n elements of each group. Keys stand for elements, if each element is known from its key. Groups
// with NaN or -0 are sorted by indices: equal keys keep their order, so the bits stay with their elements.
func sortValues[T narrowBits](s Sort, groups, n int, x, to Matrix) {
	size := int(unsafe.Sizeof(T(0)))
	o := newOrder((n*size+7)/8, false)
	defer o.release()
	all, other := elements[T](unsafe.Pointer(&o.own[0]), 0, n), elements[T](unsafe.Pointer(&o.other[0]), 0, n)
	keys := newSortKeys[T](s.from, s.descending)
	for g := range groups {
		x, to := x.Beyond(g, 0), to.Beyond(g, 0)
		from, out := column[T]{x.At, x.Column}, column[T]{to.At, to.Column}
		if size <= 2 {
			for i := range all {
				all[i] = from.at(i)
			}
			if byCounts(&keys, all, out, &o.counts) {
				continue
			}
		}
		if !keys.list(all, from) {
			sortAs[T](s, 1, n, x, to)
			continue
		}
		sorted, _ := sortDigits(&o.counts, all, other, 0, 8*size)
		page.Rest()
		for i, key := range sorted {
			*(*T)(unsafe.Add(out.first, i*out.stride)) = keys.element(key)
		}
	}
}

// list makes a list of the keys of elements. It reports whether each element is known from its key.
func (k sortKeys[T]) list(keys []T, x column[T]) bool {
	differ := T(0)
	for i := range keys {
		e := x.at(i)
		key := k.of(e)
		keys[i] = key
		differ |= k.element(key) ^ e
	}
	return differ == 0
}
