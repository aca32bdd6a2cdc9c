package libm

import (
	"math"
	"math/bits"
)

// fixed is a fraction of 192 bits, the highest first. Sums and products lose their whole part, so a
// fraction of a half or more may also stand for a negative one.
type fixed [3]uint64

var ln2Fixed = fixed{0xb17217f7d1cf79ab, 0xc9e3b39803f2f6af, 0x40f343267298b62d}

// fixedOf is the fraction of m·2^e.
func fixedOf(m uint64, e int) (x fixed) {
	for i := range x {
		if e += 64; e >= 0 {
			x[i] = m << e
		} else {
			x[i] = m >> -e
		}
	}
	return x
}

func (x fixed) plus(y fixed) (z fixed) {
	var c uint64
	z[2], c = bits.Add64(x[2], y[2], 0)
	z[1], c = bits.Add64(x[1], y[1], c)
	z[0], _ = bits.Add64(x[0], y[0], c)
	return z
}

func (x fixed) minus(y fixed) (z fixed) {
	var c uint64
	z[2], c = bits.Sub64(x[2], y[2], 0)
	z[1], c = bits.Sub64(x[1], y[1], c)
	z[0], _ = bits.Sub64(x[0], y[0], c)
	return z
}

// times is x·y to within 4 units of the last bit.
func (x fixed) times(y fixed) fixed {
	h, l := bits.Mul64(x[0], y[0])
	p, pl := bits.Mul64(x[0], y[1])
	q, ql := bits.Mul64(x[1], y[0])
	a, _ := bits.Mul64(x[0], y[2])
	b, _ := bits.Mul64(x[1], y[1])
	c, _ := bits.Mul64(x[2], y[0])
	return fixed{h, l, a}.plus(fixed{0, p, pl}).plus(fixed{0, q, ql}).plus(fixed{0, 0, b}).plus(fixed{0, 0, c})
}

// multiple is k·x.
func (x fixed) multiple(k uint64) fixed {
	h, z2 := bits.Mul64(x[2], k)
	m, z1 := bits.Mul64(x[1], k)
	return fixed{x[0]*k + m, z1, z2}.plus(fixed{0, h, 0})
}

// quarter is x/4.
func (x fixed) quarter() fixed {
	return fixed{x[0] >> 2, x[0]<<62 | x[1]>>2, x[1]<<62 | x[2]>>2}
}

// rise is w·(1-e^-z)/z, for z < 0.7: w·(1 - z/2! + z²/3! - …).
func rise(w, z fixed) fixed {
	var s fixed
	for i := min(len(inverseFactorials), 2+192/max(1, bits.LeadingZeros64(z[0]))) - 1; i >= 0; i-- {
		s = inverseFactorials[i].minus(z.times(s))
	}
	return w.minus(w.times(z.times(s)))
}

// split is x, from -1/2 to 1/2, as m·2^n; a smaller number than 2^-160 is 0.
func (x fixed) split() (m pair, n int) {
	sign := 1.0
	if x[0]>>63 != 0 {
		sign, x = -1, fixed{}.minus(x)
	}
	for x[0] == 0 && n > -128 {
		x, n = fixed{x[1], x[2]}, n-64
	}
	zeros := bits.LeadingZeros64(x[0])
	if n -= zeros; n < -160 {
		return pair{}, 0
	}
	high := x[0]<<zeros | x[1]>>(64-zeros)
	low := x[1]<<zeros | x[2]>>(64-zeros)
	return sum(sign*float64(high>>11)*0x1p-53, sign*float64((high<<53|low>>11)>>11)*0x1p-106), n
}

// whole is x > 0 as m·2^e, m having 53 bits.
func whole(x float64) (m uint64, e int) {
	f, e := math.Frexp(x)
	return uint64(f * 0x1p53), e - 53
}
