package math64

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// logsNearZero bounds the results that need more digits than these sums have.
const logsNearZero = 0x1p-12

// powers64 are 2^(i/16), and powersRest64 their rounding errors.
var (
	powers64     = []float64{1.0, 1.0442737824274138, 1.0905077326652577, 1.1387886347566916, 1.189207115002721, 1.241857812073484, 1.2968395546510096, 1.3542555469368927, 1.4142135623730951, 1.4768261459394993, 1.5422108254079407, 1.6104903319492543, 1.681792830507429, 1.7562521603732995, 1.8340080864093424, 1.9152065613971474}
	powersRest64 = []float64{0, 8.551889705537965e-17, -3.046782079812471e-17, 8.912812676025408e-17, 3.982015231465646e-17, 4.658027591836937e-17, 2.5382502794888315e-17, 7.70094837980299e-17, -9.667293313452913e-17, -3.483994556892796e-17, 7.949834809697621e-17, 2.4707192569797888e-17, 8.199010020581497e-17, 2.960140695448873e-17, 3.283107224245627e-17, -1.0619946056195963e-16}
)

// expNear64 has (e^r-1-r)/r² where |r| < 0.022, to 2^-65 of e^r.
var expNear64 = []float64{0.5000000000000006, 0.16666666666666674, 0.04166666666000484, 0.008333333332517947, 0.0013889121584890664, 0.00019841539001316777}

func logaddexp(f floats.Arithmetic, x vec, y arg) vec {
	return addPowers(f, x, y, false)
}

func logaddexp2(f floats.Arithmetic, x vec, y arg) vec {
	return addPowers(f, x, y, true)
}

// addPowers returns the larger of x and y, and the logarithm of 1 + b^-|x-y|, for a base b of e or
// two. Both powers and logarithms are sums, to 2^-63, because the logarithm may nearly cancel the
// larger operand.
func addPowers(f floats.Arithmetic, x vec, second arg, two bool) vec {
	y := f.Load(second)
	most := f.Binary("VMAXPD", y, x)
	_, lack := anySum(f, f.Binary("VMINPD", y, x), f.Neg(most))
	d := f.Or(f.Sub(x, y), f.Bits(1<<63)) // NaN stays
	const bound = -100                    // smaller numbers do not count, unless the result is in doubt
	lack = f.SelectOrZero(f.Test(emit.GreaterThan, d, f.Number(bound)), lack)
	d = f.AtLeast(f.Select(f.Test(emit.Equal, x, y), f.Zero(), d), bound) // of infinities, too
	l, low := logOneMorePower(f, d, lack, two)
	return f.Add(f.Add(most, l), low) // the first sum is exact where much cancels
}

// logOneMorePower is log(1 + b^(x+low)) for x <= 0.
func logOneMorePower(f floats.Arithmetic, x, low vec, two bool) (l, rest vec) {
	r, rLow, bits := fineParts(f, x, low, two)
	e, rest := finePower(f, r, rLow, bits)
	sum, lost := sumOf(f, f.InRegister(f.Number(1)), e)
	interval := f.Shift("VPSRLQ", f.Binary("VPSUBQ", f.Bits(oneBits-1<<47), f.AtMost(sum, 0x1.f7ffffffffffep0)), 48)
	l, low = logAt(f, interval, sum, f.Add(lost, rest), nil)
	if two {
		return l, low
	}
	p := f.Mul(l, f.Number(math.Ln2))
	rest = f.AddProduct(f.ProductError(p, l, f.Number(math.Ln2)), l, f.Number(ln2Low))
	return p, f.AddProduct(rest, low, f.Number(math.Ln2))
}

// fineParts gives b^(x+low) as e^(r+rLow), and sixteenths of exponents in the lowest bits.
func fineParts(f floats.Arithmetic, x, low vec, two bool) (r, rLow, bits vec) {
	if two {
		n, bits := nearestInteger(f, x, 16)
		part := f.SubProduct(f.Load(x), n, f.Number(1./16))
		r = f.Mul(part, f.Number(math.Ln2))
		rLow = f.AddProduct(f.ProductError(r, part, f.Number(math.Ln2)), part, f.Number(ln2Low))
		return r, f.AddProduct(rLow, low, f.Number(math.Ln2)), bits
	}
	n, bits := nearestInteger(f, x, 16*log2E)
	r = f.SubProduct(f.Load(x), n, f.Number(ln2High/16))
	return r, f.SubProduct(f.Load(low), n, f.Number(ln2Low/16)), bits
}

// finePower is e^(r+rLow), times 2 to the power of so many sixteenths, as a sum.
func finePower(f floats.Arithmetic, r, rLow, bits vec) (e, rest vec) {
	power, lack := pick(f, "power", powers64, bits), pick(f, "powerRest", powersRest64, bits)
	square := f.Mul(r, r)
	rLow = f.AddProduct(f.Load(rLow), rLow, r)
	r, low := sumOf(f, r, f.AddProduct(rLow, polynomial(f, r, square, expNear64...), square)) // e^r - 1
	p := f.Mul(power, r)
	e, lost := sumOf(f, power, p)
	rest = f.AddProduct(f.Add(f.ProductError(p, power, r), lost), power, low)
	f.AddProduct(rest, lack, f.Add(r, f.Number(1)))
	s := powerOf2(f, f.Shift("VPSRLQ", bits, 4))
	return f.Mul(e, s), f.Mul(rest, s)
}
