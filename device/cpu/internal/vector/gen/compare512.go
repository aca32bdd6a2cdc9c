package main

import "github.com/mmcloughlin/avo/operand"

// comparisons512 are those that AVX-512 computes in half the instructions or fewer: of floats, which its masks
// take without packing, and of unsigned integers of 64 bits, which AVX2 has no instruction for.
func comparisons512() []kernel {
	var all []kernel
	enter := func(t dtype, condition func(f *frame, x vec, y arg, mask operand.Op), name, is, row string) {
		k := comparison(name+t.name+"512", "x[i] "+is+" y[i]", t, 2, nil, false, row)
		k.width = 64
		k.unit = func(f *frame, in input) vec {
			mask := f.joined(t.size, 64/t.size, func(i int) operand.Op {
				mask := f.K()
				condition(f, f.load(in(0, 64*i)), in(1, 64*i), mask)
				return mask
			})
			v := f.vec()
			f.VMOVDQU8_Z(f.load(f.constant(1, 1)), mask, v)
			return v
		}
		all = append(all, k)
	}
	for _, t := range floats {
		for _, c := range []struct {
			name, is, row string
			condition     uint8
		}{{"eq", "==", "Eq", equal}, {"ne", "!=", "Ne", notEqual}, {"lt", "<", "Lt", less}, {"le", "<=", "Le", lessEqual},
			{"gt", ">", "Gt", greaterThan}, {"ge", ">=", "Ge", greaterEqual}} {
			enter(t, func(f *frame, x vec, y arg, mask operand.Op) {
				f.do("VCMP"+t.ps(), operand.U8(c.condition), y, x, mask)
			}, c.name, c.is, c.row)
		}
	}
	for i, c := range []struct{ name, is, row string }{{"lt", "<", "Lt"}, {"le", "<=", "Le"}, {"ge", ">=", "Ge"}, {"gt", ">", "Gt"}} {
		enter(unsigned[3], func(f *frame, x vec, y arg, mask operand.Op) {
			f.VPCMPUQ(operand.U8([]uint8{1, 2, 5, 6}[i]), y, x, mask)
		}, c.name, c.is, c.row)
	}
	return all
}

// joined makes one mask of n, each of so many elements, the first one's lowest. It joins as early as it
// can: there are seven registers.
func (f *frame) joined(n, elements int, mask func(i int) operand.Op) operand.Op {
	if n == 1 {
		return mask(0)
	}
	low := f.joined(n/2, elements, mask)
	high := f.joined(n/2, elements, func(i int) operand.Op { return mask(n/2 + i) })
	name := map[int]string{8: "KUNPCKBW", 16: "KUNPCKWD", 32: "KUNPCKDQ"}[elements*n/2]
	f.do(name, low, high, high)
	return high
}
