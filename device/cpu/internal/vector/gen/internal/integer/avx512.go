package integer

import (
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// Quotients512 divide integers of 64 bits with AVX-512, which converts them to float64 and back; by 0
// they give 0. Signed ones are divided as their magnitudes.
func Quotients512() []kernel.Kernel {
	var all []kernel.Kernel
	enter := func(t dtype.Type, name, is string, result func(f *emit.Writer, x, y, q, r emit.Vec) emit.Vec, rows ...string) {
		k := kernel.Kernel{Name: name + t.Name, Is: is, In: []int{8, 8}, Out: 8, Width: 64, Unroll: 1, Entries: kernel.EntriesOf(t, t, rows...)}
		k.Vector = func(f *emit.Writer, in kernel.Input) emit.Vec {
			x, y := f.Load(in(0, 0)), f.Load(in(1, 0))
			a, b := x, y
			if t.Signed {
				a, b = f.Unary("VPABSQ", x), f.Unary("VPABSQ", y)
			}
			q, r := divideQuads(f, a, b)
			number, v := f.K(), result(f, x, y, q, r)
			f.VPTESTMQ(y, y, number)
			f.VMOVDQA64_Z(v, number, v)
			return v
		}
		all = append(all, k)
	}
	u, t := dtype.Uint64, dtype.Int64
	enter(u, "divide", "x[i] / y[i]", func(_ *emit.Writer, _, _, q, _ emit.Vec) emit.Vec { return q }, "TruncDivide", "FloorDivide")
	enter(u, "modulo", "x[i] % y[i]", func(_ *emit.Writer, _, _, _, r emit.Vec) emit.Vec { return r }, "Fmod", "Remainder")
	enter(t, "truncDivide", "x[i] / y[i]", func(f *emit.Writer, x, y, q, _ emit.Vec) emit.Vec { return negateWhere(f, q, signs(f, t, f.Xor(x, y))) }, "TruncDivide")
	enter(t, "fmod", "x[i] % y[i]", func(f *emit.Writer, x, _, _, r emit.Vec) emit.Vec { return negateWhere(f, r, signs(f, t, x)) }, "Fmod")
	enter(t, "floorDivide", "floor(x[i] / y[i])", func(f *emit.Writer, x, y, q, r emit.Vec) emit.Vec {
		differ, more := signs(f, t, f.Xor(x, y)), f.K()
		f.VPTESTMQ(r, differ, more)
		f.VPADDQ(f.Load(f.Constant(8, 1)), q, more, q)
		return negateWhere(f, q, differ)
	}, "FloorDivide")
	enter(t, "remainder", "x[i] - y[i]*floor(x[i]/y[i])", func(f *emit.Writer, x, y, _, r emit.Vec) emit.Vec {
		differ, more := signs(f, t, f.Xor(x, y)), f.K()
		f.VPTESTMQ(r, differ, more)
		r = negateWhere(f, r, signs(f, t, x))
		f.VPADDQ(y, r, more, r)
		return r
	}, "Remainder")
	return all
}

// negateWhere returns -v where the sign, a mask, is set.
func negateWhere(f *emit.Writer, v, sign emit.Vec) emit.Vec {
	return f.Binary("VPSUBQ", sign, f.Xor(v, sign))
}

// divideQuads returns the quotient of unsigned integers and the remainder. Every step rounds so
// that no quotient is too large. The first quotient is too small by less than one and 2^-50 of
// itself, and leaves less than y + 2^14. The second leaves y at most.
func divideQuads(f *emit.Writer, x, y emit.Vec) (q, r emit.Vec) {
	inverse := f.Vec()
	f.VCVTUQQ2PD_RU_SAE(y, inverse)
	f.VDIVPD_RZ_SAE(inverse, f.Load(f.Constant(8, 0x3ff0000000000000)), inverse)
	part := func(x emit.Vec) (q, r emit.Vec) {
		q = f.Vec()
		f.VCVTUQQ2PD_RZ_SAE(x, q)
		f.VMULPD_RZ_SAE(inverse, q, q)
		f.VCVTTPD2UQQ(q, q)
		return q, f.Binary("VPSUBQ", f.Binary("VPMULLQ", y, q), x)
	}
	q, r = part(x)
	more, r := part(r)
	f.Into("VPADDQ", more, q)
	over := f.K()
	f.VPCMPUQ(operand.U8(5), y, r, over) // at least
	f.VPADDQ(f.Load(f.Constant(8, 1)), q, over, q)
	f.VPSUBQ(y, r, over, r)
	return q, r
}

// signs is a mask of the elements below 0.
func signs(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec {
	return f.Shift("VPSRA"+t.Letter(), x, uint8(8*t.Size-1))
}
