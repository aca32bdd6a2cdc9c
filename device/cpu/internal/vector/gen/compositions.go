package main

import "github.com/wgtensor/wgtensor/device/cpu/internal/vector/gen/internal/dtype"

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
			c             func(f floats, x, y, z vec) vec
		}{
			{"lerp", "math.Abs(z[i]) < 0.5 ? x[i] + z[i]*(y[i]-x[i]) : y[i] - (y[i]-x[i])*(1-z[i])", "Lerp", 3, lerp},
			{"softshrink", "x[i] > y[i] ? x[i]-y[i] : x[i] < -y[i] ? x[i]+y[i] : x[i] != x[i] ? x[i] : 0", "Softshrink", 2, softshrink},
			{"hardshrink", "math.Abs(x[i]) <= y[i] ? 0 : x[i]", "Hardshrink", 2, hardshrink},
			{"leakyRelu", "x[i] > 0 ? x[i] : x[i]*y[i]", "LeakyRelu", 2, leakyRelu},
			{"threshold", "x[i] <= y[i] ? z[i] : x[i]", "Threshold", 3, threshold},
		} {
			k := kernel{name: c.name + t.Name, is: c.is, in: []int{t.Size, t.Size, t.Size}[:c.arity], out: t.Size, unroll: 1, singleBody: true, entries: entriesOf(t, t, []string{c.row})}
			k.vector = func(f *emitter, in input) vec {
				x, y := f.load(in(0, 0)), f.load(in(1, 0))
				if c.arity < 3 {
					return c.c(floats{f, t}, x, y, nil)
				}
				return c.c(floats{f, t}, x, y, f.load(in(2, 0)))
			}
			all = append(all, k)
		}
	}
	return all
}

// composition is a kernel of one operand.
func composition(name, is, row string, t dtype.Type, c func(f floats, x vec) vec) kernel {
	return unary1(name+t.Name, is, t, func(f *emitter, _ dtype.Type, x vec) vec { return c(floats{f, t}, x) }, row)
}

func lerp(f floats, x, y, z vec) vec {
	way := f.into(f.t.Instruction("SUB"), x, f.load(y))
	near := f.compare(f.t, less, abs(f.emitter, f.t, f.load(z)), f.single(0.5))
	low := f.into(f.t.Instruction("ADD"), x, f.into(f.t.Instruction("MUL"), way, f.load(z)))
	rest := f.into(f.t.Instruction("SUB"), z, f.load(f.single(1)))
	high := f.into(f.t.Instruction("SUB"), f.into(f.t.Instruction("MUL"), way, rest), y)
	return f.choose(near, low, high)
}

func softshrink(f floats, x, y, _ vec) vec {
	above := f.compare(f.t, greaterThan, x, y)
	below := f.compare(f.t, less, x, neg(f.emitter, f.t, f.load(y)))
	v := f.three("VPAND", f.compare(f.t, unordered, x, x), x)
	v = f.choose(below, f.into(f.t.Instruction("ADD"), y, f.load(x)), v)
	return f.choose(above, f.into(f.t.Instruction("SUB"), y, x), v)
}

func hardshrink(f floats, x, y, _ vec) vec {
	return f.choose(f.compare(f.t, lessEqual, abs(f.emitter, f.t, f.load(x)), y), f.zero(), x)
}

func leakyRelu(f floats, x, y, _ vec) vec {
	return f.choose(f.compare(f.t, greaterThan, x, f.zero()), x, f.into(f.t.Instruction("MUL"), x, y))
}

func threshold(f floats, x, y, z vec) vec { return f.choose(f.compare(f.t, lessEqual, x, y), z, x) }

func hardswish(f floats, x vec) vec { return f.mul(hardsigmoid(f, f.load(x)), x) }

func hardswish64(f floats, x vec) vec {
	return f.into("VMULPD", x, hardsigmoid64(f, f.load(x)))
}

// hardsigmoid multiplies by a sixth, and by what that lacks, which is exact: the result is the
// quotient, rounded once, as has been tried for all significands.
func hardsigmoid(f floats, x vec) vec {
	v := f.atMost(f.atLeast(f.add(x, f.single(3)), 0), 6)
	sixth := f.single(1. / 6)
	q := f.mul(v, sixth)
	return f.plus(q, f.minus(v, q, f.single(6)), sixth)
}

// hardsigmoid64 divides: a divider takes as long as memory does.
func hardsigmoid64(f floats, x vec) vec {
	v := f.atMost(f.atLeast(f.into("VADDPD", f.single(3), x), 0), 6)
	return f.into("VDIVPD", f.single(6), v)
}

func softsign(f floats, x vec) vec {
	return f.div(x, f.add(abs(f.emitter, f.t, f.load(x)), f.single(1)))
}
