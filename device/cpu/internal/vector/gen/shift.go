package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
)

// shiftedByOne have narrow integers shifted right by one number: see vector.Reciprocals.
func shiftedByOne() []kernel {
	var all []kernel
	for _, t := range []dtype.Type{dtype.Signed[0], dtype.Unsigned[0], dtype.Signed[1], dtype.Unsigned[1]} {
		k := kernel{name: "shiftRightByOne" + t.Name, is: "x[i] >> z, of which y are the bits that are left",
			in: []int{t.Size, t.Size, 8}, out: t.Size, unroll: 2, entries: entriesOf(t, t, []string{"BitwiseRightShift"})}
		var bits, sign, count vec
		k.before = func(f *emitter, at []reg.GPVirtual) {
			bits, count = f.load(operand.Mem{Base: at[1]}), f.XMM()
			f.VMOVDQU(operand.Mem{Base: at[2]}, count)
			if t.Signed && t.Size == 1 {
				sign = f.three("VPXOR", bits, f.three("VPAND", bits, f.shiftBits("VPSRLW", bits, 1)))
			}
		}
		k.vector = func(f *emitter, in input) vec {
			x := f.load(in(0, 0))
			if t.Size == 2 && t.Signed {
				return f.into("VPSRAW", count, x)
			}
			f.into("VPSRLW", count, x)
			if t.Size == 1 {
				f.into("VPAND", bits, x)
			}
			if sign != nil {
				return f.into("VPSUBB", sign, f.into("VPXOR", sign, x))
			}
			return x
		}
		all = append(all, k)
	}
	return all
}
