package exact

import (
	"math"
	"math/bits"
)

// number is a whole number in two's complement, the least word first. It counts some unit, a power
// of two.
type number []uint64

// add adds x, which is finite and a multiple of the unit 2^unit.
func (w number) add(x float64, unit int) {
	m, e := digits(x)
	shift := e - unit
	if shift < 0 {
		m >>= uint(-shift) // these bits are 0
		shift = 0
	}
	lo, hi, i := m<<(shift&63), m>>(64-shift&63), shift>>6
	var carry uint64
	if x >= 0 {
		w[i], carry = bits.Add64(w[i], lo, 0)
		w[i+1], carry = bits.Add64(w[i+1], hi, carry)
		for i += 2; carry != 0 && i < len(w); i++ {
			w[i], carry = bits.Add64(w[i], 0, carry)
		}
		return
	}
	w[i], carry = bits.Sub64(w[i], lo, 0)
	w[i+1], carry = bits.Sub64(w[i+1], hi, carry)
	for i += 2; carry != 0 && i < len(w); i++ {
		w[i], carry = bits.Sub64(w[i], 0, carry)
	}
}

// plus adds a number of as many words.
func (w number) plus(v number) {
	var carry uint64
	for i := range w {
		w[i], carry = bits.Add64(w[i], v[i], carry)
	}
}

func (w number) isZero() bool {
	for _, word := range w {
		if word != 0 {
			return false
		}
	}
	return true
}

// magnitude removes the sign, and reports whether the number was negative.
func (w number) magnitude() (negative bool) {
	if w[len(w)-1]>>63 == 0 {
		return false
	}
	var borrow uint64
	for i := range w {
		w[i], borrow = bits.Sub64(0, w[i], borrow)
	}
	return true
}

// divide divides a magnitude, and reports whether something remains.
func (w number) divide(by uint64) (remains bool) {
	rest := uint64(0)
	for i := len(w) - 1; i >= 0; i-- {
		if w[i]|rest != 0 {
			w[i], rest = bits.Div64(rest, w[i], by)
		}
	}
	return rest != 0
}

// top returns a magnitude above 0 as m times 2^e units, where the first bit of m is set. The last
// bit of m also stands for all digits below it.
func (w number) top() (m uint64, e int) {
	i := len(w) - 1
	for w[i] == 0 {
		i--
	}
	n := bits.LeadingZeros64(w[i])
	m, e = w[i]<<n, 64*i-n
	if i > 0 {
		m |= w[i-1] >> (64 - n)
		if w[i-1]<<n != 0 || !w[:i-1].isZero() {
			m |= 1
		}
	}
	return m, e
}

// nearest rounds m times 2^e, which top made, to the nearest float64, of two the even one.
func nearest(m uint64, e int) float64 {
	drop := max(11, -1074-e) // digits that the result has no place for
	if drop > 64 {           // less than half of the smallest number
		return 0
	}
	q, rest := m>>drop, m<<(64-drop)
	if rest > 1<<63 || rest == 1<<63 && q&1 == 1 {
		q++
	}
	return math.Ldexp(float64(q), e+drop)
}

// odd rounds m times 2^e towards 0, and sets the last bit if digits were lost. To round that to a
// type with at most 51 digits gives the same as to round once. The result is no subnormal number.
func odd(m uint64, e int) float64 {
	q := m >> 11
	if m<<53 != 0 {
		q |= 1
	}
	return math.Ldexp(float64(q), e+11)
}
