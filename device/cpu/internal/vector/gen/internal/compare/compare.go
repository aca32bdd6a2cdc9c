// Package compare has the kernels whose result is bool.
package compare

import (
	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// Predicate writes a mask of the elements that have a property; in has further operands.
type Predicate func(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec

// Comparison is a kernel from one or two operands to bool: masks of as many elements as
// make 32 bytes of result, packed.
func Comparison(name, is string, t dtype.Type, arity int, p Predicate, negate bool, ops ...string) kernel.Kernel {
	k := kernel.Kernel{Name: name, Is: is, Out: 1, Entries: kernel.EntriesOf(t, dtype.Bool, ops...)}
	for range arity {
		k.In = append(k.In, t.Size)
	}
	k.Vector = func(f *emit.Writer, in kernel.Input) emit.Vec {
		masks := make([]emit.Vec, t.Size)
		for i := range masks {
			x := f.Load(in(0, 32*i))
			if arity == 1 {
				masks[i] = p(f, t, x, nil)
			} else {
				masks[i] = p(f, t, x, in(1, 32*i))
			}
			if i > 0 && t.Size == 8 && i%2 == 1 { // early, to need fewer registers
				masks[i/2] = PackQuads(f, masks[i-1], masks[i])
			}
		}
		return Truth(f, PackMasks(f, masks, t.Size), negate)
	}
	return k
}

// PackQuads makes one mask of 32-bit elements from two masks of 64-bit elements.
func PackQuads(f *emit.Writer, a, b emit.Vec) emit.Vec {
	v := f.Vec()
	f.VSHUFPS(operand.U8(0x88), b, a, v)
	f.VPERMQ(operand.U8(0xd8), v, v)
	return v
}

// PackMasks makes a mask of bytes from masks of elements.
func PackMasks(f *emit.Writer, m []emit.Vec, size int) emit.Vec {
	switch size {
	case 1:
		return m[0]
	case 2:
		v := f.Binary("VPACKSSWB", m[1], m[0])
		f.VPERMQ(operand.U8(0xd8), v, v)
		return v
	}
	// Packing takes each half of a register by itself: the order of dwords is 0 4 1 5 2 6 3 7.
	v := f.Binary("VPACKSSWB", f.Binary("VPACKSSDW", m[3], m[2]), f.Binary("VPACKSSDW", m[1], m[0]))
	order := f.Load(f.Words("order", 0x0000000400000000, 0x0000000500000001, 0x0000000600000002, 0x0000000700000003))
	f.VPERMD(v, order, v)
	return v
}

// Truth makes bytes of 0 and 1 from a mask, or from its opposite.
func Truth(f *emit.Writer, mask emit.Vec, negate bool) emit.Vec {
	one := f.Constant(1, 1)
	if negate {
		return f.Into("VPADDB", one, mask)
	}
	return f.Into("VPAND", one, mask)
}

// Kernels are those of AVX2. Lt and Ge have none: they are Gt and Le with their operands swapped.
func Kernels() []kernel.Kernel {
	var all []kernel.Kernel
	for _, t := range dtype.Floats {
		condition := func(c uint8) Predicate {
			return func(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec { return f.Compare(t, c, x, y) }
		}
		two := func(name, is string, c uint8, row string) {
			all = append(all, Comparison(name+t.Name, "x[i] "+is+" y[i]", t, 2, condition(c), false, row))
		}
		two("eq", "==", emit.Equal, "Eq")
		two("ne", "!=", emit.NotEqual, "Ne")
		two("le", "<=", emit.LessEqual, "Le")
		two("gt", ">", emit.GreaterThan, "Gt")
		all = append(all,
			Comparison("isnan"+t.Name, "x[i] != x[i]", t, 1, isnan, false, "Isnan"),
			Comparison("isfinite"+t.Name, "x[i]-x[i] == 0", t, 1, isfinite, false, "Isfinite"),
			Comparison("isinf"+t.Name, "math.IsInf(x[i], 0)", t, 1, isinf, false, "Isinf"))
	}
	for _, t := range dtype.AllFloats {
		all = append(all,
			Comparison("isposinf"+t.Name, "math.IsInf(x[i], 1)", t, 1, isBits(t.Infinity()), false, "Isposinf"),
			Comparison("isneginf"+t.Name, "math.IsInf(x[i], -1)", t, 1, isBits(t.Infinity()|t.SignBit()), false, "Isneginf"))
	}
	for i, t := range dtype.Signed {
		u := dtype.Unsigned[i]
		all = append(all,
			Comparison("eq"+t.Name, "x[i] == y[i]", t, 2, sameInteger, false, "Eq").Also(u),
			Comparison("ne"+t.Name, "x[i] != y[i]", t, 2, sameInteger, true, "Ne").Also(u))
		for _, t := range []dtype.Type{t, u} {
			gt, opposite := more, false
			if !t.Signed && t.Size < 8 {
				gt, opposite = atMost, true
			}
			all = append(all,
				Comparison("gt"+t.Name, "x[i] > y[i]", t, 2, gt, opposite, "Gt"),
				Comparison("le"+t.Name, "x[i] <= y[i]", t, 2, gt, !opposite, "Le"))
		}
		signs := Comparison("signbit"+t.Name, "x[i] < 0", t, 1, signbit, false, "Signbit")
		for _, float := range dtype.AllFloats {
			if float.Size == t.Size {
				signs.Entries = append(signs.Entries, kernel.EntriesOf(float, dtype.Bool, "Signbit")...)
			}
		}
		all = append(all, signs)
	}
	for i := range all { // bytes of 0 and 1 compare as integers
		if name, e := all[i].Name, all[i].Entries[0]; len(all[i].In) == 2 && (e.From == "Uint8" || name == "eqInt8" || name == "neInt8") {
			all[i] = all[i].Also(dtype.Bool)
		}
	}
	return all
}

func isnan(f *emit.Writer, t dtype.Type, x emit.Vec, _ emit.Arg) emit.Vec {
	return f.Compare(t, emit.Unordered, x, x)
}

func isfinite(f *emit.Writer, t dtype.Type, x emit.Vec, _ emit.Arg) emit.Vec {
	inf := f.Constant(t.Size, t.Infinity())
	f.Into("VPAND", f.Constant(t.Size, t.SignBit()-1), x)
	return f.Compare(t, emit.Less, x, inf)
}

func isinf(f *emit.Writer, t dtype.Type, x emit.Vec, _ emit.Arg) emit.Vec {
	inf := f.Constant(t.Size, t.Infinity())
	f.Into("VPAND", f.Constant(t.Size, t.SignBit()-1), x)
	return f.Compare(t, emit.Equal, x, inf)
}

func isBits(bits uint64) Predicate {
	return func(f *emit.Writer, t dtype.Type, x emit.Vec, _ emit.Arg) emit.Vec {
		return f.Into("VPCMPEQ"+dtype.Letter(t.Size), f.Constant(t.Size, bits), x)
	}
}

func signbit(f *emit.Writer, t dtype.Type, x emit.Vec, _ emit.Arg) emit.Vec {
	return f.Greater(t, f.Zero(), x)
}

func sameInteger(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
	return f.Into("VPCMPEQ"+t.Letter(), y, x)
}

func more(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
	return f.Greater(t, x, f.Load(y))
}

// atMost compares unsigned integers of up to 32 bits, for which AVX2 has no instruction.
func atMost(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
	return f.Into("VPCMPEQ"+t.Letter(), f.Binary("VPMINU"+t.Letter(), y, x), x)
}
