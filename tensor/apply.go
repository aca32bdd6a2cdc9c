package tensor

import (
	"errors"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
)

// ErrUnknownOperation is what Apply's tensor carries for a name that is no operation.
var ErrUnknownOperation = errors.New("unknown operation")

// Apply applies the operation of a name, "add" or "clamp", to operands: tensors, Go
// numbers or bools, broadcast against each other.
func Apply(name string, operands ...any) *Tensor {
	o := op.ByName(name)
	if o == nil || o.Rule == op.Retype {
		return failf("apply", "%w %q", ErrUnknownOperation, name)
	}
	return apply(o, operands...)
}

// apply checks shapes and types, now, and returns a tensor that waits to be computed.
func apply(o *op.Op, operands ...any) *Tensor {
	c, err := parse(o.Name, o, operands)
	if err != nil {
		return failed(err)
	}
	n, err := c.node()
	if err != nil {
		return failed(err)
	}
	if d := n.Depth(); d >= maxDepth && d%maxDepth < 2 { // 2: a conversion counts too
		// Long chains that are never read would otherwise grow without bound. An error
		// shows when the value is asked for.
		_ = fuse.Evaluate(n)
	}
	return fresh(n)
}

// maxDepth bounds how many operations wait on each other.
const maxDepth = 1024

// openBounds gives clamp's meaning where a bound is nil, that is open.
func openBounds(o *op.Op, operands []any) (*op.Op, []any, error) {
	if o != op.Clamp || len(operands) != 3 {
		return o, operands, nil
	}
	switch lo, hi := operands[1], operands[2]; {
	case lo == nil && hi == nil:
		return nil, nil, errors.New("both bounds are nil; give at least one")
	case hi == nil:
		return op.Maximum, operands[:2], nil
	case lo == nil:
		return op.Minimum, []any{operands[0], hi}, nil
	}
	return o, operands, nil
}
