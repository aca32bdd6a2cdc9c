package math32

import (
	"math"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/arithmetic"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
)

// These are logarithms of sums and quotients that have more digits than a float32. Each is log2 of
// the rounded number, in two parts, corrected for what rounding took away.

// logOfParts is log(x * 2^doublings) where x has digits of about lack*x beyond a float32.
func logOfParts(f floats.Arithmetic, x, doublings, lack vec) vec {
	high, low := logPair(f, x)
	f.AddProduct(low, lack, f.Number(log2E))
	high = f.Add(high, doublings) // whole numbers: of large ones no digit counts
	sum := f.Add(high, low)
	low = f.Add(f.Sub(high, sum), low)
	low = f.AddProduct(f.Mul(sum, f.Number(ln2Low)), low, f.Number(ln2High))
	return f.AddProduct(low, sum, f.Number(ln2High))
}

// logBeyond1 is log(w), for w = 1+u, in which digits of u are lost. Of an infinite w it is infinite,
// of a negative one NaN.
func logBeyond1(f floats.Arithmetic, w, u, doublings vec) vec {
	i := f.Binary("VPSUBD", f.Bits(twoThirds), w)
	e := f.Unary("VCVTDQ2PS", f.Shift("VPSRAD", i, 23))
	s := f.Binary("VPSUBD", f.And(i, f.Bits(0xff800000)), f.Load(f.Bits(oneBits))) // 2^-e
	d := f.AddProduct(f.Sub(s, f.Number(1)), s, u)
	if doublings != nil {
		e = f.Add(e, doublings)
	}
	return logOdd(f, w, logSum(f, d, e, inOrder(logOf)))
}

// scaleDown scales numbers above 2^60, whose squares would be infinite. There it sets the vectors
// like to a * 2^-30, and turns is 30, else 0.
func scaleDown(f floats.Arithmetic, a vec, like ...vec) (doublings vec) {
	doublings = f.Load(f.Number(0))
	large := f.Test(emit.GreaterThan, a, f.Number(0x1p60))
	f.Rarely(large, func() {
		b := f.Mul(a, f.Number(0x1p-30))
		for _, v := range like {
			f.Move(f.Select(large, b, v), v)
		}
		f.Move(f.SelectOrZero(large, f.Number(30)), doublings)
	})
	return doublings
}

// asinh is log(a + root), or log of 1 + a + a²/(1+root), for the root of 1+a².
func asinh(f floats.Arithmetic, x vec) vec {
	a, one := f.Abs(x), f.InRegister(f.Number(1))
	square := f.Mul(a, a)
	root := arithmetic.Sqrt(f.Writer, dtype.Float32, f.AddProduct(f.Load(one), a, a))
	rest := f.Div(square, f.Add(root, one))
	b := f.Load(a)
	doublings := scaleDown(f, a, b, root, rest)
	return f.CopySign(logBeyond1(f, f.Add(b, root), f.Add(b, rest), doublings), x)
}

// acosh is log(x + root), or log of 1 + z + root for z = x-1, for the root of z²+2z.
func acosh(f floats.Arithmetic, x vec) vec {
	z, b := f.Sub(x, f.Number(1)), f.Load(x)
	// It is NaN where the sum is negative.
	root := arithmetic.Sqrt(f.Writer, dtype.Float32, f.AddProduct(f.Add(z, z), z, f.Abs(z)))
	doublings := scaleDown(f, x, b, root, z)
	return logBeyond1(f, f.Add(b, root), f.Add(z, root), doublings)
}

// atanh is half of log(1+u), for u = 2a/(1-a).
func atanh(f floats.Arithmetic, x vec) vec {
	a, one := f.Abs(x), f.InRegister(f.Number(1))
	u := f.Div(f.Add(a, a), f.Sub(one, a))
	v := logBeyond1(f, f.Add(one, u), u, nil)
	return f.CopySign(f.Mul(v, f.Number(0.5)), x)
}

// logit is log(x / (1-x)); very small numbers are made larger first.
func logit(f floats.Arithmetic, x vec) vec {
	one := f.InRegister(f.Number(1))
	small := f.Test(emit.Less, x, f.Number(0x1p-60))
	over, under := f.Select(small, f.Mul(x, f.Number(0x1p64)), x), f.Sub(one, x)
	underLow := f.Sub(f.Sub(one, under), x)
	q := f.Div(f.Load(over), under)
	rest := f.SubProduct(f.SubProduct(f.Load(over), q, under), q, underLow)
	v := logOfParts(f, q, f.SelectOrZero(small, f.Number(-64)), f.Div(rest, over))
	v = f.Select(f.Test(emit.Equal, x, one), f.Number(math.Inf(1)), v)
	v = f.Select(f.Test(emit.Equal, x, f.Zero()), f.Number(math.Inf(-1)), v)
	outside := f.Either(f.Test(emit.NotAtLeast, x, f.Zero()), f.Test(emit.NotAtMost, x, one))
	return f.Select(outside, f.NaN(), v)
}
