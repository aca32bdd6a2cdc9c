package tensor

import (
	"errors"

	"github.com/wgtensor/wgtensor/device/op"
)

// ErrUnknownOperation is what Apply's tensor carries for a name that is no operation.
var ErrUnknownOperation = errors.New("unknown operation")

// Apply applies the operation of a name, "add" or "clamp", to operands: tensors, Go
// numbers or bools, broadcast against each other. The operation's parameters come last;
// left out or nil they take their defaults: Apply("add", x, y, 2) is x + 2*y.
func Apply(name string, operands ...any) *Tensor {
	o := op.ByName(name)
	if o == nil || o.Rule == op.Retype {
		return failf("apply", "%w %q", ErrUnknownOperation, name)
	}
	return apply(o, operands...)
}

// ApplyInPlace is Apply computed into x, the first operand, which keeps its shape and
// dtype: ApplyInPlace("add", x, y, 2) is x += 2*y. A choice (where) is no operation on x;
// assign it. It can wait, as [Tensor.Assign].
func ApplyInPlace(name string, x *Tensor, operands ...any) error {
	o := op.ByName(name)
	if o == nil || o.Rule == op.Retype {
		return errorf("apply in place", "%w %q", ErrUnknownOperation, name)
	}
	if o.Rule == op.Select {
		return errorf("apply in place", "%s has no first operand to keep; use x.Assign(Where(…))", name)
	}
	return applyInPlace(o, x, operands...)
}

// with is the operands, then the parameters.
func with(params []any, operands ...any) []any { return append(operands, params...) }
