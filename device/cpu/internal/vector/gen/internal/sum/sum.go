// Package sum writes routines that add float32s in float64, and note which magnitudes they have. From
// these it follows whether an addition may have rounded.
package sum

import (
	"fmt"
	"slices"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// columns is how many elements a line has.
const columns = 32

// Routines add lines of float32s, by registers of the given width. The first makes one sum of all
// elements. The others make a sum of each column, and the last also says how far each is off.
func Routines(width int) []kernel.Routine {
	return []kernel.Routine{
		routine("sumAll", "vector.All", width, "to.Of[0] += float64(x[k*stride][i])", func(f *sum) {
			f.begin()
			f.lines()
			f.storeMagnitudes()
			f.storeSum()
		}),
		routine("sumColumns", "vector.EachColumn", width, "to.Of[i] += float64(x[k*stride][i])", func(f *sum) {
			f.begin()
			f.lines()
			f.storeMagnitudes()
			f.storeSums(f.sums, offset)
		}),
		routine("sumWithErrors", "vector.WithErrors", width,
			"to.Of[i], e = TwoSum(to.Of[i], float64(x[k*stride][i]))\n//\t\t\tto.Errors[i] += e", (*sum).withErrors),
	}
}

func routine(name, key string, width int, does string, write func(f *sum)) kernel.Routine {
	return kernel.Routine{
		Name: name, Parameters: "(lines int, x unsafe.Pointer, stride int, to *vector.Sums)",
		List: "sums", Key: key,
		Doc: "is, with a stride in bytes, and at least one line,\n//\n//\tfor k := range lines {\n" +
			fmt.Sprintf("//\t\tfor i := range %d {\n//\t\t\t%s\n//\t\t}\n//\t}\n//\n", columns, does) +
			"// where sums begin with 0. vector.Sums says what else it stores.",
		Write: func(c *build.Context) {
			f := &sum{Writer: emit.New(c, width, nil)}
			f.parameters()
			write(f)
			f.VZEROUPPER()
			f.RET()
		},
	}
}

// sum writes one routine.
type sum struct {
	*emit.Writer
	x, stride, left, to reg.GPVirtual
	sums                []emit.Vec // of float64s
	least, most         emit.Vec   // of uint32s: the magnitudes less 1, and the magnitudes
	withoutSign, minus1 emit.Vec
}

func (f *sum) parameters() {
	for _, p := range []struct {
		name string
		to   *reg.GPVirtual
	}{{"lines", &f.left}, {"x", &f.x}, {"stride", &f.stride}, {"to", &f.to}} {
		*p.to = f.GP64()
		f.Context.Load(f.Param(p.name), *p.to)
	}
}

func (f *sum) begin() {
	f.withoutSign, f.minus1 = f.every(1<<31-1), f.every(1<<32-1)
	f.least, f.most = f.every(1<<32-1), f.every(0)
	f.sums = f.zeros(8 * columns / f.Width)
}

func (f *sum) zeros(n int) (all []emit.Vec) {
	for range n {
		all = append(all, f.every(0))
	}
	return all
}

// every is a register with the bits in every element of 4 bytes.
func (f *sum) every(bits uint32) emit.Vec {
	r, x, v := f.GP32(), f.XMM(), f.Vec()
	f.MOVL(operand.U32(bits), r)
	f.VMOVD(r, x)
	f.VPBROADCASTD(x, v)
	return v
}

// lines adds all lines.
func (f *sum) lines() {
	again := f.NewLabel()
	f.Label(again)
	for at := 0; at < 4*columns; at += f.Width {
		m := operand.Mem{Base: f.x, Disp: at}
		magnitude := f.And(f.withoutSign, m)
		f.Into("VPMAXUD", magnitude, f.most)
		f.Into("VPMINUD", f.Binary("VPADDD", f.minus1, magnitude), f.least)
		for half := range 2 {
			s := f.sums[2*at/f.Width+half]
			f.Into("VADDPD", f.Unary("VCVTPS2PD", m.Offset(half*f.Width/2)), s)
		}
	}
	for disp := 0; disp < 4*columns; disp += 64 { // the columns that are next
		f.PREFETCHT1(operand.Mem{Base: f.x, Disp: 4*columns + disp})
	}
	f.nextLine(f.x, f.left, again)
}

func (f *sum) nextLine(x, left reg.GPVirtual, again string) {
	f.ADDQ(f.stride, x)
	f.DECQ(left)
	f.JNZ(operand.LabelRef(again))
}

// withErrors goes over the lines as often as the registers for sums and errors require.
func (f *sum) withErrors() {
	const most = 4 // registers of sums
	x, left := f.GP64(), f.GP64()
	sums, errors := f.zeros(most), f.zeros(most)
	for at := 0; at < 8*columns; at += most * f.Width {
		again := f.NewLabel()
		f.MOVQ(f.x, x)
		f.MOVQ(f.left, left)
		f.Label(again)
		for i := range most {
			f.addWithError(f.Unary("VCVTPS2PD", operand.Mem{Base: x, Disp: at/2 + i*f.Width/2}), sums[i], errors[i])
		}
		f.nextLine(x, left, again)
		f.storeSums(sums, offset+at)
		f.storeSums(errors, offset+8*columns+at)
		for _, v := range slices.Concat(sums, errors) {
			f.Do(f.Bitwise("VPXOR"), v, v, v)
		}
	}
}

// addWithError adds x to a sum, and what rounding takes from it to the errors: Knuth's TwoSum.
func (f *sum) addWithError(x, sum, errors emit.Vec) {
	minus := func(x, y emit.Vec) emit.Vec { return f.Binary("VSUBPD", y, x) }
	t := f.Binary("VADDPD", x, sum)
	z := minus(t, sum)
	e := f.Into("VADDPD", minus(x, z), minus(sum, minus(t, z)))
	f.Into("VADDPD", e, errors)
	f.Move(t, sum)
}

// storeMagnitudes stores the least and the greatest element.
func (f *sum) storeMagnitudes() {
	f.storeAcross("VPMINUD", f.least, 0)
	f.storeAcross("VPMAXUD", f.most, 4)
}

func (f *sum) storeAcross(name string, v emit.Vec, at int) {
	x := f.halves(name, v)
	for _, order := range []uint8{0b1110, 0b0001} {
		y := f.XMM()
		f.VPSHUFD(operand.U8(order), x, y)
		f.Do(name, y, x, x)
	}
	f.VMOVD(x, operand.Mem{Base: f.to, Disp: at})
}

// halves combines the halves of a register, until 16 bytes are left.
func (f *sum) halves(name string, v emit.Vec) reg.VecVirtual {
	y, x := v.AsY(), f.XMM()
	if f.Width == 64 {
		upper := f.YMM()
		f.VEXTRACTI64X4(operand.U8(1), v, upper)
		f.Do(name, upper, y, y)
	}
	f.VEXTRACTI128(operand.U8(1), y, x)
	f.Do(name, v.AsX(), x, x)
	return x
}

// offset is that of the sums.
const offset = 8

func (f *sum) storeSums(sums []emit.Vec, at int) {
	for i, s := range sums {
		f.Store(s, operand.Mem{Base: f.to, Disp: at + i*f.Width})
	}
}

// storeSum stores the sum of all sums.
func (f *sum) storeSum() {
	for n := len(f.sums); n > 1; n /= 2 {
		for i := range n / 2 {
			f.Into("VADDPD", f.sums[n/2+i], f.sums[i])
		}
	}
	x, y := f.halves("VADDPD", f.sums[0]), f.XMM()
	f.VPSHUFD(operand.U8(0b1110), x, y)
	f.VADDSD(y, x, x)
	f.VMOVSD(x, operand.Mem{Base: f.to, Disp: offset})
}
