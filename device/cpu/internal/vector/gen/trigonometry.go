package main

import "github.com/mmcloughlin/avo/operand"

// angleLimit is how large an angle may be: of more quarter turns, the three parts of pi/2
// leave no digits to be sure of.
const angleLimit = 0x1p17

// halfPi has pi/2 to 72 bits.
var halfPi = []float32{1.5707964, -4.371139e-08, -1.7151245e-15}

// sinOf has (sin(r)-r)/r³ and cosOf (cos(r)-1+r²/2)/r⁴, both in r² where |r| <= pi/4.
var (
	sinOf = []float32{-0.16666655, 0.008332187, -0.00019517908}
	cosOf = []float32{0.041666646, -0.001388731, 2.4432336e-05}
)

// turned gives sine and cosine of what is left of x after quarter turns, and their number in
// the lowest bits. low is what rounding takes away from the rest r.
func (f *frame) turned(x vec) (sin, cos, turns vec) {
	n, turns := f.integer(x, 0.63661975) // 2/pi
	first := f.minus(f.load(x), n, f.single(halfPi[0]))
	second := f.mul(n, f.single(halfPi[1]))
	lost := f.load(second)
	f.do("VFMSUB231PS", f.single(halfPi[1]), n, lost) // n*halfPi[1] - second
	r := f.sub(first, second)
	low := f.sub(f.sub(f.sub(first, r), second), lost)
	f.minus(low, n, f.single(halfPi[2]))
	s := f.mul(r, r)
	sin = f.add(f.times(f.polynomial(s, sinOf...), f.mul(r, s), low), r)
	one := f.load(f.single(1))
	half := f.mul(s, f.single(0.5))
	high := f.sub(one, half)
	lost = f.sub(f.sub(one, high), half)
	cos = f.times(f.polynomial(s, cosOf...), f.mul(s, s), f.minus(lost, r, low))
	return sin, f.add(cos, high), turns
}

// quarter picks one of two by the lowest bit, and changes the sign by the one above it.
func (f *frame) quarter(even, odd, turns vec) vec {
	mask := operand.Op(f.shiftBits("VPSLLD", turns, 31))
	if f.width == 64 {
		k := f.K()
		f.VPMOVD2M(mask, k)
		mask = k
	}
	sign := f.and(f.shiftBits("VPSLLD", turns, 30), f.pattern(1<<31))
	return f.xor(f.choose(mask, odd, even), sign)
}

func sine(f *frame, _ dtype, x vec) vec {
	sin, cos, turns := f.turned(x)
	small := f.test(less, f.magnitude(x), f.single(0x1p-12))
	return f.choose(small, x, f.quarter(sin, cos, turns))
}

func cosine(f *frame, _ dtype, x vec) vec {
	sin, cos, turns := f.turned(x)
	return f.quarter(sin, cos, f.three("VPADDD", f.pattern(1), turns)) // a quarter turn ahead
}
