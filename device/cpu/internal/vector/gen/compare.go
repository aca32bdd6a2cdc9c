package main

import (
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
)

// predicate writes a mask of the elements that have a property; in has further operands.
type predicate func(f *emitter, t dtype.Type, x vec, y arg) vec

// comparison is a kernel from one or two operands to bool: masks of as many elements as
// make 32 bytes of result, packed.
func comparison(name, is string, t dtype.Type, arity int, p predicate, negate bool, ops ...string) kernel {
	k := kernel{name: name, is: is, out: 1, entries: entriesOf(t, dtype.Bool, ops)}
	for range arity {
		k.in = append(k.in, t.Size)
	}
	k.vector = func(f *emitter, in input) vec {
		masks := make([]vec, t.Size)
		for i := range masks {
			x := f.load(in(0, 32*i))
			if arity == 1 {
				masks[i] = p(f, t, x, nil)
			} else {
				masks[i] = p(f, t, x, in(1, 32*i))
			}
			if i > 0 && t.Size == 8 && i%2 == 1 { // early, to need fewer registers
				masks[i/2] = packQuads(f, masks[i-1], masks[i])
			}
		}
		return truth(f, packMasks(f, masks, t.Size), negate)
	}
	return k
}

// packQuads makes one mask of 32-bit elements of two of 64-bit ones.
func packQuads(f *emitter, a, b vec) vec {
	v := f.vec()
	f.VSHUFPS(operand.U8(0x88), b, a, v)
	f.VPERMQ(operand.U8(0xd8), v, v)
	return v
}

// packMasks makes a mask of bytes of masks of elements.
func packMasks(f *emitter, m []vec, size int) vec {
	switch size {
	case 1:
		return m[0]
	case 2:
		v := f.three("VPACKSSWB", m[1], m[0])
		f.VPERMQ(operand.U8(0xd8), v, v)
		return v
	}
	// Packing takes each half of a register by itself: the order of dwords is 0 4 1 5 2 6 3 7.
	v := f.three("VPACKSSWB", f.three("VPACKSSDW", m[3], m[2]), f.three("VPACKSSDW", m[1], m[0]))
	order := f.load(f.words("order", 0x0000000400000000, 0x0000000500000001, 0x0000000600000002, 0x0000000700000003))
	f.VPERMD(v, order, v)
	return v
}

// truth makes bytes of 0 and 1 of a mask, or of its opposite.
func truth(f *emitter, mask vec, negate bool) vec {
	one := f.constant(1, 1)
	if negate {
		return f.into("VPADDB", one, mask)
	}
	return f.into("VPAND", one, mask)
}

func comparisons() []kernel {
	var all []kernel
	for _, t := range dtype.Floats {
		condition := func(c uint8) predicate {
			return func(f *emitter, t dtype.Type, x vec, y arg) vec { return f.compare(t, c, x, y) }
		}
		two := func(name, is string, c uint8, row string) {
			all = append(all, comparison(name+t.Name, "x[i] "+is+" y[i]", t, 2, condition(c), false, row))
		}
		two("eq", "==", equal, "Eq")
		two("ne", "!=", notEqual, "Ne")
		two("lt", "<", less, "Lt")
		two("le", "<=", lessEqual, "Le")
		two("gt", ">", greaterThan, "Gt")
		two("ge", ">=", greaterEqual, "Ge")
		all = append(all,
			comparison("isnan"+t.Name, "x[i] != x[i]", t, 1, isnan, false, "Isnan"),
			comparison("isfinite"+t.Name, "x[i]-x[i] == 0", t, 1, isfinite, false, "Isfinite"),
			comparison("isinf"+t.Name, "math.IsInf(x[i], 0)", t, 1, isinf, false, "Isinf"))
	}
	for _, t := range dtype.AllFloats {
		all = append(all,
			comparison("isposinf"+t.Name, "math.IsInf(x[i], 1)", t, 1, isBits(t.Infinity()), false, "Isposinf"),
			comparison("isneginf"+t.Name, "math.IsInf(x[i], -1)", t, 1, isBits(t.Infinity()|t.SignBit()), false, "Isneginf"))
	}
	for i, t := range dtype.Signed {
		u := dtype.Unsigned[i]
		all = append(all,
			comparison("eq"+t.Name, "x[i] == y[i]", t, 2, sameInteger, false, "Eq").also(u),
			comparison("ne"+t.Name, "x[i] != y[i]", t, 2, sameInteger, true, "Ne").also(u))
		for _, t := range []dtype.Type{t, u} {
			gt, lt, opposite := more, fewer, false
			if !t.Signed && t.Size < 8 {
				gt, lt, opposite = atMost, atLeast, true
			}
			all = append(all,
				comparison("gt"+t.Name, "x[i] > y[i]", t, 2, gt, opposite, "Gt"),
				comparison("le"+t.Name, "x[i] <= y[i]", t, 2, gt, !opposite, "Le"),
				comparison("lt"+t.Name, "x[i] < y[i]", t, 2, lt, opposite, "Lt"),
				comparison("ge"+t.Name, "x[i] >= y[i]", t, 2, lt, !opposite, "Ge"))
		}
		signs := comparison("signbit"+t.Name, "x[i] < 0", t, 1, signbit, false, "Signbit")
		for _, float := range dtype.AllFloats {
			if float.Size == t.Size {
				signs.entries = append(signs.entries, entriesOf(float, dtype.Bool, []string{"Signbit"})...)
			}
		}
		all = append(all, signs)
	}
	for i := range all { // bytes of 0 and 1 compare as integers
		if name, e := all[i].name, all[i].entries[0]; len(all[i].in) == 2 && (e.from == "Uint8" || name == "eqInt8" || name == "neInt8") {
			all[i] = all[i].also(dtype.Bool)
		}
	}
	return append(all, logic()...)
}

func isnan(f *emitter, t dtype.Type, x vec, _ arg) vec { return f.compare(t, unordered, x, x) }

func isfinite(f *emitter, t dtype.Type, x vec, _ arg) vec {
	inf := f.constant(t.Size, t.Infinity())
	f.into("VPAND", f.constant(t.Size, t.SignBit()-1), x)
	return f.compare(t, less, x, inf)
}

func isinf(f *emitter, t dtype.Type, x vec, _ arg) vec {
	inf := f.constant(t.Size, t.Infinity())
	f.into("VPAND", f.constant(t.Size, t.SignBit()-1), x)
	return f.compare(t, equal, x, inf)
}

func isBits(bits uint64) predicate {
	return func(f *emitter, t dtype.Type, x vec, _ arg) vec {
		return f.into("VPCMPEQ"+dtype.Letter(t.Size), f.constant(t.Size, bits), x)
	}
}

func signbit(f *emitter, t dtype.Type, x vec, _ arg) vec {
	return f.greater(t, f.zero(), x)
}

func sameInteger(f *emitter, t dtype.Type, x vec, y arg) vec {
	return f.into("VPCMPEQ"+t.Letter(), y, x)
}

func more(f *emitter, t dtype.Type, x vec, y arg) vec  { return f.greater(t, x, f.load(y)) }
func fewer(f *emitter, t dtype.Type, x vec, y arg) vec { return f.greater(t, f.load(y), x) }

// atLeast and atMost are of unsigned integers of up to 32 bits, for which there is no instruction greater.
func atLeast(f *emitter, t dtype.Type, x vec, y arg) vec {
	return f.into("VPCMPEQ"+t.Letter(), f.three("VPMAXU"+t.Letter(), y, x), x)
}

func atMost(f *emitter, t dtype.Type, x vec, y arg) vec {
	return f.into("VPCMPEQ"+t.Letter(), f.three("VPMINU"+t.Letter(), y, x), x)
}
