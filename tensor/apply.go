package tensor

import (
	"context"
	"errors"
	"slices"

	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
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
// assign it.
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

// apply checks shapes and types, now, and returns a tensor that waits to be computed.
func apply(o *op.Op, operands ...any) *Tensor {
	if t := applyUsual(o, operands); t != nil {
		return t
	}
	return applyAny(o, slices.Clone(operands)) // those of the usual call stay on the stack
}

func applyAny(o *op.Op, operands []any) *Tensor {
	c, err := parse(o.Name, o, operands)
	if err != nil {
		return failed(err)
	}
	s, dt, err := c.storage()
	if err != nil {
		return failed(err)
	}
	if d := s.Depth(); d >= maxDepth && d/maxDepth > c.depth()/maxDepth {
		// Long chains that are never read would otherwise grow without bound. An error
		// shows when the value is asked for.
		_ = fuse.Evaluate(context.Background(), s)
	}
	return fresh(c.device, dt, s)
}

// maxDepth bounds how many operations wait on each other.
const maxDepth = 1024

// depth is that of the operand that waits for most.
func (c *call) depth() (deepest int) {
	for _, o := range c.operands {
		if o.t != nil {
			deepest = max(deepest, o.t.storage.Load().Depth())
		}
	}
	return deepest
}
