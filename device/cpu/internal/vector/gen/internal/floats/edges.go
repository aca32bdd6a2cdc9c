package floats

import (
	"math"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// Normalize changes subnormal numbers' bits to those of a number with digits of the usual
// place, and an exponent of its own.
func Normalize(f Arithmetic, bits emit.Vec) {
	digits := f.T.Digits()
	scaled := f.Binary("VPSUB"+f.T.Letter(), f.Bits(uint64(digits)<<(digits-1)), f.Mul(bits, f.Number(math.Ldexp(1, digits))))
	f.Move(f.Select(f.Test(emit.Less, bits, f.Number(f.T.SmallestNormal())), scaled, bits), bits)
}

// PowerEdge mends v, |x| to the power y, where x or y is zero, infinite, NaN, or x negative.
func PowerEdge(f Arithmetic, x, y, v emit.Vec) emit.Vec {
	a, size := f.Abs(x), f.Abs(y)
	zero, one, infinity := f.Zero(), f.Load(f.Number(1)), f.Load(f.Number(math.Inf(1)))
	whole := f.Test(emit.Equal, f.Nearest(f.T.Suffix(), y), y)
	half := f.Mul(y, f.Number(0.5))
	odd := f.Both(whole, f.Test(emit.NotEqual, f.Nearest(f.T.Suffix(), half), half))

	// beyond all bounds, or nothing
	extreme := f.Either(f.Either(f.Test(emit.Equal, a, zero), f.Test(emit.Equal, a, infinity)), f.Test(emit.Equal, size, infinity))
	grows := f.Select(f.Test(emit.GreaterThan, a, one), y, f.Neg(y))
	v = f.Select(extreme, f.SelectOrZero(f.Test(emit.GreaterThan, grows, zero), infinity), v)
	v = f.Xor(v, f.SelectOrZero(odd, f.SignBit(x)))

	v = f.Select(f.Test(emit.Unordered, x, y), f.Add(x, y), v)
	fraction := f.Both(f.Both(f.Test(emit.Less, x, zero), f.Test(emit.Less, a, infinity)), f.Test(emit.NotEqual, f.Nearest(f.T.Suffix(), y), y))
	v = f.Select(fraction, f.NaN(), v)
	unit := f.Either(f.Test(emit.Equal, x, one), f.Test(emit.Equal, y, zero))
	unit = f.Either(unit, f.Both(f.Test(emit.Equal, a, one), f.Test(emit.Equal, size, infinity)))
	return f.Select(unit, one, v)
}

// Hypot is the root of x²+y². It scales both numbers by a power of two, beyond large and small
// ones, so that no square is out of range.
func Hypot(f Arithmetic, x emit.Vec, second emit.Arg, beyond, below, power float64) emit.Vec {
	x = f.Abs(x)
	y := f.Abs(f.Load(second))
	most, least := f.Binary("VMAX"+f.T.Suffix(), y, x), f.Binary("VMIN"+f.T.Suffix(), y, x)
	large, small := f.Test(emit.GreaterThan, most, f.Number(beyond)), f.Test(emit.Less, most, f.Number(below))
	one := f.InRegister(f.Number(1))
	by := f.Select(large, f.Number(1/power), f.Select(small, f.Number(power), one))
	back := f.Select(large, f.Number(power), f.Select(small, f.Number(1/power), one))
	most, least = f.Mul(most, by), f.Mul(least, by)
	square := f.Mul(most, most)
	v := f.Add(square, f.AddProduct(f.ProductError(square, most, most), least, least))
	v = f.Mul(f.Sqrt(v), back)
	infinity := f.InRegister(f.Number(math.Inf(1)))
	f.Rarely(f.Either(f.Test(emit.NotLess, x, infinity), f.Test(emit.NotLess, y, infinity)), func() {
		w := f.Select(f.Test(emit.Unordered, x, y), f.Add(x, y), v)
		endless := f.Either(f.Test(emit.Equal, x, infinity), f.Test(emit.Equal, y, infinity))
		f.Move(f.Select(endless, infinity, w), v)
	})
	return v
}

// Classes of numbers that VFPCLASSPS and VFPCLASSPD tell from others.
const (
	nans       = 0x81
	infinities = 0x18
	anything   = 0xff // but positive normal numbers
)

func (f Arithmetic) class(x emit.Vec, which uint8) operand.Op {
	k := f.K()
	f.Do("VFPCLASS"+f.T.Suffix()+"Z", operand.U8(which), x, k)
	return k
}

// NotPositive masks elements that are no positive normal numbers. NotFinite masks NaN and
// infinities.
func (f Arithmetic) NotPositive(x emit.Vec) operand.Op {
	if f.Width == 64 {
		return f.class(x, anything)
	}
	return f.Either(f.Test(emit.NotAtLeast, x, f.Number(f.T.SmallestNormal())), f.Test(emit.NotLess, x, f.Number(math.Inf(1))))
}

func (f Arithmetic) NotFinite(x emit.Vec) operand.Op {
	if f.Width == 64 {
		return f.class(x, nans|infinities)
	}
	return f.Test(emit.NotLess, f.Abs(x), f.Number(math.Inf(1)))
}
