package main

import "github.com/mmcloughlin/avo/operand"

// shiftedByOne have narrow integers shifted right by one number: see vector.Reciprocals.
func shiftedByOne() []kernel {
	var all []kernel
	for _, t := range []dtype{signeds[0], unsigned[0], signeds[1], unsigned[1]} {
		k := kernel{name: "shiftRightByOne" + t.name, is: "x[i] >> z, of which y are the bits that are left",
			in: []int{t.size, t.size, 8}, out: t.size, turns: 2, entries: entriesOf(t, t, []string{"BitwiseRightShift"})}
		var bits, sign, count vec
		k.before = func(f *frame) {
			bits, count = f.load(operand.Mem{Base: f.at[1]}), f.XMM()
			f.VMOVDQU(operand.Mem{Base: f.at[2]}, count)
			if t.signed && t.size == 1 {
				sign = f.three("VPXOR", bits, f.three("VPAND", bits, f.shiftBits("VPSRLW", bits, 1)))
			}
		}
		k.unit = func(f *frame, in input) vec {
			x := f.load(in(0, 0))
			if t.size == 2 && t.signed {
				return f.into("VPSRAW", count, x)
			}
			f.into("VPSRLW", count, x)
			if t.size == 1 {
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
