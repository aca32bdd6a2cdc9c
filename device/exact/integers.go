package exact

import "math/bits"

// Integers is the exact sum of up to 2^63 integers. The zero value is the sum of nothing.
type Integers struct{ low, high uint64 }

// Add adds a signed integer.
func (s *Integers) Add(x int64) {
	var carry uint64
	s.low, carry = bits.Add64(s.low, uint64(x), 0)
	s.high += uint64(x>>63) + carry
}

// AddUnsigned adds an unsigned integer.
func (s *Integers) AddUnsigned(x uint64) {
	var carry uint64
	s.low, carry = bits.Add64(s.low, x, 0)
	s.high += carry
}

// Merge adds the terms of another sum.
func (s *Integers) Merge(t *Integers) {
	var carry uint64
	s.low, carry = bits.Add64(s.low, t.low, 0)
	s.high += t.high + carry
}

// Magnitude returns the sum without its sign.
func (s *Integers) Magnitude() (high, low uint64) {
	w := number{s.low, s.high}
	w.magnitude()
	return w[1], w[0]
}

// Over returns the sum divided by n, not 0, so that rounding it to float32 rounds the quotient once.
func (s *Integers) Over(n uint64) float64 {
	w := number{0, s.low, s.high}
	negative := w.magnitude()
	if w.divide(n) {
		w[0] |= 1
	}
	if w.isZero() {
		return 0
	}
	m, e := w.top()
	return signed(odd(m, e-64), negative)
}
