package tensor

import (
	"errors"

	"github.com/wgtensor/wgtensor/device/op"
)

// resolve finds the row that takes the operands as given: with parameters it may be
// another than without. Trailing parameters that are nil count as left out.
func resolve(name string, o *op.Op, operands []any) (*op.Op, []any, error) {
	asked, longest := o, o
	if o.With != nil {
		longest = o.With
	}
	if o == op.Clamp && len(operands) == 2 { // its upper bound is open where it is left out
		operands = append(operands[:2:2], nil)
	}
	for n := len(operands); len(longest.Params) > 0 && n > longest.Needs() && operands[n-1] == nil; n-- {
		operands = operands[:n-1]
	}
	if len(operands) > o.Arity {
		o = longest
	}
	if len(operands) < o.Needs() || len(operands) > o.Arity {
		return nil, nil, errorf(name, "takes %s, not %d", asked.Takes(), len(operands))
	}
	if o != op.Clamp {
		return o, operands, nil
	}
	o, operands, err := openBounds(operands)
	if err != nil {
		err = errorf(name, "%w", err)
	}
	return o, operands, err
}

// openBounds gives clamp's meaning where a bound is nil, that is open.
func openBounds(operands []any) (*op.Op, []any, error) {
	switch lo, hi := operands[1], operands[2]; {
	case lo == nil && hi == nil:
		return nil, nil, errors.New("both bounds are nil; give at least one")
	case hi == nil:
		return op.Maximum, operands[:2], nil
	case lo == nil:
		return op.Minimum, []any{operands[0], hi}, nil
	}
	return op.Clamp, operands, nil
}

// parseParam is parseOperand for a parameter, which takes its default where x is nil.
func parseParam(name string, at int, p *op.Param, x any) (operand, error) {
	if x == nil {
		return operand{preset: &p.Default}, nil
	}
	o, err := parseOperand(name, at, x)
	if err != nil || o.t != nil || p.Accept.Has == nil {
		return o, err
	}
	s, _ := o.scalar(Float64) // takes any
	if !p.Accept.Has(Float64.Float(s)) {
		err = errorf(name, "%s is %v; it has to be %s", p.Name, o.weak, p.Accept.Text)
	}
	return o, err
}

// with is the operands, then the parameters.
func with(params []any, operands ...any) []any { return append(operands, params...) }
