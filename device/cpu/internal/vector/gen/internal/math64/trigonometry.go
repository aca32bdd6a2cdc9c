package math64

import (
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// angleLimit is the largest angle that is reduced with three parts of pi/2, as in math32.
const angleLimit = 1 << 30

// halfPi64 has pi/2 to 161 bits.
var halfPi64 = []float64{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110}

// All are polynomials in r², where |r| <= pi/4. sinOf64 has (sin(r)-r)/r³ to 2^-58 of sin(r).
// tanOf64 has (tan(r)-r)/r³ to 2^-59 of tan(r). cosOf64 has (cos(r)-1+r²/2)/r⁴ to 2^-64 of cos(r).
var (
	sinOf64 = []float64{-0.16666666666666632, 0.00833333333332249, -0.000198412698298571, 2.75573137064841e-06, -2.5050760118350266e-08, 1.5896899817933826e-10}
	tanOf64 = []float64{0.3333333333333338, 0.1333333333332528, 0.05396825397294583, 0.021869488398154033, 0.008863237939111587, 0.0035921007382713303, 0.0014560463066602537, 0.0005888620739791707, 0.00024375568912766936, 8.355770507491344e-05, 6.720550769408576e-05, -2.5590322408768242e-05, 4.8581377453173786e-05, -2.423820979645981e-05, 9.789239243887265e-06}
	cosOf64 = []float64{0.0416666666666666, -0.0013888888888874483, 2.4801587289679482e-05, -2.755731440364565e-07, 2.087572964999697e-09, -1.135995314304316e-11}
)

// reduce returns r, the rest of x after quarter turns, and low, what rounding takes away from r.
// The lowest bits of turns are the number of quarter turns.
func reduce(f floats.Arithmetic, x vec) (r, low, turns vec) {
	n, turns := nearestInteger(f, x, 0x1.45f306dc9c883p-1) // 2/pi
	first := f.SubProduct(f.Load(x), n, f.Number(halfPi64[0]))
	second := f.Mul(n, f.Number(halfPi64[1]))
	lost := f.ProductError(second, n, f.Number(halfPi64[1]))
	r = f.Sub(first, second)
	low = f.Sub(f.Sub(f.Sub(first, r), second), lost)
	return r, f.SubProduct(low, n, f.Number(halfPi64[2])), turns
}

// sinCos returns sine and cosine of the rest of x after quarter turns, and their number.
func sinCos(f floats.Arithmetic, x vec) (sin, cos, turns vec) {
	r, low, turns := reduce(f, x)
	s := f.Mul(r, r)
	square := f.Mul(s, s)
	sin = f.Add(f.MulAdd(polynomial(f, s, square, sinOf64...), f.Mul(r, s), low), r)
	one := f.InRegister(f.Number(1))
	half := f.Mul(s, f.Number(0.5))
	high := f.Sub(one, half)
	lost := f.Sub(f.Sub(one, high), half)
	cos = f.MulAdd(polynomial(f, s, square, cosOf64...), square, f.SubProduct(lost, r, low))
	return sin, f.Add(cos, high), turns
}

// quarter picks one of two by the lowest bit, and changes the sign by the one above it.
func quarter(f floats.Arithmetic, even, odd, turns vec) vec {
	sign := f.And(f.Shift("VPSLLQ", turns, 62), f.Bits(1<<63))
	return f.Xor(f.Select(oddTurns(f, turns), odd, even), sign)
}

// oddTurns is a mask of where the lowest bit is set.
func oddTurns(f floats.Arithmetic, turns vec) operand.Op {
	mask := f.Shift("VPSLLQ", turns, 63)
	if f.Width < 64 {
		return mask
	}
	k := f.K()
	f.VPMOVQ2M(mask, k)
	return k
}

func sine(f floats.Arithmetic, x vec) vec {
	sin, cos, turns := sinCos(f, x)
	small := f.Test(emit.Less, f.Abs(x), f.Number(0x1p-27))
	return f.Select(small, x, quarter(f, sin, cos, turns))
}

func cosine(f floats.Arithmetic, x vec) vec {
	sin, cos, turns := sinCos(f, x)
	return quarter(f, sin, cos, f.Binary("VPADDQ", f.Bits(1), turns)) // a quarter turn ahead
}

// tangent is the tangent of the rest or, after an odd number of quarter turns, -1 over it.
func tangent(f floats.Arithmetic, x vec) vec {
	r, low, turns := reduce(f, x)
	s := f.Mul(r, r)
	f.AddProduct(low, low, s)
	rest := f.MulAdd(polynomial(f, s, f.Mul(s, s), tanOf64...), f.Mul(r, s), low)
	t, lost := sumOf(f, r, rest)
	inverse := f.Div(f.Load(f.Number(1)), t)
	off := f.SubProduct(f.SubProduct(f.Load(f.Number(1)), t, inverse), lost, inverse)
	f.AddProduct(inverse, inverse, off)
	v := f.Xor(f.Select(oddTurns(f, turns), inverse, t), f.Shift("VPSLLQ", turns, 63))
	return f.Select(f.Test(emit.Less, f.Abs(x), f.Number(0x1p-27)), x, v)
}

// sincOf64 has sin(pi*r)/(pi*r) - 1 by r², in r² where |r| <= 1/2, to 2^-61 of that quotient.
var sincOf64 = []float64{-1.6449340668482264, 0.8117424252833462, -0.19075182412167535, 0.026147847807943447, -0.0023460809132988605, 0.00014842791661816342, -6.97226742325718e-06, 2.4518340700585633e-07}

// sinc is r/x times that quotient of r, where r is x less whole half turns. An odd number of half
// turns changes the sign.
func sinc(f floats.Arithmetic, x vec) vec {
	turns := f.Nearest("PD", f.Mul(x, f.Number(0.5)))
	left := f.SubProduct(f.Load(x), turns, f.Number(2))
	half := f.Nearest("PD", left) // -1, 0 or 1
	r := f.Sub(left, half)
	z := f.Mul(r, r)
	v := f.Mul(f.Div(r, x), f.MulAdd(polynomial(f, z, f.Mul(z, z), sincOf64...), z, f.Number(1)))
	v = f.Xor(v, f.And(f.Shift("VPSLLQ", half, 2), f.Bits(1<<63))) // a bit that 1 has, and 0 has not
	v = f.SelectOrZero(f.Test(emit.NotEqual, r, f.Zero()), v)
	return f.Select(f.Test(emit.Equal, x, f.Zero()), f.Number(1), v)
}
