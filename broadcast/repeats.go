package broadcast

import (
	"cmp"
	"slices"
)

// Repeats reports whether two different indices reach the same element, so that writing through l
// has no meaning. The answer is exact for layouts of up to 1<<20 elements. For a larger layout it
// is false only if each stride exceeds the reach of all shorter strides together, which is proof.
func (l Layout) Repeats() bool {
	n, err := l.size()
	if n == 0 {
		return err != nil
	}
	lo, hi, ok := l.bounds()
	if !ok || n > hi-lo { // more elements than positions, or positions beyond counting
		return true
	}
	if nested(l.axes()) {
		return false
	}
	return n > 1<<20 || repeatsByCount(l, n)
}

func repeatsByCount(l Layout, n int) bool {
	at := slices.AppendSeq(make([]int, 0, n), l.Offsets())
	slices.Sort(at)
	return len(slices.Compact(at)) < n
}

// run is an axis as a set of distances: 0, stride, 2*stride, … up to count*stride.
type run struct{ stride, count int }

func (r run) reach() int { return r.stride * r.count }

// axes returns l's axes as runs, shortest stride first, all forwards. Its bounds do not overflow.
func (l Layout) axes() []run {
	runs := make([]run, 0, len(l.Shape))
	for axis, size := range l.Shape {
		if size > 1 {
			runs = append(runs, run{abs(l.Strides[axis]), size - 1})
		}
	}
	slices.SortFunc(runs, func(a, b run) int { return cmp.Compare(a.stride, b.stride) })
	return runs
}

// nested reports whether every stride is longer than the shorter ones together reach. Then no two
// indices meet, as no two numbers have the same digits.
func nested(runs []run) bool {
	reach := 0
	for _, r := range runs {
		if r.stride <= reach {
			return false
		}
		reach += r.reach()
	}
	return true
}
