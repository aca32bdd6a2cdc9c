package math32

import (
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// angleLimit is the largest angle that is reduced with three parts of pi/2. More quarter turns would
// leave too few exact digits; see reduceFar.
const angleLimit = 0x1p17

// halfPi has pi/2 to 72 bits.
var halfPi = []float64{1.5707964, -4.371139e-08, -1.7151245e-15}

// sinOf has (sin(r)-r)/r³ and cosOf (cos(r)-1+r²/2)/r⁴, both in r² where |r| <= pi/4. There tan(r)/r
// is 1 + r² times tanOver, by 1 + r² times tanUnder.
var (
	sinOf    = []float64{-0.16666655, 0.008332187, -0.00019517908}
	cosOf    = []float64{0.041666646, -0.001388731, 2.4432336e-05}
	tanOver  = []float64{-0.111355856, 0.0010747795}
	tanUnder = []float64{-0.44468918, 0.015971148}
)

// reduce returns r, the rest of a after quarter turns, and low, what rounding takes away from r.
// The lowest bits of turns are the number of quarter turns. a is not negative.
func reduce(f floats.Arithmetic, a vec) (r, low, turns vec) {
	n, turns := nearestInteger(f, a, 0.63661975) // 2/pi
	first := f.SubProduct(f.Load(a), n, f.Number(halfPi[0]))
	second := f.Mul(n, f.Number(halfPi[1]))
	lost := f.ProductError(second, n, f.Number(halfPi[1]))
	r = f.Sub(first, second)
	low = f.SubProduct(f.Sub(f.Sub(f.Sub(first, r), second), lost), n, f.Number(halfPi[2]))
	far := f.Test(emit.NotLess, a, f.Number(angleLimit))
	f.Rarely(far, func() {
		high, rest, count := reduceFar(f, a)
		f.Move(f.Select(far, high, r), r)
		f.Move(f.Select(far, rest, low), low)
		f.Move(f.Select(far, count, turns), turns)
	})
	return r, low, turns
}

// sinCos returns sine and cosine of the rest of a after quarter turns, and their number.
func sinCos(f floats.Arithmetic, a vec) (sin, cos, turns vec) {
	r, low, turns := reduce(f, a)
	s := f.Mul(r, r)
	sin = f.Add(f.MulAdd(f.Polynomial(s, sinOf...), f.Mul(r, s), low), r)
	one := f.Load(f.Number(1))
	half := f.Mul(s, f.Number(0.5))
	high := f.Sub(one, half)
	lost := f.Sub(f.Sub(one, high), half)
	cos = f.MulAdd(f.Polynomial(s, cosOf...), f.Mul(s, s), f.SubProduct(lost, r, low))
	return sin, f.Add(cos, high), turns
}

// quarter picks one of two by the lowest bit, and changes the sign by the one above it.
func quarter(f floats.Arithmetic, even, odd, turns vec) vec {
	mask := oddTurns(f, turns)
	sign := f.And(f.Shift("VPSLLD", turns, 30), f.Bits(1<<31))
	return f.Xor(f.Select(mask, odd, even), sign)
}

// oddTurns is a mask of where the lowest bit is set.
func oddTurns(f floats.Arithmetic, turns vec) operand.Op {
	return f.SignMask(f.Shift("VPSLLD", turns, 31))
}

func sine(f floats.Arithmetic, x vec) vec {
	sin, cos, turns := sinCos(f, f.Abs(x))
	return f.Xor(quarter(f, sin, cos, turns), f.SignBit(x))
}

func cosine(f floats.Arithmetic, x vec) vec {
	sin, cos, turns := sinCos(f, f.Abs(x))
	return quarter(f, sin, cos, f.Binary("VPADDD", f.Bits(1), turns)) // a quarter turn ahead
}

// tangent is the tangent of the rest, or -1 over it after an odd number of quarter turns.
func tangent(f floats.Arithmetic, x vec) vec {
	r, low, turns := reduce(f, f.Abs(x))
	s := f.Mul(r, r)
	f.AddProduct(low, low, s)
	over := f.Add(f.MulAdd(f.Polynomial(s, tanOver...), f.Mul(r, s), low), r)
	under := f.MulAdd(f.Polynomial(s, tanUnder...), s, f.Number(1))
	odd := oddTurns(f, turns)
	v := f.Div(f.Select(odd, under, over), f.Select(odd, over, under))
	return f.Xor(v, f.SignBit(f.Xor(x, f.Shift("VPSLLD", turns, 31))))
}

// sincOf has (sin(pi*r)/(pi*r)-1)/r² in r², where |r| <= 1/2.
var sincOf = []float64{-1.644934, 0.811742, -0.19074538, 0.026104743, -0.00221548}

// sinc is the sinc of r, the rest of x after whole numbers, times r/x.
func sinc(f floats.Arithmetic, x vec) vec {
	a := f.AtLeast(f.Abs(x), 0x1p-30)
	n := f.Nearest("PS", a)
	r := f.Sub(a, n)
	s := f.Mul(r, r)
	part := f.Div(r, a)
	v := f.MulAdd(f.Mul(f.Polynomial(s, sincOf...), s), part, part)
	v = f.Xor(v, f.Shift("VPSLLD", f.Unary("VCVTPS2DQ", n), 31))
	return f.Add(v, f.Zero()) // no -0
}
