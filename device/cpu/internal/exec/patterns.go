package exec

import (
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/cpu/internal/kernel"
	"github.com/wgtensor/wgtensor/device/op"
)

// compose finds instructions that one kernel computes: the nodes of a composition, or the casts of
// numbers to bool before a row of logic. No other instruction may read the results between. The
// last instruction then stands for all these instructions. compose returns the scalars whose values
// this depends on.
func (c *compiler) compose(scalars []op.Scalar) (relies []reliance) {
	p := c.source
	for i := len(p.Code()) - 1; i >= 1; i-- { // a composition has at least two steps
		if c.uses[p.Result(i)] == 0 {
			continue
		}
		if args, from, casts := onNumbers(c.set, p, i); casts > 0 && c.alone(&p.Code()[i]) {
			for k, v := range p.Code()[i].Args {
				c.uses[v] = 0
				arg := &c.values[args[k]]
				arg.last, arg.bytes = max(arg.last, i), from.Size() // of a scalar
			}
			c.whole = append(c.whole, composite{p.Code()[i].Op, from, i, len(p.Code()[i].Args), args})
			continue
		}
		for _, of := range kernel.Composed {
			m := match{program: p, scalars: scalars, operands: [3]device.Value{-1, -1, -1}}
			if !m.is(of.Root, p.Result(i)) || !m.ends(c.uses) {
				continue
			}
			for _, s := range m.seen[1:] {
				c.uses[s.value] = 0
			}
			for _, v := range m.operands[:of.Op.Arity] {
				c.values[v].last = max(c.values[v].last, i)
			}
			c.whole = append(c.whole, composite{of.Op, of.DType, i, of.Op.Arity, m.operands})
			for _, k := range m.relies {
				relies = append(relies, reliance{k, scalars[k]})
			}
			break
		}
	}
	return relies
}

// resemblesComposition reports whether instructions would be a composition with other scalars.
func resemblesComposition(p *device.Program) bool {
	for i := range p.Code() {
		for _, of := range kernel.Composed {
			m := match{program: p, anyScalars: true, operands: [3]device.Value{-1, -1, -1}}
			if m.is(of.Root, p.Result(i)) && len(m.relies) > 0 {
				return true
			}
		}
	}
	return false
}

// composite is a composition that an instruction replaces, with its operands.
type composite struct {
	op    *op.Op
	from  op.DType // of the operands
	instr int
	arity int
	args  [3]device.Value
}

// onNumbers finds the numbers, all of one type, that are cast to bool for a row of logic. It
// returns them, and the number of casts, if a kernel computes casts and row together. A scalar that
// is a bool has the same truth as a number.
func onNumbers(set *kernel.Set, p *device.Program, i int) (args [3]device.Value, from op.DType, casts int) {
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
	if !set.Has(in.Op, from, op.Bool) {
		return args, from, 0
	}
	return args, from, casts
}

// alone reports whether no other instruction reads the arguments of in.
func (c *compiler) alone(in *device.Instr) bool {
	return !slices.ContainsFunc(in.Args, func(v device.Value) bool { return c.uses[v] != 1 })
}

// match is an attempt to find a composition's steps in a program.
type match struct {
	program    *device.Program
	scalars    []op.Scalar // of a launch; nil if they are not known
	anyScalars bool        // any scalar counts as the number that the node needs
	operands   [3]device.Value
	seen       []seen // the nodes
	relies     []int  // the scalars that the attempt looked at
}

// seen is a node that was found: the program's value for it, and how many found nodes read it.
type seen struct {
	node  *kernel.Tree
	value device.Value
	uses  int
}

// is reports whether a value of the program is computed as a node says.
func (m *match) is(s *kernel.Tree, v device.Value) bool {
	p := m.program
	if p.Type(v) != s.DType {
		return false
	}
	if s.Op == nil && !s.Known {
		if m.operands[s.Operand] < 0 {
			m.operands[s.Operand] = v
		}
		return m.same(m.operands[s.Operand], v)
	}
	if bits, ok := m.scalar(v); ok || s.Known {
		want, known := m.fold(s)
		return ok && known && (bits == want || m.anyScalars)
	}
	if v < p.Result(0) {
		return false
	}
	in := &p.Code()[v-p.Result(0)]
	if in.Op != s.Op {
		return false
	}
	for k := range m.seen {
		if m.seen[k].node == s {
			m.seen[k].uses++
			return m.seen[k].value == v
		}
	}
	m.seen = append(m.seen, seen{s, v, 1})
	for k, a := range in.Args {
		if !m.is(s.Args[k], a) {
			return false
		}
	}
	return true
}

// scalar is the number that a value is, if it is one.
func (m *match) scalar(v device.Value) (op.Scalar, bool) {
	i := int(v) - len(m.program.Inputs())
	if i < 0 || i >= len(m.program.Scalars()) || m.scalars == nil && !m.anyScalars {
		return 0, false
	}
	m.relies = append(m.relies, i)
	if m.anyScalars {
		return 0, true
	}
	return m.scalars[i], true
}

// same reports whether two values are one, or the same number.
func (m *match) same(v, w device.Value) bool {
	if v == w {
		return true
	}
	x, ok := m.scalar(v)
	y, also := m.scalar(w)
	return ok && also && x == y
}

// fold returns the value of a node whose operands are all numbers.
func (m *match) fold(s *kernel.Tree) (op.Scalar, bool) {
	switch {
	case s.Known:
		return s.Bits, true
	case s.Op == nil && m.operands[s.Operand] < 0:
		return 0, false
	case s.Op == nil:
		return m.scalar(m.operands[s.Operand])
	}
	var args []op.Scalar
	var types []op.DType
	for _, a := range s.Args {
		bits, ok := m.fold(a)
		if !ok {
			return 0, false
		}
		args, types = append(args, bits), append(types, a.DType)
	}
	return s.Op.Eval(args, types), true
}

// ends reports whether no other instruction reads the results of the nodes before the last one. The
// last node is the first in seen.
func (m *match) ends(uses []int) bool {
	return !slices.ContainsFunc(m.seen[1:], func(s seen) bool { return uses[s.value] != s.uses })
}
