package tensor

import (
	"fmt"
	"math"
	"slices"

	"github.com/wgtensor/wgtensor/device/op"
)

// resolve finds the row that takes the operands as given: with parameters it may be
// another than without. Trailing parameters that are nil count as left out, and so does
// the default of a parameter that makes it another row.
func resolve(name string, o *op.Op, operands []any) (*op.Op, []any, error) {
	asked, longest := o, o
	if o.With != nil {
		longest = o.With
	}
	if o == op.Clamp && len(operands) > 0 && len(operands) < o.Arity { // a bound that is left out is open
		operands = append(slices.Clone(operands), nil, nil)[:o.Arity]
	}
	for n := len(operands); len(longest.Params) > 0 && n > longest.Needs() && operands[n-1] == nil; n-- {
		operands = operands[:n-1]
	}
	if o.With != nil && len(operands) == o.Arity+1 && isDefault(operands[o.Arity], o.With.Params[0]) {
		operands = operands[:o.Arity]
	}
	if len(operands) > o.Arity {
		o = longest
	}
	if len(operands) < o.Needs() || len(operands) > o.Arity {
		return nil, nil, miscounted(name, asked, operands)
	}
	if o != op.Clamp {
		return o, operands, nil
	}
	o, operands = openBounds(operands)
	return o, operands, nil
}

// miscounted is the error of too few or too many operands. Among them may be one of
// PyTorch's modes, approximate="tanh".
func miscounted(name string, o *op.Op, operands []any) error {
	for _, x := range operands {
		if mode, ok := x.(string); ok {
			return errorf(name, "takes no mode, such as %q; modes are operations of their own: gelu_tanh, floor_divide, trunc_divide", mode)
		}
	}
	return errorf(name, "takes %s, not %d", o.Takes(), len(operands))
}

// openBounds gives clamp's meaning where a bound is nil, that is open.
func openBounds(operands []any) (*op.Op, []any) {
	switch lo, hi := operands[1], operands[2]; {
	case lo == nil && hi == nil:
		return op.Positive, operands[:1]
	case hi == nil:
		return op.Maximum, operands[:2]
	case lo == nil:
		return op.Minimum, []any{operands[0], hi}
	}
	return op.Clamp, operands
}

// parseParam is parseOperand for a parameter, which takes its default where x is nil.
func parseParam(name string, p *op.Param, x any) (operand, error) {
	if x == nil {
		return operand{preset: &p.Default}, nil
	}
	if t, ok := x.(*Tensor); ok {
		return operand{t: t, param: p}, t.check(name)
	}
	w, ok := parseWeak(x)
	if !ok {
		return operand{}, errorf(name, "%s is %s; a parameter is a number, a bool or a *Tensor", p.Name, describe(x))
	}
	if i := int64(w.f); w.kind == op.Floating && float64(i) == w.f && math.Abs(w.f) < 1<<53 && !(i == 0 && math.Signbit(w.f)) {
		w = weak{kind: op.Signed, i: i} // 1.0 makes floats of integers no more than 1 does
	}
	return operand{weak: w, param: p}, nil
}

// accepts refuses a number, as an element of dt, that its parameter does not take.
func (o operand) accepts(s op.Scalar, dt DType) error {
	if o.param != nil && o.param.Follows && o.kind == op.Floating && !dt.IsFloat() {
		return fmt.Errorf("%s is %v; beside %v it has to be a whole number", o.param.Name, o.weak, dt)
	}
	if o.param == nil || o.param.Accept.Has == nil || !dt.IsFloat() || o.param.Accept.Has(dt.Float(s)) {
		return nil
	}
	if got := dt.Float(s); o.param.Accept.Has(o.float()) {
		return fmt.Errorf("%s is %v, in %v %v; it has to be %s", o.param.Name, o.weak, dt, got, o.param.Accept.Text)
	}
	return fmt.Errorf("%s is %v; it has to be %s", o.param.Name, o.weak, o.param.Accept.Text)
}

// isDefault reports whether x is a number, and the parameter's default.
func isDefault(x any, p op.Param) bool {
	w, ok := parseWeak(x)
	return ok && w.float() == float64(p.Default)
}

// with is the operands, then the parameters.
func with(params []any, operands ...any) []any { return append(operands, params...) }
