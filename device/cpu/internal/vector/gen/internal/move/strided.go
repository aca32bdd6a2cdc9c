package move

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// strided says how elements of a stride are collected in a register. It loads stride registers. Each
// begins one element before the end of the one before. The wanted elements have different positions
// in their registers, and no byte beyond the last element is read.
type strided struct{ size, stride int }

// lane is how many bytes are loaded at a time: 32 or, twice, 16.
func (s strided) lane() int {
	for a, b := 32/s.size-1, s.stride; ; a, b = b, a%b {
		if b == 1 {
			return 32
		}
		if b == 0 { // they would have the same positions
			return 16
		}
	}
}

// positions has, for every element of a lane, which load has it, and where.
func (s strided) positions() (load, position []int) {
	n := s.lane() / s.size
	for i := range n {
		k := max((i*s.stride-1)/(n-1), 0)
		load, position = append(load, k), append(position, i*s.stride-k*(n-1))
	}
	return load, position
}

// everyOf returns a function that loads a register of elements at a stride.
func (f *gather) everyOf(size, stride int) func(at operand.Mem) emit.Vec {
	s := strided{size, stride}
	loads, positions := s.positions()
	n := len(positions)
	blends := make([]func(other operand.Op, v emit.Vec), stride)
	for k := range blends {
		var from []int
		for i, load := range loads {
			if load == k {
				from = append(from, positions[i])
			}
		}
		if k > 0 && len(from) > 0 {
			blends[k] = f.blend(s, from)
		}
	}
	order := f.order(s, positions)
	return func(at operand.Mem) emit.Vec {
		v := f.YMM()
		for k := range stride {
			m, to := at, v
			m.Disp = k * (n - 1) * size
			switch {
			case k > 0 && blends[k] == nil:
				continue
			case k > 0 && s.lane() == 32:
				blends[k](m, v)
				continue
			case k > 0:
				to = f.YMM()
			}
			if s.lane() == 32 {
				f.VMOVDQU(m, to)
			} else {
				f.VMOVDQU(m, to.AsX())
				m.Disp += 16 * stride
				f.VINSERTI128(operand.U8(1), m, to, to)
			}
			if k > 0 {
				blends[k](to, v)
			}
		}
		return order(v)
	}
}

// blend returns a function that takes the elements at the given positions of every lane.
func (f *gather) blend(s strided, positions []int) func(other operand.Op, v emit.Vec) {
	if s.size == 1 {
		var mask [32]byte
		for _, p := range positions {
			for lane := 0; lane < 32; lane += s.lane() {
				mask[lane+p] = 0xff
			}
		}
		chosen := f.bytes("blend", mask)
		return func(other operand.Op, v emit.Vec) { f.VPBLENDVB(chosen, other, v, v) }
	}
	name, unit, bits := "VPBLENDW", 2, 0
	if s.size > 2 {
		name, unit = "VPBLENDD", 4
	}
	for _, p := range positions {
		for b := p * s.size; b < 32; b += s.lane() {
			bits |= (1<<(s.size/unit) - 1) << (b / unit)
		}
	}
	return func(other operand.Op, v emit.Vec) { f.Do(name, operand.U8(bits), other, v, v) }
}

// order returns a function that puts every lane's elements into order.
func (f *gather) order(s strided, positions []int) func(v emit.Vec) emit.Vec {
	var from [32]int // the byte that comes to a position
	within, sorted := true, true
	for b := range from {
		from[b] = b/s.lane()*s.lane() + positions[b%s.lane()/s.size]*s.size + b%s.size
		within, sorted = within && from[b]/16 == b/16, sorted && from[b] == b
	}
	if sorted {
		return func(v emit.Vec) emit.Vec { return v }
	}
	if s.size >= 4 {
		var index [32]byte
		for b := 0; b < 32; b += 4 {
			index[b] = byte(from[b] / 4)
		}
		chosen := f.bytes("order", index)
		return func(v emit.Vec) emit.Vec {
			f.VPERMD(v, chosen, v)
			return v
		}
	}
	var same, across [32]byte // of the half that a byte lies in, and of the other one
	for b := range from {
		same[b], across[b] = byte(from[b]%16), 0x80
		if from[b]/16 != b/16 {
			same[b], across[b] = across[b], same[b]
		}
	}
	near := f.bytes("near", same)
	if within {
		return func(v emit.Vec) emit.Vec {
			f.VPSHUFB(near, v, v)
			return v
		}
	}
	far := f.bytes("far", across)
	return func(v emit.Vec) emit.Vec {
		other := f.YMM()
		f.VPERMQ(operand.U8(0x4e), v, other)
		f.VPSHUFB(near, v, v)
		f.VPSHUFB(far, other, other)
		f.VPOR(other, v, v)
		return v
	}
}

// bytes is a register with the given content.
func (f *gather) bytes(what string, content [32]byte) emit.Vec {
	v := f.YMM()
	f.VMOVDQU(f.table(what, content[:]), v)
	return v
}

// table is memory with the given content.
func (f *gather) table(what string, content []byte) operand.Mem {
	f.tables++
	m := f.StaticGlobal(fmt.Sprintf("%s%s%d", f.name, what, f.tables))
	f.DataAttributes(attr.RODATA | attr.NOPTR)
	for i := 0; i < len(content); i += 8 {
		var word uint64
		for k, b := range content[i : i+8] {
			word |= uint64(b) << (8 * k)
		}
		f.AddDatum(i, operand.U64(word))
	}
	return m
}
