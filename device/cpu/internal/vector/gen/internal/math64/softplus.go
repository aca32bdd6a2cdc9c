package math64

import (
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// expSum is e^(y-low), as a sum, for y <= 0, with an exponent of at least -150, and what the
// exponent lacks.
func expSum(f floats.Arithmetic, y, low vec) (e, rest, lack vec) {
	g := expPartsLess(f, y, low, expOf64)
	first := f.AtLeast(g.n, -150)
	p, pRest := sumOf(f, g.high, g.low)
	e, rest = sumOf(f, f.InRegister(f.Number(1)), p)
	s := powerOf2(f, f.Add(first, f.Number(floats.Shifter64)))
	return f.Mul(e, s), f.Mul(f.Add(rest, pRest), s), f.Sub(g.n, first)
}

// logOneMore is log(1 + e + rest) for 0 <= e <= 1.
func logOneMore(f floats.Arithmetic, e, rest vec) vec {
	half := f.InRegister(f.Number(0.5))
	large := f.Test(emit.GreaterThan, e, half)
	halved := f.Mul(e, half)
	f.SubProduct(rest, rest, halved) // by 1+e, nearly
	d := f.Select(large, f.Sub(halved, half), e)
	return logSum(f, d, f.SelectOrZero(large, f.Number(1)), rest)
}

// logsigmoid is x, or 0, less log(1+e^-|x|).
func logsigmoid(f floats.Arithmetic, x vec) vec {
	y := f.AtLeast(f.Or(x, f.Bits(1<<63)), -800)
	e, rest, lack := expSum(f, y, f.Load(f.Zero()))
	l := scale(f, logOneMore(f, e, rest), lack)
	return f.Neg(f.Sub(l, f.AtMost(x, 0)))
}

// softplus is (max(y, 0) + log(1+e^-|y|)) / beta for y = x*beta. It is x where the exact product is
// above the threshold.
func softplus(f floats.Arithmetic, x vec, second, threshold arg) vec {
	beta := f.Load(second)
	y := f.Mul(x, beta)
	low := f.ProductError(y, x, beta)
	// Beyond 40, 1 does not count, for any threshold.
	most := f.Binary("VMINPD", f.Number(40), f.Load(threshold))
	gap := f.Sub(y, most)
	tie := f.Test(emit.Equal, y, most)
	f.Rarely(tie, func() { f.Move(f.Select(tie, productLess(f, x, beta, most), gap), gap) })

	negative := f.Or(y, f.Bits(1<<63))
	within := f.Test(emit.GreaterThan, negative, f.Number(-1500))
	low = f.SelectOrZero(within, low)
	e, rest, lack := expSum(f, f.AtLeast(negative, -1500), f.Xor(low, f.SignBit(y)))
	l := f.Add(logOneMore(f, e, rest), f.Select(f.SignMask(y), f.Zero(), low))
	sum := f.Add(f.Binary("VMAXPD", y, f.Zero()), l)
	v := scale(f, f.Div(sum, beta), lack) // beta may be as small
	return f.Select(f.Test(emit.GreaterThan, gap, f.Zero()), x, v)
}

// productLess has the sign of x*y - z, where z is x*y rounded.
func productLess(f floats.Arithmetic, x, y, z vec) vec {
	small := f.Test(emit.Less, f.Abs(z), f.Number(0x1p-900))
	for _, v := range []*vec{&x, &y} { // their product may have digits below all numbers
		tiny := f.Both(small, f.Test(emit.Less, f.Abs(*v), f.Number(0x1p-500)))
		by := f.Select(tiny, f.Number(0x1p600), f.InRegister(f.Number(1)))
		*v, z = f.Mul(*v, by), f.Mul(z, by)
	}
	f.Do("VFMSUB231PD", y, x, z)
	return z
}
