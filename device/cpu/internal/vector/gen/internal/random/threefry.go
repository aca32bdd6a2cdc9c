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
		{Name: "randomBits", Is: "both words of threefry(x[i], y[i]) in one", In: []int{8, 8}, Out: 4, Vectors: bits, Registers: chains(width), Keep: 1,
			Entries: kernel.EntriesOf(dtype.Uint64, dtype.Uint32, "RandomBits")},
		{Name: "threefry", Is: "threefry(x[i], y[i])", In: []int{8, 8}, Out: 8, Vectors: blocks, Registers: 2 * chains(width),
			Entries: kernel.EntriesOf(dtype.Uint64, dtype.Uint64, "Threefry2x32")},
		{Name: "randomNormal", Is: "op.Normal(x[i])", In: []int{4}, Out: 4, Vectors: normal, Registers: chains(width), Keep: 8,
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
	var keys, counters []block
	for i := range chains(f.Width) {
		keys, counters = append(keys, words(f, in, 0, 2*i)), append(counters, words(f, in, 1, 2*i))
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

// threefry is Threefry-2x32 of 20 rounds, of several blocks.
func threefry(f *emit.Writer, keys, counters []block) []block {
	add := func(x emit.Vec, y emit.Arg) emit.Vec { return f.Binary("VPADDD", y, x) }
	rotations := [2][4]uint8{{13, 15, 26, 6}, {17, 29, 16, 24}}
	k, b := make([][3]emit.Vec, len(keys)), make([]block, len(keys))
	for i, key := range keys {
		k[i] = [3]emit.Vec{key.x, key.y, f.Xor(f.Xor(key.x, key.y), f.Constant(4, 0x1bd11bda))}
		b[i] = block{add(counters[i].x, key.x), add(counters[i].y, key.y)}
	}
	for i := range 5 {
		for _, r := range rotations[i%2] {
			for j := range b {
				b[j].x = add(b[j].x, b[j].y)
			}
			for j := range b {
				b[j].y = f.Xor(rotate(f, b[j].y, r), b[j].x)
			}
		}
		for j := range b {
			b[j] = block{add(b[j].x, k[j][(i+1)%3]), add(add(b[j].y, k[j][(i+2)%3]), f.Constant(4, uint64(i+1)))}
		}
	}
	return b
}

func rotate(f *emit.Writer, x emit.Vec, by uint8) emit.Vec {
	if f.Width == 64 {
		return f.Shift("VPROLD", x, by)
	}
	return f.Or(f.Shift("VPSLLD", x, by), f.Shift("VPSRLD", x, 32-by))
}
