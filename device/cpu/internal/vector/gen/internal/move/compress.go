package move

import (
	"fmt"
	"math/bits"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// round is how many elements a compress takes at a time.
const round = 16

// Compresses copy the elements that a mask chooses, by registers of the given width.
func Compresses(width int) []kernel.Routine {
	var all []kernel.Routine
	for _, size := range []int{1, 2, 4, 8} {
		element, by := "from[i]", "by of 0"
		if size == 8 {
			element, by = "from[i] + by", "any by"
		}
		all = append(all, kernel.Routine{
			Name: fmt.Sprint("compress", 8*size), Parameters: "(n int, to, from, mask unsafe.Pointer, by int) int",
			List: "compresses", Key: fmt.Sprint(size),
			Doc: "is, with k of 0, " + by + ", and n of at least 1 and a multiple of vector.Round,\n//\n//\tfor i := range n {\n//\t\tif mask[i] {\n" +
				"//\t\t\tto[k] = " + element + "\n//\t\t\tk++\n//\t\t}\n//\t}\n//\treturn k\n//\n// Elements of to from the k-th to the last have any content then.",
			Write: func(c *build.Context) { (&compress{Writer: emit.New(c, width, nil), size: size}).write() },
		})
	}
	return all
}

// compress writes one function that compresses.
type compress struct {
	*emit.Writer
	size           int
	to, from, mask reg.GPVirtual
	chosen, count  reg.GPVirtual // a bit for each element of a step, and how many are set
	table, gather  reg.GPVirtual // of AVX2: see lanes, and what makes bits of bytes
	twice, odd     emit.Vec      // of AVX2: what makes the numbers of bytes from those of elements of two
	by             emit.Vec      // what is added to elements of eight bytes
}

func (f *compress) write() {
	n, begin := f.parameter("n"), f.GP64()
	f.to, f.from, f.mask = f.parameter("to"), f.parameter("from"), f.parameter("mask")
	f.chosen, f.count = f.GP64(), f.GP64()
	f.MOVQ(f.to, begin)
	if f.size == 8 {
		by := f.parameter("by")
		low := f.XMM()
		f.VMOVQ(by, low)
		f.by = f.Vec()
		f.VPBROADCASTQ(low, f.by)
	}
	step, lanes := f.wide, min(round, 64/f.size)
	if f.Width == 32 {
		f.begin()
		step, lanes = f.narrow, min(8, 32/f.size)
	}
	again := f.NewLabel()
	f.Label(again)
	for i := 0; i < round; i += lanes {
		step(i)
		f.LEAQ(operand.Mem{Base: f.to, Index: f.count, Scale: uint8(f.size)}, f.to)
	}
	f.ADDQ(operand.I32(round*f.size), f.from)
	f.ADDQ(operand.I8(round), f.mask)
	f.SUBQ(operand.I8(round), n)
	f.JNZ(operand.LabelRef(again))
	f.SUBQ(begin, f.to)
	if f.size > 1 {
		f.SHRQ(operand.U8(bits.TrailingZeros(uint(f.size))), f.to)
	}
	f.Context.Store(f.to, f.ReturnIndex(0))
	f.VZEROUPPER()
	f.RET()
}

func (f *compress) parameter(name string) reg.GPVirtual {
	r := f.GP64()
	f.Context.Load(f.Param(name), r)
	return r
}

// element is the memory of element i of a round.
func (f *compress) element(i int) operand.Mem { return operand.Mem{Base: f.from, Disp: i * f.size} }

// wide stores the chosen elements of a register of AVX-512. Narrow ones have four bytes on the way.
func (f *compress) wide(i int) {
	mask, k, v, at := f.XMM(), f.K(), f.ZMM(), operand.Mem{Base: f.mask, Disp: i}
	if f.size == 8 {
		f.VMOVQ(at, mask)
	} else {
		f.VMOVDQU(at, mask)
	}
	f.VPTESTMB(mask, mask, k)
	f.KMOVW(k, f.chosen.As32())
	f.POPCNTL(f.chosen.As32(), f.count.As32())
	to := operand.Mem{Base: f.to}
	switch from := f.element(i); f.size {
	case 8:
		f.VPADDQ(from, f.by, v)
		f.VPCOMPRESSQ_Z(v, k, v)
		f.VMOVDQU64(v, to)
		return
	case 4:
		f.VMOVDQU32(from, v)
	case 2:
		f.VPMOVZXWD(from, v)
	case 1:
		f.VPMOVZXBD(from, v)
	}
	switch f.VPCOMPRESSD_Z(v, k, v); f.size {
	case 4:
		f.VMOVDQU32(v, to)
	case 2:
		f.VPMOVDW(v, to)
	case 1:
		f.VPMOVDB(v, to)
	}
}

// begin makes what narrow needs.
func (f *compress) begin() {
	f.table, f.gather = f.GP64(), f.GP64()
	f.LEAQ(f.orders(), f.table)
	switch f.size {
	case 8:
		f.MOVL(operand.U32(0x01020408), f.gather.As32())
	case 2:
		f.twice, f.odd = f.words(0x0202), f.words(0x0100)
		fallthrough
	default:
		f.MOVQ(operand.U64(0x0102040810204080), f.gather)
	}
}

// words is a register of one word again and again.
func (f *compress) words(word uint32) emit.Vec {
	r, v := f.GP32(), f.XMM()
	f.MOVL(operand.U32(word), r)
	f.VMOVD(r, v)
	f.VPBROADCASTW(v, v)
	return v
}

// narrow stores the chosen ones of eight elements, or of a register of AVX2 if it has fewer. A product moves
// the bytes of the mask, which are 0 or 1, to bits side by side.
func (f *compress) narrow(i int) {
	if mask := (operand.Mem{Base: f.mask, Disp: i}); f.size == 8 {
		f.MOVL(mask, f.chosen.As32())
		f.POPCNTL(f.chosen.As32(), f.count.As32())
		f.IMULL(f.gather.As32(), f.chosen.As32())
		f.SHRL(operand.U8(24), f.chosen.As32())
	} else {
		f.MOVQ(mask, f.chosen)
		f.POPCNTQ(f.chosen, f.count)
		f.IMULQ(f.gather, f.chosen)
		f.SHRQ(operand.U8(56), f.chosen)
	}
	from, to, bytes := f.element(i), operand.Mem{Base: f.to}, operand.Mem{Base: f.table, Index: f.chosen, Scale: 8}
	order, v := f.XMM(), f.XMM()
	switch f.size {
	case 1:
		f.VMOVQ(bytes, order)
		f.VMOVQ(from, v)
		f.VPSHUFB(order, v, v)
		f.VMOVQ(v, to)
	case 2:
		f.VPMOVZXBW(bytes, order)
		f.VPMULLW(f.twice, order, order)
		f.VPADDW(f.odd, order, order)
		f.VMOVDQU(from, v)
		f.VPSHUFB(order, v, v)
		f.VMOVDQU(v, to)
	default:
		if f.size == 8 {
			bytes.Disp = 8 << 8
		}
		order := f.YMM()
		f.VPMOVZXBD(bytes, order)
		f.VPERMD(from, order, order)
		if f.size == 8 {
			f.VPADDQ(f.by, order, order)
		}
		f.VMOVDQU(order, to)
	}
}

// orders is a table that the functions of a file share. For each choice of eight elements it has the numbers
// of the chosen ones, a byte each; then for each choice of four elements of eight bytes those of their halves.
func (f *compress) orders() operand.Mem {
	if f.size > 1 {
		return operand.NewDataAddr(operand.Symbol{Name: ordersName, Static: true}, 0)
	}
	m := f.StaticGlobal(ordersName)
	f.DataAttributes(attr.RODATA | attr.NOPTR)
	for i, order := range orders() {
		f.AddDatum(8*i, operand.U64(order))
	}
	return m
}

const ordersName = "orders"

func orders() (all []uint64) {
	for _, halves := range []int{1, 2} {
		for choice := range 1 << (8 / halves) {
			order, at := uint64(0), 0
			for i := range 8 {
				if choice>>(i/halves)&1 == 1 {
					order |= uint64(i) << (8 * at)
					at++
				}
			}
			all = append(all, order)
		}
	}
	return all
}
