package devicetest

import (
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
)

// operation is a row. A device runs it as one instruction, or as a program of other rows.
type operation struct {
	name string // "add with alpha" for the row that replaces add when it gets a parameter
	op   *op.Op
}

// compositions lists the rows that are programs of other rows.
func compositions() []operation {
	var all []operation
	for _, o := range op.All() {
		if o.As != nil {
			all = append(all, operation{o.Name, o})
		}
		if o.With != nil {
			all = append(all, operation{o.Name + " with " + o.With.Params[0].Name, o.With})
		}
	}
	return all
}

// defined reports whether there is a program that computes in dt, without casts.
func (c operation) defined(dt op.DType) bool {
	compute, _, err := c.op.Types(dt)
	return err == nil && compute == dt
}

// program returns the operation's program for operands of type dt, and the scalars to launch it
// with. Operands are inputs, but the given params are scalars. The row's constants are scalars too.
func (c operation) program(dt op.DType, params []op.Scalar) (*device.Program, []op.Scalar) {
	m := &composer{}
	var operands []part
	for k := range c.op.Arity - len(params) {
		operands = append(operands, part{input, k})
		m.inputs = append(m.inputs, c.op.Operand(k, dt))
	}
	for _, v := range params {
		operands = append(operands, m.Scalar(c.op.Operand(len(operands), dt), v))
	}
	if c.op.As == nil {
		_, to, _ := c.op.Types(dt)
		return m.program(m.Apply(c.op, to, operands)), m.values
	}
	return m.program(op.Steps(m, c.op, dt, operands)), m.values
}

// defaults returns the parameters' default values, and 0 for a parameter without a default.
func (c operation) defaults(dt op.DType) []op.Scalar {
	var list []op.Scalar
	for k, p := range c.op.Params {
		if p.Default != p.Default { // op.None
			p.Default = 0
		}
		list = append(list, p.Default.In(c.op.Operand(c.op.Needs()+k, dt)))
	}
	return list
}

// types returns the types of the operands.
func (c operation) types(dt op.DType) []op.DType {
	list := make([]op.DType, c.op.Arity)
	for k := range list {
		list[k] = c.op.Operand(k, dt)
	}
	return list
}

// measure returns the distance of got from the right result, and the distance allowed, in ULP. A
// row without a tolerance is judged by its steps; only the last step may have a tolerance. If every
// step is exact, got must have the bits that the steps give, whatever the row's tolerance. vals are
// the program's values.
func (c operation) measure(p *device.Program, vals, args []op.Scalar, types []op.DType, got op.Scalar) (ulp, allowed float64) {
	v := p.Outputs()[0]
	i := int(v - p.Result(0))
	switch {
	case c.op.Tol != op.Exact && everyStepExact(p) && !same(p.Type(v), got, vals[v]):
		return math.Inf(1), c.op.Tol.For(p.Type(v))
	case c.op.Tol != op.Exact:
		return c.op.Distance(args, types, got), c.op.Tol.For(p.Type(v))
	case i >= 0:
		in := p.Code()[i]
		args, types = operands(p, in, vals)
		return distance(in, args, types, got), in.Op.Tol.For(in.Type)
	case same(p.Type(v), got, vals[v]):
		return 0, 0
	}
	return math.Inf(1), 0
}

// decided reports whether the judge knows the right result: the row has a tolerance of its own, or
// all steps but the last have one right result.
func (c operation) decided(p *device.Program) bool {
	for i, in := range p.Code() {
		if c.op.Tol == op.Exact && in.Op.Tol != op.Exact && p.Result(i) != p.Outputs()[0] {
			return false
		}
	}
	return true
}

// everyStepExact reports whether every step has one right result.
func everyStepExact(p *device.Program) bool {
	return !slices.ContainsFunc(p.Code(), func(in device.Instr) bool { return in.Op.Tol != op.Exact })
}

// composer writes down a composition's instructions; it is an op.Maker.
type composer struct {
	inputs, scalars []op.DType
	values          []op.Scalar // of the scalars
	steps           []step
}

type step struct {
	op     *op.Op
	result op.DType
	args   []part
}

// part is a value of a program under construction: the index-th input, scalar or result. Its
// device.Value is known when all inputs and scalars are counted.
type part struct {
	kind  int
	index int
}

const (
	input = iota
	scalar
	result
)

func (m *composer) Scalar(dt op.DType, s op.Scalar) part {
	m.scalars, m.values = append(m.scalars, dt), append(m.values, s)
	return part{scalar, len(m.values) - 1}
}

func (m *composer) Known(v part) (op.Scalar, bool) {
	if v.kind != scalar {
		return 0, false
	}
	return m.values[v.index], true
}

func (m *composer) Apply(o *op.Op, dt op.DType, args []part) part {
	m.steps = append(m.steps, step{o, dt, args})
	return part{result, len(m.steps) - 1}
}

func (m *composer) program(out part) *device.Program {
	first := [...]int{input: 0, scalar: len(m.inputs), result: len(m.inputs) + len(m.scalars)}
	value := func(p part) device.Value { return device.Value(first[p.kind] + p.index) }
	var c code
	for _, s := range m.steps {
		in := device.Instr{Op: s.op, Type: s.result}
		for _, a := range s.args {
			in.Args = append(in.Args, value(a))
		}
		c = append(c, in)
	}
	return mustProgram(m.inputs, m.scalars, c, value(out))
}
