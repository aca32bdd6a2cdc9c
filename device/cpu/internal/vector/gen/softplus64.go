package main

import "github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"

// faintness is e^(y-low), as a sum, for y <= 0, with an exponent of at least -150, and what the exponent lacks.
func faintness(f floats, y, low emit.Vec) (e, rest, lack emit.Vec) {
	g := growLess(f, y, low, expOf64)
	first := f.atLeast(g.n, -150)
	p, pRest := sumOf(f, g.high, g.low)
	e, rest = sumOf(f, f.InRegister(f.single(1)), p)
	s := powerOf264(f, f.add(first, f.single(shifter64)))
	return f.mul(e, s), f.mul(f.add(rest, pRest), s), f.sub(g.n, first)
}

// logOneMore is log(1 + e + rest) for 0 <= e <= 1.
func logOneMore(f floats, e, rest emit.Vec) emit.Vec {
	half := f.InRegister(f.single(0.5))
	large := f.test(emit.GreaterThan, e, half)
	halved := f.mul(e, half)
	f.minus(rest, rest, halved) // by 1+e, nearly
	d := f.choose(large, f.sub(halved, half), e)
	return logSum64(f, d, f.where(large, f.single(1)), rest)
}

// logsigmoid64 is x, or 0, less log(1+e^-|x|).
func logsigmoid64(f floats, x emit.Vec) emit.Vec {
	y := f.atLeast(f.Or(x, f.pattern(1<<63)), -800)
	e, rest, lack := faintness(f, y, f.Load(f.zero()))
	l := scale64(f, logOneMore(f, e, rest), lack)
	return f.negative(f.sub(l, f.atMost(x, 0)))
}

// softplus64 is what is positive of y = x*beta, more log(1+e^-|y|), by beta; or x, where the product,
// to the last digit, is above the threshold.
func softplus64(f floats, x emit.Vec, second, threshold emit.Arg) emit.Vec {
	beta := f.Load(second)
	y := f.mul(x, beta)
	low := f.lost(y, x, beta)
	most := f.Binary("VMINPD", f.single(40), f.Load(threshold)) // 1 does not count beyond, whatever the threshold
	gap := f.sub(y, most)
	tie := f.test(emit.Equal, y, most)
	f.Rarely(tie, func() { f.Move(f.choose(tie, productLess(f, x, beta, most), gap), gap) })

	negative := f.Or(y, f.pattern(1<<63))
	within := f.test(emit.GreaterThan, negative, f.single(-1500))
	low = f.where(within, low)
	e, rest, lack := faintness(f, f.atLeast(negative, -1500), f.Xor(low, f.signBit(y)))
	l := f.add(logOneMore(f, e, rest), f.choose(f.signOf(y), f.zero(), low))
	sum := f.add(f.Binary("VMAXPD", y, f.zero()), l)
	v := scale64(f, f.div(sum, beta), lack) // beta may be as small
	return f.choose(f.test(emit.GreaterThan, gap, f.zero()), x, v)
}

// productLess has the sign of x*y - z, where z is x*y rounded.
func productLess(f floats, x, y, z emit.Vec) emit.Vec {
	small := f.test(emit.Less, f.magnitude(z), f.single(0x1p-900))
	for _, v := range []*emit.Vec{&x, &y} { // whose product may have digits below all numbers
		tiny := f.Both(small, f.test(emit.Less, f.magnitude(*v), f.single(0x1p-500)))
		by := f.choose(tiny, f.single(0x1p600), f.InRegister(f.single(1)))
		*v, z = f.mul(*v, by), f.mul(z, by)
	}
	f.Do("VFMSUB231PD", y, x, z)
	return z
}
