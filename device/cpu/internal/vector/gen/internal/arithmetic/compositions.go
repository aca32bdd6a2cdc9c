package arithmetic

import (
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/floats"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/kernel"
)

// compositions are rows that are made of other rows, with the bits of their steps.
func compositions() []kernel.Kernel {
	all := []kernel.Kernel{
		composition("hardswish", "x[i] * hardsigmoid(x[i])", "Hardswish", dtype.Float32, hardswish),
		composition("hardsigmoid", "min(max(x[i]+3, 0), 6) / 6", "Hardsigmoid", dtype.Float32, hardsigmoid),
		composition("softsign", "x[i] / (1 + math.Abs(x[i]))", "Softsign", dtype.Float32, softsign),
	}
	for i := range all {
		all[i].Keep = 4
	}
	double := []kernel.Kernel{
		composition("hardswish", "x[i] * hardsigmoid(x[i])", "Hardswish", dtype.Float64, hardswish64),
		composition("hardsigmoid", "min(max(x[i]+3, 0), 6) / 6", "Hardsigmoid", dtype.Float64, hardsigmoid64),
	}
	for i := range double {
		double[i].Unroll, double[i].SingleBody = 1, true
	}
	all = append(all, double...)
	for _, t := range dtype.Floats {
		for _, c := range []struct {
			name, is, row string
			arity         int
			c             func(f floats.Arithmetic, x, y, z emit.Vec) emit.Vec
		}{
			{"lerp", "math.Abs(z[i]) < 0.5 ? x[i] + z[i]*(y[i]-x[i]) : y[i] - (y[i]-x[i])*(1-z[i])", "Lerp", 3, lerp},
			{"softshrink", "x[i] > y[i] ? x[i]-y[i] : x[i] < -y[i] ? x[i]+y[i] : x[i] != x[i] ? x[i] : 0", "Softshrink", 2, softshrink},
			{"hardshrink", "math.Abs(x[i]) <= y[i] ? 0 : x[i]", "Hardshrink", 2, hardshrink},
			{"leakyRelu", "x[i] > 0 ? x[i] : x[i]*y[i]", "LeakyRelu", 2, leakyRelu},
			{"threshold", "x[i] <= y[i] ? z[i] : x[i]", "Threshold", 3, threshold},
		} {
			k := kernel.Kernel{Name: c.name + t.Name, Is: c.is, In: []int{t.Size, t.Size, t.Size}[:c.arity], Out: t.Size, Unroll: 1, SingleBody: true, Entries: kernel.EntriesOf(t, t, c.row)}
			k.Vector = func(f *emit.Writer, in kernel.Input) emit.Vec {
				x, y := f.Load(in(0, 0)), f.Load(in(1, 0))
				if c.arity < 3 {
					return c.c(floats.New(f, t), x, y, nil)
				}
				return c.c(floats.New(f, t), x, y, f.Load(in(2, 0)))
			}
			all = append(all, k)
		}
	}
	return all
}

// composition is a kernel of one operand.
func composition(name, is, row string, t dtype.Type, c func(f floats.Arithmetic, x emit.Vec) emit.Vec) kernel.Kernel {
	return kernel.UnaryOf(name+t.Name, is, t, func(f *emit.Writer, _ dtype.Type, x emit.Vec) emit.Vec { return c(floats.New(f, t), x) }, row)
}

func lerp(f floats.Arithmetic, x, y, z emit.Vec) emit.Vec {
	way := f.Into(f.T.Instruction("SUB"), x, f.Load(y))
	near := f.Compare(f.T, emit.Less, abs(f.Writer, f.T, f.Load(z)), f.Number(0.5))
	low := f.Into(f.T.Instruction("ADD"), x, f.Into(f.T.Instruction("MUL"), way, f.Load(z)))
	rest := f.Into(f.T.Instruction("SUB"), z, f.Load(f.Number(1)))
	high := f.Into(f.T.Instruction("SUB"), f.Into(f.T.Instruction("MUL"), way, rest), y)
	return f.Select(near, low, high)
}

func softshrink(f floats.Arithmetic, x, y, _ emit.Vec) emit.Vec {
	above := f.Compare(f.T, emit.GreaterThan, x, y)
	below := f.Compare(f.T, emit.Less, x, neg(f.Writer, f.T, f.Load(y)))
	v := f.Binary("VPAND", f.Compare(f.T, emit.Unordered, x, x), x)
	v = f.Select(below, f.Into(f.T.Instruction("ADD"), y, f.Load(x)), v)
	return f.Select(above, f.Into(f.T.Instruction("SUB"), y, x), v)
}

func hardshrink(f floats.Arithmetic, x, y, _ emit.Vec) emit.Vec {
	return f.Select(f.Compare(f.T, emit.LessEqual, abs(f.Writer, f.T, f.Load(x)), y), f.Zero(), x)
}

func leakyRelu(f floats.Arithmetic, x, y, _ emit.Vec) emit.Vec {
	return f.Select(f.Compare(f.T, emit.GreaterThan, x, f.Zero()), x, f.Into(f.T.Instruction("MUL"), x, y))
}

func threshold(f floats.Arithmetic, x, y, z emit.Vec) emit.Vec {
	return f.Select(f.Compare(f.T, emit.LessEqual, x, y), z, x)
}

func hardswish(f floats.Arithmetic, x emit.Vec) emit.Vec { return f.Mul(hardsigmoid(f, f.Load(x)), x) }

func hardswish64(f floats.Arithmetic, x emit.Vec) emit.Vec {
	return f.Into("VMULPD", x, hardsigmoid64(f, f.Load(x)))
}

// hardsigmoid multiplies by a sixth, and corrects the product by its exact remainder. The result is
// the quotient, rounded once: a trial of all significands has shown it.
func hardsigmoid(f floats.Arithmetic, x emit.Vec) emit.Vec {
	v := f.AtMost(f.AtLeast(f.Add(x, f.Number(3)), 0), 6)
	sixth := f.Number(1. / 6)
	q := f.Mul(v, sixth)
	return f.AddProduct(q, f.SubProduct(v, q, f.Number(6)), sixth)
}

// hardsigmoid64 divides: a divider takes as long as memory does.
func hardsigmoid64(f floats.Arithmetic, x emit.Vec) emit.Vec {
	v := f.AtMost(f.AtLeast(f.Into("VADDPD", f.Number(3), x), 0), 6)
	return f.Into("VDIVPD", f.Number(6), v)
}

func softsign(f floats.Arithmetic, x emit.Vec) emit.Vec {
	return f.Div(x, f.Add(abs(f.Writer, f.T, f.Load(x)), f.Number(1)))
}
