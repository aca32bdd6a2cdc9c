package kernel

import (
	"unsafe"

	"github.com/wgtensor/wgtensor/device/exact"
)

// totals are the states of sums of float32, which have as many terms: a float64 for each, and what these have no room
// for.
type totals struct {
	*totalsHead
	sums  []float64
	rests []exact.Sum32
}

type totalsHead struct {
	terms uint64
	more  bool // there are rests
}

const (
	headOfTotals  = int(unsafe.Sizeof(totalsHead{}))
	stateOfTotals = headOfTotals + 8 + int(unsafe.Sizeof(exact.Sum32{}))
)

// totalsOf are the states of n groups.
func totalsOf(n int, states unsafe.Pointer) totals {
	sums := unsafe.Add(states, headOfTotals)
	return totals{(*totalsHead)(states), elements[float64](sums, 0, n), statesOf[exact.Sum32](n, unsafe.Add(sums, 8*n))}
}

func beginTotals(n int, states unsafe.Pointer) {
	if n > 0 {
		s := totalsOf(n, states)
		*s.totalsHead = totalsHead{}
		clear(s.sums)
	}
}

func mergeTotals(n int, to, from unsafe.Pointer) {
	s, t := totalsOf(n, to), totalsOf(n, from)
	for i, sum := range t.sums {
		if high, e := exact.TwoSum(s.sums[i], sum); e == 0 { // mostly, and without a call
			s.sums[i] = high
		} else {
			s.rest(i).Add(sum)
		}
		if t.more {
			s.rest(i).Merge(&t.rests[i])
		}
	}
	s.terms += t.terms
}

// total is one of some totals.
type total struct {
	of *totals
	i  int
}

// Add adds a term.
func (t total) Add(x float64) {
	sum := &t.of.sums[t.i]
	high, e := exact.TwoSum(*sum, x)
	if e == 0 {
		*sum = high
		return
	}
	t.of.rest(t.i).Add(x)
}

// rest is what a sum has no room for.
func (s *totals) rest(i int) *exact.Sum32 {
	if !s.more {
		s.more = true
		clear(s.rests)
	}
	return &s.rests[i]
}

// empty adds some sums to their rests, so that they are 0. It reports whether one was not.
func (s *totals) empty(first, n int) (some bool) {
	for i := first; i < first+n; i++ {
		if x := s.sums[i]; x != 0 {
			s.rest(i).Add(x)
			s.sums[i], some = 0, true
		}
	}
	return some
}

// over returns a total divided by a number, so that rounding it rounds the quotient once.
func (s *totals) over(i int, n uint64) float64 {
	var sum exact.Sum32
	if s.more {
		sum = s.rests[i]
	}
	sum.Add(s.sums[i])
	return sum.Over(n)
}
