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
	in, store := t.reading(from, wideOf(from)), storing(to)
	of := func(n uint64) uint64 {
		if o == op.Sum {
			return 1
		}
		return n
	}
	switch wideOf(from) {
	case op.Float32:
		return t.total32(in, func(s *total32, i int, to, _ unsafe.Pointer) { store(to, i, s.Over(of(s.n))) })
	case op.Float64:
		return t.total64(in, func(s *total64, i int, to, _ unsafe.Pointer) { store(to, i, s.Over(of(s.n))) })
	}
	add := (*totalOfWholes).add
	if from == op.Uint64 {
		add = (*totalOfWholes).addUnsigned
	}
	return reduction(in, add,
		func(s, from *totalOfWholes) { s.Merge(&from.Integers); s.n += from.n },
		func(s *totalOfWholes, i int, to, _ unsafe.Pointer) { store(to, i, s.mean()) })
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
