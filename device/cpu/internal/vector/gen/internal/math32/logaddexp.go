package math32

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// shortExp2Of has (2^r-1)/r where |r| <= 1/2, to 2^-40 of 2^r. shortLogOf and shortLog2Of have
// log((1+s)/(1-s))/s in two bases, in s² where |s| <= 1/3, to 2^-38. All are fitted as functions
// says, but in float64.
var (
	shortExp2Of = []float64{0.6931471805482128, 0.24022650698109935, 0.055504109352663214, 0.009618128616215527, 0.0013333454860285393, 0.00015403825430476543, 1.530915624090945e-05, 1.3178935565242702e-06}
	shortLogOf  = []float64{2.000000000005028, 0.6666666622733054, 0.4000006253928761, 0.2856810265386826, 0.22305877838143418, 0.17116518454584687, 0.21878658742339616}
	shortLog2Of = []float64{2.885390081785182, 0.9617966875873917, 0.5770789186286429, 0.41215059958860334, 0.3218058035248004, 0.24693908997469813, 0.31564252674086246}
)

// logsNearZero is how near to 0 results are that need more digits than these: two logarithms
// have cancelled.
const logsNearZero = 0x1p-12

func logaddexp(f floats.Arithmetic, x vec, y arg) vec {
	return addPowers(f, x, y, math.Log2E, shortLogOf)
}

func logaddexp2(f floats.Arithmetic, x vec, y arg) vec {
	return addPowers(f, x, y, 1, shortLog2Of)
}

// addPowers returns the larger of x and y, and the logarithm of 1 + 2^-|x-y|*factor, in float64.
func addPowers(f floats.Arithmetic, x vec, second arg, factor float64, logOf []float64) vec {
	y := f.Load(second)
	sum := f.Widen(f.Binary("VMAXPS", y, x))
	same := f.Test(emit.Equal, x, y) // infinities, too
	d, other := f.Widen(f.Select(same, f.Zero(), x)), f.Widen(f.Select(same, f.Zero(), y))
	for i := range sum {
		addLog(f.Wide(), sum[i], d[i], other[i], factor, logOf)
	}
	return f.Narrow(sum)
}

// addLog adds the logarithm of 1 + 2^-|x-y|*factor to most.
func addLog(f floats.Arithmetic, most, x, y vec, factor float64, logOf []float64) {
	d := f.Or(f.Sub(x, y), f.Bits(1<<63)) // NaN stays
	d = f.AtLeast(d, -160)
	if factor != 1 {
		d = f.Mul(d, f.Number(factor))
	}
	e := shortExp2(f, d)
	s := f.Div(e, f.Add(e, f.Number(2))) // log(1+e) is that of (1+s)/(1-s)
	f.AddProduct(most, s, horner(f, f.Mul(s, s), logOf...))
}

// shortExp2 is 2^d, which is a normal number.
func shortExp2(f floats.Arithmetic, d vec) vec {
	bits := f.Add(d, f.Number(floats.Shifter64))
	d = f.Sub(d, f.Sub(bits, f.Number(floats.Shifter64)))
	p := f.MulAdd(horner(f, d, shortExp2Of...), d, f.Number(1))
	return f.Binary("VPADDQ", p, floats.InExponent(f, bits))
}

// horner is polynomial, one step after the other.
func horner(f floats.Arithmetic, x vec, c ...float64) vec {
	return f.Polynomial(x, c...)
}
