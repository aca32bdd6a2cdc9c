package kernel

import (
	"math"
	"slices"
	"unsafe"
)

// counting is a kernel of sums of integers of eight bytes that first counts the positions of one integer.
func counting(each Store) Store {
	return Store{each.Cost, func(t Table, positions Span, e Elements) {
		if e.Same && worthCounts(e.N, positions.Len()) {
			addCounts(t, positions, e)
		} else {
			each.Run(t, positions, e)
		}
	}, func(n, places int) int {
		if worthCounts(n, places) {
			return 4 * places
		}
		return 0
	}}
}

// leastCounts is how many places have sums that the nearest cache has little room for.
const leastCounts = 4096

// worthCounts reports whether n elements at places are counted in 32 bits before one integer is added for all of them.
func worthCounts(n, places int) bool {
	return places >= leastCounts && places <= n && uint64(n) <= math.MaxUint32
}

// addCounts adds one integer as often as each position occurs. Counts take half the memory of the sums, so more of them
// stay in the nearest cache.
func addCounts(t Table, positions Span, e Elements) {
	places := positions.Len()
	room := placeRooms.Get().(*[]uint64)
	defer placeRooms.Put(room)
	*room = slices.Grow((*room)[:0], (places+1)/2)
	counts := elements[uint32](unsafe.Pointer(unsafe.SliceData(*room)), 0, places)
	clear(counts)
	x, all := *(*uint64)(e.Of), elements[uint64](unsafe.Add(t.At, positions.From*t.Size), 0, places)
	e.each(positions, t.Size, func(at []int64, _ unsafe.Pointer) { count1(counts, int64(positions.From), at) })
	all = all[:len(counts)]
	for i, n := range counts {
		all[i] += uint64(n) * x
	}
}

// count1 counts positions from one on, four at a time.
func count1(counts []uint32, from int64, at []int64) {
	first := unsafe.Pointer(unsafe.SliceData(counts))
	for len(at) >= 4 {
		p := at[:4:4]
		*(*uint32)(unsafe.Add(first, 4*(p[0]-from)))++
		*(*uint32)(unsafe.Add(first, 4*(p[1]-from)))++
		*(*uint32)(unsafe.Add(first, 4*(p[2]-from)))++
		*(*uint32)(unsafe.Add(first, 4*(p[3]-from)))++
		at = at[4:]
	}
	for _, p := range at {
		counts[p-from]++
	}
}
