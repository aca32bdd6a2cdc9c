// Package arithmetic has the kernels of sums, products, extremes and roundings, of chains of these,
// and of remainders of floats.
package arithmetic

import (
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

func Kernels() []kernel.Kernel {
	var all []kernel.Kernel
	for _, t := range dtype.Floats {
		all = append(all,
			kernel.BinaryOf("add"+t.Name, "x[i] + y[i]", t, Add, "Add"),
			kernel.BinaryOf("sub"+t.Name, "x[i] - y[i]", t, Sub, "Sub"),
			kernel.BinaryOf("mul"+t.Name, "x[i] * y[i]", t, Mul, "Mul"),
			kernel.BinaryOf("div"+t.Name, "x[i] / y[i]", t, Div, "Div"),
			kernel.BinaryOf("maximum"+t.Name, "max(x[i], y[i])", t, Maximum, "Maximum").Folded(),
			kernel.BinaryOf("minimum"+t.Name, "min(x[i], y[i])", t, Minimum, "Minimum").Folded(),
			kernel.BinaryOf("fmax"+t.Name, "orNumber(x[i], y[i], max(x[i], y[i]))", t, fmax, "Fmax"),
			kernel.BinaryOf("fmin"+t.Name, "orNumber(x[i], y[i], min(x[i], y[i]))", t, fmin, "Fmin"),
			kernel.BinaryOf("truncDivide"+t.Name, "math.Trunc(x[i] / y[i])", t, truncDivide, "TruncDivide"),
			kernel.UnaryOf("abs"+t.Name, "math.Abs(x[i])", t, abs, "Abs"),
			kernel.UnaryOf("neg"+t.Name, "-x[i]", t, neg, "Neg"),
			kernel.UnaryOf("square"+t.Name, "x[i] * x[i]", t, Square, "Square"),
			kernel.UnaryOf("sqrt"+t.Name, "math.Sqrt(x[i])", t, Sqrt, "Sqrt"),
			kernel.UnaryOf("reciprocal"+t.Name, "1 / x[i]", t, Reciprocal, "Reciprocal"),
			kernel.UnaryOf("floor"+t.Name, "math.Floor(x[i])", t, Rounded(1), "Floor"),
			kernel.UnaryOf("ceil"+t.Name, "math.Ceil(x[i])", t, Rounded(2), "Ceil"),
			kernel.UnaryOf("trunc"+t.Name, "math.Trunc(x[i])", t, Rounded(3), "Trunc"),
			kernel.UnaryOf("round"+t.Name, "math.RoundToEven(x[i])", t, Rounded(0), "Round"),
			kernel.UnaryOf("frac"+t.Name, "x[i] - math.Trunc(x[i])", t, frac, "Frac"),
			kernel.UnaryOf("relu"+t.Name, "max(x[i], 0)", t, Relu, "Relu"),
			kernel.UnaryOf("sign"+t.Name, "x[i] > 0 ? 1 : x[i] < 0 ? -1 : x[i] == 0 ? 0 : x[i]", t, SignOf, "Sign"),
			ClampKernel(t),
		)
	}
	for i, t := range dtype.Signed {
		u := dtype.Unsigned[i]
		all = append(all,
			addOf(t).Also(u),
			kernel.BinaryOf("sub"+t.Name, "x[i] - y[i]", t, Sub, "Sub").Also(u),
			kernel.BinaryOf("mul"+t.Name, "x[i] * y[i]", t, Mul, "Mul").Also(u),
			kernel.UnaryOf("neg"+t.Name, "-x[i]", t, neg, "Neg").Also(u),
			kernel.UnaryOf("square"+t.Name, "x[i] * x[i]", t, Square, "Square").Also(u),
			kernel.UnaryOf("abs"+t.Name, "max(x[i], -x[i])", t, abs, "Abs"),
		)
		for _, t := range []dtype.Type{t, u} {
			all = append(all,
				kernel.BinaryOf("maximum"+t.Name, "max(x[i], y[i])", t, Maximum, "Maximum", "Fmax").Folded(),
				kernel.BinaryOf("minimum"+t.Name, "min(x[i], y[i])", t, Minimum, "Minimum", "Fmin").Folded(),
				ClampKernel(t))
		}
		all = append(all,
			kernel.UnaryOf("relu"+t.Name, "max(x[i], 0)", t, Relu, "Relu"),
			kernel.UnaryOf("sign"+t.Name, "min(max(x[i], -1), 1)", t, signOfInteger, "Sign"),
			kernel.UnaryOf("sign"+u.Name, "min(x[i], 1)", u, signOfInteger, "Sign"))
	}
	return all
}

// addOf adds integers. Sums of all of them are of 64 bits.
func addOf(t dtype.Type) kernel.Kernel {
	k := kernel.BinaryOf("add"+t.Name, "x[i] + y[i]", t, Add, "Add")
	k.Folds = t.Size == 8 && !t.Float
	return k
}

func Add(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
	return f.Into(t.Instruction("ADD"), y, x)
}
func Sub(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
	return f.Into(t.Instruction("SUB"), y, x)
}

func Div(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
	return f.Into(t.Instruction("DIV"), y, x)
}

func Mul(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
	switch {
	case t.Float:
		return f.Into(t.Instruction("MUL"), y, x)
	case t.Size == 1:
		return mul8(f, x, y)
	case t.Size == 8:
		return mul64(f, x, y)
	}
	return f.Into("VPMULL"+t.Letter(), y, x)
}

// mul8 multiplies the even bytes and the odd ones in 16 bits.
func mul8(f *emit.Writer, x emit.Vec, y emit.Arg) emit.Vec {
	low := f.Constant(2, 0x00ff)
	even := f.Binary("VPMULLW", y, x)
	f.Into("VPAND", low, even)
	yOdd := f.Vec()
	f.VPSRLW(operand.U8(8), f.Load(y), yOdd)
	f.VPSRLW(operand.U8(8), x, x)
	f.Into("VPMULLW", yOdd, x)
	f.VPSLLW(operand.U8(8), x, x)
	return f.Into("VPOR", even, x)
}

// mul64 adds the low half's product and, 32 bits up, those of the halves crosswise.
func mul64(f *emit.Writer, x emit.Vec, y emit.Arg) emit.Vec {
	v, high, cross := f.Load(y), f.Vec(), f.Vec()
	f.VPSRLQ(operand.U8(32), x, high)
	f.VPMULUDQ(v, high, high)
	f.VPSRLQ(operand.U8(32), v, cross)
	f.VPMULUDQ(x, cross, cross)
	f.VPADDQ(high, cross, cross)
	f.VPSLLQ(operand.U8(32), cross, cross)
	f.VPMULUDQ(v, x, x)
	return f.Into("VPADDQ", cross, x)
}

func truncDivide(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
	return Rounded(3)(f, t, Div(f, t, x, y))
}

// Maximum is IEEE 754-2019's. The instruction gives its second source where one is NaN or both are
// zeros, so the results a and b of both orders differ only then. The result is (a or b) - (a xor b): NaN
// for a NaN, and +0 for zeros of both signs.
func Maximum(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
	if !t.Float {
		return extreme(f, t, "MAX", x, y)
	}
	v := f.Load(y)
	a := f.Binary("VMAX"+t.Suffix(), v, x)
	f.Do("VMAX"+t.Suffix(), x, v, x)
	either := f.Or(a, x)
	f.Into(f.Bitwise("VPXOR"), a, x)
	f.Do("VSUB"+t.Suffix(), x, either, x)
	return x
}

// Minimum is IEEE 754-2019's: where both orders of the instruction differ, one is NaN or
// both are zeros, and either bits tell it.
func Minimum(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
	if !t.Float {
		return extreme(f, t, "MIN", x, y)
	}
	v := f.Load(y)
	a := f.Binary("VMIN"+t.Suffix(), v, x)
	f.Do("VMIN"+t.Suffix(), x, v, x)
	return f.Into(f.Bitwise("VPOR"), a, x)
}

// extreme is the larger or smaller of integers.
func extreme(f *emit.Writer, t dtype.Type, name string, x emit.Vec, y emit.Arg) emit.Vec {
	kind := "U"
	if t.Signed {
		kind = "S"
	}
	if t.Size < 8 {
		return f.Into("VP"+name+kind+t.Letter(), y, x)
	}
	v := f.Load(y)
	greater := f.Greater(t, x, v)
	if name == "MAX" {
		return f.Blend(greater, x, v)
	}
	return f.Blend(greater, v, x)
}

func fmax(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
	v := f.Load(y)
	m := f.Binary("VMAX"+t.Suffix(), v, x)
	f.Into("VPAND", f.Binary("VMAX"+t.Suffix(), x, v), m)
	return number(f, t, x, v, m)
}

func fmin(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
	v := f.Load(y)
	m := f.Binary("VMIN"+t.Suffix(), v, x)
	f.Into("VPOR", f.Binary("VMIN"+t.Suffix(), x, v), m)
	return number(f, t, x, v, m)
}

// number is the one of x and y that is a number, where the other is NaN; else result.
func number(f *emit.Writer, t dtype.Type, x, y, result emit.Vec) emit.Vec {
	result = f.Blend(f.Compare(t, emit.Unordered, y, y), x, result)
	return f.Blend(f.Compare(t, emit.Unordered, x, x), y, result)
}

func abs(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec {
	switch {
	case t.Float:
		return f.Into("VPAND", f.Constant(t.Size, t.SignBit()-1), x)
	case t.Size == 8:
		sign := f.Binary("VPCMPGTQ", x, f.Zero())
		f.Into("VPXOR", sign, x)
		return f.Into("VPSUBQ", sign, x)
	}
	f.Do("VPABS"+t.Letter(), x, x)
	return x
}

func neg(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec {
	if t.Float {
		return f.Into("VPXOR", f.Constant(t.Size, t.SignBit()), x)
	}
	return f.Binary("VPSUB"+t.Letter(), x, f.Zero())
}

func Square(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec { return Mul(f, t, x, x) }

func Sqrt(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec {
	f.Do("VSQRT"+t.Suffix(), x, x)
	return x
}

func Reciprocal(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec {
	return f.Into("VDIV"+t.Suffix(), x, f.Load(f.Constant(t.Size, t.One())))
}

// Rounded to an integer: to nearest even, down, up, to zero.
func Rounded(mode uint8) kernel.Unary {
	const quiet = 8
	return func(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec {
		f.Do("VROUND"+t.Suffix(), operand.U8(mode|quiet), x, x)
		return x
	}
}

func frac(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec {
	whole := f.Vec()
	f.Do("VROUND"+t.Suffix(), operand.U8(11), x, whole)
	return f.Into("VSUB"+t.Suffix(), whole, x)
}

// Relu leaves NaN, because the instruction gives its second source then, and makes +0 of -0.
func Relu(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec {
	zero := f.Zero()
	if !t.Float {
		return extreme(f, t, "MAX", x, zero)
	}
	v := f.Binary("VMAX"+t.Suffix(), x, zero)
	return f.Into("VADD"+t.Suffix(), zero, v)
}

// SignOf is 1 with x's sign, and 0 for both zeros; NaN stay.
func SignOf(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec {
	zero := f.Zero()
	v := f.Binary("VPAND", f.Constant(t.Size, t.SignBit()), x)
	f.Into("VPOR", f.Constant(t.Size, t.One()), v)
	v = f.Blend(f.Compare(t, emit.Equal, x, zero), zero, v)
	return f.Blend(f.Compare(t, emit.Unordered, x, x), x, v)
}

func signOfInteger(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec {
	switch {
	case !t.Signed && t.Size == 8: // 1, less 1 where it is 0
		return f.Into("VPADDQ", f.Load(f.Constant(8, 1)), f.Into("VPCMPEQQ", f.Zero(), x))
	case !t.Signed:
		return f.Into("VPMINU"+t.Letter(), f.Constant(t.Size, 1), x)
	case t.Size == 8:
		negative := f.Binary("VPCMPGTQ", x, f.Zero())
		return f.Into("VPSUBQ", f.Into("VPCMPGTQ", f.Zero(), x), negative)
	}
	return f.Binary("VPSIGN"+t.Letter(), x, f.Load(f.Constant(t.Size, 1)))
}

func ClampKernel(t dtype.Type) kernel.Kernel {
	return kernel.Kernel{Name: "clamp" + t.Name, Is: ClampIs, In: []int{t.Size, t.Size, t.Size}, Out: t.Size,
		Entries: kernel.EntriesOf(t, t, "Clamp"),
		Vector: func(f *emit.Writer, in kernel.Input) emit.Vec {
			return Clamp(f, t, f.Load(in(0, 0)), in(1, 0), in(2, 0))
		}}
}

const ClampIs = "min(max(x[i], y[i]), z[i])"

func Clamp(f *emit.Writer, t dtype.Type, x emit.Vec, y, z emit.Arg) emit.Vec {
	return Minimum(f, t, Maximum(f, t, x, y), z)
}
