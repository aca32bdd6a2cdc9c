package bits

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// ShiftedByOne have narrow integers shifted right by one number: see vector.Reciprocals.
func ShiftedByOne() []kernel.Kernel {
	var all []kernel.Kernel
	for _, t := range []dtype.Type{dtype.Signed[0], dtype.Unsigned[0], dtype.Signed[1], dtype.Unsigned[1]} {
		k := kernel.Kernel{Name: "shiftRightByOne" + t.Name, Is: "x[i] >> z, where y has the bits that remain",
			In: []int{t.Size, t.Size, 8}, Out: t.Size, Unroll: 2, Entries: kernel.EntriesOf(t, t, "BitwiseRightShift")}
		var bits, sign, count emit.Vec
		k.Before = func(f *emit.Writer, at []reg.GPVirtual) {
			bits, count = f.Load(operand.Mem{Base: at[1]}), f.XMM()
			f.VMOVDQU(operand.Mem{Base: at[2]}, count)
			if t.Signed && t.Size == 1 {
				sign = f.Binary("VPXOR", bits, f.Binary("VPAND", bits, f.Shift("VPSRLW", bits, 1)))
			}
		}
		k.Vector = func(f *emit.Writer, in kernel.Input) emit.Vec {
			x := f.Load(in(0, 0))
			if t.Size == 2 && t.Signed {
				return f.Into("VPSRAW", count, x)
			}
			f.Into("VPSRLW", count, x)
			if t.Size == 1 {
				f.Into("VPAND", bits, x)
			}
			if sign != nil {
				return f.Into("VPSUBB", sign, f.Into("VPXOR", sign, x))
			}
			return x
		}
		all = append(all, k)
	}
	return all
}
