// Package exact adds floats without rounding. A sum depends on no order: parts can be added on
// several threads, and merged.
package exact

import (
	"math"
	"unsafe"
)

// Sum32 is the exact sum of float32, float16 and bfloat16. It also adds any multiple of 2^-149 below
// 2^190. The zero value is the sum of nothing.
type Sum32 struct{ sum[[6]uint64] }

// Sum64 is the exact sum of float64. The zero value is the sum of nothing.
type Sum64 struct{ sum[[35]uint64] }

// Products is the exact sum of products of two float64, and of float64. The zero value is the sum of
// nothing.
type Products struct{ sum[[words]uint64] }

// words is how many the rest of Products has, and of float64 and products the smallest unit.
const words, unitOfProducts = 68, 2 * unitOfFloat64

const unitOfFloat64 = -1074

// sum is high + low + rest. The first two are a fast path: mostly the rest stays 0. It has 64 more
// digits than one term needs.
type sum[W [6]uint64 | [35]uint64 | [words]uint64] struct {
	high, low float64
	special   float64 // the sum of the terms that are NaN or infinite
	rest      W
}

// unit is the exponent of the unit of rest, the smallest number of the type.
func (s *sum[W]) unit() int {
	switch len(s.rest) {
	case 6:
		return -149
	case words:
		return unitOfProducts
	}
	return unitOfFloat64
}

func (s *sum[W]) number() number { return unsafe.Slice(&s.rest[0], len(s.rest)) }

// large is a magnitude from which on terms bypass the fast path, which could overflow.
const large = 0x1p1020

// Add adds a term.
func (s *sum[W]) Add(x float64) {
	high, e := TwoSum(s.high, x)
	if math.Abs(x) < large && math.Abs(high) < large {
		if s.high = high; e != 0 {
			s.addLow(e)
		}
		return
	}
	s.addLarge(x)
}

func (s *sum[W]) addLow(x float64) {
	low, e := TwoSum(s.low, x)
	if s.low = low; e != 0 {
		s.number().add(e, s.unit())
	}
}

// addLarge adds a term outside the fast path.
func (s *sum[W]) addLarge(x float64) {
	if x-x != 0 {
		s.special += x
		return
	}
	s.number().add(x, s.unit())
}

// Merge adds the terms of another sum.
func (s *sum[W]) Merge(t *sum[W]) {
	s.Add(t.high)
	if t.low != 0 {
		s.Add(t.low)
	}
	if n := t.number(); !n.isZero() {
		s.number().plus(n)
	}
	s.special += t.special
}

// Merge adds the terms of another sum.
func (s *Sum32) Merge(t *Sum32) { s.sum.Merge(&t.sum) }

// Merge adds the terms of another sum.
func (s *Sum64) Merge(t *Sum64) { s.sum.Merge(&t.sum) }

// Pair returns two numbers whose sum is that of the terms. Ok is false if there are none.
func (s *sum[W]) Pair() (high, low float64, ok bool) {
	return s.high, s.low, s.special == 0 && s.number().isZero()
}

// SetPair makes the sum that of two numbers. The lower one has no digits of the other.
func (s *sum[W]) SetPair(high, low float64) { s.high, s.low = high, low }

// Over returns the sum divided by n, so that rounding it to float32, float16 or bfloat16 rounds the
// quotient once. Zero has no sign.
func (s *Sum32) Over(n uint64) float64 {
	switch {
	case s.special != 0 || n == 0:
		return s.withoutDigits(n)
	case n == 1 && s.number().isZero():
		if s.low == 0 {
			return s.high + s.low
		}
		return ToOdd(TwoSum(s.high, s.low))
	case s.low == 0 && s.number().isZero() && n < 1<<53:
		q := s.high / float64(n)
		return ToOdd(q, math.FMA(-q, float64(n), s.high))
	}
	m, e, negative := s.digits(n)
	if m == 0 {
		return 0
	}
	return signed(odd(m, e), negative)
}

// Over returns the sum divided by n, rounded once. Zero has no sign.
func (s *Sum64) Over(n uint64) float64 { return s.over(n) }

// over is Over of float64 and products.
func (s *sum[W]) over(n uint64) float64 {
	switch {
	case s.special != 0 || n == 0:
		return s.withoutDigits(n)
	case n == 1 && s.number().isZero():
		return s.high + s.low
	}
	m, e, negative := s.digits(n)
	if m == 0 {
		return 0
	}
	return signed(nearest(m, e), negative)
}

func (s *sum[W]) withoutDigits(n uint64) float64 {
	if n == 0 {
		return math.NaN()
	}
	return s.special
}

// digits are those of the magnitude of the sum divided by n, as those of number.top.
func (s *sum[W]) digits(n uint64) (m uint64, e int, negative bool) {
	var room [words + 1]uint64 // a word more than the rest, for digits of the quotient below the unit
	w := number(room[:len(s.rest)+1])
	copy(w[1:], s.number())
	w[1:].add(s.high, s.unit())
	w[1:].add(s.low, s.unit())
	negative = w.magnitude()
	if n != 1 && w.divide(n) {
		w[0] |= 1
	}
	if w.isZero() {
		return 0, 0, false
	}
	m, e = w.top()
	return m, e + s.unit() - 64, negative
}

// TwoSum returns the rounded sum of x and y, and the error of that.
func TwoSum(x, y float64) (sum, e float64) {
	sum = x + y
	z := sum - x
	return sum, (x - (sum - z)) + (y - z)
}

// ToOdd is x + e, where x has no digits of e: cut, with the last bit set if digits were lost.
func ToOdd(x, e float64) float64 {
	b, rest := math.Float64bits(x), math.Float64bits(e)
	some := (rest<<1 | -(rest << 1)) >> 63 // 1, or 0 where e is 0; no branch depends on it
	return math.Float64frombits(b - (b^rest)>>63&some | some)
}

func signed(x float64, negative bool) float64 {
	if negative {
		return -x
	}
	return x
}
