package kernel

import "unsafe"

// leastPairs is how many elements of two bytes are counted, and not moved.
const leastPairs = 1 << 16

// byCounts sorts elements of one byte, or many of two: it counts them, and writes each as often. It reports whether it
// has: it does nothing if equal elements have different bits. Elements of one byte are counted in four lists in turn. An
// addition to the last counter would wait for the one before.
func byCounts[T narrowBits](keys *sortKeys[T], x []T, to column[T], some *counters) bool {
	size, all := int(unsafe.Sizeof(T(0))), len(x)
	counts := some[:4<<8]
	switch {
	case size > 2 || size == 2 && len(x) < leastPairs:
		return false
	case size == 2:
		counts = make([]uint32, 1<<16)
		for _, e := range x {
			counts[e]++
		}
	default:
		clear(counts)
		for ; len(x) >= 4; x = x[4:] {
			counts[x[0]]++
			counts[1<<8|int(x[1])]++
			counts[2<<8|int(x[2])]++
			counts[3<<8|int(x[3])]++
		}
		for _, e := range x {
			counts[e]++
		}
		for e := range 1 << 8 {
			counts[e] += counts[1<<8|e] + counts[2<<8|e] + counts[3<<8|e]
		}
	}
	last := 1<<(8*size) - 1
	for e := 0; e <= last && keys.floats; e++ {
		if counts[e] > 0 && keys.element(keys.of(T(e))) != T(e) {
			return false
		}
	}
	i := 0
	for key := 0; key <= last; key++ {
		e := keys.element(T(key))
		n := int(counts[e])
		if n <= 4 && i+4 <= all && to.stride == size { // others are written over those that are too many
			*(*[4]T)(unsafe.Add(to.first, i*size)) = [4]T{e, e, e, e}
			i += n
			continue
		}
		if n == 0 { // a pointer would lie behind the elements
			continue
		}
		switch at := unsafe.Add(to.first, i*to.stride); {
		case to.stride == size:
			fillWith(elements[T](at, 0, n), e)
		default:
			for k := range n {
				*(*T)(unsafe.Add(at, k*to.stride)) = e
			}
		}
		i += n
	}
	return true
}
