// Package sum writes routines that add floats without rounding, or so that what rounding takes is known,
// and routines that multiply them. Some note which magnitudes the floats have, from which it follows whether a result
// is exact. Others ask the processor whether it has rounded, or overflowed on the way.
package sum

import (
	"fmt"
	"math"
	"slices"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

const (
	columns = 32          // elements of a line of float32s
	line    = 4 * columns // bytes of a line
	doubles = line / 8    // elements of a line of float64s
)

// width is the bytes of a register. Longer ones gain nothing: conversions to float64 take the same time
// for each element.
const width = 32

// Routines add or multiply lines of floats. Some make a result of all elements, some one of each column.
func Routines() []kernel.Routine {
	add := func(to string) string { return "to.Of[" + to + "] += float64(x[k*stride][i])" }
	withErrors := func(to string) string {
		return fmt.Sprintf("to.Of[%s], e = TwoSum(to.Of[%[1]s], x[k*stride][i])\n//\t\t\tto.Errors[%[1]s] += e", to)
	}
	few := fmt.Sprint("i%", width/8)
	return []kernel.Routine{
		routine("sumAll", "vector.All", columns, add("0"), func(f *sum) {
			f.begin()
			f.lines()
			f.storeMagnitudes()
			f.storeSum()
		}),
		routine("sumColumns", "vector.EachColumn", columns, add("i"), func(f *sum) {
			f.begin()
			f.lines()
			f.storeMagnitudes()
			f.storeSums(f.sums, offset)
		}),
		routine("sumWithErrors", "vector.WithErrors", columns, withErrors("i"), (*sum).withErrors),
		routine("sumAllWithErrors", "vector.AllWithErrors", columns, withErrors(few), (*sum).allWithErrors),
		{
			Name: "sumUnrounded", Parameters: parameters, List: "sums", Key: "vector.Unrounded",
			Doc: "is, with a stride in bytes, and at least one line and row,\n//\n//\tfor r := range to.Rows {\n" +
				fmt.Sprintf("//\t\tfor i := range lines*%d {\n//\t\t\tto.Of[r], e = TwoSum(to.Of[r], x[r*stride][i])\n//\t\t\tto.Errors[r] += e\n//\t\t}\n//\t}\n//\n", columns) +
				"// where sums begin with 0, until one is rounded. Then to.Rows are the rows before.",
			Write: writes((*sum).unrounded),
		},
		inPlace("sumUnroundedColumns", "vector.UnroundedColumns", "+=", "is rounded", func(f *sum) { f.inPlace("VADDPD", inexact) }),
		inPlace("multiplyColumns", "vector.EachProduct", "*=", "overflows or underflows", func(f *sum) { f.inPlace("VMULPD", overflow|underflow) }),
		{
			Name: "multiplyAll", Parameters: parameters, List: "sums", Key: "vector.Product",
			Doc: "is, with a stride in bytes, and at least one line,\n//\n" +
				fmt.Sprintf("//\tfor k := range lines {\n//\t\tfor i := range %d {\n//\t\t\tto.Of[%s] *= float64(x[k*stride][i])\n//\t\t}\n//\t}\n//\n", columns, few) +
				"// where products begin with 1. If one overflows or underflows, to.Rows is 0 then.",
			Write: writes((*sum).multiplyAll),
		},
		routine("sumDoubles", "vector.Doubles", doubles, withErrors(few), func(f *sum) {
			f.doubles()
			f.storePair()
		}),
		routine("sumDoubleColumns", "vector.EachDouble", doubles, withErrors("i"), func(f *sum) {
			f.doubles()
			f.storeSums(f.sums, offset)
			f.storeSums(f.errors, offset+8*columns)
		}),
		routine("sumDistances", "vector.Distances", columns,
			fmt.Sprintf("d := x[k*stride][i] - to.Of[0]\n//\t\t\tsum[%s] += d\n//\t\t\tsquares[%[1]s] += d*d", few), (*sum).distances),
	}
}

// Wide are the routines of AVX-512.
func Wide() []kernel.Routine {
	return []kernel.Routine{{
		Name: "sumProducts", Parameters: parameters, List: "sums", Key: "vector.UnroundedProducts",
		Doc: "is, with a stride in bytes, and at least one line and row,\n//\n//\tfor r := range to.Rows {\n" +
			fmt.Sprintf("//\t\tfor i := range lines*%d {\n//\t\t\tto.Of[r], e = TwoSum(to.Of[r], x[r*stride][i]*to.At[r*to.Stride][i])\n//\t\t\tto.Errors[r] += e\n//\t\t}\n//\t}\n//\n", columns) +
			"// with products of float32, where sums begin with 0, until one is rounded. Then to.Rows are the rows before.",
		Write: writes((*sum).unroundedProducts),
	}}
}

const parameters = "(lines int, x unsafe.Pointer, stride int, to *vector.Sums)"

// inPlace is a routine that combines the elements of columns with what is there.
func inPlace(name, key, combines, fails string, write func(f *sum)) kernel.Routine {
	return kernel.Routine{
		Name: name, Parameters: parameters, List: "sums", Key: key,
		Doc: fmt.Sprintf("is, with a stride in bytes, at least one line, and a multiple of %d as to.Rows,\n//\n"+
			"//\tfor k := range lines {\n//\t\tfor i := range to.Rows {\n//\t\t\tto.At[i] %s float64(x[k*stride][i])\n//\t\t}\n//\t}\n//\n"+
			"// If one %s, to.Rows is 0 then.", columns, combines, fails),
		Write: writes(write),
	}
}

func routine(name, key string, columns int, does string, write func(f *sum)) kernel.Routine {
	return kernel.Routine{
		Name: name, Parameters: parameters,
		List: "sums", Key: key,
		Doc: "is, with a stride in bytes, and at least one line,\n//\n//\tfor k := range lines {\n" +
			fmt.Sprintf("//\t\tfor i := range %d {\n//\t\t\t%s\n//\t\t}\n//\t}\n//\n", columns, does) +
			"// where sums begin with 0. vector.Sums says what else it stores.",
		Write: writes(func(f *sum) {
			write(f)
			f.VZEROUPPER()
			f.RET()
		}),
	}
}

func writes(write func(f *sum)) func(c *build.Context) {
	return func(c *build.Context) {
		f := &sum{Writer: emit.New(c, width, emit.Table{})}
		f.parameters()
		write(f)
	}
}

// sum writes one routine.
type sum struct {
	*emit.Writer
	x, stride, left, to reg.GPVirtual
	combine             string     // a float64 with a result
	sums, errors        []emit.Vec // of float64s
	least, most         emit.Vec   // of uint32s: the magnitudes less 1, and the magnitudes
	withoutSign, minus1 emit.Vec
	one                 emit.Vec // of float64s
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

// begin begins with sums that are 0.
func (f *sum) begin() {
	f.beginMagnitudes(4, 1<<31-1)
	f.combine, f.one = "VADDPD", f.every(8, math.Float64bits(1))
	f.sums = f.zeros(8 * columns / f.Width)
}

func (f *sum) beginMagnitudes(size int, withoutSign uint64) {
	f.withoutSign, f.minus1 = f.every(size, withoutSign), f.every(4, 1<<32-1)
	f.least, f.most = f.every(4, 1<<32-1), f.every(4, 0)
}

func (f *sum) zeros(n int) (all []emit.Vec) {
	for range n {
		if f.Width > width {
			x := f.YMM()
			f.VPXOR(x, x, x)
			all = append(all, f.Unary("VCVTPS2PD", x))
			continue
		}
		all = append(all, f.Zero())
	}
	return all
}

// every is a register with the bits in every element of so many bytes.
func (f *sum) every(size int, bits uint64) emit.Vec {
	if bits == 0 {
		return f.Zero()
	}
	x, v := f.XMM(), f.Vec()
	if size == 4 {
		r := f.GP32()
		f.MOVL(operand.U32(bits), r)
		f.VMOVD(r, x)
		f.VPBROADCASTD(x, v)
		return v
	}
	r := f.GP64()
	f.MOVQ(operand.U64(bits), r)
	f.VMOVQ(r, x)
	f.VPBROADCASTQ(x, v)
	return v
}

// lines takes all lines.
func (f *sum) lines() {
	again := f.NewLabel()
	f.Label(again)
	for at := 0; at < line; at += f.Width {
		m := operand.Mem{Base: f.x, Disp: at}
		f.note("VPADDD", m)
		for half := range 2 {
			f.take(f.Unary("VCVTPS2PD", m.Offset(half*f.Width/2)), f.sums[2*at/f.Width+half])
		}
	}
	f.nextLine(f.x, f.left, again)
}

// take adds x to a sum, or multiplies a product by it. Processors may have other units for fused multiply-adds
// than for conversions, which additions would wait for.
func (f *sum) take(x, to emit.Vec) {
	if f.combine == "VADDPD" {
		f.VFMADD231PD(f.one, x, to)
		return
	}
	f.Into(f.combine, x, to)
}

// note notes the magnitudes of some elements.
func (f *sum) note(add string, x emit.Arg) {
	magnitude := f.And(f.withoutSign, x)
	f.Into("VPMAXUD", magnitude, f.most)
	f.Into("VPMINUD", f.Binary(add, f.minus1, magnitude), f.least)
}

// doubles takes all lines of float64s. Of their magnitudes it stores the upper halves.
func (f *sum) doubles() {
	f.beginMagnitudes(8, 1<<63-1)
	f.beginPairs(line / f.Width)
	again := f.NewLabel()
	f.Label(again)
	for i := range f.sums {
		x := f.Load(operand.Mem{Base: f.x, Disp: i * f.Width})
		f.note("VPADDQ", x)
		f.addWithError(x, f.sums[i], f.errors[i])
	}
	f.nextLine(f.x, f.left, again)
	for _, v := range []emit.Vec{f.least, f.most} {
		f.VPSHUFD(operand.U8(0b11110101), v, v)
	}
	f.storeMagnitudes()
}

// nextLine prefetches the columns that are next in this line, and goes on with the next line.
func (f *sum) nextLine(x, left reg.GPVirtual, again string) { f.lineAfter(line, x, left, again) }

// lineAfter prefetches a line that lies so many bytes ahead, and goes on with the next line.
func (f *sum) lineAfter(ahead int, x, left reg.GPVirtual, again string) {
	f.Prefetch(operand.Mem{Base: x, Disp: ahead}, line)
	f.ADDQ(f.stride, x)
	f.DECQ(left)
	f.JNZ(operand.LabelRef(again))
}

// withErrors goes over the lines as often as the registers for sums and errors require.
func (f *sum) withErrors() {
	const most = 4 // registers of sums
	x, left := f.GP64(), f.GP64()
	f.beginPairs(most)
	for at := 0; at < 8*columns; at += most * f.Width {
		again := f.NewLabel()
		f.MOVQ(f.x, x)
		f.MOVQ(f.left, left)
		f.Label(again)
		for i := range most {
			f.addWithError(f.Unary("VCVTPS2PD", operand.Mem{Base: x, Disp: at/2 + i*f.Width/2}), f.sums[i], f.errors[i])
		}
		f.nextLine(x, left, again)
		f.storeSums(f.sums, offset+at)
		f.storeSums(f.errors, offset+8*columns+at)
		for _, v := range slices.Concat(f.sums, f.errors) {
			f.VPXOR(v, v, v)
		}
	}
}

// allWithErrors makes few sums of all elements.
func (f *sum) allWithErrors() {
	f.beginPairs(4)
	again := f.NewLabel()
	f.Label(again)
	for i := range 8 * columns / f.Width {
		x := f.Unary("VCVTPS2PD", operand.Mem{Base: f.x, Disp: i * f.Width / 2})
		f.addWithError(x, f.sums[i%4], f.errors[i%4])
	}
	f.nextLine(f.x, f.left, again)
	f.storePair()
}

// far is how many bytes ahead distances prefetch: the tile but one after theirs. Their computations take longer than
// memory does, so that the mean of a later tile finds its elements in a cache. A layer norm takes .74 of the time.
const far = 128 << 10

// distances adds the distances from a number, and their squares.
func (f *sum) distances() {
	from := f.Vec()
	f.VBROADCASTSD(operand.Mem{Base: f.to, Disp: offset}, from)
	sums, squares := f.zeros(4), f.zeros(4)
	again := f.NewLabel()
	f.Label(again)
	for i := range 8 * columns / f.Width {
		d := f.Binary("VSUBPD", from, f.Unary("VCVTPS2PD", operand.Mem{Base: f.x, Disp: i * f.Width / 2}))
		f.Into("VADDPD", d, sums[i%4])
		f.VFMADD231PD(d, d, squares[i%4])
	}
	f.lineAfter(far, f.x, f.left, again)
	f.combine = "VADDPD"
	for i, all := range [][]emit.Vec{sums, squares} {
		f.sums = all
		f.halve(len(all))
		f.storeSums(all[:1], offset+i*8*columns)
	}
}

// beginPairs begins with n registers of sums, and of errors.
func (f *sum) beginPairs(n int) {
	f.one = f.every(8, math.Float64bits(1))
	f.sums, f.errors = f.zeros(n), f.zeros(n)
}

// storePair stores the sum of all sums, and of all errors, of each element of a register.
func (f *sum) storePair() {
	for n := len(f.sums); n > 1; n /= 2 {
		for i := range n / 2 {
			f.addWithError(f.sums[n/2+i], f.sums[i], f.errors[i])
			f.Into("VADDPD", f.errors[n/2+i], f.errors[i])
		}
	}
	f.storeSums(f.sums[:1], offset)
	f.storeSums(f.errors[:1], offset+8*columns)
}

// addWithError adds x to a sum, and what rounding takes from it to the errors: Knuth's TwoSum. Processors
// may have other units for fused multiply-adds than for additions, so half are such.
func (f *sum) addWithError(x, sum, errors emit.Vec) {
	t, z := f.Binary("VADDPD", x, sum), f.Vec()
	f.Move(t, z)
	f.VFNMADD231PD(f.one, sum, z)
	f.Do("VSUBPD", z, x, x)
	f.VFNMADD213PD(t, f.one, z)
	f.Do("VSUBPD", z, sum, sum)
	f.Into("VADDPD", sum, x)
	f.VFMADD231PD(f.one, x, errors)
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

// halves combines the halves of a register.
func (f *sum) halves(name string, v emit.Vec) reg.VecVirtual {
	x := f.XMM()
	f.VEXTRACTI128(operand.U8(1), v, x)
	f.Do(name, v.AsX(), x, x)
	return x
}

// offset is that of the sums.
const offset = 8

func (f *sum) storeSums(sums []emit.Vec, at int) { f.storeSumsTo(f.to, sums, at) }

func (f *sum) storeSumsTo(to reg.GPVirtual, sums []emit.Vec, at int) {
	for i, s := range sums {
		f.Store(s, operand.Mem{Base: to, Disp: at + i*f.Width})
	}
}

// storeSum stores the sum of all sums.
func (f *sum) storeSum() {
	f.halve(len(f.sums))
	x, y := f.halves("VADDPD", f.sums[0]), f.XMM()
	f.VPSHUFD(operand.U8(0b1110), x, y)
	f.VADDSD(y, x, x)
	f.VMOVSD(x, operand.Mem{Base: f.to, Disp: offset})
}

// halve combines n registers of results to one.
func (f *sum) halve(n int) {
	for ; n > 1; n /= 2 {
		for i := range n / 2 {
			f.Into(f.combine, f.sums[n/2+i], f.sums[i])
		}
	}
}
