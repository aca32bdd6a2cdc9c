package exact

import (
	"math"
	"math/bits"
)

// AddProduct adds x*y. Its 106 digits go to the words: few of the other digits of such sums are so near
// that a float64 had room for both.
func (s *Products) AddProduct(x, y float64) {
	if p := x * y; p-p != 0 && (x-x != 0 || y-y != 0) { // a factor is NaN or infinite
		s.special += p
		return
	}
	a, ea := digits(x)
	b, eb := digits(y)
	high, low := bits.Mul64(a, b)
	shift := ea + eb - unitOfProducts
	k := uint(shift & 63)
	first, second, third := low<<k, high<<k|low>>(64-k), high>>(64-k)
	w, i := s.rest[shift>>6:], 3
	var carry uint64
	if (x < 0) == (y < 0) {
		w[0], carry = bits.Add64(w[0], first, 0)
		w[1], carry = bits.Add64(w[1], second, carry)
		w[2], carry = bits.Add64(w[2], third, carry)
		for ; carry != 0 && i < len(w); i++ {
			w[i], carry = bits.Add64(w[i], 0, carry)
		}
		return
	}
	w[0], carry = bits.Sub64(w[0], first, 0)
	w[1], carry = bits.Sub64(w[1], second, carry)
	w[2], carry = bits.Sub64(w[2], third, carry)
	for ; carry != 0 && i < len(w); i++ {
		w[i], carry = bits.Sub64(w[i], 0, carry)
	}
}

// digits returns the magnitude of x as m times 2^e.
func digits(x float64) (m uint64, e int) {
	b := math.Float64bits(x)
	e, m = int(b>>52&0x7ff), b&(1<<52-1)
	if e == 0 {
		return m, unitOfFloat64
	}
	return m | 1<<52, e - 1 + unitOfFloat64
}

// Merge adds the terms of another sum.
func (s *Products) Merge(t *Products) { s.sum.Merge(&t.sum) }

// Over returns the sum divided by n, rounded once. Zero has no sign.
func (s *Products) Over(n uint64) float64 { return s.over(n) }

// ToOdd returns the sum, so that rounding it to float32 rounds it once.
func (s *Products) ToOdd() float64 {
	if s.special != 0 {
		return s.special
	}
	m, e, negative := s.digits(1)
	if m == 0 {
		return 0
	}
	return signed(odd(m, e), negative)
}

// Special returns the sum of the terms that are NaN or infinite, or 0 without one.
func (s *Products) Special() float64 { return s.special }

// Words returns the sum of the finite terms as a whole number of 2^-2148 in two's complement, the least
// word first. Sums of the same terms have the same words.
func (s *Products) Words() []uint64 {
	w := number(append([]uint64(nil), s.rest[:]...))
	w.add(s.high, unitOfProducts)
	w.add(s.low, unitOfProducts)
	return w
}

// ProductsOf returns the sum that has these words, at most as many as Words returns, from a number of
// words on, and terms that add up to special.
func ProductsOf(special float64, from int, all []uint64) (s Products, ok bool) {
	if from < 0 || from > words || len(all) > words-from {
		return s, false
	}
	s.special = special
	n := copy(s.rest[from:], all)
	if n > 0 && all[n-1]>>63 != 0 { // negative
		for i := from + n; i < words; i++ {
			s.rest[i] = math.MaxUint64
		}
	}
	return s, true
}
