package compare

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// Kernels512 compare 64 bytes with one instruction, which gives a bit for each element, and expand
// 64 bits to bytes at once. On cached data that takes a third less time than masks of whole
// elements.
func Kernels512() []kernel.Kernel {
	var all []kernel.Kernel
	for _, c := range []struct {
		name, row, is  string
		float, integer uint8
		signless       bool
	}{
		{"eq", "Eq", "==", emit.Equal, 0, true}, {"ne", "Ne", "!=", emit.NotEqual, 4, true},
		{"le", "Le", "<=", emit.LessEqual, 2, false}, {"gt", "Gt", ">", emit.GreaterThan, 6, false},
	} {
		add := func(t dtype.Type, instruction string, condition uint8) *kernel.Kernel {
			all = append(all, kernel.Kernel{Name: c.name + t.Name, Is: "x[i] " + c.is + " y[i]", In: []int{t.Size, t.Size}, Out: 1, Width: 64,
				Entries: kernel.EntriesOf(t, dtype.Bool, c.row),
				Vector: func(f *emit.Writer, in kernel.Input) emit.Vec {
					return bytesOf(f, bitsOf(f, t, instruction, condition, in, 0, t.Size))
				}})
			return &all[len(all)-1]
		}
		for _, t := range dtype.Floats {
			add(t, "VCMP"+t.Suffix(), c.float)
		}
		for i, t := range dtype.Signed {
			u := dtype.Unsigned[i]
			k := add(t, "VPCMP"+t.Letter(), c.integer)
			if c.signless {
				*k = k.Also(u)
			} else {
				k = add(u, "VPCMPU"+t.Letter(), c.integer)
			}
			if t.Size == 1 { // bytes of 0 and 1 compare as integers
				*k = k.Also(dtype.Bool)
			}
		}
	}
	return all
}

// bitsOf returns a bit for each element of some registers, from first on.
func bitsOf(f *emit.Writer, t dtype.Type, instruction string, condition uint8, in kernel.Input, first, registers int) reg.OpmaskVirtual {
	k := f.K()
	if registers == 1 {
		f.Do(instruction, operand.U8(condition), in(1, 64*first), f.Load(in(0, 64*first)), k)
		return k
	}
	half := registers / 2
	low, high := bitsOf(f, t, instruction, condition, in, first, half), bitsOf(f, t, instruction, condition, in, first+half, half)
	f.Do(map[int]string{8: "KUNPCKBW", 16: "KUNPCKWD", 32: "KUNPCKDQ"}[64/t.Size*half], low, high, k)
	return k
}

// bytesOf makes bytes of 0 and 1 from 64 bits.
func bytesOf(f *emit.Writer, bits reg.OpmaskVirtual) emit.Vec {
	v := f.Vec()
	f.VPMOVM2B(bits, v) // 0 or -1
	f.VPABSB(v, v)
	return v
}
