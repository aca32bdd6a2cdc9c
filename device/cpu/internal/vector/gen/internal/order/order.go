// Package order writes routines that sort. They order keys: unsigned integers of four or eight bytes.
package order

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// Routines are those of AVX-512.
func Routines() (all []kernel.Routine) {
	for _, size := range []int{4, 8} {
		add := func(name, parameters, list, doc string, write func(f *order)) {
			all = append(all, kernel.Routine{
				Name: fmt.Sprint(name, 8*size), Parameters: parameters, List: list, Key: fmt.Sprint(size), Doc: doc,
				Write: func(c *build.Context) { write(&order{emit.New(c, 64, nil), size}) },
			})
		}
		add("key", "(rows, n int, to, from unsafe.Pointer, toRow, fromRow int, form unsafe.Pointer) uint", "keys",
			"is a vector.Key.", (*order).key)
		add("partition", "(n int, pivot uint, less, all unsafe.Pointer) int", "partitions",
			"is a vector.Partition.", (*order).partition)
		add("network", "(n int, pairs, lines unsafe.Pointer)", "networks",
			"is a vector.Network.", (*order).network)
		add("sortLines", "(n int, lines unsafe.Pointer)", "lineSorts",
			"is a vector.Lines that sorts.", func(f *order) { f.sixteen(sorting()) })
		add("mergeLines", "(n int, lines unsafe.Pointer)", "lineMerges",
			"is a vector.Lines that merges.", func(f *order) { f.sixteen(merging()) })
	}
	return all
}

// order writes one function, for keys of a size.
type order struct {
	*emit.Writer
	size int
}

// lanes is how many keys a register has.
func (f *order) lanes() int { return 64 / f.size }

// do appends an instruction whose name ends with the size of a key.
func (f *order) do(name string, ops ...operand.Op) {
	f.Do(name+map[int]string{4: "D", 8: "Q"}[f.size], ops...)
}

func (f *order) parameter(name string) reg.GPVirtual {
	r := f.GP64()
	f.Context.Load(f.Param(name), r)
	return r
}

// broadcast is a register with copies of a key.
func (f *order) broadcast(from operand.Op) emit.Vec {
	v := f.ZMM()
	f.do("VPBROADCAST", from, v)
	return v
}

// lower is a mask of the lowest lanes.
func (f *order) lower(lanes reg.GPVirtual) reg.OpmaskVirtual {
	k, ones := f.K(), f.GP64()
	f.MOVL(operand.U32(0xffff), ones.As32())
	f.BZHIL(lanes.As32(), ones.As32(), ones.As32())
	f.KMOVW(ones.As32(), k)
	return k
}

// partition copies the keys up to the pivot to one list, and the others to the front of their own. A register is
// compressed before it is stored: compresses to memory are slow on some processors.
func (f *order) partition() {
	n, less, from := f.parameter("n"), f.parameter("less"), f.parameter("all")
	pivot, greater, begin, count := f.broadcast(f.Parameter("pivot")), f.GP64(), f.GP64(), f.GP64()
	f.MOVQ(from, greater)
	f.MOVQ(less, begin)
	step := func(tail reg.OpmaskVirtual) {
		v, low, high, is, not := f.ZMM(), f.ZMM(), f.ZMM(), f.K(), f.K()
		f.VMOVDQU64(operand.Mem{Base: from}, v)
		if tail != nil {
			f.do("VPCMPU", operand.U8(2), pivot, v, tail, is)
			f.KANDNW(tail, is, not)
		} else {
			f.do("VPCMPU", operand.U8(2), pivot, v, is)
			f.KNOTW(is, not)
		}
		f.Do("VPCOMPRESS"+map[int]string{4: "D", 8: "Q"}[f.size]+"_Z", v, is, low)
		f.Do("VPCOMPRESS"+map[int]string{4: "D", 8: "Q"}[f.size]+"_Z", v, not, high)
		f.VMOVDQU64(low, operand.Mem{Base: less})
		f.VMOVDQU64(high, operand.Mem{Base: greater})
		f.KMOVW(is, count.As32())
		f.POPCNTL(count.As32(), count.As32())
		f.LEAQ(operand.Mem{Base: less, Index: count, Scale: uint8(f.size)}, less)
	}
	again, last, end := f.NewLabel(), f.NewLabel(), f.NewLabel()
	f.SUBQ(operand.I8(f.lanes()), n)
	f.JL(operand.LabelRef(last))
	f.Label(again)
	step(nil)
	f.SHLQ(operand.U8(map[int]uint8{4: 2, 8: 3}[f.size]), count)
	f.SUBQ(count, greater)
	f.ADDQ(operand.I8(64), greater)
	f.ADDQ(operand.I8(64), from)
	f.SUBQ(operand.I8(f.lanes()), n)
	f.JGE(operand.LabelRef(again))
	f.Label(last)
	f.ADDQ(operand.I8(f.lanes()), n)
	f.JZ(operand.LabelRef(end))
	step(f.lower(n))
	f.Label(end)
	f.SUBQ(begin, less)
	f.SHRQ(operand.U8(map[int]uint8{4: 2, 8: 3}[f.size]), less)
	f.Context.Store(less, f.ReturnIndex(0))
	f.VZEROUPPER()
	f.RET()
}

// network puts lines in order, whose keys are minima and maxima. A maximum is what both keys and the minimum make by exclusive
// or: another port computes it.
func (f *order) network() {
	n, pairs, lines, lower, upper := f.parameter("n"), f.parameter("pairs"), f.parameter("lines"), f.GP64(), f.GP64()
	again := f.NewLabel()
	f.Label(again)
	f.MOVWQZX(operand.Mem{Base: pairs}, lower)
	f.MOVWQZX(operand.Mem{Base: pairs, Disp: 2}, upper)
	low, high := operand.Mem{Base: lines, Index: lower, Scale: 1}, operand.Mem{Base: lines, Index: upper, Scale: 1}
	x, y, least := f.Load(low), f.Load(high), f.ZMM()
	f.do("VPMINU", y, x, least)
	f.VPTERNLOGD(operand.U8(0x96), least, y, x)
	f.VMOVDQU64(least, low)
	f.VMOVDQU64(x, high)
	f.ADDQ(operand.I8(4), pairs)
	f.DECQ(n)
	f.JNZ(operand.LabelRef(again))
	f.VZEROUPPER()
	f.RET()
}

// sixteen puts the pairs of each sixteen lines in order. The lines are in registers. A seventeenth one is free: it gets
// the lower keys of a pair, whose register is free then.
func (f *order) sixteen(pairs [][2]int) {
	n, lines := f.parameter("n"), f.parameter("lines")
	all := []reg.VecPhysical{reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z4, reg.Z5, reg.Z6, reg.Z7, reg.Z8,
		reg.Z9, reg.Z10, reg.Z11, reg.Z12, reg.Z13, reg.Z14, reg.Z15, reg.Z16}
	again := f.NewLabel()
	f.Label(again)
	for i, v := range all[:16] {
		f.VMOVDQU64(operand.Mem{Base: lines, Disp: 64 * i}, v)
	}
	for _, p := range pairs {
		lower, upper, free := &all[p[0]], all[p[1]], &all[16]
		f.do("VPMINU", upper, *lower, *free)
		f.VPTERNLOGD(operand.U8(0x96), *free, *lower, upper)
		*free, *lower = *lower, *free
	}
	for i, v := range all[:16] {
		f.VMOVDQU64(v, operand.Mem{Base: lines, Disp: 64 * i})
	}
	f.ADDQ(operand.I32(16*64), lines)
	f.DECQ(n)
	f.JNZ(operand.LabelRef(again))
	f.VZEROUPPER()
	f.RET()
}

// sorting are the pairs of Batcher's network for sixteen lines.
func sorting() (pairs [][2]int) {
	for half := 1; half < 16; half *= 2 {
		for apart := half; apart > 0; apart /= 2 {
			for first := apart % half; first+apart < 16; first += 2 * apart {
				for i := first; i < min(first+apart, 16-apart); i++ {
					if i/(2*half) == (i+apart)/(2*half) {
						pairs = append(pairs, [2]int{i, i + apart})
					}
				}
			}
		}
	}
	return pairs
}

// merging are the pairs that sort sixteen lines which first rise and then fall, or the other way round.
func merging() (pairs [][2]int) {
	for apart := 8; apart > 0; apart /= 2 {
		for i := range 16 {
			if i&apart == 0 {
				pairs = append(pairs, [2]int{i, i + apart})
			}
		}
	}
	return pairs
}

// key makes keys of elements, or elements of keys. Those of integers take one step.
func (f *order) key() {
	rows, n, to, from := f.parameter("rows"), f.parameter("n"), f.parameter("to"), f.parameter("from")
	form, at, left := f.parameter("form"), f.GP64(), f.GP64()
	field := func(i int) emit.Vec { return f.broadcast(operand.Mem{Base: form, Disp: 8 * i}) }
	before, sign, behind, infinity := field(0), field(1), field(2), field(3)
	one, all, found, negative := f.ZMM(), f.K(), f.GP64(), f.GP64()
	f.MOVQ(operand.Mem{Base: form, Disp: 8}, negative)
	f.VPTERNLOGD(operand.U8(0xff), before, before, one)
	f.XORL(found.As32(), found.As32())
	step := func(tail reg.OpmaskVirtual) {
		v, s, special, any, integer := f.ZMM(), f.ZMM(), f.K(), f.K(), f.NewLabel()
		m := operand.Mem{Base: from, Index: at, Scale: uint8(f.size)}
		to := operand.Mem{Base: to, Index: at, Scale: uint8(f.size)}
		move := "VMOVDQU" + fmt.Sprint(8*f.size)
		if tail != nil {
			f.Do(move+"_Z", m, tail, v)
		} else {
			f.Do(move, m, v)
		}
		f.VMOVDQA64(before, s)
		f.TESTQ(negative, negative)
		f.JZ(operand.LabelRef(integer))
		f.do("VPADD", v, v, s)
		f.do("VPADD", one, s, s)
		f.do("VPTESTM", v, v, any)
		f.do("VPCMPU", operand.U8(5), infinity, s, any, special)
		f.KORW(special, all, all)
		f.VPXORD(before, v, v)
		f.do("VPSRA", operand.U8(8*f.size-1), v, s)
		f.VPANDD(sign, s, s)
		f.Label(integer)
		f.VPTERNLOGD(operand.U8(0x96), behind, s, v)
		if tail != nil {
			f.Do(move, v, tail, to)
		} else {
			f.Do(move, v, to)
		}
	}
	f.KXORW(all, all, all)
	row, again, last, end := f.NewLabel(), f.NewLabel(), f.NewLabel(), f.NewLabel()
	f.Label(row)
	f.XORL(at.As32(), at.As32())
	f.MOVQ(n, left)
	f.SUBQ(operand.I8(f.lanes()), left)
	f.JL(operand.LabelRef(last))
	f.Label(again)
	step(nil)
	f.ADDQ(operand.I8(f.lanes()), at)
	f.SUBQ(operand.I8(f.lanes()), left)
	f.JGE(operand.LabelRef(again))
	f.Label(last)
	f.ADDQ(operand.I8(f.lanes()), left)
	f.JZ(operand.LabelRef(end))
	step(f.lower(left))
	f.Label(end)
	f.ADDQ(f.Parameter("toRow"), to)
	f.ADDQ(f.Parameter("fromRow"), from)
	f.DECQ(rows)
	f.JNZ(operand.LabelRef(row))
	f.KMOVW(all, found.As32())
	f.Context.Store(found, f.ReturnIndex(0))
	f.VZEROUPPER()
	f.RET()
}
