package math64

import (
	"math"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/function"
)

// The logarithms of the inverses, as inverseLogs: sums of exponents and the first parts are exact.
var (
	inverseLogs64 = []float64{0.0, 0.08711066376963572, 0.16710998583494074, 0.24511249783608946, 0.32051990049421875, 0.3926696862499739, 0.4608411888921182, 0.5242665690338981, 0.5821474851145467, 0.6424479953820992, 0.696219251823095, 0.7520724865562443, 0.810175441120009, 0.8604486476015154, 0.9019679170396557, 0.9556058806419969}
	inverseRest64 = []float64{0.0, 4.0265990645955853e-13, 3.1758065446573327e-13, 4.4199545957345896e-13, 3.3521322916665474e-13, 4.154175792018807e-13, -1.4961559966266254e-13, -2.9587710728051e-13, -4.4458222744937533e-13, -1.82872716976671e-13, -1.978889203524144e-13, 1.7024883460791358e-13, -2.6284293846288795e-14, -3.0895757327396804e-13, -1.8244685526246436e-13, -4.5035636491329477e-13}
)

// log2Rest64 has log2(1+r) - (r-r²/2)*log2(e), by r³, where |r| < 1/30, to 2^-65 of the logarithm.
var log2Rest64 = []float64{0.48089834696298783, -0.3606737602222202, 0.2885390081775408, -0.24044917363078985, 0.20609929227729412, -0.18033652229349856, 0.16029852796661406, -0.1446192850924012, 0.13168574572524946}

const log2ELow = 0x1.777d0ffda0d24p-56 // what log2E64 lacks

// pick is the elements at the indices in the lowest four bits.
func pick(f floats.Arithmetic, name string, elements []float64, index vec) vec {
	var words [16]uint64
	for i := range words {
		words[i] = math.Float64bits(elements[i])
	}
	if f.Width == 64 {
		v := f.Load(index)
		f.VPERMI2PD(f.Keepable(f.Words(name+"1", words[8:]...)), f.InRegister(f.Keepable(f.Words(name+"0", words[:8]...))), v)
		return v
	}
	table, mask, v := f.GP64(), f.Vec(), f.Vec()
	f.LEAQ(f.Words(name, words[:]...), table)
	f.VPCMPEQD(mask, mask, mask)
	f.VPXOR(v, v, v)
	f.VGATHERQPD(mask, operand.Mem{Base: table, Index: f.And(index, f.Bits(15)), Scale: 8}, v)
	return v
}

// logPair is log2 of a positive number in two parts, with a relative error of 2^-63. The number is
// given as the bits of a float64, but with any exponent.
func logPair(f floats.Arithmetic, bits vec) (high, low vec) {
	i := f.Binary("VPSUBQ", f.Bits(oneBits-1<<47), bits)
	e := f.Shift("VPSRLQ", f.Xor(i, f.Bits(1<<63)), 52) // 2048 too many
	e = f.Sub(f.Or(e, f.Number(0x1p52)), f.Number(0x1p52+2048))
	c := f.Shift("VPSRLQ", i, 48)
	m := f.Binary("VPSUBQ", f.And(i, f.Bits(0xfff<<52)), bits)
	return logAt(f, c, m, nil, e)
}

// logAt is logPair of (m + mLow) * 2^e, by m's interval. mLow, if it is not nil, is as small as
// roundings are.
func logAt(f floats.Arithmetic, c, m, mLow, e vec) (high, low vec) {
	inverse := pick(f, "inverse", function.Inverses, c)
	near := f.Mul(m, inverse)
	rLow := f.ProductError(near, m, inverse)
	if mLow != nil {
		f.AddProduct(rLow, mLow, inverse)
	}
	r := f.Sub(near, f.Number(1))
	s := f.Mul(r, r)
	half := f.Number(0.5)
	q := f.SubProduct(f.Load(r), s, half) // r - s/2
	f.SubProduct(rLow, rLow, f.Sub(r, s))
	qLow := f.Add(f.SubProduct(f.Sub(r, q), s, half), rLow)
	f.SubProduct(qLow, f.ProductError(s, r, r), half)
	l := f.Mul(q, f.Number(log2E))
	low = f.ProductError(l, q, f.Number(log2E))
	f.AddProduct(low, q, f.Number(log2ELow))
	f.AddProduct(low, qLow, f.Number(log2E))
	f.AddProduct(low, polynomial(f, r, s, log2Rest64...), f.Mul(s, r))
	whole := pick(f, "inverseLog", inverseLogs64, c)
	if e != nil {
		whole = f.Add(e, whole)
	}
	high, lost := sumOf(f, whole, l)
	low = f.Add(low, lost)
	return high, f.Add(low, pick(f, "inverseRest", inverseRest64, c))
}

// power is 2^(y*log2(x)), as in math32.
func power(f floats.Arithmetic, x vec, second arg) vec {
	y := f.Load(second)
	bits := f.Abs(x)
	edge := f.Either(f.NotPositive(x), f.NotFinite(y))
	f.Rarely(edge, func() { floats.Normalize(f, bits) })
	high, low := logPair(f, bits)
	p := f.Mul(y, high)
	pLow := f.AddProduct(f.ProductError(p, y, high), y, low)
	beyond := f.Test(emit.NotLess, f.Abs(p), f.Number(1200))
	f.Rarely(beyond, func() {
		f.Move(f.AtMost(f.AtLeast(p, -1200), 1200), p)
		f.Move(f.Select(beyond, f.Number(0), pLow), pLow)
	})
	n := f.Nearest("PD", f.Add(p, pLow)) // pLow may be as large as a quarter
	r := f.Add(f.Sub(p, n), pLow)
	v := polynomial(f, r, f.Mul(r, r), exp2Of64...)
	v = scale(f, f.MulAdd(v, r, f.Number(1)), n)
	f.Rarely(edge, func() { f.Move(floats.PowerEdge(f, x, y, v), v) })
	return v
}
