package main

import (
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"
	"github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/emit"
)

// compositions are rows that are made of others, with the bits of their steps.
func compositions() []kernel {
	all := []kernel{
		composition("hardswish", "x[i] * hardsigmoid(x[i])", "Hardswish", dtype.Float32, hardswish),
		composition("hardsigmoid", "min(max(x[i]+3, 0), 6) / 6", "Hardsigmoid", dtype.Float32, hardsigmoid),
		composition("softsign", "x[i] / (1 + math.Abs(x[i]))", "Softsign", dtype.Float32, softsign),
	}
	for i := range all {
		all[i].keep = 4
	}
	double := []kernel{
		composition("hardswish", "x[i] * hardsigmoid(x[i])", "Hardswish", dtype.Float64, hardswish64),
		composition("hardsigmoid", "min(max(x[i]+3, 0), 6) / 6", "Hardsigmoid", dtype.Float64, hardsigmoid64),
	}
	for i := range double {
		double[i].unroll, double[i].singleBody = 1, true
	}
	all = append(all, double...)
	for _, t := range dtype.Floats {
		for _, c := range []struct {
			name, is, row string
			arity         int
			c             func(f floats, x, y, z emit.Vec) emit.Vec
		}{
			{"lerp", "math.Abs(z[i]) < 0.5 ? x[i] + z[i]*(y[i]-x[i]) : y[i] - (y[i]-x[i])*(1-z[i])", "Lerp", 3, lerp},
			{"softshrink", "x[i] > y[i] ? x[i]-y[i] : x[i] < -y[i] ? x[i]+y[i] : x[i] != x[i] ? x[i] : 0", "Softshrink", 2, softshrink},
			{"hardshrink", "math.Abs(x[i]) <= y[i] ? 0 : x[i]", "Hardshrink", 2, hardshrink},
			{"leakyRelu", "x[i] > 0 ? x[i] : x[i]*y[i]", "LeakyRelu", 2, leakyRelu},
			{"threshold", "x[i] <= y[i] ? z[i] : x[i]", "Threshold", 3, threshold},
		} {
			k := kernel{name: c.name + t.Name, is: c.is, in: []int{t.Size, t.Size, t.Size}[:c.arity], out: t.Size, unroll: 1, singleBody: true, entries: entriesOf(t, t, []string{c.row})}
			k.vector = func(f *emit.Writer, in input) emit.Vec {
				x, y := f.Load(in(0, 0)), f.Load(in(1, 0))
				if c.arity < 3 {
					return c.c(floats{f, t}, x, y, nil)
				}
				return c.c(floats{f, t}, x, y, f.Load(in(2, 0)))
			}
			all = append(all, k)
		}
	}
	return all
}

// composition is a kernel of one operand.
func composition(name, is, row string, t dtype.Type, c func(f floats, x emit.Vec) emit.Vec) kernel {
	return unary1(name+t.Name, is, t, func(f *emit.Writer, _ dtype.Type, x emit.Vec) emit.Vec { return c(floats{f, t}, x) }, row)
}

func lerp(f floats, x, y, z emit.Vec) emit.Vec {
	way := f.Into(f.t.Instruction("SUB"), x, f.Load(y))
	near := f.Compare(f.t, emit.Less, abs(f.Writer, f.t, f.Load(z)), f.single(0.5))
	low := f.Into(f.t.Instruction("ADD"), x, f.Into(f.t.Instruction("MUL"), way, f.Load(z)))
	rest := f.Into(f.t.Instruction("SUB"), z, f.Load(f.single(1)))
	high := f.Into(f.t.Instruction("SUB"), f.Into(f.t.Instruction("MUL"), way, rest), y)
	return f.choose(near, low, high)
}

func softshrink(f floats, x, y, _ emit.Vec) emit.Vec {
	above := f.Compare(f.t, emit.GreaterThan, x, y)
	below := f.Compare(f.t, emit.Less, x, neg(f.Writer, f.t, f.Load(y)))
	v := f.Binary("VPAND", f.Compare(f.t, emit.Unordered, x, x), x)
	v = f.choose(below, f.Into(f.t.Instruction("ADD"), y, f.Load(x)), v)
	return f.choose(above, f.Into(f.t.Instruction("SUB"), y, x), v)
}

func hardshrink(f floats, x, y, _ emit.Vec) emit.Vec {
	return f.choose(f.Compare(f.t, emit.LessEqual, abs(f.Writer, f.t, f.Load(x)), y), f.zero(), x)
}

func leakyRelu(f floats, x, y, _ emit.Vec) emit.Vec {
	return f.choose(f.Compare(f.t, emit.GreaterThan, x, f.zero()), x, f.Into(f.t.Instruction("MUL"), x, y))
}

func threshold(f floats, x, y, z emit.Vec) emit.Vec {
	return f.choose(f.Compare(f.t, emit.LessEqual, x, y), z, x)
}

func hardswish(f floats, x emit.Vec) emit.Vec { return f.mul(hardsigmoid(f, f.Load(x)), x) }

func hardswish64(f floats, x emit.Vec) emit.Vec {
	return f.Into("VMULPD", x, hardsigmoid64(f, f.Load(x)))
}

// hardsigmoid multiplies by a sixth, and by what that lacks, which is exact: the result is the
// quotient, rounded once, as has been tried for all significands.
func hardsigmoid(f floats, x emit.Vec) emit.Vec {
	v := f.atMost(f.atLeast(f.add(x, f.single(3)), 0), 6)
	sixth := f.single(1. / 6)
	q := f.mul(v, sixth)
	return f.plus(q, f.minus(v, q, f.single(6)), sixth)
}

// hardsigmoid64 divides: a divider takes as long as memory does.
func hardsigmoid64(f floats, x emit.Vec) emit.Vec {
	v := f.atMost(f.atLeast(f.Into("VADDPD", f.single(3), x), 0), 6)
	return f.Into("VDIVPD", f.single(6), v)
}

func softsign(f floats, x emit.Vec) emit.Vec {
	return f.div(x, f.add(abs(f.Writer, f.t, f.Load(x)), f.single(1)))
}
