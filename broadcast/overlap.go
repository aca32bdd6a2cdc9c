package broadcast

import (
	"cmp"
	"math"
	"slices"
)

// Overlap reports whether two layouts over the same storage share an element.
//
// The answer is exact unless the search for a shared element takes more than about 1<<16 attempts.
// Then it is true, to be safe. Such a search needs several strides that are neither nested nor
// dense.
func Overlap(a, b Layout) bool {
	na, errA := a.size()
	nb, errB := b.size()
	if errA != nil || errB != nil {
		return true
	}
	if na == 0 || nb == 0 {
		return false
	}
	loA, hiA, okA := a.bounds()
	loB, hiB, okB := b.bounds()
	if !okA || !okB {
		return true
	}
	if hiA <= loB || hiB <= loA {
		return false
	}
	if far(loA, hiA) || far(loB, hiB) {
		return true
	}
	// loA + x = loB + y, with x a sum of a's strides and y of b's. Count y from the other end, and
	// x + y' = hiB-1 - loA is the question whether one sum reaches a distance.
	s := newSearch(append(a.axes(), b.axes()...))
	return s.reaches(len(s.runs), hiB-1-loA)
}

// far reports whether two ranges like this one may be too long to add.
func far(lo, hi int) bool {
	return hi-lo < 0 || hi-lo > math.MaxInt/2
}

// search asks which distances the runs reach together. The i-th of reach, gcd and dense is about
// the first i runs.
type search struct {
	runs  []run  // shortest stride first, none of stride 0
	reach []int  // the furthest distance
	gcd   []int  // the greatest common divisor of all distances
	dense []bool // all multiples of gcd from 0 to reach are reached
	work  int    // attempts left
}

func newSearch(runs []run) *search {
	runs = joinRuns(runs)
	s := &search{runs: runs, reach: []int{0}, gcd: []int{0}, dense: []bool{true}, work: 1 << 16}
	for i, r := range runs {
		g := gcd(s.gcd[i], r.stride)
		s.gcd = append(s.gcd, g)
		// A dense stretch stays dense if copies of it, shifted by r.stride, leave no gap.
		s.dense = append(s.dense, s.dense[i] && (i == 0 || g == s.gcd[i]) && r.stride-s.reach[i] <= g)
		s.reach = append(s.reach, s.reach[i]+r.reach())
	}
	return s
}

// joinRuns sorts runs, joins runs of equal stride, and drops runs of stride 0.
func joinRuns(runs []run) []run {
	slices.SortFunc(runs, func(a, b run) int { return cmp.Compare(a.stride, b.stride) })
	out := runs[:0]
	for _, r := range runs {
		switch last := len(out) - 1; {
		case r.stride == 0:
		case last >= 0 && out[last].stride == r.stride:
			out[last].count += r.count
		default:
			out = append(out, r)
		}
	}
	return out
}

// reaches reports whether the first i runs reach distance d. Along the longest run it tries every
// number of strides that leaves a distance which the others might reach.
func (s *search) reaches(i, d int) bool {
	s.work--
	switch {
	case s.work < 0:
		return true // give up, on the safe side
	case d < 0 || d > s.reach[i]:
		return false
	case d == 0:
		return true
	case d%s.gcd[i] != 0:
		return false
	case s.dense[i]:
		return true
	}
	r := s.runs[i-1]
	least := (max(d-s.reach[i-1], 0) + r.stride - 1) / r.stride
	for n := min(d/r.stride, r.count); n >= least; n-- {
		if s.reaches(i-1, d-n*r.stride) {
			return true
		}
	}
	return false
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
