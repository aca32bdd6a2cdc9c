package compare

import (
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// logic is the logic of numbers, which are true unless they are 0: see onNumbers in package exec.
func logic() []kernel.Kernel {
	var all []kernel.Kernel
	enter := func(name string, t dtype.Type, others ...dtype.Type) {
		row := func(row, is string, arity int, p Predicate, negate bool) {
			k := Comparison("logical"+row+name, is, t, arity, p, negate, "Logical"+row)
			for _, other := range others {
				k = k.Also(other)
			}
			all = append(all, k)
		}
		row("And", "x[i] != 0 && y[i] != 0", 2, oneIsZero, true)
		row("Or", "x[i] != 0 || y[i] != 0", 2, bothAreZero, true)
		row("Xor", "(x[i] != 0) != (y[i] != 0)", 2, justOneIsZero, false)
		row("Not", "x[i] == 0", 1, noDigits, false)
	}
	for i, t := range dtype.Signed {
		enter(t.Name, t, dtype.Unsigned[i])
	}
	enter("Half", dtype.Float16, dtype.BFloat16)
	for _, t := range dtype.Floats {
		enter(t.Name, t)
	}
	return all
}

// digitsOf are a number's bits, without the sign of a float. A bit is set unless the number is 0.
func digitsOf(f *emit.Writer, t dtype.Type, x emit.Vec) emit.Vec {
	if t.Float {
		return f.Into("VPADD"+t.Letter(), x, x)
	}
	return x
}

func noDigits(f *emit.Writer, t dtype.Type, x emit.Vec, _ emit.Arg) emit.Vec {
	return f.Into("VPCMPEQ"+t.Letter(), f.Zero(), digitsOf(f, t, x))
}

func oneIsZero(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
	if t.Size == 8 {
		return f.Into("VPOR", noDigits(f, t, f.Load(y), nil), noDigits(f, t, x, nil))
	}
	if t.Float {
		y = digitsOf(f, t, f.Load(y))
	}
	return f.Into("VPCMPEQ"+t.Letter(), f.Zero(), f.Into("VPMINU"+t.Letter(), y, digitsOf(f, t, x)))
}

func bothAreZero(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
	return noDigits(f, t, f.Into("VPOR", y, x), nil)
}

func justOneIsZero(f *emit.Writer, t dtype.Type, x emit.Vec, y emit.Arg) emit.Vec {
	return f.Into("VPXOR", noDigits(f, t, f.Load(y), nil), noDigits(f, t, x, nil))
}
