package main

import (
	"math"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// Numbers from 31/32 to 63/32 are multiplied by inverses of few bits, each of the 16 parts about
// a multiple of 1/16 by its own, and those near 1 by 1: what they differ from 1 then has all
// digits of their logarithms. Those of the inverses are given in two parts.
var (
	inverses    = []float64{1.0, 0.94140625, 0.890625, 0.84375, 0.80078125, 0.76171875, 0.7265625, 0.6953125, 0.66796875, 0.640625, 0.6171875, 0.59375, 0.5703125, 0.55078125, 0.53515625, 0.515625}
	inverseLogs = []float64{0.0, 0.08709716796875, 0.1671142578125, 0.2451171875, 0.32049560546875, 0.3927001953125, 0.4608154296875, 0.5242919921875, 0.5821533203125, 0.6424560546875, 0.69622802734375, 0.7520751953125, 0.8101806640625, 0.8604736328125, 0.9019775390625, 0.95562744140625}
	inverseRest = []float64{0, 1.3495801e-05, -4.271977e-06, -4.6896635e-06, 2.4295026e-05, -3.0509062e-05, 2.5759204e-05, -2.5423155e-05, -5.8351984e-06, -8.059305e-06, -8.775521e-06, -2.708756e-06, -5.2229425e-06, -2.4985211e-05, -9.622023e-06, -2.1560765e-05}
)

// log2Rest has log2(1+r) - (r-r²/2)*log2(e), by r³, where |r| < 1/30.
var log2Rest = []float64{0.4808983, -0.36067438, 0.28877717, -0.23959376}

const log2ELow = 1.925963e-08 // what log2E lacks

// logPair is log2 of a positive number, given as float32's bits of it but with any exponent,
// in two parts, to 2^-33 of it.
func logPair(f floats, bits emit.Vec) (high, low emit.Vec) {
	i := f.Binary("VPSUBD", f.pattern(oneBits-1<<18), bits)
	e := f.Unary("VCVTDQ2PS", f.Shift("VPSRAD", i, 23))
	c := cellOf(f, f.Shift("VPSRLD", i, 19))
	m := f.Binary("VPSUBD", f.And(i, f.pattern(0xff800000)), bits)
	inverse := pick(f, "inverse", inverses, c)
	near := f.mul(m, inverse)
	rLow := f.lost(near, m, inverse)
	r := f.sub(near, f.single(1))
	s := f.mul(r, r)
	half := f.single(0.5)
	q := f.minus(f.Load(r), s, half) // r - s/2
	f.minus(rLow, rLow, r)
	qLow := f.add(f.minus(f.sub(r, q), s, half), rLow)
	f.minus(qLow, f.lost(s, r, r), half)
	l := f.mul(q, f.single(log2E))
	low = f.lost(l, q, f.single(log2E))
	f.plus(low, q, f.single(log2ELow))
	f.plus(low, qLow, f.single(log2E))
	f.plus(low, f.polynomial(r, log2Rest...), f.mul(s, r))
	whole := f.add(e, pick(f, "inverseLog", inverseLogs, c))
	high = f.add(whole, l)
	low = f.add(low, f.add(f.sub(whole, high), l))
	return high, f.add(low, pick(f, "inverseRest", inverseRest, c))
}

// power is 2^(y*log2(x)). What is no positive, normal x or no finite y, and what is out of range,
// costs all elements of a register a detour.
func power(f floats, x emit.Vec, second emit.Arg) emit.Vec {
	y := f.Load(second)
	bits := f.magnitude(x)
	edge := f.Either(f.notPositive(x), f.notFinite(y))
	f.Rarely(edge, func() { normalize(f, bits) })
	high, low := logPair(f, bits)
	p := f.mul(y, high)
	pLow := f.plus(f.lost(p, y, high), y, low)
	beyond := f.test(emit.NotLess, f.magnitude(p), f.single(200))
	f.Rarely(beyond, func() {
		f.Move(f.atMost(f.atLeast(p, -200), 200), p)
		f.Move(f.choose(beyond, f.single(0), pLow), pLow)
	})
	n := f.Nearest("PS", p)
	r := f.add(f.sub(p, n), pLow)
	v := f.paired(r, f.mul(r, r), exp2Of...)
	v = scale(f, f.times(v, r, f.single(1)), n)
	f.Rarely(edge, func() { f.Move(powerEdge(f, x, y, v), v) })
	return v
}

// normalize changes subnormal numbers' bits to those of a number with digits of the usual
// place, and an exponent of its own.
func normalize(f floats, bits emit.Vec) {
	digits := f.t.Digits()
	scaled := f.Binary("VPSUB"+f.t.Letter(), f.pattern(uint64(digits)<<(digits-1)), f.mul(bits, f.single(math.Ldexp(1, digits))))
	f.Move(f.choose(f.test(emit.Less, bits, f.single(f.t.SmallestNormal())), scaled, bits), bits)
}

// powerEdge mends v, |x| to the power y, where x or y is zero, infinite, NaN, or x negative.
func powerEdge(f floats, x, y, v emit.Vec) emit.Vec {
	a, size := f.magnitude(x), f.magnitude(y)
	zero, one, infinity := f.zero(), f.Load(f.single(1)), f.Load(f.single(math.Inf(1)))
	whole := f.test(emit.Equal, f.Nearest(f.t.Suffix(), y), y)
	half := f.mul(y, f.single(0.5))
	odd := f.Both(whole, f.test(emit.NotEqual, f.Nearest(f.t.Suffix(), half), half))

	// beyond all bounds, or nothing
	extreme := f.Either(f.Either(f.test(emit.Equal, a, zero), f.test(emit.Equal, a, infinity)), f.test(emit.Equal, size, infinity))
	grows := f.choose(f.test(emit.GreaterThan, a, one), y, f.negative(y))
	v = f.choose(extreme, f.where(f.test(emit.GreaterThan, grows, zero), infinity), v)
	v = f.Xor(v, f.where(odd, f.signBit(x)))

	v = f.choose(f.test(emit.Unordered, x, y), f.add(x, y), v)
	fraction := f.Both(f.Both(f.test(emit.Less, x, zero), f.test(emit.Less, a, infinity)), f.test(emit.NotEqual, f.Nearest(f.t.Suffix(), y), y))
	v = f.choose(fraction, f.nan(), v)
	unit := f.Either(f.test(emit.Equal, x, one), f.test(emit.Equal, y, zero))
	unit = f.Either(unit, f.Both(f.test(emit.Equal, a, one), f.test(emit.Equal, size, infinity)))
	return f.choose(unit, one, v)
}

// Classes of numbers that VFPCLASSPS and VFPCLASSPD tell from others.
const (
	nans       = 0x81
	infinities = 0x18
	anything   = 0xff // but positive normal numbers
)

// notPositive is a mask of what is no positive normal number, and notFinite of NaN and infinities.
func (f floats) notPositive(x emit.Vec) operand.Op {
	if f.Width == 64 {
		return f.class(x, anything)
	}
	return f.Either(f.test(emit.NotAtLeast, x, f.single(f.t.SmallestNormal())), f.test(emit.NotLess, x, f.single(math.Inf(1))))
}

func (f floats) notFinite(x emit.Vec) operand.Op {
	if f.Width == 64 {
		return f.class(x, nans|infinities)
	}
	return f.test(emit.NotLess, f.magnitude(x), f.single(math.Inf(1)))
}

func (f floats) class(x emit.Vec, which uint8) operand.Op {
	k := f.K()
	f.Do("VFPCLASS"+f.t.Suffix()+"Z", operand.U8(which), x, k)
	return k
}
