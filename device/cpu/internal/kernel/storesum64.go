package kernel

import (
	"math"
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/exact"
)

// storeSums64 is the kernel of sums of float64 at places. Each place has two float64, which mostly hold its sum.
func storeSums64(byPlace Store) Store {
	return Store{4 * plainCost, func(table Table, positions Span, e Elements) {
		if mostEmpty(e.N, positions.Len()) {
			byPlace.Run(table, positions, e)
			return
		}
		e.eachRange(positions, table.Size, doublesWay.words, func(positions Span, e Elements) { addSums64(table, positions, e) })
	}, func(n, places int) int {
		switch {
		case mostEmpty(n, places):
			return byPlace.Scratch(n, places)
		case doublesWay.words*places <= wordsAtOnce:
			return 8 * doublesWay.words * places
		}
		return 16 * n
	}}
}

// addSums64 adds elements to the contents of their places. Each result is rounded once.
func addSums64(table Table, positions Span, e Elements) {
	places := positions.Len()
	room := placeRooms.Get().(*[]uint64)
	defer placeRooms.Put(room)
	*room = slices.Grow((*room)[:0], doublesWay.words*places)
	s := &placeSums{from: int64(positions.From), words: (*room)[:doublesWay.words*places]}
	beginDoubles(s)
	e.each(positions, table.Size, func(at []int64, of unsafe.Pointer) { addDoubles(s, at, elements[float64](of, 0, len(at))) })
	s.sortRest()
	contents := elements[float64](unsafe.Add(table.At, positions.From*table.Size), 0, places)
	for i, content := range contents {
		high, low := math.Float64frombits(s.words[2*i]), math.Float64frombits(s.words[2*i+1])
		sum, rest := exact.TwoSum(high, content)
		rest, lost := exact.TwoSum(rest, low)
		switch more := len(s.rest) > 0 && s.rest[0].place == i; {
		case !more && s.words[2*i] == untouched:
		case !more && lost == 0:
			contents[i] = sum + rest
		default:
			all := exact.Sum64{}
			for _, x := range []float64{high, low, content} {
				all.Add(x)
			}
			for ; len(s.rest) > 0 && s.rest[0].place == i; s.rest = s.rest[1:] {
				all.Add(s.rest[0].x)
			}
			contents[i] = all.Over(1)
		}
	}
}
