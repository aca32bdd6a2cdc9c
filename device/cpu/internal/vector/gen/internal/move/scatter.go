package move

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// Scatters are the inverse of wideGathers. Their stores leave the gaps unchanged.
func Scatters() []kernel.Routine {
	var all []kernel.Routine
	for _, size := range []int{4, 8} {
		for stride := 2; stride < len(strideNames); stride++ {
			is := fmt.Sprintf("to[r*toRow][%d*i] = from[r*fromRow][i]", stride)
			r := gatherRoutine(fmt.Sprint("toE", strideNames[stride][1:], 8*size), strided{size, stride}, is, 64/size, 64, func(f *gather) { f.scatter(size, stride) })
			r.List = "scatters"
			all = append(all, r)
		}
	}
	return all
}

// scatter goes over rows that have a register's elements at least; their last ones are stored
// together with some before them.
func (f *gather) scatter(size, stride int) {
	n := 64 / size
	var indices []emit.Vec
	var masks []operand.Op
	for k := range stride { // the registers that one becomes
		var from [64]byte
		bits := 0
		for i := range n {
			if p := k*n + i; p%stride == 0 {
				from[i*size], bits = byte(p/stride), bits|1<<i
			}
		}
		index, mask, word := f.ZMM(), f.K(), f.GP32()
		f.VMOVDQU64(f.table("index", from[:]), index)
		f.MOVL(operand.U32(uint32(bits)), word)
		f.KMOVW(word, mask)
		indices, masks = append(indices, index), append(masks, mask)
	}
	store := func(from, to reg.Register) {
		v := f.ZMM()
		f.VMOVDQU64(operand.Mem{Base: from}, v)
		for k := range stride {
			part := f.ZMM()
			f.Do("VPERM"+dtype.Letter(size), v, indices[k], part)
			f.Do(fmt.Sprint("VMOVDQU", 8*size), part, masks[k], operand.Mem{Base: to, Disp: 64 * k})
		}
	}
	to, from, left, last, lastTo := f.GP64(), f.GP64(), f.GP64(), f.GP64(), f.GP64()
	f.LEAQ(operand.Mem{Base: f.n, Disp: -n}, last)
	f.ShiftGeneral("SHLQ", last, size)
	f.IMUL3Q(operand.I8(int8(stride)), last, lastTo)
	f.eachRow(func() {
		again, few := f.NewLabel(), f.NewLabel()
		f.MOVQ(f.to, to)
		f.MOVQ(f.from, from)
		f.MOVQ(f.n, left)
		f.SUBQ(operand.I8(int8(n)), left)
		f.JLE(operand.LabelRef(few))
		f.Label(again)
		store(from, to)
		f.ADDQ(operand.I8(64), from)
		f.ADDQ(operand.I32(int32(64*stride)), to)
		f.SUBQ(operand.I8(int8(n)), left)
		f.JG(operand.LabelRef(again))
		f.Label(few)
		f.LEAQ(operand.Mem{Base: f.from, Index: last, Scale: 1}, from)
		f.LEAQ(operand.Mem{Base: f.to, Index: lastTo, Scale: 1}, to)
		store(from, to)
	})
}
