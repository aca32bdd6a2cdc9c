package cpu

import (
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// composed are compositions on one float32 that have a kernel with the bits of their steps.
// One that is part of another comes after it.
var composed = []composition{
	compositionOf(op.Hardswish, func(x float32) float32 { return x * hardsigmoid(x) }),
	compositionOf(op.Hardsigmoid, hardsigmoid),
	compositionOf(op.Softsign, func(x float32) float32 { return x / float32(1+abs32(x)) }),
}

type composition struct {
	op    *op.Op
	steps *tree
}

// hardsigmoid rounds its sum for itself: it must not be fused with what follows.
func hardsigmoid(x float32) float32 { return min(max(float32(x+3), 0), 6) / 6 }

func abs32(x float32) float32 { return float32(math.Abs(float64(x))) }

// compositionOf enters the loop of a composition, too.
func compositionOf(o *op.Op, of func(x float32) float32) composition {
	set1(o, op.Float32, func(to, x []float32) {
		for i, x := range x {
			to[i] = of(x)
		}
	})
	return composition{o, op.Steps(trees{}, o, op.Float32, []*tree{{}})}
}

// tree is a step of a composition, with those that it takes; without an operation, a number or
// the operand.
type tree struct {
	op    *op.Op
	args  []*tree
	known bool
	bits  op.Scalar
}

// trees has op.Steps make trees.
type trees struct{}

func (trees) Scalar(_ op.DType, s op.Scalar) *tree { return &tree{known: true, bits: s} }
func (trees) Known(t *tree) (op.Scalar, bool)      { return t.bits, t.known }
func (trees) Apply(o *op.Op, _ op.DType, args []*tree) *tree {
	return &tree{op: o, args: slices.Clone(args)}
}

// compose finds instructions that are the steps of a composition, or make truth of numbers for a row of
// logic, whose results on the way nobody else reads: the last of them stands for all then, and the
// others have no use.
func (t *task) compose(l *device.Launch) {
	p := l.Program
	t.whole = t.whole[:0]
	for i := len(p.Code()) - 1; i >= 1; i-- { // they have two steps at least
		if args, from, casts := t.tier.onNumbers(p, i); casts > 0 && t.uses[p.Result(i)] > 0 && t.alone(&p.Code()[i]) {
			for k, v := range p.Code()[i].Args {
				t.uses[v] = 0
				t.last[args[k]] = max(t.last[args[k]], i)
				t.bytes[args[k]] = from.Size() // of a scalar
			}
			t.whole = append(t.whole, composite{p.Code()[i].Op, from, i, len(p.Code()[i].Args), args})
			continue
		}
		for _, c := range composed {
			x := device.Value(-1)
			if p.Code()[i].Op != c.steps.op || t.uses[p.Result(i)] == 0 || !t.matches(l, c.steps, p.Result(i), &x) {
				continue
			}
			for _, v := range p.Code()[i].Args {
				t.drop(p, v, x)
			}
			t.last[x] = max(t.last[x], i)
			t.whole = append(t.whole, composite{c.op, op.Float32, i, 1, [2]device.Value{x}})
			break
		}
	}
}

// composite is a composition that an instruction stands for, and its operands.
type composite struct {
	op    *op.Op
	from  op.DType // of the operands
	instr int
	arity int
	args  [2]device.Value
}

// onNumbers finds the numbers of which a row of logic takes the truth, all of one type, if there is a
// kernel for them, and how many casts it takes in. A scalar is a bool, and just as true as a number.
func (t *tier) onNumbers(p *device.Program, i int) (args [2]device.Value, from op.DType, casts int) {
	in := &p.Code()[i]
	if in.Op.Rule != op.Logic {
		return args, from, 0
	}
	for k, v := range in.Args {
		c := int(v - p.Result(0))
		if args[k] = v; c < 0 && int(v) >= len(p.Inputs()) {
			continue
		}
		if c < 0 || p.Code()[c].Op != op.Cast {
			return args, from, 0
		}
		args[k] = p.Code()[c].Args[0]
		if casts++; casts > 1 && p.Type(args[k]) != from {
			return args, from, 0
		}
		from = p.Type(args[k])
	}
	if _, ok := t.loops[key{in.Op, from, op.Bool}]; !ok {
		return args, from, 0
	}
	return args, from, casts
}

// alone reports whether nobody else reads what an instruction takes.
func (t *task) alone(in *device.Instr) bool {
	return !slices.ContainsFunc(in.Args, func(v device.Value) bool { return t.uses[v] != 1 })
}

// matches reports whether a value is what a tree gives of x, which is noted if it is negative.
func (t *task) matches(l *device.Launch, s *tree, v device.Value, x *device.Value) bool {
	p := l.Program
	if p.Type(v) != op.Float32 {
		return false
	}
	scalar := int(v) - len(p.Inputs())
	switch {
	case s.known:
		return scalar >= 0 && scalar < len(l.Scalars) && l.Scalars[scalar] == s.bits
	case s.op == nil && *x < 0:
		*x = v
		fallthrough
	case s.op == nil:
		return *x == v
	case v < t.result0:
		return false
	}
	in := &p.Code()[v-t.result0]
	if in.Op != s.op {
		return false
	}
	for k, a := range in.Args {
		if s.args[k].op != nil && t.uses[a] != 1 || !t.matches(l, s.args[k], a, x) {
			return false
		}
	}
	return true
}

// drop makes the steps before a value useless, down to x.
func (t *task) drop(p *device.Program, v, x device.Value) {
	if v == x || v < t.result0 {
		return
	}
	t.uses[v] = 0
	for _, a := range p.Code()[v-t.result0].Args {
		t.drop(p, a, x)
	}
}
