package tensor

import (
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// instruct converts the operands, and finds the last instruction. It holds the rules that look at the
// values of numbers, and of tensors that are one number all over and not yet stored.
func (c *call) instruct(t *typing) error {
	if answer, ok := c.constant(t); ok {
		c.args[0] = graph.Operand{Type: Bool, Scalar: answer}
		c.cast(Bool, t.result)
		return nil
	}
	if t.widened != nil && c.widens(t.compute) {
		t = t.widened
	}
	for i := range c.op.Arity {
		if err := c.convert(i, &t.operands[i]); err != nil {
			c.forget()
			return errorf(c.name(), "%w", err)
		}
	}
	switch c.instruction = c.op; {
	case c.op.As != nil:
		c.args[0], c.instruction = op.Steps(c.stepper(), c.op, t.steps, c.args[:c.op.Arity]), nil
	case c.op == op.Pow && c.args[1].Storage == nil && c.args[1].Scalar == c.args[1].Type.FromInt(2):
		c.instruction = op.Square // it is nearer to the power of the number 2 than a power has to be, in less time
	}
	c.cast(t.value, t.returns)
	c.cast(t.returns, t.result)
	return nil
}

// widens reports whether a number, which the row keeps in float32, is no element of a half.
func (c *call) widens(compute DType) bool {
	for i := range c.op.Arity {
		if o := &c.operands[i]; o.t == nil && o.own != 0 && c.op.Given(i, true, compute) != compute && !o.isElement(compute) {
			return true
		}
	}
	return false
}

// convert makes the operand at i what the instruction takes.
func (c *call) convert(i int, to *conversion) error {
	o, a := &c.operands[i], &c.args[i]
	if o.t == nil {
		s, err := o.element(c.op, i, to.first)
		*a = to.number(s)
		return err
	}
	if s, ok := a.Storage.Constant(); ok {
		*a = to.number(op.Convert(s, o.t.dtype, to.first))
		return nil
	}
	for _, next := range to.casts {
		if next != 0 {
			*a = c.step(op.Cast, next, *a)
		}
	}
	return nil
}

// number is the operand of an instruction.
func (to *conversion) number(s op.Scalar) graph.Operand {
	if to.then != to.first {
		s = op.Convert(s, to.first, to.then)
	}
	return graph.Operand{Type: to.then, Scalar: s}
}

// cast has the last instruction, whose value is of one type, followed by one that makes it another.
func (c *call) cast(from, to DType) {
	switch a := &c.args[0]; {
	case from == to:
	case c.instruction == nil && a.Storage == nil:
		a.Type, a.Scalar = to, op.Convert(a.Scalar, from, to)
	case c.instruction == nil:
		c.instruction = op.Cast
	default:
		*a, c.instruction = c.step(c.instruction, from, c.last()...), op.Cast
	}
}

// constant is the answer of a comparison of integers with a Go integer that their dtype
// does not hold, as in NumPy 2: every uint8 is less than 300. Other operations refuse it.
func (c *call) constant(t *typing) (answer op.Scalar, ok bool) {
	if !t.constant {
		return 0, false
	}
	var places [2]op.Scalar // the tensor at 0, the number on its side of it
	for i := range places {
		switch o := &c.operands[i]; {
		case o.t != nil:
		case o.fits(t.compute):
			return 0, false
		case o.negative():
			places[i] = Int8.FromInt(-1)
		default:
			places[i] = Int8.FromInt(1)
		}
	}
	return c.op.Eval(places[:], []DType{Int8, Int8}), true
}
