// Package integer has the kernels of quotients, remainders and powers of integers.
package integer

import (
	"slices"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/arithmetic"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/bits"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/cast"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// Integers of at most 16 bits are divided in float32, those of 32 bits in float64. The float has
// more digits than the dividend. So a quotient that is not whole is further from the next whole
// number than rounding moves it. The truncated quotient is right, and the remainder exact.

// Quotients are the rows of division; by 0 they give 0.
func Quotients() []kernel.Kernel {
	const floor, trunc = 1, 3
	var all []kernel.Kernel
	for _, t := range dtype.Signed[:3] {
		all = append(all,
			divide("truncDivide", "x[i] / y[i]", t, trunc, false, "TruncDivide"),
			divide("floorDivide", "floor(x[i] / y[i])", t, floor, false, "FloorDivide"),
			divide("fmod", "x[i] % y[i]", t, trunc, true, "Fmod"),
			divide("remainder", "x[i] - y[i]*floor(x[i]/y[i])", t, floor, true, "Remainder"))
	}
	for _, t := range dtype.Unsigned[:3] {
		all = append(all,
			divide("divide", "x[i] / y[i]", t, trunc, false, "TruncDivide", "FloorDivide"),
			divide("modulo", "x[i] % y[i]", t, trunc, true, "Fmod", "Remainder"))
	}
	return all
}

// divide gives the quotient, rounded that way, or the remainder.
func divide(name, is string, t dtype.Type, mode uint8, rest bool, rows ...string) kernel.Kernel {
	float := dtype.Float32
	if t.Size == 4 {
		float = dtype.Float64
	}
	k := kernel.Kernel{Name: name + t.Name, Is: is, In: []int{t.Size, t.Size}, Out: t.Size, Unroll: 1, SingleBody: true, Entries: kernel.EntriesOf(t, t, rows...)}
	k.Vector = func(f *emit.Writer, in kernel.Input) emit.Vec {
		vs := make([]emit.Vec, float.Size/t.Size)
		for i := range vs {
			at := i * f.Width / len(vs)
			x, y := toFloat(f, t, float, in(0, at)), toFloat(f, t, float, in(1, at))
			q := floatQuotient(f, float, mode, x, y)
			if rest {
				f.Do("VFNMADD231"+float.Suffix(), y, q, x)
				q = x
			}
			vs[i] = f.Into("VPAND", f.Compare(float, emit.NotEqual, y, f.Zero()), q)
		}
		return fromWhole(f, float, vs, t.Size)
	}
	return k
}

func floatQuotient(f *emit.Writer, float dtype.Type, mode uint8, x, y emit.Vec) emit.Vec {
	const quiet = 8
	q := f.Binary("VDIV"+float.Suffix(), y, x)
	f.Do("VROUND"+float.Suffix(), operand.U8(mode|quiet), q, q)
	return q
}

// toFloat loads integers, as many as fill a register as floats.
func toFloat(f *emit.Writer, t, float dtype.Type, m operand.Mem) emit.Vec {
	switch {
	case f.Width == 16:
		name := map[bool]string{true: "scvtf", false: "ucvtf"}[t.Signed]
		return f.NeonOf(name, float, emit.LoadExtended(f, t, float.Size, m))
	case float == dtype.Float32:
		return cast.IntegerToSingle(f, m, t)
	}
	return cast.IntegerToDouble(f, m, t)
}

// fromWhole makes integers of so many bytes of whole floats. Sums with 3 * 2^51 have an integer for
// their low digits.
func fromWhole(f *emit.Writer, float dtype.Type, vs []emit.Vec, size int) emit.Vec {
	if f.Width == 16 {
		for i, v := range vs {
			vs[i] = f.NeonOf("fcvtzs", float, v)
		}
		return emit.Packed(f, vs, float.Size)
	}
	for i, v := range vs {
		if float == dtype.Float64 {
			f.Into("VADDPD", arithmetic.FloatConstant(f, dtype.Float64, 3<<51), v)
		} else {
			vs[i] = f.Unary("VCVTTPS2DQ", v)
		}
	}
	return cast.NarrowedTo(f, vs, float.Size, size)
}

// DividedByOne has kernels of a divisor that is a number of at least 2. They multiply by its
// reciprocal, and shift the upper half of the product (Granlund and Montgomery, Division by Invariant
// Integers using Multiplication, 1994). See vector.Reciprocals. A negative dividend is complemented
// before the division, and its quotient afterwards: that rounds down.
func DividedByOne(width int) []kernel.Kernel {
	var all []kernel.Kernel
	for _, t := range slices.Concat(dtype.Signed, dtype.Unsigned) {
		if width == 64 && t.Size < 4 {
			continue // they wait for memory
		}
		k := kernel.Kernel{Name: "floorDivideByOne" + t.Name, Is: "floor(x[i] / d), where y is the reciprocal of d and z the shift",
			In: []int{t.Size, max(t.Size, 2), 8}, Out: t.Size, Unroll: 2, Width: width, Entries: kernel.EntriesOf(t, t, "FloorDivide")}
		var y, shift emit.Vec // in registers: loads would wait for stores to addresses that end alike
		k.Before = func(f *emit.Writer, at []reg.GPVirtual) {
			y, shift = f.Load(operand.Mem{Base: at[1]}), f.XMM()
			f.VMOVDQU(operand.Mem{Base: at[2]}, shift)
		}
		k.Vector = func(f *emit.Writer, in kernel.Input) emit.Vec {
			x := f.Load(in(0, 0))
			if t.Signed {
				sign := signs(f, t, x)
				q := mulHigh(f, t, f.Xor(x, sign), y)
				return f.Xor(shiftAll(f, t, shift, q), sign)
			}
			q := mulHigh(f, t, x, y)
			if t.Size == 1 {
				return q
			}
			f.Into("VPSUB"+t.Letter(), q, x) // the reciprocal has one more digit, 1, than y
			f.Do("VPSRL"+t.Letter(), operand.U8(1), x, x)
			return shiftAll(f, t, shift, f.Into("VPADD"+t.Letter(), x, q))
		}
		all = append(all, k)
	}
	return all
}

// signs is a mask of the elements below 0.
func signs(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec {
	if f.Width == 64 {
		return f.Shift("VPSRA"+t.Letter(), x, uint8(8*t.Size-1))
	}
	return f.Greater(t, f.Zero(), x)
}

// shiftAll shifts right by one number. Products of bytes need no further shift.
func shiftAll(f *emit.Writer, t dtype.Type, by, x emit.Vec) emit.Vec {
	if t.Size > 1 {
		f.Do("VPSRL"+t.Letter(), by, x, x)
	}
	return x
}

// mulHigh is the upper half of the products of unsigned elements; for bytes y has 16 bits, and the
// lower 16 bits of the product are dropped.
func mulHigh(f *emit.Writer, t dtype.Type, x, y emit.Vec) emit.Vec {
	shiftDown := func(x emit.Vec) emit.Vec { return f.Shift("VPSRLQ", x, 32) }
	switch t.Size {
	case 1:
		even, odd := f.Binary("VPAND", bits.LowHalves(f, t), x), bits.UpperHalves(f, t, x)
		f.Into("VPMULHUW", y, even)
		f.Into("VPMULHUW", y, odd)
		f.VPSLLW(operand.U8(8), odd, odd)
		return f.Into("VPOR", odd, even)
	case 2:
		return f.Binary("VPMULHUW", y, x)
	case 4:
		even, odd := f.Binary("VPMULUDQ", y, x), f.Binary("VPMULUDQ", y, shiftDown(x))
		even = shiftDown(even)
		if f.Width == 64 {
			return f.Into("VPORQ", f.Binary("VPANDQ", f.Constant(8, 0xffffffff<<32), odd), even)
		}
		f.VPBLENDD(operand.U8(0xaa), odd, even, even)
		return even
	}
	xHigh, yHigh := shiftDown(x), shiftDown(y)
	high, cross := f.Binary("VPMULUDQ", yHigh, xHigh), f.Binary("VPMULUDQ", yHigh, x)
	middle := f.Into("VPADDQ", shiftDown(f.Binary("VPMULUDQ", y, x)), f.Binary("VPMULUDQ", y, xHigh))
	f.Into("VPADDQ", f.And(middle, f.Constant(8, 1<<32-1)), cross)
	f.Into("VPADDQ", shiftDown(middle), high)
	return f.Into("VPADDQ", shiftDown(cross), high)
}
