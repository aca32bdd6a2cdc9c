package math32

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/function"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

const (
	log2E = 0x1.715476p+0 // log2(e), the nearest float32

	// ln2High and ln2Low are ln(2) to 48 bits. A product of a small integer and ln2High is
	// not exact, but its difference from a number near it is.
	ln2High = 0x1.62e43p-1
	ln2Low  = -0x1.05c61p-29

	// shifter has a last place of 1: a number added to it is rounded to an integer, which lies in
	// the lowest bits.
	shifter     = 0x1.8p23
	shifterBits = 0x4b400000

	oneBits = 0x3f800000
)

// expOf has (e^r-1-r)/r² where |r| < 0.35, to 2^-28 of e^r.
var expOf = []float64{0.49999994, 0.16666517, 0.04166828, 0.008369249, 0.0013820772}

// expm1Of is the same, to 2^-31 of e^r-1.
var expm1Of = []float64{0.5, 0.16666666, 0.041666485, 0.008333541, 0.0013933228, 0.0001976699}

// exp2Of has (2^r-1)/r where |r| <= 0.5.
var exp2Of = []float64{0.6931472, 0.24022648, 0.055503596, 0.009618499, 0.001339097, 0.0001532927}

// nearestInteger is n, the integer nearest to x times the factor, and it in the lowest bits.
func nearestInteger(f floats.Arithmetic, x vec, factor float64) (n, bits vec) {
	bits = f.AddProduct(f.Load(f.Number(shifter)), x, f.Number(factor))
	return f.Sub(bits, f.Number(shifter)), bits
}

// lessLn2s is x - n*ln(2), in x's register.
func lessLn2s(f floats.Arithmetic, x, n vec) vec {
	f.SubProduct(x, n, f.Number(ln2High))
	return f.SubProduct(x, n, f.Number(ln2Low))
}

// expParts gives e^x as p * 2^n with p near 1. It takes x's register.
func expParts(f floats.Arithmetic, x vec) (p, n vec) {
	n, _ = nearestInteger(f, x, log2E)
	r := lessLn2s(f, x, n)
	p = f.Polynomial(r, expOf...)
	p = f.MulAdd(p, r, f.Number(1))
	return f.MulAdd(p, r, f.Number(1)), n
}

// expm1Parts gives e^r - 1 for the r that x leaves of n times ln(2), which takes x's
// register, and n in the lowest bits.
func expm1Parts(f floats.Arithmetic, x vec) (p, bits vec) {
	n, bits := nearestInteger(f, x, log2E)
	r := lessLn2s(f, x, n)
	p = f.Polynomial(r, expm1Of...)
	return f.MulAdd(p, f.Mul(r, r), r), bits
}

// scale is p * 2^n, rounded once, for |n| < 252. Without the instruction it takes two steps. The
// first step is exact where p is about 1.
func scale(f floats.Arithmetic, p, n vec) vec {
	if f.Width == 64 {
		return f.Binary("VSCALEFPS", n, p)
	}
	i := f.Unary("VCVTPS2DQ", n)
	half := f.Shift("VPSRAD", i, 1)
	p = f.Mul(p, powerOf2(f, half, oneBits))
	return f.Mul(p, powerOf2(f, f.Binary("VPSUBD", half, i), oneBits))
}

// powerOf2 has 2^n for the integers in the lowest nine bits, times the one of the given bits.
func powerOf2(f floats.Arithmetic, bits vec, one uint64) vec {
	return f.Binary("VPADDD", f.Bits(one), f.Shift("VPSLLD", bits, 23))
}

func exp(f floats.Arithmetic, x vec) vec {
	p, n := expParts(f, f.AtLeast(f.AtMost(x, 89), -105))
	return scale(f, p, n)
}

func exp2(f floats.Arithmetic, x vec) vec {
	x = f.AtLeast(f.AtMost(x, 129), -151)
	n, _ := nearestInteger(f, x, 1)
	r := f.Sub(x, n)
	return scale(f, f.MulAdd(f.Polynomial(r, exp2Of...), r, f.Number(1)), n)
}

// Expm1 is 2 * (2^(n-1)*(e^r-1) + 2^(n-1)-1/2): 2^n may be too large. Where x is so small
// that it is its own result, halves of it may be too small.
func Expm1(f floats.Arithmetic, x vec) vec {
	p, bits := expm1Parts(f, f.AtLeast(f.AtMost(x, 89), -18))
	s := powerOf2(f, bits, oneBits-1<<23)
	p = f.MulAdd(p, s, f.Sub(s, f.Number(0.5)))
	small := f.Test(emit.Less, f.Abs(x), f.Number(0x1p-25))
	return f.Select(small, x, f.Add(p, p))
}

// ldexp scales x's digits, times 2 to the fraction of y, by the sum of the exponents.
func ldexp(f floats.Arithmetic, x vec, second arg) vec {
	y := f.Load(second)
	bits := f.Abs(x)
	edge := f.Either(f.NotPositive(bits), f.NotFinite(y))
	f.Rarely(edge, func() { floats.Normalize(f, bits) })
	c := f.AtLeast(f.AtMost(y, 500), -500)
	n, _ := nearestInteger(f, c, 1)
	p := f.Polynomial(f.Sub(c, n), exp2Of...)
	f.MulAdd(p, f.Sub(c, n), f.Number(1))
	e := f.Sub(f.Unary("VCVTDQ2PS", f.Shift("VPSRAD", bits, 23)), f.Number(127))
	digits := f.Or(f.And(bits, f.Bits(1<<23-1)), f.Bits(oneBits))
	v := scale(f, f.Mul(p, digits), f.AtLeast(f.AtMost(f.Add(n, e), 250), -250))
	f.Rarely(edge, func() {
		by := f.Select(f.NotFinite(y), f.AtLeast(y, 0), f.InRegister(f.Number(1)))
		same := f.Either(f.Either(f.Test(emit.Equal, x, f.Zero()), f.NotFinite(x)), f.NotFinite(y))
		f.Move(f.Select(same, f.Mul(by, f.Abs(x)), v), v)
	})
	return f.CopySign(v, x)
}

// wideRest is expRest of a float64, whose registers it takes.
func wideRest(f floats.Arithmetic, x floats.Doubles) (v, n vec) {
	var whole floats.Doubles
	for i, x := range x {
		whole[i] = f.Nearest("PD", f.Wide().Mul(x, f.Number64(math.Log2E)))
		f.Wide().SubProduct(x, whole[i], f.Number64(math.Ln2))
	}
	return powerRest(f, f.Narrow(x)), f.Narrow(whole)
}

// ahead is how many bytes ahead the exponential of a difference prefetches: the tile but one after its own. It
// computes while memory would wait, so that the greatest elements of a later softmax are found in a cache.
const ahead = 128 << 10

// expOfDifference is the exponential behind a subtraction, as softmax has it.
func expOfDifference(width int) kernel.Kernel {
	k := function.NewLibrary(dtype.Float32, width).Two("subExp", "math.Exp(x[i] - y[i])", nil)
	k.Entries[0].Ops = []string{"Sub", "Exp"}
	k.Pair, k.Vector = nil, func(f *emit.Writer, in kernel.Input) emit.Vec {
		x := in(0, 0)
		f.PREFETCHT1(x.Offset(ahead))
		a := floats.New(f, dtype.Float32)
		return exp(a, a.Sub(f.Load(x), in(1, 0)))
	}
	return k
}
