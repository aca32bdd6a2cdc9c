package arithmetic

import (
	"math"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// Remainders has the kernels of fmod, remainder and floor_divide. A remainder has no rounding
// error. It is no larger than y, and a multiple of the unit of y's last place. FMA computes it
// exactly.
func Remainders() []kernel.Kernel {
	var all []kernel.Kernel
	for _, t := range dtype.Floats {
		all = append(all,
			kernel.BinaryOf("fmod"+t.Name, "math.Mod(x[i], y[i])", t, fmod, "Fmod"),
			kernel.BinaryOf("remainder"+t.Name, "x[i] - y[i]*floor(x[i]/y[i]), exactly", t, remainder, "Remainder"),
			kernel.BinaryOf("floorDivide"+t.Name, "op.floorDivide(x[i], y[i])", t, floorDivide, "FloorDivide"))
	}
	return all
}

// fmod has x's sign.
func fmod(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
	b := sizeOf(f, t, f.Load(y))
	_, r := nearestQuotient(f, t, sizeOf(f, t, x), b)
	return f.Into("VPOR", signBitOf(f, t, x), orAbove(f, t, r, b))
}

// remainder has y's sign.
func remainder(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
	v := f.Load(y)
	b := sizeOf(f, t, v)
	_, r := nearestQuotient(f, t, sizeOf(f, t, x), b)
	f.Into("VPXOR", signBitOf(f, t, f.Binary("VPXOR", x, v)), r)
	r = orAbove(f, t, r, b)
	return f.Into("VPOR", signBitOf(f, t, v), sizeOf(f, t, r)) // -0 may be left
}

// floorDivide is the nearest whole quotient, less 1 where its multiple of y is beyond x. Large
// quotients are computed as NumPy and PyTorch do.
func floorDivide(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
	v := f.Load(y)
	a, b, flip := sizeOf(f, t, x), sizeOf(f, t, v), signBitOf(f, t, f.Binary("VPXOR", x, v))
	q, r := nearestQuotient(f, t, a, b)
	left := f.Binary("VPXOR", flip, r)
	below := f.Compare(t, emit.Less, left, f.Zero())
	v = f.Binary("VPXOR", flip, q)
	f.Into("VSUB"+t.Suffix(), f.Binary("VPAND", f.Constant(t.Size, t.One()), below), v)
	f.Rarely(f.Compare(t, emit.NotLess, q, FloatConstant(f, t, t.Whole()/16)), func() {
		f.Move(largeQuotient(f, t, a, b, orAbove(f, t, r, b), flip), v)
	})
	return v
}

// largeQuotient is (x - m)/y, less 1 if m is not 0 and the signs differ, rounded to a whole number.
// x, y and m are magnitudes, and flip has the sign of the quotient.
func largeQuotient(f *emit.Writer, t dtype.Type, x, y, m, flip emit.Vec) emit.Vec {
	ps := t.Suffix()
	q := f.Into("VPXOR", flip, f.Into("VDIV"+ps, y, f.Binary("VSUB"+ps, m, x)))
	apart := f.Into("VPAND", f.Compare(t, emit.NotEqual, m, f.Zero()), f.Greater(t, f.Zero(), flip))
	f.Into("VSUB"+ps, f.Into("VPAND", f.Constant(t.Size, t.One()), apart), q)
	floor := f.Vec()
	f.Do("VROUND"+ps, operand.U8(9), q, floor)
	up := f.Compare(t, emit.GreaterThan, f.Binary("VSUB"+ps, floor, q), FloatConstant(f, t, 0.5))
	f.Into("VSUB"+ps, f.Into("VPAND", FloatConstant(f, t, -1), up), floor)
	return f.Blend(f.Compare(t, emit.Equal, y, f.Zero()), f.Into("VPXOR", flip, f.Binary("VDIV"+ps, y, x)), floor)
}

// nearestQuotient returns q, the whole number nearest to a/b, and r = a - q*b, which is at most b,
// of either sign. If a/b has more digits than a float, q is rounded, and r is reduced further.
func nearestQuotient(f *emit.Writer, t dtype.Type, a, b emit.Vec) (q, r emit.Vec) {
	q = f.Nearest(t.Suffix(), f.Binary("VDIV"+t.Suffix(), b, a))
	r = lessTimes(f, t, f.Load(a), q, b)
	f.Rarely(f.Compare(t, emit.NotLess, q, FloatConstant(f, t, t.Whole())), func() {
		none := f.Into("VPOR", f.Compare(t, emit.Equal, b, f.Zero()), f.Compare(t, emit.Equal, a, FloatConstant(f, t, math.Inf(1))))
		f.Move(f.Binary("VPOR", none, a), r) // NaN of an infinity, and by 0
		reduce(f, t, r, b)
	})
	return q, r
}

// reduce subtracts multiples of b from r until r is at most b, or NaN. Where the quotient would be
// infinite, it first subtracts multiples of b times a power of two.
func reduce(f *emit.Writer, t dtype.Type, r, b emit.Vec) {
	again, far := f.NewLabel(), FloatConstant(f, t, t.QuotientScale())
	f.Label(again)
	by := f.Load(b)
	for range 2 {
		next := f.Binary("VMUL"+t.Suffix(), far, by)
		by = f.Blend(f.Compare(t, emit.Less, next, sizeOf(f, t, r)), next, by)
	}
	lessTimes(f, t, r, f.Nearest(t.Suffix(), f.Binary("VDIV"+t.Suffix(), by, r)), by)
	more := f.Compare(t, emit.LessEqual, b, sizeOf(f, t, r))
	f.VTESTPS(more, more)
	f.JNZ(operand.LabelRef(again))
}

// lessTimes is z - q*b, in z's register, also for a q of 0 and an infinite b.
func lessTimes(f *emit.Writer, t dtype.Type, z, q, b emit.Vec) emit.Vec {
	f.Do("VFNMADD231"+t.Suffix(), f.Binary("VMIN"+t.Suffix(), FloatConstant(f, t, t.Largest()), b), q, z)
	return z
}

// orAbove is r, or r + b where r is negative.
func orAbove(f *emit.Writer, t dtype.Type, r, b emit.Vec) emit.Vec {
	return f.Blend(f.Compare(t, emit.Less, r, f.Zero()), f.Binary("VADD"+t.Suffix(), b, r), r)
}

func sizeOf(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec {
	return f.Binary("VPAND", f.Constant(t.Size, t.SignBit()-1), x)
}
func signBitOf(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec {
	return f.Binary("VPAND", f.Constant(t.Size, t.SignBit()), x)
}

// FloatConstant is a number of the type everywhere.
func FloatConstant(f *emit.Writer, t dtype.Type, x float64) operand.Mem {
	if t.Size == 4 {
		return f.Constant(4, uint64(math.Float32bits(float32(x))))
	}
	return f.Constant(8, math.Float64bits(x))
}
