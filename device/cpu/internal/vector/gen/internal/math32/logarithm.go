package math32

import (
	"math"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

const (
	twoThirds   = 0x3f2aaaab // the bits of 2/3
	log10Of2    = 0x1.344136p-2
	log10Of2Low = -0x1.ec10cp-27
)

// Polynomials of (log(1+f)-f)/f² in three bases, where |f| <= 1/3.
var (
	logOf   = []float64{-0.5, 0.33333215, -0.24999805, 0.20010445, -0.16680181, 0.1400534, -0.121883415, 0.1398671, -0.12874503}
	log2Of  = []float64{-0.7213475, 0.4808967, -0.36067152, 0.2886865, -0.24063246, 0.20209832, -0.17593873, 0.20159519, -0.18544666}
	log10Of = []float64{-0.21714725, 0.14476429, -0.10857241, 0.08690537, -0.07244994, 0.06080912, -0.052845463, 0.060809493, -0.056221224}
)

// polynomial writes one of a number, given its square as well.
type polynomial func(f floats.Arithmetic, x, square vec) vec

// inOrder takes one step after the other.
func inOrder(c []float64) polynomial {
	return func(f floats.Arithmetic, x, _ vec) vec { return f.Polynomial(x, c...) }
}

// inPairs takes fewer steps one after the other, and more in all. Kernels of float16 become faster,
// because they begin and end with a conversion.
func inPairs(c []float64) polynomial {
	return func(f floats.Arithmetic, x, square vec) vec { return f.Paired(x, square, c...) }
}

// logarithm is that of (1+d) * 2^e, by a polynomial of d.
type logarithm func(f floats.Arithmetic, d, e vec, p polynomial) vec

// logarithmOf gives x as (1+d) * 2^e with 1+d from 2/3 to 4/3, and takes the logarithm of that. A
// number that is not positive and normal costs all elements of its register a detour.
func logarithmOf(f floats.Arithmetic, x vec, log logarithm, p polynomial) vec {
	bits := f.Load(x)
	edge := f.NotPositive(x)
	f.Rarely(edge, func() { floats.Normalize(f, bits) })
	d, e := significand(f, bits)
	v := log(f, d, e, p)
	f.Rarely(edge, func() { f.Move(logOdd(f, x, v), v) })
	return v
}

// significand gives the bits of a positive, normal number as (1+d) * 2^e with 1+d from 2/3 to 4/3.
func significand(f floats.Arithmetic, bits vec) (d, e vec) {
	i := f.Binary("VPSUBD", f.Bits(twoThirds), bits)
	e = f.Unary("VCVTDQ2PS", f.Shift("VPSRAD", i, 23))
	m := f.Binary("VPSUBD", f.And(i, f.Bits(0xff800000)), bits)
	return f.Sub(m, f.Number(1)), e
}

// logOdd puts the results of zero, infinities, NaN and negative numbers over v.
func logOdd(f floats.Arithmetic, x, v vec) vec {
	if f.Width == 64 {
		// A response for each class of x: NaN, signalling NaN, zero, one, -Inf, Inf,
		// negative, positive. 0 leaves v, 2 is x's NaN, 3 a NaN, 4 -Inf, 5 Inf.
		const responses = 0x03530422
		f.VFIXUPIMMPS(operand.U8(0), f.Bits(responses), x, v)
		return v
	}
	v = f.Select(f.Test(emit.NotLess, x, f.Number(math.Inf(1))), x, v)
	zero := f.Zero()
	v = f.Select(f.Test(emit.Equal, x, zero), f.Number(math.Inf(-1)), v)
	return f.Or(v, f.Test(emit.Less, x, zero).(vec)) // all bits are a NaN's
}

func ln(f floats.Arithmetic, x vec) vec { return logarithmOf(f, x, logSum, inOrder(logOf)) }

// logSum is log(1+d) + e*log(2).
func logSum(f floats.Arithmetic, d, e vec, p polynomial) vec {
	square := f.Mul(d, d)
	t := f.AddProduct(f.Mul(e, f.Number(ln2Low)), p(f, d, square), square)
	return f.AddProduct(f.Add(d, t), e, f.Number(ln2High))
}

func log2(f floats.Arithmetic, x vec) vec {
	return logarithmOf(f, x, log2Sum, inOrder(log2Of))
}

// log2Sum is log2(1+d) + e.
func log2Sum(f floats.Arithmetic, d, e vec, p polynomial) vec {
	square := f.Mul(d, d)
	t := f.Mul(p(f, d, square), square)
	f.AddProduct(t, d, f.Number(0x1.4ae0cp-26)) // what log2E lacks
	return f.Add(f.AddProduct(t, d, f.Number(log2E)), e)
}

func log10(f floats.Arithmetic, x vec) vec {
	return logarithmOf(f, x, log10Sum, inOrder(log10Of))
}

// log10Sum is log10(1+d) + e*log10(2).
func log10Sum(f floats.Arithmetic, d, e vec, p polynomial) vec {
	square := f.Mul(d, d)
	t := f.Mul(p(f, d, square), square)
	f.AddProduct(t, e, f.Number(log10Of2Low))
	f.AddProduct(t, d, f.Number(-1.010305e-08)) // the error of the next as log10(e)
	f.AddProduct(t, d, f.Number(0.4342945))
	return f.AddProduct(t, e, f.Number(log10Of2))
}

// log1p takes the exponent of u = 1+x, and x*2^-e + (2^-e-1) for d, in which no digit of x
// is lost. 2^-e may be too small, so that it is 4*2^-e of a quarter of x.
func log1p(f floats.Arithmetic, x vec) vec {
	u := f.Add(x, f.Number(1))
	i := f.Binary("VPSUBD", f.Bits(twoThirds), u)
	e := f.Unary("VCVTDQ2PS", f.Shift("VPSRAD", i, 23))
	s := f.Binary("VPSUBD", f.And(i, f.Bits(0xff800000)), f.Load(f.Bits(oneBits+2<<23)))
	quarter := f.Load(f.Number(0.25))
	d := f.AddProduct(f.Load(f.Number(-1)), s, quarter)
	f.AddProduct(d, s, f.Mul(x, quarter))
	v := logOdd(f, u, logSum(f, d, e, inOrder(logOf)))
	return f.Select(f.Test(emit.Less, f.Abs(x), f.Number(0x1p-25)), x, v)
}
