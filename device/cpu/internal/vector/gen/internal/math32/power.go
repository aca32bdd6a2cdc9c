package math32

import (
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/function"
)

// The logarithms of function.Inverses, in two parts.
var (
	inverseLogs = []float64{0.0, 0.08709716796875, 0.1671142578125, 0.2451171875, 0.32049560546875, 0.3927001953125, 0.4608154296875, 0.5242919921875, 0.5821533203125, 0.6424560546875, 0.69622802734375, 0.7520751953125, 0.8101806640625, 0.8604736328125, 0.9019775390625, 0.95562744140625}
	inverseRest = []float64{0, 1.3495801e-05, -4.271977e-06, -4.6896635e-06, 2.4295026e-05, -3.0509062e-05, 2.5759204e-05, -2.5423155e-05, -5.8351984e-06, -8.059305e-06, -8.775521e-06, -2.708756e-06, -5.2229425e-06, -2.4985211e-05, -9.622023e-06, -2.1560765e-05}
)

// log2Rest has log2(1+r) - (r-r²/2)*log2(e), by r³, where |r| < 1/30.
var log2Rest = []float64{0.4808983, -0.36067438, 0.28877717, -0.23959376}

const log2ELow = 1.925963e-08 // what log2E lacks

// logPair is log2 of a positive number in two parts, with a relative error of 2^-33. The number is
// given as the bits of a float32, but with any exponent.
func logPair(f floats.Arithmetic, bits vec) (high, low vec) {
	i := f.Binary("VPSUBD", f.Bits(oneBits-1<<18), bits)
	e := f.Unary("VCVTDQ2PS", f.Shift("VPSRAD", i, 23))
	c := intervalOf(f, f.Shift("VPSRLD", i, 19))
	m := f.Binary("VPSUBD", f.And(i, f.Bits(0xff800000)), bits)
	inverse := pick(f, "inverse", function.Inverses, c)
	near := f.Mul(m, inverse)
	rLow := f.ProductError(near, m, inverse)
	r := f.Sub(near, f.Number(1))
	s := f.Mul(r, r)
	half := f.Number(0.5)
	q := f.SubProduct(f.Load(r), s, half) // r - s/2
	f.SubProduct(rLow, rLow, r)
	qLow := f.Add(f.SubProduct(f.Sub(r, q), s, half), rLow)
	f.SubProduct(qLow, f.ProductError(s, r, r), half)
	l := f.Mul(q, f.Number(log2E))
	low = f.ProductError(l, q, f.Number(log2E))
	f.AddProduct(low, q, f.Number(log2ELow))
	f.AddProduct(low, qLow, f.Number(log2E))
	f.AddProduct(low, f.Polynomial(r, log2Rest...), f.Mul(s, r))
	whole := f.Add(e, pick(f, "inverseLog", inverseLogs, c))
	high = f.Add(whole, l)
	low = f.Add(low, f.Add(f.Sub(whole, high), l))
	return high, f.Add(low, pick(f, "inverseRest", inverseRest, c))
}

// power is 2^(y*log2(x)). An x that is not positive and normal, a y that is not finite, or a result
// out of range costs all elements of its register a detour.
func power(f floats.Arithmetic, x vec, second arg) vec {
	y := f.Load(second)
	bits := f.Abs(x)
	edge := f.Either(f.NotPositive(x), f.NotFinite(y))
	f.Rarely(edge, func() { floats.Normalize(f, bits) })
	high, low := logPair(f, bits)
	p := f.Mul(y, high)
	pLow := f.AddProduct(f.ProductError(p, y, high), y, low)
	beyond := f.Test(emit.NotLess, f.Abs(p), f.Number(200))
	f.Rarely(beyond, func() {
		f.Move(f.AtMost(f.AtLeast(p, -200), 200), p)
		f.Move(f.Select(beyond, f.Number(0), pLow), pLow)
	})
	n := f.Nearest("PS", p)
	r := f.Add(f.Sub(p, n), pLow)
	v := f.Paired(r, f.Mul(r, r), exp2Of...)
	v = scale(f, f.MulAdd(v, r, f.Number(1)), n)
	f.Rarely(edge, func() { f.Move(floats.PowerEdge(f, x, y, v), v) })
	return v
}
