package kernel

import (
	"math"
	"slices"
	"sync"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector"
	"github.com/wgtensor/wgtensor/device/internal/page"
	"github.com/wgtensor/wgtensor/device/op"
)

// order finds the order of the elements of a group. Its lists are made once for all groups. An entry has a
// key of 32 bits, and below it the index of its element. The counters, rows and the tile have whole lines of the cache, and
// stand first: so each of their lines is one of the cache, and no register is loaded from two.
type order struct {
	counts         counters
	rows           [(mostShort + vector.Line/4) * vector.Line / 8]uint64 // of a sortTile
	tile           [mostNetwork * vector.Line / 8]uint64
	entries, spare []uint64
	own, other     []uint64    // the two, or one of them if the results have memory for the other one
	quick          *quick      // sorts entries, or nil
	pairs          *pairCounts // or nil
}

// counters count the values of each digit.
type counters [3 << mostDigits]uint32

// mostDigits are the bits of a digit, where there are enough elements to fill as many counters, and not
// so many that their places leave the caches. Otherwise it has fewDigits.
const mostDigits, fewDigits = 11, 8

// fewSorted is how many elements are sorted by insertion.
const fewSorted = 32

// leastQuick to mostQuick entries are sorted by pivots, if the set has routines for them. No two are equal.
const leastQuick, mostQuick = 144, 1 << 12

// stretch is how many elements a sort or a store takes before a web page may have its turn.
const stretch = 1 << 16

// split returns a stretch of a list, and what is left of it.
func split[T any](list []T) (part, rest []T) {
	n := min(stretch, len(list))
	return list[:n], list[n:]
}

// orders has the memory of short lists.
var orders = sync.Pool{New: func() any { return new(order) }}

// newOrder has memory for two lists, or for one if the results have memory for the other one. Release it.
func newOrder(n int, within bool) *order {
	o := orders.Get().(*order)
	if len(o.own) < n {
		o.own = make([]uint64, n)
	}
	if !within {
		o.use(n)
	}
	return o
}

// use takes lists of n elements.
func (o *order) use(n int) {
	if len(o.own) < n {
		o.own = make([]uint64, n)
	}
	if len(o.other) < n {
		o.other = make([]uint64, n)
	}
	o.entries, o.spare = o.own[:n], o.other[:n]
}

// mostKept is how many words of lists are kept for other sorts.
const mostKept = 1 << 20

// release keeps the memory for others, if it is short, and none of the results.
func (o *order) release() {
	if o.entries, o.spare, o.quick = nil, nil, nil; len(o.own)+len(o.other) <= mostKept {
		orders.Put(o)
	}
}

// sorted returns the indices of elements in order. The list is valid until the next call.
func sorted[T elementBits](o *order, x *keyed[T]) []uint64 {
	e := o.entries
	if uint64(len(e)) > math.MaxUint32 {
		byComparison(e, x)
		return e
	}
	upper := 8*int(unsafe.Sizeof(T(0))) - 32 // bits of a key that the first sort leaves
	bits := min(upper, 0) + 32
	switch {
	case o.quick != nil && bits == 32 && len(e) >= leastQuick && len(e) < mostQuick:
		makeEntries(e, x, max(upper, 0), nil)
		all := Matrix{unsafe.Pointer(&e[0]), 8 * len(e), 8}
		sortQuickly[uint64](Sort{from: op.Uint64, quick: o.quick}, 1, len(e), all, all)
	case digitOf(len(e), bits) == mostDigits:
		clear(o.counts[:])
		makeEntries(e, x, max(upper, 0), &o.counts)
		o.entries, o.spare = sortCounted(&o.counts, e, o.spare, 32, bits)
	default:
		makeEntries(e, x, max(upper, 0), nil)
		o.entries, o.spare = sortDigits(&o.counts, e, o.spare, 32, bits)
	}
	if upper > 0 {
		equalHalves(o, x)
		return o.entries
	}
	for i, entry := range o.entries {
		o.entries[i] = uint64(uint32(entry))
	}
	return o.entries
}

// makeEntries makes entries of elements. It may count their long digits, but for the lowest.
func makeEntries[T elementBits](e []uint64, x *keyed[T], shift int, c *counters) {
	at, keys := x.column, x.sortKeys
	for i := range e {
		if i%stretch == 0 {
			page.Rest()
		}
		key := uint32(uint64(keys.of(at.at(i))) >> (shift & 63))
		e[i] = uint64(key)<<32 | uint64(i)
		if c != nil {
			c.long(key)
		}
	}
}

// sortDigits sorts elements by digits of so many of their bits, from low on, the lowest digit first. Where the upper
// digits tell most elements apart, the lower ones take no pass. It moves elements to and fro between two lists, and
// returns the sorted one first. Elements that are alike in these bits are already in order.
func sortDigits[T elementBits](counts *counters, all, other []T, low, bits int) (sorted, spare []T) {
	if len(all) <= fewSorted {
		insert(all)
		return all, other
	}
	digit := digitOf(len(all), bits)
	last := (bits - 1) / digit
	clear(counts[:(last+1)<<digit])
	countDigits(counts, all, digit, low, last)
	return sortCounted(counts, all, other, low, bits)
}

// sortCounted sorts elements whose digits are counted, as sortDigits does.
func sortCounted[T elementBits](counts *counters, all, other []T, low, bits int) (sorted, spare []T) {
	digit := digitOf(len(all), bits)
	last := (bits - 1) / digit
	first := firstDigit(counts[:], digit, last, len(all))
	if first == 0 && digit == mostDigits {
		countLowest(counts, all, low)
	}
	for pass := first; pass <= last; pass++ {
		if moveBy(all, other, counts, digit, low, pass) {
			all, other = other, all
		}
	}
	if first > 0 {
		sortRuns(all, low+first*digit)
	}
	return all, other
}

// countDigits counts the values of each digit, but for the lowest of three: a sort seldom needs that.
func countDigits[T elementBits](c *counters, all []T, digit, low, last int) {
	switch low &= 63; {
	case digit == mostDigits: // there are three of them
		for _, e := range all {
			c.long(uint32(uint64(e) >> low))
		}
	case last == 3:
		for _, e := range all {
			key := uint32(uint64(e) >> low)
			c[uint8(key)]++
			c[1<<8|uint(uint8(key>>8))]++
			c[2<<8|uint(uint8(key>>16))]++
			c[3<<8|uint(key>>24)]++
		}
	case last == 1:
		for _, e := range all {
			key := uint16(uint64(e) >> low)
			c[uint8(key)]++
			c[1<<8|uint(key>>8)]++
		}
	default:
		for _, e := range all {
			c[uint8(uint64(e)>>low)]++
		}
	}
}

// long counts long digits of a key, but for the lowest.
func (c *counters) long(key uint32) {
	c[1<<mostDigits|key>>mostDigits%(1<<mostDigits)]++
	c[2<<mostDigits|key>>(2*mostDigits)]++
}

// countLowest counts the values of a long digit.
func countLowest[T elementBits](c *counters, all []T, low int) {
	for _, e := range all {
		c[uint64(e)>>(low&63)%(1<<mostDigits)]++
	}
}

// mostAlike is with how many others an element may share its upper digits, if the lower ones take no passes.
const mostAlike = 1

// firstDigit returns the lowest digit that takes a pass, where those above it tell most elements apart. Each is counted,
// and they are taken as independent.
func firstDigit(counts []uint32, digit, last, n int) int {
	alike := float64(n)
	for pass := last; pass > 0; pass-- {
		squares := uint64(0)
		for _, c := range counts[pass<<digit : (pass+1)<<digit] {
			squares += uint64(c) * uint64(c)
		}
		if alike *= float64(squares) / float64(n) / float64(n); alike <= mostAlike {
			return pass
		}
	}
	return 0
}

// sortRuns sorts entries that are sorted but for some low bits.
func sortRuns[T elementBits](all []T, low int) {
	for i := 1; i < len(all); i++ {
		if all[i-1] <= all[i] {
			continue
		}
		from, to := i-1, i+1
		for from > 0 && all[from-1]>>low == all[i]>>low {
			from--
		}
		for to < len(all) && all[to]>>low == all[i]>>low {
			to++
		}
		if run := all[from:to]; len(run) <= fewSorted {
			insert(run)
		} else {
			slices.Sort(run)
		}
		i = to
	}
}

// equalHalves sorts entries of keys of 64 bits, whose upper halves are sorted, by the lower ones. It leaves the
// indices.
func equalHalves[T elementBits](o *order, x *keyed[T]) {
	e, upper := o.entries, ^uint64(0)
	for i := 0; i < len(e); i++ {
		if entry := e[i]; entry>>32 != upper {
			e[i], upper = uint64(uint32(entry)), entry>>32
			continue
		}
		first := i - 1
		for i+1 < len(e) && e[i+1]>>32 == upper {
			i++
		}
		equal := e[first : i+1]
		for k, entry := range equal {
			equal[k] = uint64(x.key(int(uint32(entry))))<<32 | uint64(uint32(entry))
		}
		halves, _ := sortDigits(&o.counts, equal, o.spare[:len(equal)], 32, 32)
		for k, entry := range halves {
			equal[k] = uint64(uint32(entry))
		}
	}
}

// byComparison sorts more elements than 32 bits count.
func byComparison[T elementBits](indices []uint64, x *keyed[T]) {
	for i := range indices {
		indices[i] = uint64(i)
	}
	slices.SortStableFunc(indices, func(a, b uint64) int {
		switch a, b := x.key(int(a)), x.key(int(b)); {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	})
}

// moveBy moves elements to another list by a digit that is counted. It does nothing and returns false if all have the
// same one.
func moveBy[T elementBits](all, other []T, counts *counters, digit, low, pass int) bool {
	starts, mask, shift := (*[1 << mostDigits]uint32)(counts[pass<<digit:]), uint64(1)<<digit-1, (low+pass*digit)&63
	mask &= 1<<mostDigits - 1
	if starts[uint64(all[0])>>shift&mask] == uint32(len(all)) {
		return false
	}
	startsOf(starts[:1<<digit])
	for part, rest := split(all); len(part) > 0; part, rest = split(rest) {
		for _, e := range part {
			start := &starts[uint64(e)>>shift&mask%(1<<mostDigits)]
			at := *start
			*start = at + 1
			other[at] = e
		}
		page.Rest()
	}
	return true
}

// digitOf is the length of a digit of keys of so many bits.
func digitOf(elements, bits int) int {
	if bits == 32 && elements > 1<<(mostDigits+1) && elements <= 1<<20 {
		return mostDigits
	}
	return fewDigits
}

// startsOf replaces the count of each digit by those of the digits before.
func startsOf(counts []uint32) {
	sum := uint32(0)
	for d, n := range counts {
		counts[d], sum = sum, sum+n
	}
}

// insert sorts few entries. Equal ones are alike.
func insert[T elementBits](all []T) {
	for i := 1; i < len(all); i++ {
		e, k := all[i], i
		for ; k > 0 && all[k-1] > e; k-- {
			all[k] = all[k-1]
		}
		all[k] = e
	}
}
