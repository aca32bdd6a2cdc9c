package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/internal/page"
)

// narrowBits are elements that are sorted by moving their keys, and not their indices.
type narrowBits interface{ uint8 | uint16 | uint32 }

// sortValues sorts n elements of each group. Keys stand for elements, but those of NaN and of zeros stand for several: these
// are listed in their order.
func sortValues[T narrowBits](s Sort, groups, n int, x, to Matrix) {
	size := int(unsafe.Sizeof(T(0)))
	o := newOrder((n*size+7)/8, false)
	defer o.release()
	all, other := elements[T](unsafe.Pointer(&o.own[0]), 0, n), elements[T](unsafe.Pointer(&o.other[0]), 0, n)
	keys := newSortKeys[T](s.from, s.descending)
	for g := range groups {
		x, to := x.Beyond(g, 0), to.Beyond(g, 0)
		from, out := column[T]{x.At, x.Column}, column[T]{to.At, to.Column}
		switch keys := any(&keys).(type) {
		case *sortKeys[uint8]:
			byCounts(keys, column[uint8](from).list(n, unsafe.Pointer(&all[0])), column[uint8](out), &o.counts)
			continue
		case *sortKeys[uint16]:
			if n >= leastPairs && byPairs(keys, column[uint16](from).list(n, unsafe.Pointer(&all[0])), column[uint16](out), o) {
				continue
			}
		}
		known := keys.list(all, from)
		sorted, spare := sortDigits(&o.counts, all, other, 0, 8*size)
		page.Rest()
		if !known {
			keys.listSeveral(spare, from)
			keys.writeSeveral(sorted, spare, out)
			continue
		}
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

// several are the keys that several elements have: those of NaN and of zeros.
func (k sortKeys[T]) several() (nan, zero T) { return ^k.flip, k.sign ^ k.flip }

// listSeveral lists elements with such keys in their order: NaN from the front on, and zeros from the end on.
func (k sortKeys[T]) listSeveral(to []T, x column[T]) {
	nan, zero := k.several()
	front, end := 0, len(to)
	for i := range to {
		switch e := x.at(i); k.of(e) {
		case nan:
			to[front] = e
			front++
		case zero:
			end--
			to[end] = e
		}
	}
}

// writeSeveral writes the elements of keys in order, and takes those that listSeveral has listed.
func (k sortKeys[T]) writeSeveral(keys, listed []T, out column[T]) {
	nan, zero := k.several()
	front, end := 0, len(listed)
	for i, key := range keys {
		e := k.element(key)
		switch key {
		case nan:
			e = listed[front]
			front++
		case zero:
			end--
			e = listed[end]
		}
		*(*T)(unsafe.Add(out.first, i*out.stride)) = e
	}
}
