package main

import "github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"

// The exponentials of float64, as exponential.go has them of float32, but that what rounding
// takes away from the reduced operand is carried along.

const (
	log2E64 = 0x1.71547652b82fep+0 // log2(e), the nearest float64

	// ln2High64 and ln2Low64 are ln(2) to 107 bits. The difference of a product of a small integer
	// and ln2High64 from a number near it is exact.
	ln2High64 = 0x1.62e42fefa39efp-1
	ln2Low64  = 0x1.abc9e3b39803fp-56

	oneBits64 = 0x3ff0000000000000
)

// expOf64 has (e^r-1-r)/r² where |r| < 0.35, to 2^-58 of e^r.
var expOf64 = []float64{0.5000000000000011, 0.16666666666666433, 0.041666666666527026, 0.008333333333482067, 0.0013888888944318392, 0.00019841269532653338, 2.4801492479635708e-05, 2.755756365422244e-06, 2.7630445015388154e-07, 2.5007098459168836e-08}

// expm1Of64 is the same, to 2^-61 of e^r-1.
var expm1Of64 = []float64{0.5, 0.16666666666666677, 0.04166666666666661, 0.008333333333321466, 0.0013888888888923796, 0.00019841269886469016, 2.480158723749993e-05, 2.7557243915842107e-06, 2.755735300168672e-07, 2.5109125973034273e-08, 2.088943177777435e-09}

// exp2Of64 has (2^r-1)/r where |r| <= 0.5, to 2^-59 of 2^r.
var exp2Of64 = []float64{0.6931471805599453, 0.24022650695910064, 0.05550410866482293, 0.009618129107632073, 0.0013333558146165956, 0.00015403530387343302, 1.5252734035662825e-05, 1.321549135478098e-06, 1.0177985976519294e-07, 7.053313514029905e-09, 4.465506016019701e-10, 2.780475381509447e-11}

// grown64 is e^x as 2^n times 1 + high + low, of which low is the smaller part.
type grown64 struct{ n, bits, high, low emit.Vec }

// grow takes x's register. The polynomial is expOf64, or one that keeps more of e^r-1.
func grow(f floats, x emit.Vec, polynomial []float64) (g grown64) {
	return growLess(f, x, nil, polynomial)
}

// growLess is grow of x - less, of which less is as small as roundings are. It takes both registers.
func growLess(f floats, x, less emit.Vec, polynomial []float64) (g grown64) {
	g.n, g.bits = integer64(f, x, log2E64)
	g.high = f.minus(x, g.n, f.single(ln2High64))
	low := less
	if less != nil {
		f.plus(low, g.n, f.single(ln2Low64))
	} else {
		low = f.mul(g.n, f.single(ln2Low64))
	}
	r := f.sub(g.high, low)
	square := f.mul(r, r)
	g.low = polynomial64(f, r, square, polynomial...)
	f.Do("VFMSUB213PD", low, square, g.low)
	return g
}

// scale is p * 2^n for |n| < 2046: in two steps without the instruction, the first of which is
// exact where p is about 1.
func scale64(f floats, p, n emit.Vec) emit.Vec {
	if f.Width == 64 {
		return f.Binary("VSCALEFPD", n, p)
	}
	bits := f.add(n, f.single(shifter64))
	half := f.Shift("VPSRLQ", bits, 1)
	p = f.mul(p, powerOf264(f, half))
	return f.mul(p, powerOf264(f, f.Binary("VPSUBQ", half, bits)))
}

// powerOf2 has 2^n for the integers in the lowest bits.
func powerOf264(f floats, bits emit.Vec) emit.Vec {
	return f.Binary("VPADDQ", f.pattern(oneBits64), shifted(f, bits))
}

func exp64(f floats, x emit.Vec) emit.Vec {
	g := grow(f, f.atLeast(f.atMost(x, 710), -746), expOf64)
	return scale64(f, f.add(f.add(g.high, g.low), f.single(1)), g.n)
}

func exp264(f floats, x emit.Vec) emit.Vec {
	x = f.atLeast(f.atMost(x, 1025), -1076)
	n, _ := integer64(f, x, 1)
	r := f.sub(x, n)
	return scale64(f, f.times(polynomial64(f, r, f.mul(r, r), exp2Of64...), r, f.single(1)), n)
}

// lessOne is (e^x-1)/2 as a sum: 2^n may be too large. It takes x's register.
func lessOne(f floats, x emit.Vec) (sum, rest emit.Vec) {
	g := grow(f, x, expm1Of64)
	s := f.Binary("VPADDQ", f.pattern(oneBits64-1<<52), shifted(f, g.bits))
	base, lost := sumOf(f, s, f.InRegister(f.single(-0.5)))
	f.plus(lost, s, g.low)
	sum, rest = sumOf(f, base, f.mul(s, g.high))
	return sum, f.add(rest, lost)
}

// expm164 is x where that is so small that halves of it may be too small.
func expm164(f floats, x emit.Vec) emit.Vec {
	sum, rest := lessOne(f, f.atLeast(f.atMost(x, 710), -40))
	v := f.add(sum, rest)
	small := f.test(emit.Less, f.magnitude(x), f.single(0x1p-54))
	return f.choose(small, x, f.add(v, v))
}

// ldexp64 leaves whole y to the instruction that scales, where there is one.
func ldexp64(f floats, x emit.Vec, second emit.Arg) emit.Vec {
	y := f.Load(second)
	if f.Width < 64 {
		return scaleByParts(f, x, y)
	}
	v := f.Binary("VSCALEFPD", y, x)
	rest := f.sub(y, f.Nearest("PD", y)) // NaN of infinities, by which the instruction makes numbers of NaN
	f.Rarely(f.test(emit.NotEqual, rest, f.zero()), func() { f.Move(scaleByParts(f, x, y), v) })
	return v
}

// ldexp scales x's digits, times 2 to the fraction of y, by the sum of the exponents.
func scaleByParts(f floats, x, y emit.Vec) emit.Vec {
	bits := f.magnitude(x)
	edge := f.Either(f.notPositive(bits), f.notFinite(y))
	f.Rarely(edge, func() { normalize(f, bits) })
	c := f.atLeast(f.atMost(y, 2200), -2200)
	n, _ := integer64(f, c, 1)
	r := f.sub(c, n)
	p := f.times(polynomial64(f, r, f.mul(r, r), exp2Of64...), r, f.single(1))
	e := f.Shift("VPSRLQ", f.Xor(bits, f.pattern(1<<63)), 52) // 2048 too many
	e = f.sub(f.Or(e, f.single(0x1p52)), f.single(0x1p52+2048+1023))
	digits := f.Or(f.And(bits, f.pattern(1<<52-1)), f.pattern(oneBits64))
	v := scale64(f, f.mul(p, digits), f.atLeast(f.atMost(f.add(n, e), 1200), -1200))
	f.Rarely(edge, func() {
		by := f.choose(f.notFinite(y), f.atLeast(y, 0), f.InRegister(f.single(1)))
		same := f.Either(f.Either(f.test(emit.Equal, x, f.zero()), f.notFinite(x)), f.notFinite(y))
		f.Move(f.choose(same, f.mul(by, f.magnitude(x)), v), v)
	})
	return f.signed(v, x)
}
