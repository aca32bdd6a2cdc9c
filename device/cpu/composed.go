package cpu

import (
	"math"
	"slices"
	"unsafe"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// composed are compositions that have a kernel with the bits of their steps. One that is part of another
// comes after it.
var composed = slices.Concat([]composition{
	compositionOf(op.Softsign, func(x, _, _ float32) float32 { return x / float32(1+absOf(x)) }),
}, choices[float32](), choices[float64]())

// choices are compositions of simple steps that choose.
func choices[T floating]() []composition {
	return []composition{
		compositionOf(op.Hardswish, func(x, _, _ T) T { return x * hardsigmoid(x) }),
		compositionOf(op.Hardsigmoid, func(x, _, _ T) T { return hardsigmoid(x) }),
		compositionOf(op.Lerp, func(x, y, z T) T {
			if way := y - x; absOf(z) < 0.5 {
				return x + T(z*way)
			} else {
				return y - T(way*T(1-z))
			}
		}),
		compositionOf(op.Softshrink, func(x, y, _ T) T {
			switch {
			case x > y:
				return x - y
			case x < -y:
				return x + y
			case x != x:
				return x
			}
			return 0
		}),
		compositionOf(op.Hardshrink, func(x, y, _ T) T {
			if absOf(x) <= y {
				return 0
			}
			return x
		}),
		compositionOf(op.LeakyRelu, func(x, y, _ T) T {
			if x > 0 {
				return x
			}
			return x * y
		}),
		compositionOf(op.Threshold, func(x, y, z T) T {
			if x <= y {
				return z
			}
			return x
		}),
	}
}

type composition struct {
	op    *op.Op
	dtype op.DType
	steps *tree
}

// hardsigmoid rounds its sum for itself: it must not be fused with what follows.
func hardsigmoid[T floating](x T) T { return min(max(T(x+3), 0), 6) / 6 }

func absOf[T floating](x T) T { return T(math.Abs(float64(x))) }

// compositionOf enters the loop of a composition, too.
func compositionOf[T floating](o *op.Op, of func(x, y, z T) T) composition {
	dt := op.Float32
	if unsafe.Sizeof(*new(T)) == 8 {
		dt = op.Float64
	}
	switch o.Arity {
	case 1:
		set1(o, dt, func(to, x []T) {
			for i, x := range x {
				to[i] = of(x, 0, 0)
			}
		})
	case 2:
		set2(o, dt, func(to, x, y []T) {
			for i, x := range x {
				to[i] = of(x, y[i], 0)
			}
		})
	case 3:
		set3(o, dt, func(to, x, y, z []T) {
			for i, x := range x {
				to[i] = of(x, y[i], z[i])
			}
		})
	}
	var operands []*tree
	for k := range o.Arity {
		operands = append(operands, &tree{operand: k, dtype: dt})
	}
	return composition{o, dt, op.Steps(trees{}, o, dt, operands)}
}

// tree is a step of a composition, with those that it takes; without an operation, a number or
// an operand.
type tree struct {
	op      *op.Op
	dtype   op.DType
	args    []*tree
	operand int
	known   bool
	bits    op.Scalar
}

// trees has op.Steps make trees.
type trees struct{}

func (trees) Scalar(dt op.DType, s op.Scalar) *tree { return &tree{dtype: dt, known: true, bits: s} }
func (trees) Known(t *tree) (op.Scalar, bool)       { return t.bits, t.known }
func (trees) Apply(o *op.Op, dt op.DType, args []*tree) *tree {
	return &tree{op: o, dtype: dt, args: slices.Clone(args)}
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
			m := match{launch: l, first: t.result0, operands: [3]device.Value{-1, -1, -1}, seen: t.seen[:0]}
			found := t.uses[p.Result(i)] > 0 && m.is(c.steps, p.Result(i)) && m.ends(t.uses)
			if t.seen = m.seen; !found {
				continue
			}
			for _, s := range m.seen[1:] {
				t.uses[s.value] = 0
			}
			for _, v := range m.operands[:c.op.Arity] {
				t.last[v] = max(t.last[v], i)
			}
			t.whole = append(t.whole, composite{c.op, c.dtype, i, c.op.Arity, m.operands})
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
	args  [3]device.Value
}

// onNumbers finds the numbers of which a row of logic takes the truth, all of one type, if there is a
// kernel for them, and how many casts it takes in. A scalar is a bool, and just as true as a number.
func (t *tier) onNumbers(p *device.Program, i int) (args [3]device.Value, from op.DType, casts int) {
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

// match is a try to find a composition's steps in a program.
type match struct {
	launch   *device.Launch
	first    device.Value // that is computed
	operands [3]device.Value
	seen     []seen // the steps
}

// seen is a step, the value that it is, and how often others take it.
type seen struct {
	step  *tree
	value device.Value
	uses  int
}

// is reports whether a value is a step.
func (m *match) is(s *tree, v device.Value) bool {
	p := m.launch.Program
	if p.Type(v) != s.dtype {
		return false
	}
	if s.op == nil && !s.known {
		if m.operands[s.operand] < 0 {
			m.operands[s.operand] = v
		}
		return m.same(m.operands[s.operand], v)
	}
	if bits, ok := m.scalar(v); ok || s.known {
		want, known := m.known(s)
		return ok && known && bits == want
	}
	if v < m.first {
		return false
	}
	in := &p.Code()[v-m.first]
	if in.Op != s.op {
		return false
	}
	for k := range m.seen {
		if m.seen[k].step == s {
			m.seen[k].uses++
			return m.seen[k].value == v
		}
	}
	m.seen = append(m.seen, seen{s, v, 1})
	for k, a := range in.Args {
		if !m.is(s.args[k], a) {
			return false
		}
	}
	return true
}

// scalar is the number that a value is, if it is one.
func (m *match) scalar(v device.Value) (op.Scalar, bool) {
	i := int(v) - len(m.launch.Program.Inputs())
	if i < 0 || i >= len(m.launch.Scalars) {
		return 0, false
	}
	return m.launch.Scalars[i], true
}

// same reports whether two values are one, or the same number.
func (m *match) same(v, w device.Value) bool {
	x, ok := m.scalar(v)
	y, also := m.scalar(w)
	return v == w || ok && also && x == y
}

// known is a step of numbers alone, which was computed beforehand.
func (m *match) known(s *tree) (op.Scalar, bool) {
	switch {
	case s.known:
		return s.bits, true
	case s.op == nil && m.operands[s.operand] < 0:
		return 0, false
	case s.op == nil:
		return m.scalar(m.operands[s.operand])
	}
	var args []op.Scalar
	var types []op.DType
	for _, a := range s.args {
		bits, ok := m.known(a)
		if !ok {
			return 0, false
		}
		args, types = append(args, bits), append(types, a.dtype)
	}
	return s.op.Eval(args, types), true
}

// ends reports whether nobody else takes the steps before the last one, which is the first seen.
func (m *match) ends(uses []int) bool {
	return !slices.ContainsFunc(m.seen[1:], func(s seen) bool { return uses[s.value] != s.uses })
}
