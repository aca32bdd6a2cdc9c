package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
)

// bitwise has what looks at bits alone, whatever the type.
func bitwise() []kernel {
	var all []kernel
	for i, t := range dtype.Signed {
		u, bits := dtype.Unsigned[i], fmt.Sprint(8*t.Size)
		integers := func(k kernel) { all = append(all, k.also(u)) }
		integers(binary2("and"+bits, "x[i] & y[i]", t, always("VPAND"), "BitwiseAnd"))
		integers(binary2("or"+bits, "x[i] | y[i]", t, always("VPOR"), "BitwiseOr"))
		integers(binary2("xor"+bits, "x[i] ^ y[i]", t, always("VPXOR"), "BitwiseXor"))
		integers(unary1("not"+bits, "^x[i]", t, complement, "BitwiseNot"))
		all = append(all, copied(t, u), where(t, u))
		integers(binary2("shiftLeft"+bits, "x[i] << uint64(y[i])", t, shiftLeft, "BitwiseLeftShift"))
		for _, t := range []dtype.Type{t, u} {
			all = append(all, binary2("shiftRight"+t.Name, "x[i] >> uint64(y[i])", t, shiftRight, "BitwiseRightShift"))
		}
		if t.Size >= 4 {
			float := dtype.Floats[i-2]
			all = append(all, binary2("copysign"+float.Name, "math.Copysign(x[i], y[i])", float, copysign, "Copysign"))
		}
	}
	for _, t := range dtype.Halves {
		all = append(all,
			unary1("abs"+t.Name, "x[i] &^ (1<<15)", t, maskWith("VPAND", 0x7fff), "Abs"),
			unary1("neg"+t.Name, "x[i] ^ 1<<15", t, maskWith("VPXOR", 0x8000), "Neg"))
	}
	for _, t := range dtype.AllFloats {
		next := binary2("nextafter"+t.Name, "the next to x[i] towards y[i]", t, nextafter, "Nextafter")
		next.unroll, next.singleBody = 1, true
		all = append(all, next)
	}
	sixteen := binary2("copysignHalf", "x[i]&^(1<<15) | y[i]&(1<<15)", dtype.Float16, copysign, "Copysign")
	sixteen.entries = append(sixteen.entries, entriesOf(dtype.BFloat16, dtype.BFloat16, []string{"Copysign"})...)
	all = append(all, sixteen)
	b := dtype.Bool
	return append(all,
		binary2("andBool", "x[i] && y[i]", b, always("VPAND"), "LogicalAnd", "BitwiseAnd", "Mul", "Minimum", "Fmin"),
		binary2("orBool", "x[i] || y[i]", b, always("VPOR"), "LogicalOr", "BitwiseOr", "Add", "Maximum", "Fmax"),
		binary2("xorBool", "x[i] != y[i]", b, always("VPXOR"), "LogicalXor", "BitwiseXor"),
		unary1("notBool", "!x[i]", b, maskWith("VPXOR", 1), "LogicalNot", "BitwiseNot"))
}

// always is one instruction for every type.
func always(name string) binary {
	return func(f *emitter, _ dtype.Type, x vec, y arg) vec { return f.into(name, y, x) }
}

func maskWith(name string, bits uint64) unary {
	return func(f *emitter, t dtype.Type, x vec) vec { return f.into(name, f.constant(t.Size, bits), x) }
}

func complement(f *emitter, t dtype.Type, x vec) vec {
	return f.into("VPXOR", f.constant(8, 1<<64-1), x)
}

// Shifts count beyond the width as Go does: 0, or the sign, is left. The instructions know
// words of 32 and 64 bits; shorter ones are shifted beside zeros, or copies of their sign,
// the even ones and the odd ones each by themselves.

func shiftLeft(f *emitter, t dtype.Type, x vec, y arg) vec {
	if t.Size >= 4 || t.Size == 2 && f.width == 64 {
		return f.into("VPSLLV"+t.Letter(), y, x)
	}
	twice := dtype.Type{Size: 2 * t.Size}
	counts := f.load(y)
	odd := shiftLeft(f, twice, f.three(f.bitwise("VPANDN"), x, f.load(lowHalves(f, t))), upperHalves(f, t, counts))
	return blendHalves(f, t, shiftLeft(f, twice, x, f.and(counts, lowHalves(f, t))), odd)
}

func shiftRight(f *emitter, t dtype.Type, x vec, y arg) vec {
	switch {
	case (t.Size >= 4 || t.Size == 2 && f.width == 64) && !t.Signed:
		return f.into("VPSRLV"+t.Letter(), y, x)
	case t.Size == 4 || t.Size == 2 && f.width == 64:
		return f.into("VPSRAV"+t.Letter(), y, x)
	case t.Size == 8: // of what is negative, the complement
		sign := f.three("VPCMPGTQ", x, f.zero())
		f.into("VPXOR", sign, x)
		f.into("VPSRLVQ", y, x)
		return f.into("VPXOR", sign, x)
	}
	twice, bits := dtype.Type{Size: 2 * t.Size, Signed: t.Signed}, operand.U8(8*t.Size)
	counts, low := f.load(y), f.vec()
	if f.do("VPSLL"+twice.Letter(), bits, x, low); t.Signed {
		f.do("VPSRA"+twice.Letter(), bits, low, low)
	} else {
		f.do("VPSRL"+twice.Letter(), bits, low, low)
	}
	even := shiftRight(f, twice, low, f.and(counts, lowHalves(f, t)))
	return blendHalves(f, t, even, shiftRight(f, twice, x, upperHalves(f, t, counts)))
}

// lowHalves has the bits of every second element, the even ones.
func lowHalves(f *emitter, t dtype.Type) operand.Mem { return f.constant(2*t.Size, 1<<(8*t.Size)-1) }

// upperHalves are the odd elements in the place of two.
func upperHalves(f *emitter, t dtype.Type, x vec) vec {
	v := f.vec()
	f.do("VPSRL"+dtype.Letter(2*t.Size), operand.U8(8*t.Size), x, v)
	return v
}

// blendHalves takes the even elements of one register, the odd ones of the other.
func blendHalves(f *emitter, t dtype.Type, even, odd vec) vec {
	if f.width == 64 {
		low := f.load(lowHalves(f, t))
		return f.or(f.and(even, low), f.three(f.bitwise("VPANDN"), odd, low))
	}
	if t.Size == 2 {
		f.VPBLENDW(operand.U8(0xaa), odd, even, even)
		return even
	}
	return f.blend(f.load(lowHalves(f, t)), even, odd)
}

func copysign(f *emitter, t dtype.Type, x vec, y arg) vec {
	f.into("VPAND", f.constant(t.Size, t.SignBit()-1), x)
	return f.into("VPOR", f.three("VPAND", y, f.load(f.constant(t.Size, t.SignBit()))), x)
}

// nextafter takes floats for integers: those of one sign are ordered as the numbers are.
func nextafter(f *emitter, t dtype.Type, x vec, m arg) vec {
	y, size := f.load(m), dtype.Letter(t.Size)
	less := func(x, y vec) vec { return f.three("VPCMPGT"+size, x, y) }
	magnitude := func(x vec) vec { return f.three("VPAND", f.constant(t.Size, t.SignBit()-1), x) }
	mx, my, negative := magnitude(x), magnitude(y), less(x, f.zero())
	order := func(x, sign vec) vec { // the larger of two negative ones is the nearer to 0
		return f.three("VPXOR", f.three("VPAND", f.constant(t.Size, t.SignBit()-1), sign), x)
	}
	more := f.into("VPXOR", negative, less(order(x, negative), order(y, less(y, f.zero()))))
	v := f.three("VPADD"+size, f.constant(8, 1<<64-1), x) // one less, or
	for range 2 {
		v = f.into("VPSUB"+size, more, v)
	}
	least := f.three("VPAND", f.constant(t.Size, t.SignBit()), y)
	f.into("VPOR", f.constant(t.Size, 1), least)
	v = f.blend(f.three("VPCMPEQ"+size, f.zero(), mx), least, v)
	zeros := f.three("VPCMPEQ"+size, f.zero(), f.three("VPOR", my, mx))
	v = f.blend(f.into("VPOR", zeros, f.three("VPCMPEQ"+size, y, x)), y, v)
	infinity := f.load(f.constant(t.Size, t.Infinity()))
	nan := f.into("VPOR", less(infinity, mx), less(infinity, my))
	return f.into("VPOR", nan, v)
}

// copied is a copy, for all types of a size, and for rows that leave integers as they are.
func copied(t, u dtype.Type) kernel {
	k := unary1(fmt.Sprintf("copy%d", 8*t.Size), "x[i]", t, func(_ *emitter, _ dtype.Type, x vec) vec { return x },
		"Positive", "Floor", "Ceil", "Trunc", "Round").also(u)
	k.entries = append(k.entries, entriesOf(u, u, []string{"Abs", "Relu"})...)
	return k.alsoFor(dtype.AllFloats, t.Size, "Positive")
}

// alsoFor enters a kernel for rows of those types that have elements of a size.
func (k kernel) alsoFor(types []dtype.Type, size int, rows ...string) kernel {
	for _, other := range types {
		if other.Size == size {
			k.entries = append(k.entries, entriesOf(other, other, rows)...)
		}
	}
	return k
}

// where takes y's bits where the condition's byte is 1, and z's where it is 0.
func where(t, u dtype.Type) kernel {
	k := kernel{name: fmt.Sprintf("where%d", 8*t.Size), is: "x[i] ? y[i] : z[i]", in: []int{1, t.Size, t.Size}, out: t.Size,
		entries: entriesOf(t, t, []string{"Where"})}
	k.vector = func(f *emitter, in input) vec {
		mask := f.vec()
		switch t.Size {
		case 1:
			f.VPCMPEQB(in(0, 0), f.zero(), mask)
		default:
			f.do("VPMOVZXB"+t.Letter(), in(0, 0), mask)
			f.do("VPCMPEQ"+t.Letter(), mask, f.zero(), mask)
		}
		return f.blend(mask, f.load(in(2, 0)), in(1, 0))
	}
	return k.also(u).alsoFor(append(dtype.AllFloats[:4:4], dtype.Bool), t.Size, "Where")
}
