package main

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// Logarithms of sums and quotients that have more digits than a float32: log2 of the rounded
// ones, in two parts, and of what rounding took away.

// logOfParts is log(x * 2^turns) where x has digits of about lack*x beyond a float32.
func logOfParts(f floats, x, turns, lack emit.Vec) emit.Vec {
	high, low := logPair(f, x)
	f.plus(low, lack, f.single(log2E))
	high = f.add(high, turns) // whole numbers: of large ones no digit counts
	sum := f.add(high, low)
	low = f.add(f.sub(high, sum), low)
	low = f.plus(f.mul(sum, f.single(ln2Low)), low, f.single(ln2High))
	return f.plus(low, sum, f.single(ln2High))
}

// logBeyond1 is log(w), for w = 1+u, in which digits of u are lost. Of an infinite w it is infinite,
// of a negative one NaN.
func logBeyond1(f floats, w, u, turns emit.Vec) emit.Vec {
	i := f.Binary("VPSUBD", f.pattern(twoThirds), w)
	e := f.Unary("VCVTDQ2PS", f.Shift("VPSRAD", i, 23))
	s := f.Binary("VPSUBD", f.And(i, f.pattern(0xff800000)), f.Load(f.pattern(oneBits))) // 2^-e
	d := f.plus(f.sub(s, f.single(1)), s, u)
	if turns != nil {
		e = f.add(e, turns)
	}
	return logOdd(f, w, logSum(f, d, e, inOrder(logOf)))
}

// scaledDown has numbers above 2^60, that squares of would be infinite, as those and their roots
// by 2^30, and 30 turns.
func scaledDown(f floats, a emit.Vec, like ...emit.Vec) (turns emit.Vec) {
	turns = f.Load(f.single(0))
	large := f.test(emit.GreaterThan, a, f.single(0x1p60))
	f.Rarely(large, func() {
		b := f.mul(a, f.single(0x1p-30))
		for _, v := range like {
			f.Move(f.choose(large, b, v), v)
		}
		f.Move(f.where(large, f.single(30)), turns)
	})
	return turns
}

// asinh is log(a + root), or log of 1 + a + a²/(1+root), for the root of 1+a².
func asinh(f floats, x emit.Vec) emit.Vec {
	a, one := f.magnitude(x), f.InRegister(f.single(1))
	square := f.mul(a, a)
	root := sqrt(f.Writer, dtype.Float32, f.plus(f.Load(one), a, a))
	rest := f.div(square, f.add(root, one))
	b := f.Load(a)
	turns := scaledDown(f, a, b, root, rest)
	return f.signed(logBeyond1(f, f.add(b, root), f.add(b, rest), turns), x)
}

// acosh is log(x + root), or log of 1 + z + root for z = x-1, for the root of z²+2z.
func acosh(f floats, x emit.Vec) emit.Vec {
	z, b := f.sub(x, f.single(1)), f.Load(x)
	root := sqrt(f.Writer, dtype.Float32, f.plus(f.add(z, z), z, f.magnitude(z))) // NaN of all that is negative
	turns := scaledDown(f, x, b, root, z)
	return logBeyond1(f, f.add(b, root), f.add(z, root), turns)
}

// atanh is half of log(1+u), for u = 2a/(1-a).
func atanh(f floats, x emit.Vec) emit.Vec {
	a, one := f.magnitude(x), f.InRegister(f.single(1))
	u := f.div(f.add(a, a), f.sub(one, a))
	v := logBeyond1(f, f.add(one, u), u, nil)
	return f.signed(f.mul(v, f.single(0.5)), x)
}

// logit is log(x / (1-x)); what is very small is made larger first.
func logit(f floats, x emit.Vec) emit.Vec {
	one := f.InRegister(f.single(1))
	small := f.test(emit.Less, x, f.single(0x1p-60))
	over, under := f.choose(small, f.mul(x, f.single(0x1p64)), x), f.sub(one, x)
	underLow := f.sub(f.sub(one, under), x)
	q := f.div(f.Load(over), under)
	rest := f.minus(f.minus(f.Load(over), q, under), q, underLow)
	v := logOfParts(f, q, f.where(small, f.single(-64)), f.div(rest, over))
	v = f.choose(f.test(emit.Equal, x, one), f.single(math.Inf(1)), v)
	v = f.choose(f.test(emit.Equal, x, f.zero()), f.single(math.Inf(-1)), v)
	outside := f.Either(f.test(emit.NotAtLeast, x, f.zero()), f.test(emit.NotAtMost, x, one))
	return f.choose(outside, f.nan(), v)
}
