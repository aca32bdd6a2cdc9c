// Package random has the kernels of random bits and numbers. Each step is rounded once, as the rows of
// package op say, so no product is fused with a sum.
package random

import (
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// Kernels are for registers of the given width.
func Kernels(width int) []kernel.Kernel {
	all := []kernel.Kernel{
		{Name: "randomBits", Is: "both words of threefry(x[i], y[i]) in one", In: []int{8, 8}, Out: 4, Begin: begin, Vectors: bits, Registers: chains(width), Keep: 1,
			Entries: kernel.EntriesOf(dtype.Uint64, dtype.Uint32, "RandomBits")},
		{Name: "threefry", Is: "threefry(x[i], y[i])", In: []int{8, 8}, Out: 8, Begin: begin, Vectors: blocks, Registers: 2 * chains(width),
			Entries: kernel.EntriesOf(dtype.Uint64, dtype.Uint64, "Threefry2x32")},
		{Name: "randomNormal", Is: "op.Normal(x[i])", In: []int{4}, Out: 4, Vectors: normal, Registers: registers(width), Keep: 8,
			Entries: kernel.EntriesOf(dtype.Uint32, dtype.Float32, "RandomNormal")},
		{Name: "randomExponential", Is: "op.Exponential(x[i])", In: []int{4}, Out: 4, Vector: exponential, Keep: 8,
			Entries: kernel.EntriesOf(dtype.Uint32, dtype.Float32, "RandomExponential")},
	}
	for i := range all {
		all[i].Width, all[i].Unroll = width, 1
	}
	return all
}

// block is two words of as many elements as a register has words.
type block struct{ x, y emit.Vec }

// chains is how many blocks are computed side by side. A round waits for the one before, and those of two blocks do not
// wait for each other. Shorter registers have more instructions for a round, and the code would be long.
func chains(width int) int {
	if width == 64 {
		return 2
	}
	return 1
}

func blocksOf(f *emit.Writer, in kernel.Input) []block {
	keys, counters := schedules(f, in), make([]block, chains(f.Width))
	for i := range counters {
		counters[i] = words(f, in, 1, 2*i)
	}
	return threefry(f, keys, counters)
}

// words gathers the first words of two registers in one, and the second words in another. They are in an order of
// their own: each 16 bytes have those of 16 bytes of both.
func words(f *emit.Writer, in kernel.Input, operand, register int) block {
	a, b, w := f.Load(in(operand, register*f.Width)), f.Load(in(operand, (register+1)*f.Width)), block{f.Vec(), f.Vec()}
	f.Do("VSHUFPS", odd, b, a, w.x)
	f.Do("VSHUFPS", even, b, a, w.y)
	return w
}

// Words that a shuffle takes of both.
const odd, even = operand.U8(0xdd), operand.U8(0x88)

// begin notes that a row has no schedule yet.
func begin(f *emit.Writer) {
	f.Made = f.GP64()
	f.XORQ(f.Made, f.Made)
}

// bits puts the results in order.
func bits(f *emit.Writer, in kernel.Input) (all []emit.Vec) {
	for _, b := range blocksOf(f, in) {
		v := f.Xor(b.x, b.y)
		switch f.Width {
		case 32:
			f.VPERMQ(operand.U8(0xd8), v, v)
		case 64:
			f.VPERMQ(v, f.InRegister(f.Keepable(f.Words("halves", 0, 2, 4, 6, 1, 3, 5, 7))), v)
		}
		all = append(all, v)
	}
	return all
}

// blocks gives back the words of both registers, the second word of each element below the first one.
func blocks(f *emit.Writer, in kernel.Input) (all []emit.Vec) {
	for _, b := range blocksOf(f, in) {
		all = append(all, f.Binary("VPUNPCKLDQ", b.x, b.y), f.Binary("VPUNPCKHDQ", b.x, b.y))
	}
	return all
}

// rounds is how many times four rounds are followed by a part of the key.
const rounds = 5

// schedule is the memory of what is added to a block's words: the two words of its key first, and then a part of the key to
// each, which for the second word is added to the number of the part.
type schedule []operand.Mem

// schedules stores the schedule of each block's key. If a row has one key, its first vector does so.
func schedules(f *emit.Writer, in kernel.Input) (all []schedule) {
	align, base, made := max(f.Width, 32), f.GP64(), f.NewLabel()
	block := f.AllocLocal(2*(1+rounds)*chains(f.Width)*f.Width + align)
	f.LEAQ(block.Offset(align-1), base)
	f.ANDQ(operand.I8(int8(-align)), base)
	f.TESTQ(f.Made, f.Made)
	f.JNE(operand.LabelRef(made))
	for i := range chains(f.Width) {
		key, s := words(f, in, 0, 2*i), schedule{}
		k := [3]emit.Vec{key.x, key.y, f.Xor(f.Xor(key.x, key.y), f.Constant(4, 0x1bd11bda))}
		for n := range 1 + rounds {
			y := k[(n+1)%3]
			if n > 0 {
				y = f.Binary("VPADDD", f.Constant(4, uint64(n)), y)
			}
			for _, v := range []emit.Vec{k[n%3], y} {
				s = append(s, operand.Mem{Base: base, Disp: (2*(1+rounds)*i + len(s)) * f.Width})
				f.Store(v, s[len(s)-1])
			}
		}
		all = append(all, s)
	}
	f.TESTQ(operand.U32(1), f.Parameter("how"))
	f.JEQ(operand.LabelRef(made))
	f.DECQ(f.Made)
	f.Label(made)
	return all
}

// threefry is Threefry-2x32 of 20 rounds, of several blocks.
func threefry(f *emit.Writer, keys []schedule, b []block) []block {
	rotations := [2][4]uint8{{13, 15, 26, 6}, {17, 29, 16, 24}}
	addKeys := func(n int) {
		for i, k := range keys {
			b[i] = block{f.Binary("VPADDD", k[2*n], b[i].x), f.Binary("VPADDD", k[2*n+1], b[i].y)}
		}
	}
	addKeys(0)
	for n := range rounds {
		for _, r := range rotations[n%2] {
			for i := range b {
				b[i].x = f.Binary("VPADDD", b[i].y, b[i].x)
			}
			for i := range b {
				b[i].y = f.Xor(rotate(f, b[i].y, r), b[i].x)
			}
		}
		addKeys(n + 1)
	}
	return b
}

func rotate(f *emit.Writer, x emit.Vec, by uint8) emit.Vec {
	if f.Width == 64 {
		return f.Shift("VPROLD", x, by)
	}
	return f.Or(f.Shift("VPSLLD", x, by), f.Shift("VPSRLD", x, 32-by))
}
