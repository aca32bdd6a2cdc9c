package kernel

import (
	"math"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/exact"
	"github.com/wgtensor/wgtensor/device/op"
)

// total is the kernel of sums of floats and of means: the exact sum, or that over the number of
// elements, rounded once.
func (t *Set) total(o *op.Op, from, to op.DType) Reduction {
	in, mean := t.reading(from, wideOf(from)), o == op.Mean
	switch wideOf(from) {
	case op.Float32:
		return t.rounding32(to, mean, t.total32(in))
	case op.Float64:
		store := storing(to)
		return t.total64(in, func(s *total64, i int, to, _ unsafe.Pointer) {
			if mean {
				store(to, i, s.Over(s.n))
				return
			}
			store(to, i, s.Over(1))
		})
	}
	add := (*totalOfWholes).add
	if from == op.Uint64 {
		add = (*totalOfWholes).addUnsigned
	}
	store := storing(to)
	return reduction(in, add,
		func(s, from *totalOfWholes) { s.Merge(&from.Integers); s.n += from.n },
		func(s *totalOfWholes, i int, to, _ unsafe.Pointer) { store(to, i, s.mean()) })
}

// rounding32 has sums, or means, rounded to a type. Those of many groups are converted together.
func (t *Set) rounding32(to op.DType, mean bool, r Reduction) Reduction {
	round := t.For(op.Cast, op.Float64, to)
	r.End = func(n int, to, states unsafe.Pointer, size int, _ unsafe.Pointer) {
		if n == 0 {
			return
		}
		all := totalsOf(n, states)
		if !mean && !all.more {
			round.Run(n, to, unsafe.Pointer(&all.sums[0]), nil, nil, 0)
			return
		}
		by := uint64(1)
		if mean {
			by = all.terms
		}
		for i := range all.sums {
			all.sums[i] = all.over(i, by)
		}
		round.Run(n, to, unsafe.Pointer(&all.sums[0]), nil, nil, 0)
	}
	return r
}

// totalOfWholes is the exact sum of integers, with their number.
type totalOfWholes struct {
	exact.Integers
	n uint64
}

func (s *totalOfWholes) add(p part) {
	s.n += uint64(p.n)
	for _, x := range elements[int64](p.x, 0, p.n) {
		s.Add(x)
	}
}

func (s *totalOfWholes) addUnsigned(p part) {
	s.n += uint64(p.n)
	for _, x := range elements[uint64](p.x, 0, p.n) {
		s.AddUnsigned(x)
	}
}

func (s *totalOfWholes) mean() float64 {
	if s.n == 0 {
		return math.NaN()
	}
	return s.Over(s.n)
}
