package kernel

import (
	"math"
	"slices"
	"sync"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/internal/page"
)

// order finds the order of the elements of a group. Its lists are made once for all groups. An entry has a
// key of 32 bits, and below it the index of its element.
type order struct {
	entries, spare []uint64
	own, other     []uint64 // the two, or one of them if the results have memory for the other one
	counts         [3 << mostDigits]uint32
}

// mostDigits are the bits of a digit, where there are enough elements to fill as many counters, and not
// so many that their places leave the caches. Otherwise it has fewDigits.
const mostDigits, fewDigits = 11, 8

// fewSorted is how many elements are sorted by insertion.
const fewSorted = 32

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

// release keeps the memory for others, if it is short, and none of the results.
func (o *order) release() {
	if o.entries, o.spare = nil, nil; len(o.own)+len(o.other) <= stretch {
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
	if len(e) <= fewSorted {
		for i := range e {
			e[i] = uint64(x.key(i))>>max(upper, 0)<<32 | uint64(i)
		}
		insert(e)
	} else {
		fill(o, x, max(upper, 0), min(upper, 0)+32)
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

// fill makes entries, and sorts them by digits of their keys. Where the other digits tell most keys apart, the
// lowest one takes no pass.
func fill[T elementBits](o *order, x *keyed[T], upper, bits int) {
	n, digit := len(o.entries), digitOf(len(o.entries), bits)
	mask, last, first, e := uint64(1)<<digit-1, (bits-1)/digit, 0, o.entries
	clear(o.counts[:(last+1)<<digit])
	for i := range e {
		if i%stretch == 0 {
			page.Rest()
		}
		key := uint64(x.of(x.at(i))) >> upper
		e[i] = key<<32 | uint64(i)
		if digit == mostDigits { // there are three of them
			o.counts[key%(1<<mostDigits)]++
			o.counts[1<<mostDigits|key>>mostDigits%(1<<mostDigits)]++
			o.counts[2<<mostDigits|key>>(2*mostDigits)%(1<<mostDigits)]++
			continue
		}
		for pass := 0; pass <= last; pass, key = pass+1, key>>digit {
			o.counts[uint64(pass)<<digit|key&mask]++
		}
	}
	if last > 1 && spread(o.counts[:], digit, 1, last, n) {
		first = 1
	}
	if !o.sortBy(e, o.spare, digit, first, last) {
		o.entries, o.spare = o.spare, e
	}
	if first > 0 {
		sortRuns(o.entries, 32+digit)
	}
}

// spread reports whether no value of some digits is much more frequent than the others.
func spread(counts []uint32, digit, first, last, n int) bool {
	return slices.Max(counts[first<<digit:(last+1)<<digit])>>2 <= uint32(n>>digit)
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
	for rest := o.entries; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n]>>32 == rest[0]>>32 {
			n++
		}
		equal := rest[:n]
		if rest = rest[n:]; n == 1 {
			equal[0] = uint64(uint32(equal[0]))
			continue
		}
		for i, e := range equal {
			equal[i] = uint64(x.key(int(uint32(e))))<<32 | uint64(uint32(e))
		}
		if !o.sort(equal, o.spare[:n], 32) {
			copy(equal, o.spare)
		}
		for i, e := range equal {
			equal[i] = uint64(uint32(e))
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

// sort sorts entries by digits of their keys, which have so many bits. It reports whether they are in the first
// list at the end.
func (o *order) sort(all, other []uint64, bits int) bool {
	if len(all) <= fewSorted {
		insert(all)
		return true
	}
	digit := digitOf(len(all), bits)
	mask, last := uint64(1)<<digit-1, (bits-1)/digit
	clear(o.counts[:(last+1)<<digit])
	for _, e := range all {
		for pass, key := 0, e>>32; pass <= last; pass, key = pass+1, key>>digit {
			o.counts[uint64(pass)<<digit|key&mask]++
		}
	}
	return o.sortBy(all, other, digit, 0, last)
}

// sortBy sorts entries by digits of their keys that are counted, from the first to the last one. It moves them to
// and fro between two lists, and reports whether they are in the first one at the end.
func (o *order) sortBy(all, other []uint64, digit, pass, last int) bool {
	mask, first := uint64(1)<<digit-1, true
	for ; pass <= last; pass++ {
		starts, shift := o.counts[pass<<digit:(pass+1)<<digit], 32+pass*digit
		if starts[all[0]>>shift&mask] == uint32(len(all)) {
			continue // all have one digit
		}
		startsOf(starts)
		for part, rest := split(all); len(part) > 0; part, rest = split(rest) {
			for _, e := range part {
				d := e >> shift & mask
				other[starts[d]] = e
				starts[d]++
			}
			page.Rest()
		}
		all, other, first = other, all, !first
	}
	return first
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
