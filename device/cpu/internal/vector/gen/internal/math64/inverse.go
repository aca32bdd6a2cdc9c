package math64

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// Inverse functions of float64 are logarithms of rounded sums and quotients, corrected by the small
// parts that rounding took away.

// tiny is where asinh and atanh are their operand.
const tiny = 0x1p-27

// scaleDown returns a, 1 and no turns. For a large a, whose square would be infinite, it returns a
// * 2^-600, 0 in place of 1, and 600 turns.
func scaleDown(f floats.Arithmetic, a vec) (b, one, doublings vec) {
	large := f.Test(emit.GreaterThan, a, f.Number(0x1p500))
	return f.Select(large, f.Mul(a, f.Number(0x1p-600)), a),
		f.Select(large, f.Zero(), f.InRegister(f.Number(1))), f.SelectOrZero(large, f.Number(600))
}

// logOfRoot is log(a + sqrt(square+low)), in which the root may be larger or smaller than a.
func logOfRoot(f floats.Arithmetic, a, square, low, doublings vec) vec {
	root := f.Sqrt(square)
	rest := f.Add(f.SubProduct(f.Load(square), root, root), low) // by twice the root
	most, least := f.Binary("VMAXPD", a, root), f.Binary("VMINPD", a, root)
	sum, lost := sumOf(f, most, least)
	twice := f.AtLeast(f.Add(root, root), 0x1p-500)
	return logarithmOf(f, sum, doublings, f.AddProduct(rest, lost, twice), f.Mul(sum, twice))
}

func asinh(f floats.Arithmetic, x vec) vec {
	a, doublings := f.Abs(x), f.Load(f.Zero())
	b, one := f.Load(a), f.Load(f.InRegister(f.Number(1)))
	large := f.Test(emit.GreaterThan, a, f.Number(0x1p500))
	f.Rarely(large, func() {
		fewer, none, more := scaleDown(f, a)
		f.Move(fewer, b)
		f.Move(none, one)
		f.Move(more, doublings)
	})
	s := f.Mul(b, b)
	low := f.ProductError(s, b, b)
	square, lost := sumOf(f, f.Binary("VMAXPD", s, one), f.Binary("VMINPD", s, one))
	v := logOfRoot(f, b, square, f.Add(low, lost), doublings)
	same := f.Either(f.Test(emit.Less, a, f.Number(tiny)), f.Test(emit.NotLess, a, f.Number(math.Inf(1))))
	return f.CopySign(f.Select(same, a, v), x)
}

func acosh(f floats.Arithmetic, x vec) vec {
	b, one, doublings := scaleDown(f, x)
	s := f.Mul(b, b)
	square := f.Sub(s, one)
	low := f.Add(f.Sub(f.Sub(s, square), one), f.ProductError(s, b, b))
	v := logOfRoot(f, b, square, low, doublings)
	v = f.Select(f.Test(emit.NotLess, x, f.Number(math.Inf(1))), x, v)
	return f.Select(f.Test(emit.Less, x, f.Number(1)), f.NaN(), v)
}

// atanh is e*log(2)/2 + atanh(s). e is the integer nearest to log2((1+|x|) / (1-|x|)), or next to
// it. s is (1+|x| - 2^e*(1-|x|)) / (1+|x| + 2^e*(1-|x|)), which is |x| where e is 0.
func atanh(f floats.Arithmetic, x vec) vec {
	a := f.Abs(x)
	one := f.InRegister(f.Number(1))
	rise, fall := f.Add(one, a), f.Sub(one, a)
	e := f.Shift("VPSRLQ", f.Binary("VPADDQ", f.Bits(1<<51), f.Binary("VPSUBQ", fall, rise)), 52)
	power := powerOf2(f, e)
	e = f.Sub(f.Or(e, f.Number(0x1p52)), f.Number(0x1p52))
	more, fewer := f.Add(power, one), f.Sub(power, one)
	over := f.SubProduct(f.Load(rise), power, fall)
	near := f.AddProduct(f.Neg(fewer), more, a) // without a rounding, where the other has one that counts
	over = f.Select(f.Test(emit.Less, a, f.Number(0.5)), near, over)
	under := f.SubProduct(f.Load(more), fewer, a)
	inverse := f.Div(one, under)
	s := f.Mul(over, inverse)
	low := f.Mul(f.SubProduct(f.Load(over), s, under), inverse)
	z := f.Mul(s, s)
	rest := f.Mul(polynomial(f, z, f.Mul(z, z), logOf64...), f.Mul(f.Mul(z, s), f.Number(0.5)))
	rest = f.Add(rest, low)
	f.AddProduct(rest, e, f.Number(ln2ShortLack/2))
	sum, lost := sumOf(f, f.Mul(e, f.Number(ln2Short/2)), s)
	v := f.Add(sum, f.Add(lost, rest))
	v = f.Select(f.Test(emit.NotLess, a, one), f.Div(one, fall), v) // Inf of 1
	v = f.Select(f.Test(emit.NotAtMost, a, one), f.NaN(), v)
	return f.CopySign(v, x)
}

// logit is log(x / (1-x)); very small numbers are made larger first.
func logit(f floats.Arithmetic, x vec) vec {
	one := f.InRegister(f.Number(1))
	small := f.Test(emit.Less, x, f.Number(0x1p-100))
	over, under := f.Select(small, f.Mul(x, f.Number(0x1p100)), x), f.Sub(one, x)
	underLow := f.Sub(f.Sub(one, under), x)
	q := f.Div(over, under)
	rest := f.SubProduct(f.SubProduct(f.Load(over), q, under), q, underLow)
	v := logarithmOf(f, q, f.SelectOrZero(small, f.Number(-100)), rest, over)
	v = f.Select(f.Test(emit.Equal, x, one), f.Number(math.Inf(1)), v)
	v = f.Select(f.Test(emit.Equal, x, f.Zero()), f.Number(math.Inf(-1)), v)
	outside := f.Either(f.Test(emit.NotAtLeast, x, f.Zero()), f.Test(emit.NotAtMost, x, one))
	return f.Select(outside, f.NaN(), v)
}
