// Package bits has the kernels that work on bits: logic, shifts, copies, signs, neighbours of
// floats.
package bits

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// Kernels has the kernels that work on bits alone, for all types.
func Kernels() []kernel.Kernel {
	var all []kernel.Kernel
	for i, t := range dtype.Signed {
		u, bits := dtype.Unsigned[i], fmt.Sprint(8*t.Size)
		integers := func(k kernel.Kernel) { all = append(all, k.Also(u)) }
		integers(kernel.BinaryOf("and"+bits, "x[i] & y[i]", t, kernel.Always("VPAND"), "BitwiseAnd"))
		integers(kernel.BinaryOf("or"+bits, "x[i] | y[i]", t, kernel.Always("VPOR"), "BitwiseOr"))
		integers(kernel.BinaryOf("xor"+bits, "x[i] ^ y[i]", t, kernel.Always("VPXOR"), "BitwiseXor"))
		integers(kernel.UnaryOf("not"+bits, "^x[i]", t, complement, "BitwiseNot"))
		all = append(all, copyKernel(t, u), where(t, u))
		integers(kernel.BinaryOf("shiftLeft"+bits, "x[i] << uint64(y[i])", t, ShiftLeft, "BitwiseLeftShift"))
		for _, t := range []dtype.Type{t, u} {
			all = append(all, kernel.BinaryOf("shiftRight"+t.Name, "x[i] >> uint64(y[i])", t, ShiftRight, "BitwiseRightShift"))
		}
		if t.Size >= 4 {
			float := dtype.Floats[i-2]
			all = append(all, kernel.BinaryOf("copysign"+float.Name, "math.Copysign(x[i], y[i])", float, copysign, "Copysign"))
		}
	}
	for _, t := range dtype.Halves {
		all = append(all,
			kernel.UnaryOf("abs"+t.Name, "x[i] &^ (1<<15)", t, maskWith("VPAND", 0x7fff), "Abs"),
			kernel.UnaryOf("neg"+t.Name, "x[i] ^ 1<<15", t, maskWith("VPXOR", 0x8000), "Neg"))
	}
	for _, t := range dtype.AllFloats {
		all = append(all, kernel.BinaryOf("nextafter"+t.Name, "the next to x[i] towards y[i]", t, nextafter, "Nextafter"))
	}
	sixteen := kernel.BinaryOf("copysignHalf", "x[i]&^(1<<15) | y[i]&(1<<15)", dtype.Float16, copysign, "Copysign")
	sixteen.Entries = append(sixteen.Entries, kernel.EntriesOf(dtype.BFloat16, dtype.BFloat16, "Copysign")...)
	all = append(all, sixteen)
	b := dtype.Bool
	return append(all,
		kernel.BinaryOf("andBool", "x[i] && y[i]", b, kernel.Always("VPAND"), "LogicalAnd", "BitwiseAnd", "Mul", "Minimum", "Fmin").Folded(),
		kernel.BinaryOf("orBool", "x[i] || y[i]", b, kernel.Always("VPOR"), "LogicalOr", "BitwiseOr", "Add", "Maximum", "Fmax").Folded(),
		kernel.BinaryOf("xorBool", "x[i] != y[i]", b, kernel.Always("VPXOR"), "LogicalXor", "BitwiseXor"),
		kernel.UnaryOf("notBool", "!x[i]", b, maskWith("VPXOR", 1), "LogicalNot", "BitwiseNot"))
}

func maskWith(name string, bits uint64) kernel.Unary {
	return func(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec {
		return f.Into(name, f.Constant(t.Size, bits), x)
	}
}

func complement(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec {
	return f.Into("VPXOR", f.Constant(8, 1<<64-1), x)
}

// Shifts by the width or more give 0, or copies of the sign, as in Go. The instructions shift words
// of 32 and 64 bits. Shorter elements are shifted in words of twice their size, beside zeros or
// copies of their sign. The even elements and the odd ones are shifted separately.

func ShiftLeft(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
	if t.Size >= 4 || t.Size == 2 && f.Width == 64 {
		return f.Into("VPSLLV"+t.Letter(), y, x)
	}
	twice := dtype.Type{Size: 2 * t.Size}
	counts := f.Load(y)
	odd := ShiftLeft(f, twice, f.Binary(f.Bitwise("VPANDN"), x, f.Load(LowHalves(f, t))), UpperHalves(f, t, counts))
	return blendHalves(f, t, ShiftLeft(f, twice, x, f.And(counts, LowHalves(f, t))), odd)
}

func ShiftRight(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
	switch {
	case (t.Size >= 4 || t.Size == 2 && f.Width == 64) && !t.Signed:
		return f.Into("VPSRLV"+t.Letter(), y, x)
	case t.Size == 4 || t.Size == 2 && f.Width == 64:
		return f.Into("VPSRAV"+t.Letter(), y, x)
	case t.Size == 8: // negative elements are complemented
		sign := f.Binary("VPCMPGTQ", x, f.Zero())
		f.Into("VPXOR", sign, x)
		f.Into("VPSRLVQ", y, x)
		return f.Into("VPXOR", sign, x)
	}
	twice, bits := dtype.Type{Size: 2 * t.Size, Signed: t.Signed}, operand.U8(8*t.Size)
	counts, low := f.Load(y), f.Vec()
	if f.Do("VPSLL"+twice.Letter(), bits, x, low); t.Signed {
		f.Do("VPSRA"+twice.Letter(), bits, low, low)
	} else {
		f.Do("VPSRL"+twice.Letter(), bits, low, low)
	}
	even := ShiftRight(f, twice, low, f.And(counts, LowHalves(f, t)))
	return blendHalves(f, t, even, ShiftRight(f, twice, x, UpperHalves(f, t, counts)))
}

// LowHalves has the bits of every second element, the even ones.
func LowHalves(f *emit.Writer, t dtype.Type) operand.Mem {
	return f.Constant(2*t.Size, 1<<(8*t.Size)-1)
}

// UpperHalves are the odd elements at the positions of two.
func UpperHalves(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec {
	v := f.Vec()
	f.Do("VPSRL"+dtype.Letter(2*t.Size), operand.U8(8*t.Size), x, v)
	return v
}

// blendHalves takes the even elements of one register, the odd ones of the other.
func blendHalves(f *emit.Writer, t dtype.Type, even, odd emit.Vec) emit.Vec {
	if f.Width == 64 {
		low := f.Load(LowHalves(f, t))
		return f.Or(f.And(even, low), f.Binary(f.Bitwise("VPANDN"), odd, low))
	}
	if t.Size == 2 {
		f.VPBLENDW(operand.U8(0xaa), odd, even, even)
		return even
	}
	return f.Blend(f.Load(LowHalves(f, t)), even, odd)
}

func copysign(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
	f.Into("VPAND", f.Constant(t.Size, t.SignBit()-1), x)
	return f.Into("VPOR", f.Binary("VPAND", y, f.Load(f.Constant(t.Size, t.SignBit()))), x)
}

// nextafter takes floats for integers: those of one sign are ordered as the numbers are.
func nextafter(f *emit.Writer, t dtype.Type, x emit.Vec, m emit.Arg) emit.Vec {
	y, size := f.Load(m), dtype.Letter(t.Size)
	compareLess := func(x, y emit.Vec) emit.Vec { return f.Binary("VPCMPGT"+size, x, y) }
	magnitude := func(x emit.Vec) emit.Vec { return f.Binary("VPAND", f.Constant(t.Size, t.SignBit()-1), x) }
	mx, my, negative := magnitude(x), magnitude(y), compareLess(x, f.Zero())
	order := func(x, sign emit.Vec) emit.Vec { // the larger of two negative ones is the nearer to 0
		return f.Binary("VPXOR", f.Binary("VPAND", f.Constant(t.Size, t.SignBit()-1), sign), x)
	}
	more := f.Into("VPXOR", negative, compareLess(order(x, negative), order(y, compareLess(y, f.Zero()))))
	v := f.Binary("VPADD"+size, f.Constant(8, 1<<64-1), x) // one less, or
	for range 2 {
		v = f.Into("VPSUB"+size, more, v)
	}
	least := f.Binary("VPAND", f.Constant(t.Size, t.SignBit()), y)
	f.Into("VPOR", f.Constant(t.Size, 1), least)
	v = f.Blend(f.Binary("VPCMPEQ"+size, f.Zero(), mx), least, v)
	zeros := f.Binary("VPCMPEQ"+size, f.Zero(), f.Binary("VPOR", my, mx))
	v = f.Blend(f.Into("VPOR", zeros, f.Binary("VPCMPEQ"+size, y, x)), y, v)
	infinity := f.Load(f.Constant(t.Size, t.Infinity()))
	nan := f.Into("VPOR", compareLess(infinity, mx), compareLess(infinity, my))
	return f.Into("VPOR", nan, v)
}

// copyKernel returns a copy, for all types of a size, and for rows that leave integers as they are.
func copyKernel(t, u dtype.Type) kernel.Kernel {
	k := kernel.UnaryOf(fmt.Sprintf("copy%d", 8*t.Size), "x[i]", t, func(_ *emit.Writer, _ dtype.Type, x emit.Vec) emit.Vec { return x },
		"Positive", "Floor", "Ceil", "Trunc", "Round").Also(u)
	k.Entries = append(k.Entries, kernel.EntriesOf(u, u, "Abs", "Relu")...)
	return k.AlsoFor(dtype.AllFloats, t.Size, "Positive")
}

// where takes y's bits where the condition's byte is 1, and z's where it is 0.
func where(t, u dtype.Type) kernel.Kernel {
	k := kernel.Kernel{Name: fmt.Sprintf("where%d", 8*t.Size), Is: "x[i] ? y[i] : z[i]", In: []int{1, t.Size, t.Size}, Out: t.Size,
		Entries: kernel.EntriesOf(t, t, "Where")}
	k.Vector = func(f *emit.Writer, in kernel.Input) emit.Vec {
		mask := f.Vec()
		switch t.Size {
		case 1:
			f.VPCMPEQB(in(0, 0), f.Zero(), mask)
		default:
			f.Do("VPMOVZXB"+t.Letter(), in(0, 0), mask)
			f.Do("VPCMPEQ"+t.Letter(), mask, f.Zero(), mask)
		}
		return f.Blend(mask, f.Load(in(2, 0)), in(1, 0))
	}
	return k.Also(u).AlsoFor(append(dtype.AllFloats[:4:4], dtype.Bool), t.Size, "Where")
}
