package sum

import (
	"math"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// unrounded adds the elements of each of to.Rows rows, and asks the processor whether an addition has rounded. If
// only those of a row's last sums have, it adds these again with errors. Else it ends with the rows before.
func (f *sum) unrounded() {
	f.rowsUnrounded(func() {}, func(x, ahead reg.GPVirtual) {
		f.PrefetchAhead(x, ahead, line)
		for i, s := range f.sums {
			f.take(f.Unary("VCVTPS2PD", operand.Mem{Base: x, Disp: i * f.Width / 2}), s)
		}
	}, func() {})
}

// unroundedProducts does the same with the products of elements of two rows. They are rounded to float32, which
// instructions of AVX-512 do without telling.
func (f *sum) unroundedProducts() {
	f.Width = 64
	from, y, stride := f.GP64(), f.GP64(), f.GP64()
	f.MOVQ(operand.Mem{Base: f.to, Disp: sumsAt}, from)
	f.MOVQ(operand.Mem{Base: f.to, Disp: strideAt}, stride)
	f.SUBQ(stride, from)
	f.rowsUnrounded(func() {
		f.ADDQ(stride, from)
		f.MOVQ(from, y)
	}, func(x, ahead reg.GPVirtual) {
		f.PrefetchAhead(x, ahead, line)
		f.PrefetchAhead(y, ahead, line)
		for at := 0; at < line; at += f.Width {
			p := f.Load(operand.Mem{Base: x, Disp: at})
			f.VMULPS_RN_SAE(f.Load(operand.Mem{Base: y, Disp: at}), p, p)
			for i, half := range f.halvesOf(p) {
				f.take(f.Unary("VCVTPS2PD", half), f.sums[2*at/f.Width+i])
			}
		}
		f.ADDQ(operand.I32(line), y)
	}, func() {
		var all []emit.Vec
		for _, s := range f.sums {
			all = append(all, f.halvesOf(s)...)
		}
		f.sums, f.one, f.Width = all, f.one.AsY().(emit.Vec), width
	})
}

// halvesOf are the halves of a register of AVX-512.
func (f *sum) halvesOf(x emit.Vec) []emit.Vec {
	upper := f.YMM()
	f.VEXTRACTF64X4(operand.U8(1), x, upper)
	return []emit.Vec{x.AsY().(emit.Vec), upper}
}

// rowsUnrounded is unrounded with code for the beginning of a row, for a line, and for its end, where the sums are of
// AVX2.
func (f *sum) rowsUnrounded(begin func(), add func(x, ahead reg.GPVirtual), narrow func()) {
	f.combine, f.one = "VADDPD", f.every(8, math.Float64bits(1))
	x, left, rows, to, ahead := f.GP64(), f.GP64(), f.GP64(), f.GP64(), f.GP64()
	f.MOVQ(operand.Mem{Base: f.to, Disp: rowsAt}, rows)
	f.MOVQ(operand.Mem{Base: f.to, Disp: aheadAt}, ahead)
	f.MOVQ(f.to, to)
	flags, row, exact, next, end := flags{f, f.AllocLocal(8)}, f.NewLabel(), f.NewLabel(), f.NewLabel(), f.NewLabel()
	flags.clear()
	f.Label(row)
	f.MOVQ(f.x, x)
	f.MOVQ(f.left, left)
	begin()
	f.sums = f.zeros(8 * columns / f.Width)
	again := f.NewLabel()
	f.Label(again)
	add(x, ahead)
	f.ADDQ(operand.I32(line), x)
	f.DECQ(left)
	f.JNZ(operand.LabelRef(again))
	flags.unless(end)

	narrow()
	all := f.Binary(f.combine, f.sums[4], f.sums[0])
	for i := 1; i < 4; i++ {
		f.Into(f.combine, f.Binary(f.combine, f.sums[4+i], f.sums[i]), all)
	}
	f.Into(f.combine, f.turned(all, halves), all)
	f.Into(f.combine, f.turned(all, neighbours), all)
	f.storeFirst(to, all, f.Zero())
	flags.unless(exact)
	f.Label(next)
	f.ADDQ(f.stride, f.x)
	f.ADDQ(operand.I32(8), to)
	f.DECQ(rows)
	f.JNZ(operand.LabelRef(row))
	f.Label(end)
	f.SUBQ(rows, operand.Mem{Base: f.to, Disp: rowsAt})
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
	f.storeFirst(to, f.sums[0], f.errors[0])
	flags.unless(end)
	f.JMP(operand.LabelRef(next))
}

// inPlace combines lines with the results of columns, some columns after the other, and asks the processor whether
// something was lost.
func (f *sum) inPlace(combine string, lost uint32) {
	f.combine, f.one = combine, f.every(8, math.Float64bits(1))
	x, left, count, at := f.GP64(), f.GP64(), f.GP64(), f.GP64()
	f.MOVQ(operand.Mem{Base: f.to, Disp: rowsAt}, count)
	f.MOVQ(operand.Mem{Base: f.to, Disp: sumsAt}, at)
	flags, some := flags{f, f.AllocLocal(8)}, f.NewLabel()
	flags.clear()
	f.Label(some)
	f.MOVQ(f.x, x)
	f.MOVQ(f.left, left)
	for i := range 8 * columns / f.Width {
		f.sums = append(f.sums, f.Load(operand.Mem{Base: at, Disp: i * f.Width}))
	}
	f.eachLine(x, left)
	f.storeSumsTo(at, f.sums, 0)
	f.ADDQ(operand.I32(line), f.x)
	f.ADDQ(operand.I32(8*columns), at)
	f.SUBQ(operand.I8(columns), count)
	f.JNZ(operand.LabelRef(some))
	flags.end(lost)
}

// multiplyAll multiplies all elements of lines, and asks the processor whether something was lost.
func (f *sum) multiplyAll() {
	f.combine = "VMULPD"
	for range 8 * columns / f.Width {
		f.sums = append(f.sums, f.every(8, math.Float64bits(1)))
	}
	flags := flags{f, f.AllocLocal(8)}
	flags.clear()
	f.eachLine(f.x, f.left)
	f.halve(len(f.sums))
	f.storeSums(f.sums[:1], offset)
	flags.end(overflow | underflow)
}

// eachLine combines lines with results.
func (f *sum) eachLine(x, left reg.GPVirtual) {
	again := f.NewLabel()
	f.Label(again)
	for i, s := range f.sums {
		f.take(f.Unary("VCVTPS2PD", operand.Mem{Base: x, Disp: i * f.Width / 2}), s)
	}
	f.ADDQ(f.stride, x)
	f.DECQ(left)
	f.JNZ(operand.LabelRef(again))
}

// lastSums adds all sums to one, which every element of a register is. Each addition has an error of its own:
// those of whole registers come first.
func (f *sum) lastSums() {
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
func (f *sum) storeFirst(to reg.GPVirtual, sum, errors emit.Vec) {
	f.VMOVSD(sum.AsX(), operand.Mem{Base: to, Disp: offset})
	f.VMOVSD(errors.AsX(), operand.Mem{Base: to, Disp: offset + 8*columns})
}

// Offsets of the number of rows, of where sums of columns lie, and of the bytes to prefetch ahead.
const (
	rowsAt  = offset + 2*8*columns
	sumsAt  = rowsAt + 8
	aheadAt = sumsAt + 8

	strideAt = aheadAt + 8
)

// flags are those of the processor that say what floats have come across. They stay set until they are cleared.
type flags struct {
	*sum
	at operand.Mem
}

const (
	overflow  = 1 << 3
	underflow = 1 << 4
	inexact   = 1 << 5
)

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
	f.test(inexact)
	f.JNZ(operand.LabelRef(to))
}

func (f flags) test(of uint32) {
	f.STMXCSR(f.at)
	f.TESTL(operand.U32(of), f.at)
}

// end returns. If something was lost, there are no rows then.
func (f flags) end(lost uint32) {
	nothing := f.NewLabel()
	f.VZEROUPPER()
	f.test(lost)
	f.JEQ(operand.LabelRef(nothing))
	f.MOVQ(operand.I32(0), operand.Mem{Base: f.to, Disp: rowsAt})
	f.Label(nothing)
	f.RET()
}
