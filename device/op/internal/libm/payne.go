package libm

import (
	"math"
	"math/bits"
)

// twoOverPi has the binary digits of 2/π, after a word of zeros for small arguments.
var twoOverPi = [...]uint64{0,
	0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
	0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
	0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
	0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
	0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d,
}

// reduce returns the quarter turns nearest to x and the rest, at most π/4 either way, for a finite
// x above π/4. It multiplies x by 2/π in integers (Payne and Hanek). Only 192 digits of 2/π count.
// Those before give whole turns. Those after are too small, even where x is nearly a multiple of
// π/2.
func reduce(x float64) (quarters uint64, rest pair) {
	b := math.Float64bits(x)
	m, e := b&(1<<52-1)|1<<52, int(b>>52)-1075 // x = m·2^e, e at least -53
	at := uint(e - 2 + 64)                     // the first digit whose product is below 4 turns
	word, shift := at/64, at%64
	var w [3]uint64
	for i := range w {
		w[i] = twoOverPi[word+uint(i)]<<shift | twoOverPi[word+uint(i)+1]>>(64-shift)
	}
	// p = m·w mod 2^192, in units of 2^-190 quarters
	h2, p2 := bits.Mul64(m, w[2])
	h1, p1 := bits.Mul64(m, w[1])
	p1, carry := bits.Add64(p1, h2, 0)
	p0, _ := bits.Add64(m*w[0], h1, carry)

	quarters = p0 >> 62
	f0, f1, f2 := p0<<2|p1>>62, p1<<2|p2>>62, p2<<2
	sign := 1.0
	if f0>>63 == 1 { // more than half a quarter: count from the next one
		quarters, sign = quarters+1, -1
		var borrow uint64
		f2, borrow = bits.Sub64(0, f2, 0)
		f1, borrow = bits.Sub64(0, f1, borrow)
		f0, _ = bits.Sub64(0, f0, borrow)
	}
	f := fraction(f0, f1, f2)
	return quarters, pair{sign * f.hi, sign * f.lo}.times(halfPi)
}

// fraction is the binary fraction with the digits f0, f1, f2. f0 is not 0, as no float64 is nearer
// to a multiple of π/2 than 2^-61.
func fraction(f0, f1, f2 uint64) pair {
	n := uint(bits.LeadingZeros64(f0))
	f0, f1 = f0<<n|f1>>(64-n), f1<<n|f2>>(64-n)
	scale := twoTo(-int(n))
	return pair{float64(f0>>11) * 0x1p-53 * scale, float64(f0<<53|f1>>11) * 0x1p-117 * scale}
}
