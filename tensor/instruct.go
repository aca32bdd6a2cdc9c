package tensor

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// instruct converts the operands and finds the last instruction. It applies the rules that depend
// on the values of numbers. A tensor that waits to be filled with one number is a scalar of the
// launch. No rule looks at its value, so the result has the same bits as with the stored tensor.
func (c *call) instruct(t *resolution) error {
	if c.instruction = c.op; t.direct && !c.filled {
		return nil
	}
	if c.op == op.Pow && t.compute.IsInteger() && c.numbers[1].negative() {
		return c.typeError(&op.TypeError{Op: c.op.Name, Types: []DType{t.compute},
			Hint: "integers to negative integer powers are not allowed; convert with AsType to a float dtype"})
	}
	if answer, ok := c.constant(t.compute); ok {
		c.forget()
		c.args[0], c.instruction = graph.Arg{Type: t.result, Scalar: op.Convert(answer, Bool, t.result)}, nil
		return nil
	}
	if t.widened != nil && c.widens(t.compute) {
		t = t.widened
	}
	for i := range c.op.Arity {
		if err := c.convert(i, &t.operands[i]); err != nil {
			err = errorf(c.name(), "%s is %w", c.operandName(i), err)
			c.numbers[i].refused(c.device, err)
			return err
		}
	}
	for i := range c.op.Arity { // of an operation that is not refused
		if w := &c.numbers[i]; w.number > 0 {
			to := &t.operands[i]
			c.args[i].Number = w.use(c.device, scalarUse{op: c.op, i: i, first: to.first, then: to.then})
		}
	}
	switch {
	case c.op.As != nil:
		c.args[0], c.instruction = c.compose(t.steps), nil
	case c.op == op.Pow && c.args[1].Version == nil && c.args[1].Number == 0 && c.args[1].Scalar == c.args[1].Type.FromInt(2):
		c.instruction = op.Square // quicker, and more exact than pow has to be
	}
	if t.steps != t.compute && t.returns != Bool {
		c.cast(t.steps, t.returns)
	}
	if t.returns != t.result {
		c.cast(t.returns, t.result)
	}
	return nil
}

// widens reports whether a number that the row keeps in float32 is no element of compute.
func (c *call) widens(compute DType) bool {
	for i := range c.op.Arity {
		if w := c.numbers[i]; w.own != 0 && c.op.Given(i, true, compute) != compute && (w.number != 0 || !w.isElement(compute)) {
			return true
		}
	}
	return false
}

// convert makes the operand at i what the last instruction takes.
func (c *call) convert(i int, to *conversion) (err error) {
	a, number, constant, use := &c.args[i], op.Scalar(0), true, int32(opaque)
	if a.Version == nil {
		number, err = c.numbers[i].element(c.op, i, to.first)
		use = c.numbers[i].number
	} else if number, constant = a.Version.Constant(); constant {
		number = op.Convert(number, c.kind(i).dtype(), to.first)
		a.Version.Let()
	}
	if constant {
		if to.first != to.then {
			number = op.Convert(number, to.first, to.then)
		}
		*a = graph.Arg{Type: to.then, Scalar: number, Number: use}
		return err
	}
	own := c.kind(i).dtype()
	for _, next := range [...]DType{to.first, to.then} {
		if !to.direct && next != own {
			*a, own = c.step(op.Cast, next, *a), next
		}
	}
	return nil
}

// cast appends a conversion of the result.
func (c *call) cast(from, to DType) {
	if c.instruction != nil {
		c.args[0] = c.step(c.instruction, from, c.last()...)
	}
	c.instruction = op.Cast
}

// constant returns the result of comparing an integer tensor with a Go integer that its dtype does
// not hold. As in NumPy 2, every uint8 is less than 300. Other operations refuse such a number.
func (c *call) constant(compute DType) (answer op.Scalar, ok bool) {
	if c.op.Rule != op.Compare || c.op.Arity != 2 || !compute.IsInteger() || c.kind(0).tensor() == c.kind(1).tensor() {
		return 0, false
	}
	var signs [2]op.Scalar // 0 for the tensor; -1 or 1 for a number below or above its range
	for i := range signs {
		switch w := c.numbers[i]; {
		case w.own == 0:
		case w.fits(compute):
			return 0, false
		case w.negative():
			signs[i] = Int8.FromInt(-1)
		default:
			signs[i] = Int8.FromInt(1)
		}
	}
	return c.op.Eval(signs[:], []DType{Int8, Int8}), true
}

// step makes an instruction a step. The step takes over the references of the arguments.
func (c *call) step(o *op.Op, result DType, args ...graph.Arg) graph.Arg {
	return graph.Arg{Version: graph.NewStep(result, c.layout, o, args), Layout: c.layout}
}

// compose makes the steps of a composition, and returns its result.
func (c *call) compose(dt DType) graph.Arg {
	m := &stepMaker{layout: c.layout}
	m.made = m.room[:0]
	result := op.Steps(m, c.op, dt, c.args[:c.op.Arity])
	if result.Version != nil {
		result.Version.Ref()
	}
	for _, v := range m.made {
		v.Let()
	}
	c.forget()
	return result
}

// forget drops the arguments.
func (c *call) forget() {
	for i := range c.args {
		if v := c.args[i].Version; v != nil {
			v.Let()
		}
		c.args[i] = graph.Arg{}
	}
}

// stepMaker makes the steps of a composition. It is an op.Maker. It has a reference to each step, as
// several steps or none may read it.
type stepMaker struct {
	layout *broadcast.Layout
	made   []*graph.Version
	room   [6]*graph.Version // the array of made, while it is short
}

func (m *stepMaker) Scalar(dt DType, v op.Scalar) graph.Arg {
	return graph.Arg{Type: dt, Scalar: v}
}

func (m *stepMaker) Known(a graph.Arg) (op.Scalar, bool) {
	return a.Scalar, a.Version == nil && a.Number == 0
}

func (m *stepMaker) Apply(o *op.Op, result DType, args []graph.Arg) graph.Arg {
	for i := range args {
		if v := args[i].Version; v != nil {
			v.Ref()
		}
	}
	v := graph.NewStep(result, m.layout, o, args)
	m.made = append(m.made, v)
	return graph.Arg{Version: v, Layout: m.layout}
}
