package kernel

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// fold writes a function that combines the elements of rows by a kernel's operation: see vector.Fold.
type fold struct {
	*emit.Writer
	pair  func(f *emit.Writer, x emit.Vec, y emit.Arg) emit.Vec
	at    reg.GPVirtual // the next register of the row
	step  reg.GPVirtual // the bytes between two registers of few
	ahead reg.GPVirtual // how many bytes ahead of many memory is prefetched
}

// foldLanes is how many registers of a row are combined side by side. With fewer, each would wait for the
// one before it.
const foldLanes = 8

// Folded has the kernel's operation combine all elements of a row, too.
func (k Kernel) Folded() Kernel {
	k.Folds = true
	return k
}

// foldName is the name of the function.
func (k *Kernel) foldName() string { return fmt.Sprintf("fold%c%s", k.Name[0]-'a'+'A', k.Name[1:]) }

// writeFold appends the function.
func (k *Kernel) writeFold(c *build.Context, data emit.Table) {
	f := &fold{Writer: emit.New(c, k.Width, data), pair: k.Pair}
	c.Function(k.foldName())
	c.Attributes(attr.NOSPLIT)
	c.SignatureExpr("func(rows, n int, to, x uintptr, stride, step, ahead int)")
	param := func(name string) reg.GPVirtual {
		r := f.GP64()
		f.MOVQ(f.Parameter(name), r)
		return r
	}
	rows, n, to, x, stride := param("rows"), param("n"), param("to"), param("x"), param("stride")
	f.step, f.ahead = param("step"), param("ahead")
	left, lanes := f.GP64(), make([]emit.Vec, foldLanes)
	for i := range lanes {
		lanes[i] = f.Vec()
	}
	f.at = f.GP64()
	row, few, ones := f.NewLabel(), f.NewLabel(), f.NewLabel()
	f.Label(row)
	f.MOVQ(x, f.at)
	f.MOVQ(n, left)
	f.CMPQ(left, operand.I8(foldLanes))
	f.JLT(operand.LabelRef(few))
	f.CMPQ(f.step, operand.I32(int32(f.Width)))
	f.JNE(operand.LabelRef(few))
	f.begin(left, lanes)
	f.loop(left, lanes)
	for n := foldLanes / 2; n > 0; n /= 2 { // few wait for another
		for i := range n {
			f.combine(lanes[i], lanes[n+i])
		}
	}
	f.JMP(operand.LabelRef(ones))
	f.Label(few)
	f.begin(left, lanes[:1])
	f.Label(ones)
	f.loop(left, lanes[:1])
	f.Store(lanes[0], operand.Mem{Base: to})
	f.ADDQ(operand.I8(int8(f.Width)), to)
	f.ADDQ(stride, x)
	f.DECQ(rows)
	f.JNZ(operand.LabelRef(row))
	f.VZEROUPPER()
	f.RET()
}

// next calls do for the next registers of the row.
func (f *fold) next(lanes []emit.Vec, do func(i int, m operand.Mem)) {
	for i := range lanes {
		do(i, operand.Mem{Base: f.at, Disp: i * f.Width})
	}
	if len(lanes) == 1 {
		f.ADDQ(f.step, f.at)
		return
	}
	f.ADDQ(operand.I32(int32(len(lanes)*f.Width)), f.at)
}

// loop combines the next registers with the lanes, as long as there are so many left.
func (f *fold) loop(left reg.GPVirtual, lanes []emit.Vec) {
	again, done := f.NewLabel(), f.NewLabel()
	f.Label(again)
	f.SUBQ(operand.I8(int8(len(lanes))), left)
	f.JLT(operand.LabelRef(done))
	if len(lanes) > 1 {
		f.PrefetchAhead(f.at, f.ahead, len(lanes)*f.Width)
	}
	f.next(lanes, func(i int, m operand.Mem) { f.combine(lanes[i], m) })
	f.JMP(operand.LabelRef(again))
	f.Label(done)
	f.ADDQ(operand.I8(int8(len(lanes))), left)
}

// begin loads the first registers of the row into the lanes.
func (f *fold) begin(left reg.GPVirtual, lanes []emit.Vec) {
	f.next(lanes, func(i int, m operand.Mem) {
		if f.Width == 64 {
			f.VMOVDQU64(m, lanes[i])
		} else {
			f.VMOVDQU(m, lanes[i])
		}
	})
	f.SUBQ(operand.I8(int8(len(lanes))), left)
}

// combine combines y with a lane.
func (f *fold) combine(lane emit.Vec, y emit.Arg) {
	if result := f.pair(f.Writer, lane, y); result != lane {
		f.Move(result, lane)
	}
}
