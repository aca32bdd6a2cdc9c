package tensor

import (
	"errors"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
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
	o, operands = openBounds(o, operands)
	n, err := expression(o, operands)
	if err != nil {
		return failed(err)
	}
	if n.Depth() > maxDepth {
		// Long chains that are never read would otherwise grow without bound. An error
		// shows when the value is asked for.
		_ = fuse.Evaluate(n)
	}
	return fresh(n)
}

// maxDepth bounds how many operations wait on each other.
const maxDepth = 1024

// openBounds gives clamp's meaning where a bound is nil, that is open.
func openBounds(o *op.Op, operands []any) (*op.Op, []any) {
	if o != op.Clamp || len(operands) != 3 || operands[1] != nil && operands[2] != nil {
		return o, operands
	}
	switch {
	case operands[1] != nil:
		return op.Maximum, operands[:2]
	case operands[2] != nil:
		return op.Minimum, []any{operands[0], operands[2]}
	}
	return o, operands // both open: operand 2 is nil, which is refused
}

// call is an operation whose operands were parsed and fit each other's shapes.
type call struct {
	op       *op.Op
	operands []operand
	device   device.Device
	shape    []int
}

// parse checks all there is to check before types: PyTorch's order.
func parse(o *op.Op, operands []any) (*call, error) {
	if len(operands) != o.Arity {
		return nil, errorf(o.Name, "takes %d operands, not %d", o.Arity, len(operands))
	}
	c := &call{op: o, operands: make([]operand, len(operands))}
	var shapes [][]int
	for i, x := range operands {
		p, err := parseOperand(o.Name, i, x)
		if err != nil {
			return nil, err
		}
		c.operands[i] = p
		if p.t == nil {
			continue
		}
		if c.device != nil && c.device != p.t.node.Device {
			return nil, errorf(o.Name, "operands are on %v and on %v; move one of them with To", c.device, p.t.node.Device)
		}
		c.device = p.t.node.Device
		shapes = append(shapes, p.t.layout.Shape)
	}
	if c.device == nil {
		c.device = DefaultDevice()
	}
	shape, err := broadcast.Shapes(shapes...)
	if err != nil {
		return nil, errorf(o.Name, "%w", err)
	}
	c.shape = shape
	warn(o.Name, shapes, shape)
	return c, nil
}

// expression returns a waiting node for the operation.
func expression(o *op.Op, operands []any) (*graph.Node, error) {
	c, err := parse(o, operands)
	if err != nil {
		return nil, err
	}
	return c.node()
}

// node types the call, converts the operands, and makes the node.
func (c *call) node() (*graph.Node, error) {
	compute, result, err := c.types()
	if err != nil {
		return nil, errorf(c.op.Name, "%w", err)
	}
	if err := computes(c.op.Name, c.device, compute, result); err != nil {
		return nil, err
	}
	if err := fits(result, c.shape); err != nil {
		return nil, errorf(c.op.Name, "%w", err)
	}
	args := make([]graph.Arg, len(c.operands))
	for i, o := range c.operands {
		dt := compute
		if c.op.Rule == op.Select && i == 0 {
			dt = Bool
		}
		if args[i], err = c.arg(o, dt); err != nil {
			return nil, errorf(c.op.Name, "%w", err)
		}
	}
	n := graph.New(c.device, result, c.shape, c.op, args...)
	for i, a := range args {
		if a.Node != nil && a.Node != c.operands[i].t.node {
			a.Node.Release() // a conversion: the new node alone needs it
		}
	}
	return n, nil
}

// types applies the operation's rule to the operands' common type.
func (c *call) types() (compute, result DType, err error) {
	typed := c.operands
	if c.op.Rule == op.Select {
		cond := typed[0]
		if cond.t != nil && cond.t.node.Type != Bool || cond.t == nil && cond.kind != op.Boolean {
			return 0, 0, &op.TypeError{Op: c.op.Name, Types: []DType{cond.own()}, Hint: "the condition must be bool; compare with Ne(0)"}
		}
		typed = typed[1:]
	}
	common, err := resultType(typed)
	if err != nil {
		return 0, 0, err
	}
	if err := c.refuse(common); err != nil {
		return 0, 0, err
	}
	return c.op.Types(common)
}

// refuse holds the two rules that look at the operands one by one.
func (c *call) refuse(common DType) error {
	for _, o := range c.operands {
		if c.op.Rule == op.SameNoBool && o.own() == Bool {
			return &op.TypeError{Op: c.op.Name, Types: []DType{Bool}, Hint: c.op.Hint}
		}
	}
	if c.op == op.Pow && common.IsInteger() && c.operands[1].t == nil && c.operands[1].negative() {
		return &op.TypeError{Op: c.op.Name, Types: []DType{common},
			Hint: "integers to negative integer powers are not allowed; convert with AsType to a float dtype"}
	}
	return nil
}

// own is the type the operand comes with.
func (o operand) own() DType {
	if o.t != nil {
		return o.t.node.Type
	}
	return o.dtype()
}

// arg reads the operand over the call's shape, converted to dt. A tensor that is one
// value all over and not yet stored is that value.
func (c *call) arg(o operand, dt DType) (graph.Arg, error) {
	if o.t == nil {
		s, err := o.scalar(dt)
		return graph.Arg{Type: dt, Scalar: s}, err
	}
	if s, ok := o.t.node.Constant(); ok {
		return graph.Arg{Type: dt, Scalar: op.Convert(s, o.t.node.Type, dt)}, nil
	}
	layout, err := o.t.layout.To(c.shape)
	if err != nil {
		return graph.Arg{}, err
	}
	a := graph.Arg{Node: o.t.node, Layout: layout}
	if dt != o.t.node.Type {
		n := graph.New(c.device, dt, c.shape, op.Cast, a)
		a = graph.Arg{Node: n, Layout: broadcast.RowMajor(slices.Clone(c.shape)...)}
	}
	return a, nil
}
