// Package move writes routines that copy elements: from strided rows to contiguous rows and back,
// and transposes.
package move

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// Gathers copy rows of elements that lie a stride apart to rows of elements side by side, by
// registers of the given width.
func Gathers(width int) []kernel.Routine {
	var all []kernel.Routine
	enter := func(name string, size, stride int, is string, least int, write func(f *gather)) {
		all = append(all, gatherRoutine(name, strided{size, stride}, "to[r*toRow][i] = "+is, least, width, write))
	}
	enter("copyRows", 1, 1, "from[r*fromRow][i], in bytes", 1, func(f *gather) { f.short(1, f.copyMover) })
	for _, size := range []int{1, 2, 4, 8} {
		name := func(s string) string { return fmt.Sprint(s, 8*size) }
		enter(name("broadcastRows"), size, 0, "from[r*fromRow]", 1, func(f *gather) { f.short(size, f.broadcast(size)) })
		enter(name("reverseRows"), size, -1, "from[r*fromRow][-i]", 32/size, func(f *gather) { f.rowsOf(size, -1, func(at operand.Mem) emit.Vec { return f.loadReversed(size, at) }) })
		enter(name(strideNames[2]), size, 2, "from[r*fromRow][2*i]", 32/size, func(f *gather) { f.rowsOf(size, 2, f.every(size, 2)) })
		for stride := 3; width == 32 && stride < len(strideNames); stride++ {
			enter(name(strideNames[stride]), size, stride, fmt.Sprintf("from[r*fromRow][%d*i]", stride), 32/size, func(f *gather) { f.rowsOf(size, stride, f.every(size, stride)) })
		}
	}
	return all
}

// strideNames are the names of gathers, by the stride of elements.
var strideNames = [...]string{2: "everySecond", "everyThird", "everyFourth"}

// WideGathers are the gathers that gain from registers of AVX-512.
func WideGathers() []kernel.Routine {
	var all []kernel.Routine
	for _, size := range []int{4, 8} {
		for stride := 2; stride < len(strideNames); stride++ {
			all = append(all, gatherRoutine(fmt.Sprint(strideNames[stride], 8*size), strided{size, stride}, fmt.Sprintf("to[r*toRow][i] = from[r*fromRow][%d*i]", stride), 32/size, 32, func(f *gather) {
				f.loadWide = f.loadPermuted(size, stride)
				f.rowsOf(size, stride, f.every(size, stride))
			}))
		}
	}
	return all
}

func gatherRoutine(name string, s strided, is string, least, width int, write func(f *gather)) kernel.Routine {
	return kernel.Routine{
		Name: name, Parameters: "(rows, n int, to, from unsafe.Pointer, toRow, fromRow int)",
		List: "gathers", Key: fmt.Sprintf("{Size: %d, Stride: %d}", s.size, s.stride),
		Doc: fmt.Sprintf("is, with strides in bytes, and n of at least %d,\n//\n//\tfor r := range rows {\n//\t\tfor i := range n {\n"+
			"//\t\t\t%s\n//\t\t}\n//\t}", least, is),
		Write: func(c *build.Context) {
			f := &gather{Writer: emit.New(c, width, nil), name: name}
			f.parameters()
			write(f)
		},
	}
}

// every returns a function that loads a register of elements at a stride.
func (f *gather) every(size, stride int) func(at operand.Mem) emit.Vec {
	if stride == 2 {
		return func(at operand.Mem) emit.Vec { return f.evens(size, at) }
	}
	return f.everyOf(size, stride)
}

// gather writes one function that gathers.
type gather struct {
	*emit.Writer
	name                              string
	rows, n, to, from, toRow, fromRow reg.GPVirtual
	loadWide                          func(at operand.Mem) emit.Vec // loads a register of AVX-512; or nil
	tables                            int
}

func (f *gather) parameters() {
	for _, p := range []struct {
		name string
		to   *reg.GPVirtual
	}{{"rows", &f.rows}, {"n", &f.n}, {"to", &f.to}, {"from", &f.from}, {"toRow", &f.toRow}, {"fromRow", &f.fromRow}} {
		*p.to = f.GP64()
		f.Context.Load(f.Param(p.name), *p.to)
	}
}

// eachRow repeats a row, and returns.
func (f *gather) eachRow(row func()) {
	again := f.NewLabel()
	f.Label(again)
	row()
	f.ADDQ(f.fromRow, f.from)
	f.ADDQ(f.toRow, f.to)
	f.DECQ(f.rows)
	f.JNZ(operand.LabelRef(again))
	f.VZEROUPPER()
	f.RET()
}

// mover appends a copy of a few bytes from one offset of a row to the same of another.
type mover func(bytes int, at func(base reg.Register) operand.Mem)

// short copies rows of n elements, however few. It has a loop for every size of registers. The last
// bytes of a row are copied together with some before them.
func (f *gather) short(size int, copy func() mover) {
	width := f.Width
	f.ShiftGeneral("SHLQ", f.n, size)
	for bytes := size; bytes < width/2; bytes *= 2 {
		longer := f.NewLabel()
		f.CMPQ(f.n, operand.U8(2*bytes))
		f.JGE(operand.LabelRef(longer))
		f.ends(bytes, copy)
		f.Label(longer)
	}
	longer := f.NewLabel()
	f.CMPQ(f.n, operand.U8(width))
	f.JGE(operand.LabelRef(longer))
	f.ends(width/2, copy)
	f.Label(longer)
	last, pairs, i := f.GP64(), f.GP64(), f.GP64()
	f.LEAQ(operand.Mem{Base: f.n, Disp: -width}, last)
	f.LEAQ(operand.Mem{Base: f.n, Disp: -2 * width}, pairs)
	f.eachRow(func() {
		again, few, end := f.NewLabel(), f.NewLabel(), f.NewLabel()
		move := copy()
		f.XORQ(i, i)
		f.TESTQ(pairs, pairs)
		f.JLE(operand.LabelRef(few))
		f.Label(again)
		for disp := 0; disp < 2*width; disp += width {
			move(width, func(base reg.Register) operand.Mem { return operand.Mem{Base: base, Index: i, Scale: 1, Disp: disp} })
		}
		f.ADDQ(operand.I8(2*width), i)
		f.CMPQ(i, pairs)
		f.JLT(operand.LabelRef(again))
		f.Label(few)
		f.CMPQ(i, last)
		f.JGE(operand.LabelRef(end))
		move(width, func(base reg.Register) operand.Mem { return operand.Mem{Base: base, Index: i, Scale: 1} })
		f.Label(end)
		move(width, func(base reg.Register) operand.Mem { return operand.Mem{Base: base, Index: last, Scale: 1} })
	})
}

// ends goes over rows of at least so many bytes, and less than twice as many.
func (f *gather) ends(bytes int, copy func() mover) {
	f.eachRow(func() {
		move := copy()
		move(bytes, func(base reg.Register) operand.Mem { return operand.Mem{Base: base} })
		move(bytes, func(base reg.Register) operand.Mem {
			return operand.Mem{Base: base, Index: f.n, Scale: 1, Disp: -bytes}
		})
	})
}

func (f *gather) copyMover() mover {
	return func(bytes int, at func(base reg.Register) operand.Mem) {
		v := f.Vec()
		f.part(bytes, at(f.from), v, true)
		f.part(bytes, at(f.to), v, false)
	}
}

// broadcast fills a row with its one element.
func (f *gather) broadcast(size int) func() mover {
	return func() mover {
		v := f.Vec()
		f.Do("VPBROADCAST"+dtype.Letter(size), operand.Mem{Base: f.from}, v)
		return func(bytes int, at func(base reg.Register) operand.Mem) { f.part(bytes, at(f.to), v, false) }
	}
}

// part loads or stores a register's lowest bytes.
func (f *gather) part(bytes int, m operand.Mem, v emit.Vec, load bool) {
	var r operand.Op = v.AsX()
	name := map[int]string{4: "VMOVD", 8: "VMOVQ", 16: "VMOVDQU", 32: "VMOVDQU"}[bytes]
	switch {
	case bytes == 32:
		r = v
	case bytes < 4 && load:
		f.Do("VPBROADCAST"+dtype.Letter(bytes), m, r)
		return
	case bytes < 4:
		f.Do("VPEXTR"+dtype.Letter(bytes), operand.U8(0), r, m)
		return
	}
	if load {
		f.Do(name, m, r)
	} else {
		f.Do(name, r, m)
	}
}

// rowsOf goes over rows that have a register's elements at least; their last ones are loaded together
// with some before them.
func (f *gather) rowsOf(size, stride int, load func(at operand.Mem) emit.Vec) {
	to, from, left, last, lastTo := f.GP64(), f.GP64(), f.GP64(), f.GP64(), f.GP64()
	f.LEAQ(operand.Mem{Base: f.n, Disp: -f.Width / size}, lastTo)
	f.ShiftGeneral("SHLQ", lastTo, size)
	switch stride {
	case -1:
		f.MOVQ(lastTo, last)
		f.NEGQ(last)
	case 2:
		f.MOVQ(lastTo, last)
		f.ADDQ(last, last)
	default:
		f.IMUL3Q(operand.I8(int8(stride)), lastTo, last)
	}
	f.eachRow(func() {
		again, few := f.NewLabel(), f.NewLabel()
		f.MOVQ(f.to, to)
		f.MOVQ(f.from, from)
		f.MOVQ(f.n, left)
		f.SUBQ(operand.I8(int8(f.Width/size)), left)
		if f.loadWide != nil {
			f.wideRow(size, stride, to, from, left)
		}
		f.JLE(operand.LabelRef(few))
		f.Label(again)
		f.VMOVDQU(load(operand.Mem{Base: from}), operand.Mem{Base: to})
		f.prefetch(from, f.Width*stride)
		f.ADDQ(operand.I8(int8(f.Width)), to)
		f.ADDQ(operand.I32(int32(f.Width*stride)), from)
		f.SUBQ(operand.I8(int8(f.Width/size)), left)
		f.JG(operand.LabelRef(again))
		f.Label(few)
		f.VMOVDQU(load(operand.Mem{Base: f.from, Index: last, Scale: 1}), operand.Mem{Base: f.to, Index: lastTo, Scale: 1})
	})
}

// wideRow goes over a row by registers of AVX-512, as long as elements are left beyond the next
// register, because it also reads the gaps.
func (f *gather) wideRow(size, stride int, to, from, left reg.GPVirtual) {
	again, few := f.NewLabel(), f.NewLabel()
	f.SUBQ(operand.I8(int8(32/size)), left)
	f.JLE(operand.LabelRef(few))
	f.Label(again)
	f.VMOVDQU64(f.loadWide(operand.Mem{Base: from}), operand.Mem{Base: to})
	f.prefetch(from, 64*stride)
	f.ADDQ(operand.I8(64), to)
	f.ADDQ(operand.I32(int32(64*stride)), from)
	f.SUBQ(operand.I8(int8(64/size)), left)
	f.JG(operand.LabelRef(again))
	f.Label(few)
	f.ADDQ(operand.I8(int8(32/size)), left)
}

// bytesAhead is how far ahead of the loads memory is prefetched, into the second-level cache. The
// tiles of several operands are gathered in turn, and the processor learns each stream anew. On 2^23
// elements a[::2] + b[::2] took 0.7 of the time without; nearer and farther lines gained less.
const bytesAhead = 4096

// prefetch fetches the lines that follow those of an address so far ahead, maybe of the next tile.
func (f *gather) prefetch(at reg.GPVirtual, bytes int) {
	f.Prefetch(operand.Mem{Base: at, Disp: bytesAhead}, bytes)
}

// loadPermuted returns a function that loads as many registers of AVX-512 as elements are apart,
// and picks the wanted elements.
func (f *gather) loadPermuted(size, stride int) func(at operand.Mem) emit.Vec {
	n := 64 / size
	picks := make([]emit.Vec, stride)
	for k := 1; k < stride; k++ {
		var from [64]byte
		for i := range n {
			e := i // was picked before, or is not yet
			if load, position := i*stride/n, i*stride%n; load == k {
				e = n + position
			} else if k == 1 && load == 0 {
				e = position
			}
			from[i*size] = byte(e)
		}
		picks[k] = f.ZMM()
		f.VMOVDQU64(f.table("pick", from[:]), picks[k])
	}
	return func(at operand.Mem) emit.Vec {
		v := f.ZMM()
		f.VMOVDQU64(at, v)
		for _, pick := range picks[1:] {
			at.Disp += 64
			f.Do("VPERMT2"+dtype.Letter(size), at, pick, v)
		}
		return v
	}
}

// loadReversed loads a register that ends with the element at an address, the last one first.
func (f *gather) loadReversed(size int, at operand.Mem) emit.Vec {
	if f.Width == 16 {
		return loadReversedNeon(f.Writer, size, at)
	}
	v := f.YMM()
	at.Disp = size - 32
	f.VPERMQ(operand.U8(0x1b), at, v)
	if size == 4 {
		f.VPSHUFD(operand.U8(0xb1), v, v)
	}
	if size <= 2 {
		f.VPSHUFLW(operand.U8(0x1b), v, v)
		f.VPSHUFHW(operand.U8(0x1b), v, v)
	}
	if size == 1 {
		high := f.YMM()
		f.VPSLLW(operand.U8(8), v, high)
		f.VPSRLW(operand.U8(8), v, v)
		f.VPOR(high, v, v)
	}
	return v
}

// evens loads two registers, and keeps every second element. It does not read the last element,
// which may lie outside of the tensor's memory.
func (f *gather) evens(size int, at operand.Mem) emit.Vec {
	if f.Width == 16 {
		return evensNeon(f.Writer, size, at)
	}
	v, high := f.YMM(), f.YMM()
	f.VMOVDQU(at, v)
	at.Disp = 32 - size
	f.VMOVDQU(at, high)
	switch size {
	case 8:
		f.VSHUFPD(operand.U8(0xa), high, v, v)
	case 4:
		f.VSHUFPS(operand.U8(0xd8), high, v, v) // elements 0 2; the second load begins one earlier: 1 3
	case 2:
		f.VPSLLD(operand.U8(16), v, v)
		f.VPSRLD(operand.U8(16), v, v)
		f.VPSRLD(operand.U8(16), high, high)
		f.VPACKUSDW(high, v, v)
	case 1:
		f.VPSLLW(operand.U8(8), v, v)
		f.VPSRLW(operand.U8(8), v, v)
		f.VPSRLW(operand.U8(8), high, high)
		f.VPACKUSWB(high, v, v)
	}
	f.VPERMQ(operand.U8(0xd8), v, v)
	return v
}
