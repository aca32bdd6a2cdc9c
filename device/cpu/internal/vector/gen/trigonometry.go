package main

import "github.com/mmcloughlin/avo/operand"

// angleLimit is how large an angle may be: of more quarter turns, the three parts of pi/2
// leave no digits to be sure of.
const angleLimit = 0x1p17

// halfPi has pi/2 to 72 bits.
var halfPi = []float32{1.5707964, -4.371139e-08, -1.7151245e-15}

// tanOf has (tan(r)-r)/r³, sinOf (sin(r)-r)/r³ and cosOf (cos(r)-1+r²/2)/r⁴, both in r² where |r| <= pi/4.
var (
	sinOf = []float32{-0.16666655, 0.008332187, -0.00019517908}
	tanOf = []float32{0.3333335, 0.13332675, 0.05405894, 0.021285916, 0.010828603, 9.629806e-05, 0.004373877}
	cosOf = []float32{0.041666646, -0.001388731, 2.4432336e-05}
)

// reduced is r, what is left of x after quarter turns, what rounding takes away from it, and
// the number of turns in the lowest bits.
func (f *frame) reduced(x vec) (r, low, turns vec) {
	n, turns := f.integer(x, 0.63661975) // 2/pi
	first := f.minus(f.load(x), n, f.single(halfPi[0]))
	second := f.mul(n, f.single(halfPi[1]))
	lost := f.lost(second, n, f.single(halfPi[1]))
	r = f.sub(first, second)
	low = f.sub(f.sub(f.sub(first, r), second), lost)
	return r, f.minus(low, n, f.single(halfPi[2])), turns
}

// turned gives sine and cosine of what is left of x after quarter turns, and their number.
func (f *frame) turned(x vec) (sin, cos, turns vec) {
	r, low, turns := f.reduced(x)
	s := f.mul(r, r)
	sin = f.add(f.times(f.polynomial(s, sinOf...), f.mul(r, s), low), r)
	one := f.load(f.single(1))
	half := f.mul(s, f.single(0.5))
	high := f.sub(one, half)
	lost := f.sub(f.sub(one, high), half)
	cos = f.times(f.polynomial(s, cosOf...), f.mul(s, s), f.minus(lost, r, low))
	return sin, f.add(cos, high), turns
}

// quarter picks one of two by the lowest bit, and changes the sign by the one above it.
func (f *frame) quarter(even, odd, turns vec) vec {
	mask := f.oddTurns(turns)
	sign := f.and(f.shiftBits("VPSLLD", turns, 30), f.pattern(1<<31))
	return f.xor(f.choose(mask, odd, even), sign)
}

// oddTurns is a mask of where the lowest bit is set.
func (f *frame) oddTurns(turns vec) operand.Op {
	mask := f.shiftBits("VPSLLD", turns, 31)
	if f.width < 64 {
		return mask
	}
	k := f.K()
	f.VPMOVD2M(mask, k)
	return k
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

// tangent is that of the rest t or, after an odd number of quarter turns, -1/t, less what
// rounding took away from t and from its inverse.
func tangent(f *frame, _ dtype, x vec) vec {
	r, low, turns := f.reduced(x)
	s := f.mul(r, r)
	f.plus(low, low, s)
	rest := f.times(f.paired(s, f.mul(s, s), tanOf...), f.mul(r, s), low)
	t := f.add(r, rest)
	lost := f.add(f.sub(r, t), rest)
	inverse := f.div(f.load(f.single(1)), t)
	off := f.minus(f.minus(f.load(f.single(1)), t, inverse), lost, inverse)
	f.plus(inverse, inverse, off)
	v := f.xor(f.choose(f.oddTurns(turns), inverse, t), f.shiftBits("VPSLLD", turns, 31))
	return f.choose(f.test(less, f.magnitude(x), f.single(0x1p-12)), x, v)
}
