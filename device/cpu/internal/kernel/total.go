package kernel

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/cpu/internal/exact"
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
		return reduction(in,
			func(s *total32, p part) { s.add(elements[float32](p.x, 0, p.n)) },
			func(s, from *total32) { s.Merge(&from.Sum32); s.n += from.n },
			func(s *total32, i int, to, _ unsafe.Pointer) { store(to, i, s.Over(of(s.n))) })
	case op.Float64:
		return reduction(in,
			func(s *total64, p part) { s.add(elements[float64](p.x, 0, p.n)) },
			func(s, from *total64) { s.Merge(&from.Sum64); s.n += from.n },
			func(s *total64, i int, to, _ unsafe.Pointer) { store(to, i, s.Over(of(s.n))) })
	}
	add := (*totalOfWholes).add
	if from == op.Uint64 {
		add = (*totalOfWholes).addUnsigned
	}
	return reduction(in, add,
		func(s, from *totalOfWholes) { s.Merge(&from.Integers); s.n += from.n },
		func(s *totalOfWholes, i int, to, _ unsafe.Pointer) { store(to, i, s.mean()) })
}

// total32 and total64 are sums with the number of terms.
type (
	total32 struct {
		exact.Sum32
		n uint64
	}
	total64 struct {
		exact.Sum64
		n uint64
	}
)

// add adds terms whose sum mostly needs no more digits than a float64 has. Then no addition on the
// way rounds.
func (s *total32) add(x []float32) {
	s.n += uint64(len(x))
	var a, b, c, d float64
	least, most := ^uint32(0), uint32(0)
	i := 0
	for ; i+4 <= len(x); i += 4 {
		y := x[i : i+4 : i+4]
		a, b, c, d = a+float64(y[0]), b+float64(y[1]), c+float64(y[2]), d+float64(y[3])
		m0, m1, m2, m3 := magnitude(y[0]), magnitude(y[1]), magnitude(y[2]), magnitude(y[3])
		least = min(least, m0-1, m1-1, m2-1, m3-1) // zeros do not count
		most = max(most, m0, m1, m2, m3)
	}
	for _, v := range x[i:] {
		a += float64(v)
		least, most = min(least, magnitude(v)-1), max(most, magnitude(v))
	}
	if addsWithoutRounding(len(x), least, most) {
		s.Add(a + b + c + d)
		return
	}
	for _, v := range x {
		s.Add(float64(v))
	}
}

func magnitude(x float32) uint32 { return math.Float32bits(x) &^ (1 << 31) }

// addsWithoutRounding reports whether float64s can add n float32 in any order without rounding.
// All of them are multiples of the last digit of the smallest. The arguments are the bits of the
// largest magnitude, and those of the least one above 0, less 1.
func addsWithoutRounding(n int, least, most uint32) bool {
	const infinity = 0x7f800000
	return most < infinity && most>>23 <= max((least+1)>>23, 1)+29-uint32(bits.Len(uint(n)))
}

func (s *total64) add(x []float64) {
	s.n += uint64(len(x))
	for _, v := range x {
		s.Add(v)
	}
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
