package math64

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// erfOf64 has (erf(x)-x)/x in x² where |x| <= 1, to 2^-56 of erf(x).
var erfOf64 = []float64{0.1283791670955126, -0.37612638903183876, 0.11283791670958747, -0.026866170645620798, 0.005223977629110737, -0.0008548327190574991, 0.00012055337815476173, -1.4925739444451691e-05, 1.646310251185146e-06, -1.6370803578390966e-07, 1.4787664426208467e-08, -1.1834897807808466e-09, 6.692077786277187e-11}

// erfcxOf64 has (1+2x) * e^(x²) * erfc(x) for x >= 0 in (x-erfcxMiddle)/(x+erfcxMiddle), to 2^-55
// of it: a form due to M. M. Shepherd and J. G. Laframboise, 1981.
var erfcxOf64 = []float64{1.2287801104668852, -0.13838509036839358, 0.025193733949095867, 0.05511897479665424, -0.09247012983507535, 0.09288944054597263, -0.07176815626007266, 0.04501047266206829, -0.02300023339633522, 0.009278720592511065, -0.0026759097951978617, 0.00035187359084477236, 0.00011975600281795648, -8.019588653344725e-05, 1.3051551404931615e-05, 5.440408973033646e-06, -2.9894175859284128e-06, 4.127985567048907e-09, 3.9028056640188046e-07, -7.120212641805828e-08, -4.507960943603479e-08, 1.666417768939701e-08, 5.994628550849699e-09, -2.3929013568499988e-09, -9.222899451046599e-10}

const erfcxMiddle = 4.25

// scaledErfc gives e^-(s+low) * erfc(c+cLow) * e^(c²), both of s = c², as sum * 2^n. Where factor
// is not nil, it gives that times factor.
func scaledErfc(f floats.Arithmetic, c, cLow, s, low, factor vec) (sum, n vec) {
	t := f.Div(f.Sub(c, f.Number(erfcxMiddle)), f.Add(c, f.Number(erfcxMiddle)))
	slope := polynomial(f, t, f.Mul(t, t), erfcxOf64[1:]...)
	over, overRest := sumOf(f, f.InRegister(f.Number(erfcxOf64[0])), f.Mul(t, slope))
	twice, one := f.Add(c, c), f.InRegister(f.Number(1))
	under, underRest := sumOf(f, twice, one) // c is 1/2 at least, where it counts
	if cLow != nil {
		underRest = f.Add(underRest, f.Add(cLow, cLow))
	}
	w, rest := ratio(f, over, overRest, under, underRest)
	if factor != nil {
		product := f.Mul(w, factor)
		w, rest = product, f.AddProduct(f.ProductError(product, w, factor), rest, factor)
	}
	g := expPartsLess(f, f.Neg(s), low, expOf64)
	p := f.Add(g.high, g.low)
	return f.Add(w, f.AddProduct(f.AddProduct(rest, rest, p), w, p)), g.n
}

// erfRatio is (erf(x)-x)/x for s = x².
func erfRatio(f floats.Arithmetic, s vec) vec {
	return polynomial(f, s, f.Mul(s, s), erfOf64...)
}

// erf is 1 less erfc where |x| > 1. Beyond 6 it is 1 already.
func erf(f floats.Arithmetic, x vec) vec {
	a := f.Abs(x)
	c := f.AtMost(a, 6)
	s := f.Mul(c, c)
	small := f.MulAdd(erfRatio(f, s), x, x)
	sum, n := scaledErfc(f, f.AtLeast(c, 1), nil, s, f.ProductError(s, c, c), nil)
	large := scale(f, sum, n)
	large = f.CopySign(f.Sub(f.InRegister(f.Number(1)), large), x)
	return f.Select(f.Test(emit.LessEqual, a, f.Number(1)), small, large)
}

// erfc is 1 less erf where |x| < 1/2.
func erfc(f floats.Arithmetic, x vec) vec {
	a := f.Abs(x)
	c := f.AtMost(a, 28)
	s := f.Mul(c, c)
	sum, lost := sumOf(f, f.InRegister(f.Number(1)), f.Neg(x))
	small := f.Add(sum, f.SubProduct(lost, x, erfRatio(f, s)))
	rest, n := scaledErfc(f, c, nil, s, f.ProductError(s, c, c), nil)
	large := f.Xor(scale(f, rest, n), f.SignBit(x))
	large = f.Add(large, f.Select(f.SignMask(x), f.Number(2), f.Zero()))
	return f.Select(f.Test(emit.Less, a, f.Number(0.5)), small, large)
}

// gelu is x, or 0, less |x|/2 times erfc(|x|/sqrt(2)); or x/2 more x/2 times erf(x/sqrt(2)) where
// |x| < 1/2. It is NaN of -Inf.
func gelu(f floats.Arithmetic, x vec) vec {
	a := f.Abs(x)
	most := f.AtMost(a, 39)
	const rootLack = -0x1.bdd3413b26456p-55 // what 1/sqrt(2) lacks
	c := f.Mul(most, f.Number(1/math.Sqrt2))
	cLow := f.AddProduct(f.ProductError(c, most, f.Number(1/math.Sqrt2)), most, f.Number(rootLack))
	half := f.Mul(most, f.Number(0.5))
	s := f.Mul(half, most)
	sum, n := scaledErfc(f, c, cLow, s, f.ProductError(s, half, most), half)
	faded := scale(f, sum, n)
	halved := f.Mul(x, f.Number(0.5))
	large := f.CopySign(f.Sub(f.AddProduct(halved, a, f.Number(0.5)), faded), x)

	h := f.Mul(x, f.Number(0.5))
	z := f.Mul(x, f.Number(1/math.Sqrt2))
	small := f.AddProduct(f.Load(h), h, f.MulAdd(erfRatio(f, s), z, z))
	// Both have x's sign, or are 0.
	return f.CopySign(f.Select(f.Test(emit.Less, a, f.Number(0.5)), small, large), x)
}
