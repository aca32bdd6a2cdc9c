package tensor

import (
	"fmt"

	"github.com/wgtensor/wgtensor/device/op"
)

// row finds the row that takes the operands as given: with parameters it may be
// another than without. Trailing parameters that are nil count as left out, and so does
// the default of a parameter that makes it another row. Operands that are left out are nil.
func (c *call) row(given []any) (operands [maxOperands]any, err error) {
	o := c.asked
	c.op = o
	longest, n := o, len(given)
	if o.With != nil {
		longest = o.With
	}
	if o == op.Clamp && n > 0 { // a bound that is left out is open
		n = max(n, o.Arity)
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
	if n < c.op.Needs() || n > c.op.Arity {
		return operands, miscounted(c.name(), o, given, n)
	}
	copy(operands[:n], given)
	if o == op.Clamp {
		c.op = openBounds(&operands)
	}
	return operands, nil
}

// miscounted is the error of n operands, too few or too many. Among them may be one of
// PyTorch's modes, approximate="tanh".
func miscounted(name string, o *op.Op, operands []any, n int) error {
	for _, x := range operands[:min(n, len(operands))] {
		if mode, ok := x.(string); ok {
			return errorf(name, "takes no mode, such as %q; modes are operations of their own: gelu_tanh, floor_divide, trunc_divide", mode)
		}
	}
	return errorf(name, "takes %s, not %d", o.Takes(), n)
}

// openBounds gives clamp's meaning where a bound is nil, that is open.
func openBounds(operands *[maxOperands]any) *op.Op {
	switch lo, hi := operands[1], operands[2]; {
	case lo == nil && hi == nil:
		return op.Positive
	case hi == nil:
		return op.Maximum
	case lo == nil:
		operands[1] = hi
		return op.Minimum
	}
	return op.Clamp
}

// accepts refuses a number, as an element of dt, that its parameter does not take.
func (o *operand) accepts(s op.Scalar, dt DType) error {
	p := o.param
	if p.Follows && o.own == Float64 && !dt.IsFloat() {
		return fmt.Errorf("%s is %v; beside %v it has to be a whole number", p.Name, o.weak, dt)
	}
	if p.Accept.Has == nil || !dt.IsFloat() || p.Accept.Has(dt.Float(s)) {
		return nil
	}
	if p.Accept.Has(o.float()) {
		return fmt.Errorf("%s is %v, in %v %v; it has to be %s", p.Name, o.weak, dt, dt.Float(s), p.Accept.Text)
	}
	return fmt.Errorf("%s is %v; it has to be %s", p.Name, o.weak, p.Accept.Text)
}

// isDefault reports whether x is a number, and the parameter's default.
func isDefault(x any, p *op.Param) bool {
	w, ok := parseWeak(x)
	return ok && w.float() == float64(p.Default)
}
