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
		{Name: "randomBits", Is: "both words of threefry(x[i], y[i]) in one", In: []int{8, 8}, Out: 4, Vector: bits,
			Entries: kernel.EntriesOf(dtype.Uint64, dtype.Uint32, "RandomBits")},
		{Name: "threefry", Is: "threefry(x[i], y[i])", In: []int{8, 8}, Out: 8, Vector: blocks,
			Entries: kernel.EntriesOf(dtype.Uint64, dtype.Uint64, "Threefry2x32")},
		{Name: "randomNormal", Is: "op.Normal(x[i])", In: []int{4}, Out: 4, Vector: normal, Keep: 8,
			Entries: kernel.EntriesOf(dtype.Uint32, dtype.Float32, "RandomNormal")},
		{Name: "randomExponential", Is: "op.Exponential(x[i])", In: []int{4}, Out: 4, Vector: exponential, Keep: 8,
			Entries: kernel.EntriesOf(dtype.Uint32, dtype.Float32, "RandomExponential")},
	}
	for i := range all {
		all[i].Width, all[i].Unroll, all[i].SingleBody = width, 1, true
	}
	return all
}

// block is two words of as many elements as a register has words.
type block struct{ x, y emit.Vec }

// bits gathers the first words of two registers in one, and the second words in another. AVX2 leaves them
// in an order of its own, which the last instruction mends.
func bits(f *emit.Writer, in kernel.Input) emit.Vec {
	words := func(i int) block {
		a, b := f.Load(in(i, 0)), f.Load(in(i, f.Width))
		if f.Width == 64 {
			return block{pack(f, f.Shift("VPSRLQ", a, 32), f.Shift("VPSRLQ", b, 32)), pack(f, a, b)}
		}
		w := block{f.Vec(), f.Vec()}
		f.Do("VSHUFPS", operand.U8(0xdd), b, a, w.x)
		f.Do("VSHUFPS", operand.U8(0x88), b, a, w.y)
		return w
	}
	b := threefry(f, words(0), words(1))
	v := f.Xor(b.x, b.y)
	if f.Width == 32 {
		f.VPERMQ(operand.U8(0xd8), v, v)
	}
	return v
}

// pack is the low words of the elements of two registers.
func pack(f *emit.Writer, a, b emit.Vec) emit.Vec {
	v, high := f.ZMM(), f.YMM()
	f.VPMOVQD(a, v.AsY())
	f.VPMOVQD(b, high)
	f.VINSERTI64X4(operand.U8(1), high, v, v)
	return v
}

// blocks computes in the low word of each element; what is above does not matter.
func blocks(f *emit.Writer, in kernel.Input) emit.Vec {
	words := func(i int) block {
		v := f.Load(in(i, 0))
		return block{f.Shift("VPSRLQ", v, 32), v}
	}
	b := threefry(f, words(0), words(1))
	return f.Or(f.Shift("VPSLLQ", b.x, 32), f.And(b.y, f.Constant(8, 1<<32-1)))
}

// threefry is Threefry-2x32 of 20 rounds.
func threefry(f *emit.Writer, key, counter block) block {
	add := func(x emit.Vec, y emit.Arg) emit.Vec { return f.Binary("VPADDD", y, x) }
	rotations := [2][4]uint8{{13, 15, 26, 6}, {17, 29, 16, 24}}
	k := [3]emit.Vec{key.x, key.y, f.Xor(f.Xor(key.x, key.y), f.Constant(4, 0x1bd11bda))}
	x, y := add(counter.x, k[0]), add(counter.y, k[1])
	for i := range 5 {
		for _, r := range rotations[i%2] {
			x = add(x, y)
			y = f.Xor(rotate(f, y, r), x)
		}
		x, y = add(x, k[(i+1)%3]), add(add(y, k[(i+2)%3]), f.Constant(4, uint64(i+1)))
	}
	return block{x, y}
}

func rotate(f *emit.Writer, x emit.Vec, by uint8) emit.Vec {
	if f.Width == 64 {
		return f.Shift("VPROLD", x, by)
	}
	return f.Or(f.Shift("VPSLLD", x, by), f.Shift("VPSRLD", x, 32-by))
}
