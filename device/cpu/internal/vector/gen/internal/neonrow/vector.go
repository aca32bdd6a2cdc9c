package neonrow

import (
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/operand"

	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/arithmetic"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// vector writes the code of one vector, and returns its register.
type vector = func(f *emit.Writer, in kernel.Input) emit.Vec

// Vector returns the code for a vector of a kernel by NEON's own instructions, or nil.
func Vector(k *kernel.Kernel) vector {
	e := k.Entries[0]
	from, to, first := dtype.Named(e.From), dtype.Named(e.To), e.Ops[0]
	half := slices.Contains(dtype.Halves, from)
	switch {
	case first == "Where":
		return neonWhere(k.Out)
	case first == "Cast" && to == dtype.Bool:
		return neonTruth(strings.Join(e.Ops, " "), from, 1)
	case first == "Cast":
		return neonCast(from, to)
	case to == dtype.Bool && from != dtype.Bool || isComparison[first]:
		return neonTruth(first, from, len(k.In))
	case half && (first == "Abs" || first == "Neg"):
		return neonHalfSign(first)
	case half && first != "Copysign" && first != "Positive":
		return neonHalf(first, from, len(k.In))
	}
	return neonChain(e.Ops, from, len(k.In))
}

// neonChain computes rows one after the other. Each takes the result of the one before and, if it
// takes two operands, another operand.
func neonChain(ops []string, t dtype.Type, operands int) vector {
	var rows []row
	for _, o := range ops {
		r := Of(o, t)
		if r == nil {
			return nil
		}
		rows = append(rows, r)
	}
	return func(f *emit.Writer, in kernel.Input) emit.Vec {
		var x []emit.Vec
		for i := range operands {
			x = append(x, f.Load(in(i, 0)))
		}
		if len(rows) == 1 {
			return rows[0](f, x...)
		}
		v, rest := rows[0](f, x[:2]...), x[2:]
		for i, o := range ops[1:] {
			if arithmetic.Binaries[o] == nil {
				v = rows[i+1](f, v)
				continue
			}
			v, rest = rows[i+1](f, v, rest[0]), rest[1:]
		}
		return v
	}
}

// Pair returns the code of a kernel of numbers for two registers by NEON's own instructions.
func Pair(k *kernel.Kernel) func(f *emit.Writer, x emit.Vec, y emit.Arg) emit.Vec {
	r := Of(k.Entries[0].Ops[0], dtype.Named(k.Entries[0].From))
	return func(f *emit.Writer, x emit.Vec, y emit.Arg) emit.Vec { return r(f, x, f.InRegister(y)) }
}

// neonWhere takes z where the condition's byte is 0.
func neonWhere(size int) vector {
	return func(f *emit.Writer, in kernel.Input) emit.Vec {
		c := emit.LoadExtended(f, dtype.Bool, size, in(0, 0))
		mask := f.NeonOf("cmeq0", dtype.Type{Size: size}, c)
		return f.Neon("bsl", 1, mask, f.Load(in(2, 0)), f.Load(in(1, 0)))
	}
}

// isComparison has the rows that give bool of two operands of any type.
var isComparison = map[string]bool{"Eq": true, "Ne": true, "Le": true, "Gt": true}

// neonTruth is a comparison, or a question about one operand: masks of as many elements as
// make 16 bytes of result, packed.
func neonTruth(o string, t dtype.Type, arity int) vector {
	p, negate := neonPredicate(o, t)
	if p == nil {
		return nil
	}
	return func(f *emit.Writer, in kernel.Input) emit.Vec {
		masks := make([]emit.Vec, t.Size)
		for i := range masks {
			var x [2]emit.Vec
			for k := range arity {
				x[k] = f.Load(in(k, 16*i))
			}
			masks[i] = p(f, x[0], x[1])
		}
		mask := emit.Packed(f, masks, t.Size)
		if negate {
			mask = f.NeonOf("mvn", dtype.Bool, mask)
		}
		return f.NeonOf("neg", dtype.Bool, mask)
	}
}

// neonPredicate makes a mask of x and y; negate means its opposite.
func neonPredicate(o string, t dtype.Type) (p func(f *emit.Writer, x, y emit.Vec) emit.Vec, negate bool) {
	magnitude := func(f *emit.Writer, x emit.Vec) (size emit.Vec, infinity operand.Op) {
		return f.NeonOf("and", t, x, f.Kept(t.Size, t.SignBit()-1)), f.Kept(t.Size, t.Infinity())
	}
	bits := func(bits uint64) func(f *emit.Writer, x, y emit.Vec) emit.Vec {
		return func(f *emit.Writer, x, _ emit.Vec) emit.Vec { return f.NeonOf("cmeq", t, x, f.Kept(t.Size, bits)) }
	}
	switch o {
	case "Signbit":
		return func(f *emit.Writer, x, _ emit.Vec) emit.Vec { return f.NeonOf("cmlt0", t, x) }, false
	case "Cast", "Cast LogicalNot":
		name := map[bool]string{true: "fcmeq0", false: "cmeq0"}[t.Float]
		return func(f *emit.Writer, x, _ emit.Vec) emit.Vec { return f.NeonOf(name, t, x) }, o == "Cast"
	case "Isnan":
		return func(f *emit.Writer, x, _ emit.Vec) emit.Vec {
			size, infinity := magnitude(f, x)
			return f.NeonOf("cmgt", t, size, infinity)
		}, false
	case "Isfinite":
		return func(f *emit.Writer, x, _ emit.Vec) emit.Vec {
			size, infinity := magnitude(f, x)
			return f.NeonOf("cmgt", t, infinity, size)
		}, false
	case "Isinf":
		return func(f *emit.Writer, x, _ emit.Vec) emit.Vec {
			size, infinity := magnitude(f, x)
			return f.NeonOf("cmeq", t, size, infinity)
		}, false
	case "Isposinf":
		return bits(t.Infinity()), false
	case "Isneginf":
		return bits(t.Infinity() | t.SignBit()), false
	}
	return neonComparison(o, t), o == "Ne"
}

// neonComparison makes a mask, of Ne where x and y are equal.
func neonComparison(o string, t dtype.Type) func(f *emit.Writer, x, y emit.Vec) emit.Vec {
	names := map[string]string{"Eq": "eq", "Ne": "eq", "Le": "ge", "Gt": "gt"}
	name := names[o]
	switch {
	case name == "":
		return nil
	case t == dtype.Float16 || t == dtype.BFloat16:
		return neonHalfComparison(o, t)
	case t.Float:
		name = "fcm" + name
	case t.Signed || name == "eq":
		name = "cm" + name
	default:
		name = map[string]string{"gt": "cmhi", "ge": "cmhs"}[name]
	}
	return func(f *emit.Writer, x, y emit.Vec) emit.Vec {
		if o == "Le" {
			x, y = y, x
		}
		return f.NeonOf(name, t, x, y)
	}
}
