// Package integer has the kernels of quotients, remainders and powers of integers.
package integer

import (
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/arithmetic"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/cast"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// Integers of at most 16 bits are divided in float32, those of 32 bits in float64. The float has
// more digits than the dividend, so a quotient that is not whole is further from the next whole
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
	k := kernel.Kernel{Name: name + t.Name, Is: is, In: []int{t.Size, t.Size}, Out: t.Size, Entries: kernel.EntriesOf(t, t, rows...)}
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
