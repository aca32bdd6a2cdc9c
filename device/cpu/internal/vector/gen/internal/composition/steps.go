package composition

import (
	"maps"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/arithmetic"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/math32"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/math64"
	"github.com/wgtensor/wgtensor/device/op"
)

// step writes a row on registers or memory, which it does not change. Of bool it is a mask.
type step func(f floats.Arithmetic, x ...emit.Arg) emit.Arg

// steps are the rows that there is code for, of floats.
var steps = map[*op.Op]step{
	op.Add: binary(arithmetic.Add),
	op.Sub: binary(arithmetic.Sub),
	op.Mul: binary(arithmetic.Mul),
	op.Div: binary(arithmetic.Div),
	op.Clamp: func(f floats.Arithmetic, x ...emit.Arg) emit.Arg {
		return arithmetic.Clamp(f.Writer, f.T, f.Load(x[0]), x[1], x[2])
	},
	op.Abs:   func(f floats.Arithmetic, x ...emit.Arg) emit.Arg { return f.Abs(f.InRegister(x[0])) },
	op.Neg:   func(f floats.Arithmetic, x ...emit.Arg) emit.Arg { return f.Neg(f.InRegister(x[0])) },
	op.Gt:    greater,
	op.Le:    atMost,
	op.Lt:    func(f floats.Arithmetic, x ...emit.Arg) emit.Arg { return greater(f, x[1], x[0]) },
	op.Ge:    func(f floats.Arithmetic, x ...emit.Arg) emit.Arg { return atMost(f, x[1], x[0]) },
	op.Eq:    comparison(emit.Equal),
	op.Ne:    comparison(emit.NotEqual),
	op.Isnan: func(f floats.Arithmetic, x ...emit.Arg) emit.Arg { return compare(f, emit.Unordered, x[0], x[0]) },
	op.Isposinf: func(f floats.Arithmetic, x ...emit.Arg) emit.Arg {
		return compare(f, emit.Equal, x[0], f.Bits(f.T.Infinity()))
	},
	op.Isneginf: func(f floats.Arithmetic, x ...emit.Arg) emit.Arg {
		return compare(f, emit.Equal, x[0], f.Bits(f.T.Infinity()|f.T.SignBit()))
	},
	op.Where: func(f floats.Arithmetic, x ...emit.Arg) emit.Arg {
		return choose(f, x[0], f.InRegister(x[1]), x[2])
	},
	op.Expm1: func(f floats.Arithmetic, x ...emit.Arg) emit.Arg {
		if f.T == dtype.Float32 {
			return math32.Expm1(f, f.InRegister(x[0]))
		}
		return math64.Expm1(f, f.InRegister(x[0]))
	},
}

// ofIntegers are those that serve integers too.
var ofIntegers = map[*op.Op]bool{op.Add: true, op.Sub: true, op.Mul: true, op.Gt: true, op.Lt: true, op.Le: true, op.Ge: true, op.Where: true}

// binary is an operation that may change its first register.
func binary(b kernel.Binary) step {
	return func(f floats.Arithmetic, x ...emit.Arg) emit.Arg { return b(f.Writer, f.T, f.Load(x[0]), x[1]) }
}

func comparison(condition uint8) step {
	return func(f floats.Arithmetic, x ...emit.Arg) emit.Arg { return compare(f, condition, x[0], x[1]) }
}

func compare(f floats.Arithmetic, condition uint8, x, y emit.Arg) emit.Arg {
	return f.Test(condition, f.InRegister(x), y)
}

// choose is x where the mask is set, else y.
func choose(f floats.Arithmetic, mask emit.Arg, x emit.Vec, y emit.Arg) emit.Vec {
	if f.Width == 64 {
		return f.Select(mask, x, f.InRegister(y))
	}
	return f.Blend(mask.(emit.Vec), x, y)
}

func greater(f floats.Arithmetic, x ...emit.Arg) emit.Arg {
	if f.T.Float {
		return compare(f, emit.GreaterThan, x[0], x[1])
	}
	return f.Greater(f.T, f.InRegister(x[0]), f.InRegister(x[1]))
}

func atMost(f floats.Arithmetic, x ...emit.Arg) emit.Arg {
	if f.T.Float {
		return compare(f, emit.LessEqual, x[0], x[1])
	}
	return opposite(f, greater(f, x...))
}

// opposite is the opposite of a mask.
func opposite(f floats.Arithmetic, mask emit.Arg) emit.Arg {
	if f.Width == 64 {
		k, not := f.K(), "KNOTW"
		if f.T.Size == 8 { // as many bits as elements, because Rarely looks at all
			not = "KNOTB"
		}
		f.Do(not, mask, k)
		return k
	}
	return f.Xor(mask.(emit.Vec), f.Constant(8, 1<<64-1))
}

// writer writes the steps of a program, each when its value is needed.
type writer struct {
	floats.Arithmetic
	program *device.Program
	in      kernel.Input
	values  map[device.Value]emit.Arg
}

// write writes the steps of a program that computes in a type, and returns the result's register.
func write(f *emit.Writer, p *device.Program, t dtype.Type, inputs []emit.Vec, in kernel.Input) emit.Vec {
	w := &writer{floats.New(f, t), p, in, map[device.Value]emit.Arg{}}
	for i, v := range inputs {
		w.values[device.Value(i)] = v
	}
	for i := range p.Scalars() {
		w.values[device.Value(len(inputs)+i)] = in(len(inputs)+i, 0)
	}
	return w.value(p.Outputs()[0]).(emit.Vec)
}

// value returns a value's register or memory.
func (w *writer) value(v device.Value) emit.Arg {
	if at, ok := w.values[v]; ok {
		return at
	}
	in := w.instruction(v)
	var at emit.Arg
	switch {
	case in.Op == op.Cast: // of halves, which are widened already, and narrowed later
		at = w.value(in.Args[0])
	case in.Op == op.Where && w.dear(in.Args[2]):
		at = w.orElse(in)
	default:
		var args []emit.Arg
		for _, arg := range in.Args {
			args = append(args, w.value(arg))
		}
		at = steps[in.Op](w.Arithmetic, args...)
	}
	w.values[v] = at
	return at
}

// instruction returns the instruction that computes a value.
func (w *writer) instruction(v device.Value) device.Instr {
	return w.program.Code()[v-w.program.Result(0)]
}

// dear reports whether a real function is a step of a value.
func (w *writer) dear(v device.Value) bool {
	if v < w.program.Result(0) {
		return false
	}
	in := w.instruction(v)
	for _, arg := range in.Args {
		if w.dear(arg) {
			return true
		}
	}
	return in.Op.Tol != op.Exact
}

// orElse writes a choice whose other value is computed only where an element of the register has it.
func (w *writer) orElse(in device.Instr) emit.Vec {
	condition := w.value(in.Args[0])
	v := w.Load(w.value(in.Args[1]))
	w.Rarely(opposite(w.Arithmetic, condition), func() {
		inside := *w
		inside.values = maps.Clone(w.values)
		w.Move(choose(w.Arithmetic, condition, v, inside.value(in.Args[2])), v)
	})
	return v
}
