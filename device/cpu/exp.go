package cpu

import (
	"math"

	"github.com/wgtensor/wgtensor/device/op"
)

func init() {
	for o, f := range map[*op.Op]func(float64) float64{
		op.Exp: exp, op.Log: log, op.Sigmoid: sigmoid, op.Sin: sin, op.Cos: cos,
	} {
		loops[key{o, op.Float64, op.Float64}] = priced{kernel1(each(f)), functionCost}
	}
	loops[key{op.Pow, op.Float64, op.Float64}] = priced{kernel2(each2(pow)), functionCost}
}

func each(f func(float64) float64) func(to, x []float64) {
	return func(to, x []float64) {
		for i := range to {
			to[i] = f(x[i])
		}
	}
}

func each2(f func(x, y float64) float64) func(to, x, y []float64) {
	return func(to, x, y []float64) {
		for i := range to {
			to[i] = f(x[i], y[i])
		}
	}
}

// The functions of this file and of trig.go are Go's own where those keep within 4 ULP,
// else they are written here: Go's Exp overflows too early on amd64, its Log is wrong for
// subnormals there, its Pow loses a bit for each of y's, its Sin and Cos lose digits
// near multiples of π. Products are rounded by float64(), so that no machine fuses them
// with an addition and those written here give the same bits on all.

const (
	ln2Hi = 0x1.62e42fefa2000p-1 // 40 bits: a whole number of 11 times it is exact
	ln2Lo = 0x1.9ef35793c7673p-41
)

// expSeries has Taylor's coefficients from x² on, last first.
var expSeries = [...]float64{1. / 6227020800, 1. / 479001600, 1. / 39916800, 1. / 3628800, 1. / 362880,
	1. / 40320, 1. / 5040, 1. / 720, 1. / 120, 1. / 24, 1. / 6, 1. / 2}

func exp(x float64) float64 { return expSum(x, 0) }

// expSum is e to the power hi+lo, lo being small beside hi.
func expSum(hi, lo float64) float64 {
	switch {
	case hi != hi:
		return hi
	case hi > 709.8:
		return math.Inf(1)
	case hi < -745.2:
		return 0
	}
	k := math.RoundToEven(hi * (1 / math.Ln2))
	r := hi - float64(k*ln2Hi) // exact
	c := lo - float64(k*ln2Lo)
	x := r + c
	p := float64(float64(x*x) * horner(x, expSeries[:])) // |x| < 0.35
	one := 1 + r
	y := one + (r - (one - 1) + (c + p)) // 1+r+c+p, rounded once
	// 2^k in two factors: it may be out of range where y·2^k is not.
	half := int(k) >> 1
	return y * twoTo(half) * twoTo(int(k)-half)
}

// horner is the polynomial with the given coefficients, the highest power's first.
func horner(x float64, coefficients []float64) float64 {
	p := 0.0
	for _, c := range coefficients {
		p = float64(p*x) + c
	}
	return p
}

func twoTo(e int) float64 { return math.Float64frombits(uint64(e+1023) << 52) }

func log(x float64) float64 {
	if x > 0 && x < 0x1p-1022 {
		return math.Log(x*0x1p54) - 54*math.Ln2
	}
	return math.Log(x)
}

func sigmoid(x float64) float64 {
	if x < 0 { // exp(-x) may overflow
		e := exp(x)
		return e / (1 + e)
	}
	return 1 / (1 + exp(-x))
}
