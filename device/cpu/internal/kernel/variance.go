package kernel

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/wgtensor/wgtensor/device/op"
)

// variance is the kernel of variances. States have the sum of squared distances from the mean.
func (t *Set) variance(from, to op.DType) Reduction {
	in, store, by := t.reading(from, wideOf(from)), storing(to), divisor(op.Correction(from))
	switch wideOf(from) {
	case op.Float32:
		return t.variance32(in, func(s *moments32, i int, to, once unsafe.Pointer) {
			store(to, i, quotient(s.squares, 0, by(s.n, once, i)))
		})
	case op.Float64:
		return reduction(in, (*moments64).add, (*moments64).merge, func(s *moments64, i int, to, once unsafe.Pointer) {
			store(to, i, quotient(s.squares.value(), 2*s.exponent, by(s.n, once, i)))
		})
	}
	add := (*momentsOfWholes).add
	if from == op.Uint64 {
		add = (*momentsOfWholes).addUnsigned
	}
	return reduction(in, add, (*momentsOfWholes).merge, func(s *momentsOfWholes, i int, to, once unsafe.Pointer) {
		store(to, i, quotient(s.squared(), 0, by(s.n, once, i)))
	})
}

// divisor returns the function for what a sum of n squares is divided by, with correction i. It is
// NaN if the variance is.
func divisor(dt op.DType) func(n uint64, corrections unsafe.Pointer, i int) float64 {
	return func(n uint64, corrections unsafe.Pointer, i int) float64 {
		var c float64
		if dt == op.Float64 {
			c = elements[float64](corrections, i, 1)[0]
		} else {
			c = float64(elements[float32](corrections, i, 1)[0])
		}
		if n == 0 || math.IsInf(c, -1) {
			return math.NaN()
		}
		return max(float64(n)-c, 0)
	}
}

// quotient is x times a power of two, divided by a number that may be as small or as large as
// float64s are.
func quotient(x float64, exponent int, by float64) float64 {
	m, e := math.Frexp(by)
	return math.Ldexp(x/m, exponent-e)
}

// momentsOfWholes are exact.
type momentsOfWholes struct {
	totalOfWholes
	squares [3]uint64
}

func (s *momentsOfWholes) add(p part) {
	s.totalOfWholes.add(p)
	for _, x := range elements[int64](p.x, 0, p.n) {
		s.square(x)
	}
}

// addUnsigned adds numbers less 2^63, which changes no distance.
func (s *momentsOfWholes) addUnsigned(p part) {
	s.n += uint64(p.n)
	for _, x := range elements[uint64](p.x, 0, p.n) {
		y := int64(x ^ 1<<63)
		s.Add(y)
		s.square(y)
	}
}

func (s *momentsOfWholes) square(x int64) {
	u := uint64(max(x, -x))
	high, low := bits.Mul64(u, u)
	s.addSquares([3]uint64{low, high})
}

func (s *momentsOfWholes) addSquares(x [3]uint64) {
	var carry uint64
	for i := range x {
		s.squares[i], carry = bits.Add64(s.squares[i], x[i], carry)
	}
}

func (s *momentsOfWholes) merge(t *momentsOfWholes) {
	s.n += t.n
	s.Merge(&t.Integers)
	s.addSquares(t.squares)
}

// squared is the sum of squared distances from the mean: that of the squares, less the square of the
// sum divided by n.
func (s *momentsOfWholes) squared() float64 {
	high, low := s.Magnitude()
	all, sum := s.squares, [3]uint64{low, high}
	w := multiplied(all[:], s.n)
	var borrow uint64
	first, second := multiplied(sum[:2], low), multiplied(sum[:2], high)
	for i := range w {
		w[i], borrow = bits.Sub64(w[i], first[i], borrow)
	}
	borrow = 0
	for i := range w[1:] {
		w[i+1], borrow = bits.Sub64(w[i+1], second[i], borrow)
	}
	total := 0.0
	for i := 3; i >= 0; i-- {
		total = total*0x1p64 + float64(w[i])
	}
	return total / float64(s.n)
}

// multiplied is x, of at most three words, times y.
func multiplied(x []uint64, y uint64) (z [4]uint64) {
	var carry uint64
	for i, word := range x {
		high, low := bits.Mul64(word, y)
		low, c := bits.Add64(low, carry, 0)
		z[i], carry = low, high+c
	}
	z[len(x)] = carry
	return z
}
