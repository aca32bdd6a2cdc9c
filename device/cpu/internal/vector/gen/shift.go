package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// shiftedByOne have narrow integers shifted right by one number: see vector.Reciprocals.
func shiftedByOne() []kernel {
	var all []kernel
	for _, t := range []dtype.Type{dtype.Signed[0], dtype.Unsigned[0], dtype.Signed[1], dtype.Unsigned[1]} {
		k := kernel{name: "shiftRightByOne" + t.Name, is: "x[i] >> z, of which y are the bits that are left",
			in: []int{t.Size, t.Size, 8}, out: t.Size, unroll: 2, entries: entriesOf(t, t, []string{"BitwiseRightShift"})}
		var bits, sign, count emit.Vec
		k.before = func(f *emit.Writer, at []reg.GPVirtual) {
			bits, count = f.Load(operand.Mem{Base: at[1]}), f.XMM()
			f.VMOVDQU(operand.Mem{Base: at[2]}, count)
			if t.Signed && t.Size == 1 {
				sign = f.Binary("VPXOR", bits, f.Binary("VPAND", bits, f.Shift("VPSRLW", bits, 1)))
			}
		}
		k.vector = func(f *emit.Writer, in input) emit.Vec {
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
