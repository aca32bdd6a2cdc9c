package main

import "fmt"

// bitwise has what looks at bits alone, whatever the type.
func bitwise() []kernel {
	var all []kernel
	for i, t := range signeds {
		u, bits := unsigned[i], fmt.Sprint(8*t.size)
		integers := func(k kernel) { all = append(all, k.also(u)) }
		integers(binary2("and"+bits, "x[i] & y[i]", t, always("VPAND"), "BitwiseAnd"))
		integers(binary2("or"+bits, "x[i] | y[i]", t, always("VPOR"), "BitwiseOr"))
		integers(binary2("xor"+bits, "x[i] ^ y[i]", t, always("VPXOR"), "BitwiseXor"))
		integers(unary1("not"+bits, "^x[i]", t, complement, "BitwiseNot"))
		all = append(all, copied(t, u), where(t, u))
		if t.size >= 4 {
			integers(binary2("shiftLeft"+bits, "x[i] << uint64(y[i])", t, shifted("VPSLLV"), "BitwiseLeftShift"))
			all = append(all,
				binary2("shiftRight"+u.name, "x[i] >> y[i]", u, shifted("VPSRLV"), "BitwiseRightShift"),
				binary2("shiftRight"+t.name, "x[i] >> uint64(y[i])", t, shiftRight, "BitwiseRightShift"))
			float := floats[i-2]
			all = append(all, binary2("copysign"+float.name, "math.Copysign(x[i], y[i])", float, copysign, "Copysign"))
		}
	}
	for _, t := range halves {
		all = append(all,
			unary1("abs"+t.name, "x[i] &^ (1<<15)", t, maskWith("VPAND", 0x7fff), "Abs"),
			unary1("neg"+t.name, "x[i] ^ 1<<15", t, maskWith("VPXOR", 0x8000), "Neg"))
	}
	b := boolean
	return append(all,
		binary2("andBool", "x[i] && y[i]", b, always("VPAND"), "LogicalAnd", "BitwiseAnd", "Mul", "Minimum", "Fmin"),
		binary2("orBool", "x[i] || y[i]", b, always("VPOR"), "LogicalOr", "BitwiseOr", "Add", "Maximum", "Fmax"),
		binary2("xorBool", "x[i] != y[i]", b, always("VPXOR"), "LogicalXor", "BitwiseXor"),
		unary1("notBool", "!x[i]", b, maskWith("VPXOR", 1), "LogicalNot", "BitwiseNot"))
}

// always is one instruction for every type.
func always(name string) binary {
	return func(f *frame, _ dtype, x vec, y arg) vec { return f.into(name, y, x) }
}

func maskWith(name string, bits uint64) unary {
	return func(f *frame, t dtype, x vec) vec { return f.into(name, f.constant(t.size, bits), x) }
}

func complement(f *frame, t dtype, x vec) vec { return f.into("VPXOR", f.constant(8, 1<<64-1), x) }

// shifted counts beyond the width as Go does: 0 is left.
func shifted(name string) binary {
	return func(f *frame, t dtype, x vec, y arg) vec { return f.into(name+t.letter(), y, x) }
}

// shiftRight of 64 bits shifts the complement of what is negative.
func shiftRight(f *frame, t dtype, x vec, y arg) vec {
	if t.size == 4 {
		return f.into("VPSRAVD", y, x)
	}
	sign := f.three("VPCMPGTQ", x, f.zero())
	f.into("VPXOR", sign, x)
	f.into("VPSRLVQ", y, x)
	return f.into("VPXOR", sign, x)
}

func copysign(f *frame, t dtype, x vec, y arg) vec {
	f.into("VPAND", f.constant(t.size, t.sign()-1), x)
	return f.into("VPOR", f.three("VPAND", y, f.load(f.constant(t.size, t.sign()))), x)
}

// copied is a copy, for all types of a size.
func copied(t, u dtype) kernel {
	return unary1(fmt.Sprintf("copy%d", 8*t.size), "x[i]", t, func(_ *frame, _ dtype, x vec) vec { return x }, "Positive").also(u)
}

// where takes y's bits where the condition's byte is 1, and z's where it is 0.
func where(t, u dtype) kernel {
	k := kernel{name: fmt.Sprintf("where%d", 8*t.size), is: "x[i] ? y[i] : z[i]", in: []int{1, t.size, t.size}, out: t.size,
		entries: entriesOf(t, t, []string{"Where"})}
	k.unit = func(f *frame, in input) vec {
		mask := f.vec()
		switch t.size {
		case 1:
			f.VPCMPEQB(in(0, 0), f.zero(), mask)
		default:
			f.do("VPMOVZXB"+t.letter(), in(0, 0), mask)
			f.do("VPCMPEQ"+t.letter(), mask, f.zero(), mask)
		}
		return f.blend(mask, f.load(in(2, 0)), in(1, 0))
	}
	k = k.also(u)
	for _, other := range append(append([]dtype{boolean}, floats...), halves...) {
		if other.size == t.size {
			k.entries = append(k.entries, entriesOf(other, other, []string{"Where"})...)
		}
	}
	return k
}
