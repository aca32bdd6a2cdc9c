// Package sum writes routines that add float32s in float64, and note which magnitudes they have. From
// these it follows whether an addition may have rounded.
package sum

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// columns is how many elements a line has.
const columns = 32

// Routines add lines of float32s, by registers of the given width: one makes a sum of each column,
// the other one sum of all elements.
func Routines(width int) []kernel.Routine {
	return []kernel.Routine{
		routine("sumColumns", columns, "to.Of[i]", width),
		routine("sumAll", 1, "to.Of[0]", width),
	}
}

func routine(name string, sums int, to string, width int) kernel.Routine {
	return kernel.Routine{
		Name: name, Parameters: "(lines int, x unsafe.Pointer, stride int, to *vector.Sums)",
		List: "sums", Key: fmt.Sprint(sums),
		Doc: "is, with a stride in bytes, and at least one line,\n//\n//\tfor k := range lines {\n" +
			fmt.Sprintf("//\t\tfor i := range %d {\n//\t\t\t%s += float64(x[k*stride][i])\n//\t\t}\n//\t}\n//\n", columns, to) +
			"// where sums begin with 0. It also stores what vector.Sums says of magnitudes.",
		Write: func(c *build.Context) {
			f := &sum{Writer: emit.New(c, width, nil)}
			f.begin()
			f.lines()
			f.storeMagnitudes()
			if sums == 1 {
				f.storeSum()
			} else {
				f.storeSums()
			}
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

func (f *sum) begin() {
	for _, p := range []struct {
		name string
		to   *reg.GPVirtual
	}{{"lines", &f.left}, {"x", &f.x}, {"stride", &f.stride}, {"to", &f.to}} {
		*p.to = f.GP64()
		f.Context.Load(f.Param(p.name), *p.to)
	}
	f.withoutSign, f.minus1 = f.every(1<<31-1), f.every(1<<32-1)
	f.least, f.most = f.every(1<<32-1), f.every(0)
	for range 8 * columns / f.Width {
		f.sums = append(f.sums, f.every(0))
	}
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
	f.ADDQ(f.stride, f.x)
	f.DECQ(f.left)
	f.JNZ(operand.LabelRef(again))
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

func (f *sum) storeSums() {
	for i, s := range f.sums {
		f.Store(s, operand.Mem{Base: f.to, Disp: offset + i*f.Width})
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
