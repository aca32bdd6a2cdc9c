package tensor

import (
	"fmt"
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// row finds the row that computes the call, and returns its operands. With parameters this may be
// another row (op.Op.With). Trailing nil parameters count as left out, and so does the parameter
// that would choose the other row, if it equals its default.
func (c *call) row(given []any) ([]any, error) {
	o, n := c.asked, len(given)
	if c.op = o; n == o.Arity && o.With == nil && len(o.Params) == 0 && o != op.Clamp { // most rows
		return given, nil
	}
	longest := o
	if o.With != nil {
		longest = o.With
	}
	for len(longest.Params) > 0 && n > longest.Needs() && given[n-1] == nil {
		n--
	}
	if o.With != nil && n == o.Arity+1 && isDefault(given[o.Arity], &o.With.Params[0]) {
		n--
	}
	if n > o.Arity {
		c.op = longest
	}
	switch {
	case o == op.Clamp && n > 0 && n <= o.Arity:
		return c.bounds(given), nil
	case n < c.op.Needs() || n > c.op.Arity:
		return nil, countError(c.name(), o, given[:n])
	}
	return given[:n], nil
}

// countError is the error of too few or too many operands. Among them may be one of
// PyTorch's modes, approximate="tanh".
func countError(name string, o *op.Op, operands []any) error {
	for _, x := range operands {
		if mode, ok := x.(string); ok {
			return errorf(name, "takes no mode, such as %q; modes are operations of their own: gelu_tanh, floor_divide, trunc_divide", mode)
		}
	}
	if n := len(operands); n < o.Needs() {
		return errorf(name, "%s is missing; it takes %s", o.Operands[n], o.Takes())
	}
	return errorf(name, "takes %s; too many operands are given", o.Takes())
}

// operandName is the name of the operand at i of the row that computes the call.
func (c *call) operandName(i int) string {
	switch {
	case c.op.Name == c.asked.Name:
		return c.op.OperandName(i)
	case c.op == op.Minimum: // of clamp, without the lower bound
		return c.asked.OperandName(2 * i)
	}
	return c.asked.OperandName(i)
}

// bounds finds the row for clamp, whose bounds are open if nil or left out.
func (c *call) bounds(given []any) []any {
	switch low, high := len(given) > 1 && given[1] != nil, len(given) > 2 && given[2] != nil; {
	case !low && !high:
		c.op, given = op.Positive, given[:1]
	case !high:
		c.op, given = op.Maximum, given[:2]
	case !low:
		c.op, given = op.Minimum, []any{given[0], given[2]}
	}
	return given
}

// whole makes an integer of a float without a fraction, so with a parameter of 1.0, as with 1,
// results of integers stay integers.
func (w weak) whole() weak {
	f := w.float()
	if i := int64(f); w.own == Float64 && w.number == 0 && float64(i) == f && math.Abs(f) < 1<<53 && !(i == 0 && math.Signbit(f)) {
		return weak{own: Int64, bits: op.Scalar(i)}
	}
	return w
}

// checkFor returns an error if the parameter does not take the number; s is the number as an
// element of dt. The text of the error continues "alpha is".
func (w weak) checkFor(p *op.Param, s op.Scalar, dt DType) error {
	if p.Follows && w.own == Float64 && !dt.IsFloat() {
		return fmt.Errorf("%v; beside %v it has to be a whole number", w, dt)
	}
	if p.Accept.Has == nil || !dt.IsFloat() || p.Accept.Has(dt.Float(s)) {
		return nil
	}
	if p.Accept.Has(w.float()) {
		return fmt.Errorf("%v, in %v %v; it has to be %s", w, dt, dt.Float(s), p.Accept.Text)
	}
	return fmt.Errorf("%v; it has to be %s", w, p.Accept.Text)
}

// isDefault reports whether x is a number that equals the parameter's default.
func isDefault(x any, p *op.Param) bool {
	w, ok := parseWeak(x)
	return ok && w.number == 0 && w.float() == float64(p.Default)
}

// firstTensor is the name of the first operand that is a tensor.
func (c *call) firstTensor() string {
	return c.operandName(slices.IndexFunc(c.args[:], func(a graph.Arg) bool { return a.Version != nil }))
}

// shapeError is the error of shapes that do not broadcast. For three or more operands it names the
// first one that does not fit the operands before it. err calls this operand b.
func (c *call) shapeError(shapes [][]int, err error) error {
	for i, n := 0, 0; len(shapes) > 2 && i < len(c.args); i++ {
		if c.args[i].Version == nil {
			continue
		}
		n++
		if _, e := broadcast.Shapes(shapes[:n]...); e != nil {
			return fmt.Errorf("%s does not broadcast with the operands before it: %w", c.operandName(i), err)
		}
	}
	return err
}
