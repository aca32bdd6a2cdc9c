package math64

import (
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// The exponentials of float64. They work as in math32, and also carry the rounding error of the
// reduced operand along.

const (
	log2E = 0x1.71547652b82fep+0 // log2(e), the nearest float64

	// ln2High and ln2Low64 are ln(2) to 107 bits. The difference of a product of a small integer
	// and ln2High64 from a number near it is exact.
	ln2High = 0x1.62e42fefa39efp-1
	ln2Low  = 0x1.abc9e3b39803fp-56

	oneBits = 0x3ff0000000000000
)

// expOf64 has (e^r-1-r)/r² where |r| < 0.35, to 2^-58 of e^r.
var expOf64 = []float64{0.5000000000000011, 0.16666666666666433, 0.041666666666527026, 0.008333333333482067, 0.0013888888944318392, 0.00019841269532653338, 2.4801492479635708e-05, 2.755756365422244e-06, 2.7630445015388154e-07, 2.5007098459168836e-08}

// expm1Of64 is the same, to 2^-61 of e^r-1.
var expm1Of64 = []float64{0.5, 0.16666666666666677, 0.04166666666666661, 0.008333333333321466, 0.0013888888888923796, 0.00019841269886469016, 2.480158723749993e-05, 2.7557243915842107e-06, 2.755735300168672e-07, 2.5109125973034273e-08, 2.088943177777435e-09}

// exp2Of64 has (2^r-1)/r where |r| <= 0.5, to 2^-59 of 2^r.
var exp2Of64 = []float64{0.6931471805599453, 0.24022650695910064, 0.05550410866482293, 0.009618129107632073, 0.0013333558146165956, 0.00015403530387343302, 1.5252734035662825e-05, 1.321549135478098e-06, 1.0177985976519294e-07, 7.053313514029905e-09, 4.465506016019701e-10, 2.780475381509447e-11}

// exponential is e^x as 2^n times 1 + high + low, where low is smaller than high.
type exponential struct{ n, bits, high, low vec }

// expParts takes x's register. The coefficients are expOf64, or ones that keep more of e^r-1.
func expParts(f floats.Arithmetic, x vec, c []float64) (g exponential) {
	return expPartsLess(f, x, nil, c)
}

// expPartsLess is expParts of x - less, for a less that is as small as rounding errors are. It
// takes both registers.
func expPartsLess(f floats.Arithmetic, x, less vec, c []float64) (g exponential) {
	g.n, g.bits = nearestInteger(f, x, log2E)
	g.high = f.SubProduct(x, g.n, f.Number(ln2High))
	low := less
	if less != nil {
		f.AddProduct(low, g.n, f.Number(ln2Low))
	} else {
		low = f.Mul(g.n, f.Number(ln2Low))
	}
	r := f.Sub(g.high, low)
	square := f.Mul(r, r)
	g.low = polynomial(f, r, square, c...)
	f.Do("VFMSUB213PD", low, square, g.low)
	return g
}

// scale is p * 2^n for |n| < 2046. Without the instruction it takes two steps. The first step is
// exact where p is about 1.
func scale(f floats.Arithmetic, p, n vec) vec {
	if f.Width == 64 {
		return f.Binary("VSCALEFPD", n, p)
	}
	bits := f.Add(n, f.Number(floats.Shifter64))
	half := f.Shift("VPSRLQ", bits, 1)
	p = f.Mul(p, powerOf2(f, half))
	return f.Mul(p, powerOf2(f, f.Binary("VPSUBQ", half, bits)))
}

// powerOf2 has 2^n for the integers in the lowest bits.
func powerOf2(f floats.Arithmetic, bits vec) vec {
	return f.Binary("VPADDQ", f.Bits(oneBits), floats.InExponent(f, bits))
}

func exp(f floats.Arithmetic, x vec) vec {
	g := expParts(f, f.AtLeast(f.AtMost(x, 710), -746), expOf64)
	return scale(f, f.Add(f.Add(g.high, g.low), f.Number(1)), g.n)
}

func exp2(f floats.Arithmetic, x vec) vec {
	x = f.AtLeast(f.AtMost(x, 1025), -1076)
	n, _ := nearestInteger(f, x, 1)
	r := f.Sub(x, n)
	return scale(f, f.MulAdd(polynomial(f, r, f.Mul(r, r), exp2Of64...), r, f.Number(1)), n)
}

// halfExpm1 is (e^x-1)/2 as a sum: 2^n may be too large. It takes x's register.
func halfExpm1(f floats.Arithmetic, x vec) (sum, rest vec) {
	g := expParts(f, x, expm1Of64)
	s := f.Binary("VPADDQ", f.Bits(oneBits-1<<52), floats.InExponent(f, g.bits))
	base, lost := sumOf(f, s, f.InRegister(f.Number(-0.5)))
	f.AddProduct(lost, s, g.low)
	sum, rest = sumOf(f, base, f.Mul(s, g.high))
	return sum, f.Add(rest, lost)
}

// Expm1 is x where that is so small that halves of it may be too small.
func Expm1(f floats.Arithmetic, x vec) vec {
	sum, rest := halfExpm1(f, f.AtLeast(f.AtMost(x, 710), -40))
	v := f.Add(sum, rest)
	small := f.Test(emit.Less, f.Abs(x), f.Number(0x1p-54))
	return f.Select(small, x, f.Add(v, v))
}

// ldexp leaves whole y to the instruction that scales, where there is one.
func ldexp(f floats.Arithmetic, x vec, second arg) vec {
	y := f.Load(second)
	if f.Width < 64 {
		return scaleByParts(f, x, y)
	}
	v := f.Binary("VSCALEFPD", y, x)
	rest := f.Sub(y, f.Nearest("PD", y)) // NaN of infinities, by which the instruction makes numbers of NaN
	f.Rarely(f.Test(emit.NotEqual, rest, f.Zero()), func() { f.Move(scaleByParts(f, x, y), v) })
	return v
}

// scaleByParts scales x's digits, times 2 to the fraction of y, by the sum of the exponents.
func scaleByParts(f floats.Arithmetic, x, y vec) vec {
	bits := f.Abs(x)
	edge := f.Either(f.NotPositive(bits), f.NotFinite(y))
	f.Rarely(edge, func() { floats.Normalize(f, bits) })
	c := f.AtLeast(f.AtMost(y, 2200), -2200)
	n, _ := nearestInteger(f, c, 1)
	r := f.Sub(c, n)
	p := f.MulAdd(polynomial(f, r, f.Mul(r, r), exp2Of64...), r, f.Number(1))
	e := f.Shift("VPSRLQ", f.Xor(bits, f.Bits(1<<63)), 52) // 2048 too many
	e = f.Sub(f.Or(e, f.Number(0x1p52)), f.Number(0x1p52+2048+1023))
	digits := f.Or(f.And(bits, f.Bits(1<<52-1)), f.Bits(oneBits))
	v := scale(f, f.Mul(p, digits), f.AtLeast(f.AtMost(f.Add(n, e), 1200), -1200))
	f.Rarely(edge, func() {
		by := f.Select(f.NotFinite(y), f.AtLeast(y, 0), f.InRegister(f.Number(1)))
		same := f.Either(f.Either(f.Test(emit.Equal, x, f.Zero()), f.NotFinite(x)), f.NotFinite(y))
		f.Move(f.Select(same, f.Mul(by, f.Abs(x)), v), v)
	})
	return f.CopySign(v, x)
}
