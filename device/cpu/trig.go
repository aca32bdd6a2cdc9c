package cpu

import (
	"math"
	"math/bits"
)

func sin(x float64) float64 {
	switch {
	case x == 0:
		return x // with its sign
	case math.Abs(x) <= math.Pi/4 || x-x != 0: // NaN of NaN and infinities
		return sinKernel(x, 0)
	}
	return quadrant(x, 0)
}

func cos(x float64) float64 {
	if math.Abs(x) <= math.Pi/4 || x-x != 0 {
		return cosKernel(x, 0)
	}
	return quadrant(math.Abs(x), 1)
}

// quadrant is the sine of x plus turns quarters of a turn.
func quadrant(x float64, turns uint64) float64 {
	q, hi, lo := reduce(math.Abs(x))
	y := 0.0
	if q += turns; q&1 == 0 {
		y = sinKernel(hi, lo)
	} else {
		y = cosKernel(hi, lo)
	}
	if q&2 != 0 != math.Signbit(x) {
		y = -y
	}
	return y
}

// Taylor's coefficients from x³ and x⁴ on, last first.
var (
	sinSeries = [...]float64{1. / 355687428096000, -1. / 1307674368000, 1. / 6227020800, -1. / 39916800,
		1. / 362880, -1. / 5040, 1. / 120, -1. / 6}
	cosSeries = [...]float64{1. / 20922789888000, -1. / 87178291200, 1. / 479001600, -1. / 3628800,
		1. / 40320, -1. / 720, 1. / 24}
)

// sinKernel is the sine of x+y for |x| up to π/4 and y small beside x.
func sinKernel(x, y float64) float64 {
	z := float64(x * x)
	p := horner(z, sinSeries[:])
	return x + (float64(float64(z*x)*p) + float64(y*(1-0.5*z)))
}

// cosKernel is the cosine of x+y, likewise.
func cosKernel(x, y float64) float64 {
	z := float64(x * x)
	p := horner(z, cosSeries[:])
	half := 0.5 * z
	one := 1 - half
	return one + (((1 - one) - half) + (float64(float64(z*z)*p) - float64(x*y)))
}

// twoOverPi has the binary digits of 2/π, after a word of zeros for small arguments.
var twoOverPi = [...]uint64{0,
	0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
	0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
	0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
	0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
	0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d,
}

const (
	halfPiHi = 0x1.921fb54442d18p+0
	halfPiLo = 0x1.1a62633145c07p-54
)

// reduce returns the quarter turns nearest to x and the rest hi+lo, at most π/4 either
// way, for a finite x above π/4. It multiplies x by 2/π in integers (Payne and Hanek): of
// the digits of 2/π only 192 count, as those before give whole turns and those after
// are too small even where x is nearly a multiple of π/2.
func reduce(x float64) (quarters uint64, hi, lo float64) {
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
	hi, lo = fraction(f0, f1, f2)
	hi, lo = sign*hi, sign*lo
	y := float64(hi * halfPiHi)
	return quarters, y, math.FMA(hi, halfPiHi, -y) + (float64(hi*halfPiLo) + float64(lo*halfPiHi))
}

// fraction is the binary fraction with the digits f0, f1, f2 as hi+lo.
func fraction(f0, f1, f2 uint64) (hi, lo float64) {
	scale := 1.0
	if f0 == 0 { // no float64 is nearer to a multiple of π/2 than some 2^-62
		f0, f1, f2, scale = f1, f2, 0, 0x1p-64
	}
	n := uint(bits.LeadingZeros64(f0))
	f0, f1 = f0<<n|f1>>(64-n), f1<<n|f2>>(64-n)
	scale *= twoTo(-int(n))
	return float64(f0>>11) * 0x1p-53 * scale, float64(f0<<53|f1>>11) * 0x1p-117 * scale
}
