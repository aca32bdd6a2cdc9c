package sum

import (
	"math"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// unrounded adds all elements, and asks the processor whether an addition has rounded. If only those of the
// last sums have, it adds these again with errors.
func (f *sum) unrounded() {
	f.combine, f.sums = "VADDPD", f.zeros(8*columns/f.Width)
	flags, exact, rounded := flags{f, f.AllocLocal(8)}, f.NewLabel(), f.NewLabel()
	flags.clear()
	again := f.NewLabel()
	f.Label(again)
	for i, s := range f.sums {
		f.Into(f.combine, f.Unary("VCVTPS2PD", operand.Mem{Base: f.x, Disp: i * f.Width / 2}), s)
	}
	f.nextLine(f.x, f.left, again)
	flags.unless(rounded)

	all := f.Binary(f.combine, f.sums[4], f.sums[0])
	for i := 1; i < 4; i++ {
		f.Into(f.combine, f.Binary(f.combine, f.sums[4+i], f.sums[i]), all)
	}
	f.Into(f.combine, f.turned(all, halves), all)
	f.Into(f.combine, f.turned(all, neighbours), all)
	f.storeFirst(all, f.Zero())
	flags.unless(exact)
	f.MOVQ(operand.I32(0), operand.Mem{Base: f.to, Disp: roundedAt})
	f.VZEROUPPER()
	f.RET()

	f.Label(exact)
	f.lastSums()
	flags.clear()
	for i := len(f.errors) - 3; i > 0; i-- {
		f.Into(f.combine, f.errors[i], f.errors[0])
	}
	f.Into(f.combine, f.turned(f.errors[0], halves), f.errors[0])
	f.Into(f.combine, f.errors[len(f.errors)-2], f.errors[0])
	f.Into(f.combine, f.turned(f.errors[0], neighbours), f.errors[0])
	f.Into(f.combine, f.errors[len(f.errors)-1], f.errors[0])
	f.storeFirst(f.sums[0], f.errors[0])
	flags.store()
	f.VZEROUPPER()
	f.RET()

	f.Label(rounded)
	flags.store()
}

// lastSums adds all sums to one, which every element of a register is. Each addition has an error of its own:
// those of whole registers come first.
func (f *sum) lastSums() {
	f.one = f.every(8, math.Float64bits(1))
	add := func(x, to emit.Vec) {
		e := f.Zero()
		f.addWithError(x, to, e)
		f.errors = append(f.errors, e)
	}
	for n := len(f.sums); n > 1; n /= 2 {
		for i := range n / 2 {
			add(f.sums[n/2+i], f.sums[i])
		}
	}
	add(f.turned(f.sums[0], halves), f.sums[0])
	add(f.turned(f.sums[0], neighbours), f.sums[0])
}

// Orders of the float64s of a register.
const (
	halves     = 0b01001110
	neighbours = 0b10110001
)

// turned has the float64s in another order.
func (f *sum) turned(x emit.Vec, order uint8) emit.Vec {
	v := f.Vec()
	f.VPERMPD(operand.U8(order), x, v)
	return v
}

// storeFirst stores the first element of a sum and of its errors.
func (f *sum) storeFirst(sum, errors emit.Vec) {
	f.VMOVSD(sum.AsX(), operand.Mem{Base: f.to, Disp: offset})
	f.VMOVSD(errors.AsX(), operand.Mem{Base: f.to, Disp: offset + 8*columns})
}

// roundedAt is the offset of the field that says whether something was rounded.
const roundedAt = offset + 2*8*columns

// flags are those of the processor that say what floats have come across. They stay set until they are cleared.
type flags struct {
	*sum
	at operand.Mem
}

const inexact = 1 << 5

// clear clears all flags, which are the lowest six bits.
func (f flags) clear() {
	r := f.GP32()
	f.STMXCSR(f.at)
	f.MOVL(f.at, r)
	f.ANDL(operand.I8(^0x3f), r)
	f.MOVL(r, f.at)
	f.LDMXCSR(f.at)
}

// unless jumps if something was rounded.
func (f flags) unless(to string) {
	f.STMXCSR(f.at)
	f.TESTL(operand.U32(inexact), f.at)
	f.JNZ(operand.LabelRef(to))
}

// store stores whether something was rounded.
func (f flags) store() {
	r := f.GP32()
	f.STMXCSR(f.at)
	f.MOVL(f.at, r)
	f.ANDL(operand.I8(inexact), r)
	f.MOVQ(r.As64(), operand.Mem{Base: f.to, Disp: roundedAt})
}
