package graph

import "time"

// pace is how many bytes are taken after a collection before the next one. It follows what
// collections cost here and now. They take longer in a large heap, and beside other work.
//
// The least pace is the best one while a collection takes less time than the work on as many
// bytes: what was dropped is used again before it leaves the caches, which saves more. Otherwise
// little lies in the caches, and collections should be rare.
type pace int64

const (
	leastPace = 8 << 20
	mostPace  = mostHeld / 4 * 3

	// share is how much longer the work between two collections takes than a collection, if the pace
	// is not the least.
	share = 8

	// mostHeld bounds the bytes that are held beside those in use.
	mostHeld = 256 << 20
	// ofLimit is which part of a limit may be held beside what is in use: one byte in so many.
	ofLimit = 4
	// results is how many of one size are taken between two collections, if each has at most an eighth
	// of the bytes that may be held.
	results = 6
	// ahead is how many bytes others may take at least while a goroutine collects.
	ahead = 16 << 20
)

// pacer changes the pace after each collection. It goes by the median of the last three, because other
// work may delay one. Memory that one delay added to the pool would be cold at each use.
type pacer struct {
	pace pace
	last [2]float64 // what the last two collections said
}

// collected says that a collection took some time. Since the one before, so much time had passed, and so
// many bytes were taken. The pace changes at most by a factor of 2.
func (p *pacer) collected(took, since time.Duration, taken int64) {
	meanwhile := float64(taken) * float64(took) / float64(max(since, 1)) // bytes of work in the time of a collection
	low, high := min(p.last[0], p.last[1]), max(p.last[0], p.last[1])
	median := min(max(low, meanwhile), high)
	p.last = [2]float64{p.last[1], meanwhile}
	next := 0.
	if median > leastPace {
		next = share * median
	}
	was := max(p.pace, leastPace)
	p.pace = max(pace(min(next, 2*float64(was), mostPace)), was/2, leastPace)
}

// bounds returns how many bytes are taken when a collection begins before more bytes, and how many
// when others wait for its end. The limits are bytes of a device and of Go's memory; 0 is none.
func (p pace) bounds(more int64, limits ...int64) (begin, wait int64) {
	most := int64(mostHeld)
	for _, limit := range limits {
		if limit > 0 {
			most = min(most, limit/ofLimit)
		}
	}
	begin = min(max(int64(p), leastPace, results*min(more, most)), most/4*3)
	return begin, begin + min(max(begin, ahead), most/4)
}
