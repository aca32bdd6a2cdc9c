package tensor

import (
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// call is an operation whose operands were parsed and fit each other's shapes.
type call struct {
	name     string // for errors
	op       *op.Op
	operands []operand
	device   device.Device
	shape    []int
	write    bool // whether the node is to be computed into memory
}

// parse checks all there is to check before types: PyTorch's order.
func parse(name string, o *op.Op, operands []any) (*call, error) {
	asked := o.Name
	o, operands, err := openBounds(o, operands)
	if err != nil {
		return nil, errorf(name, "%w", err)
	}
	if len(operands) != o.Arity {
		return nil, errorf(name, "takes %d operands, not %d", o.Arity, len(operands))
	}
	c := &call{name: name, op: o, operands: make([]operand, len(operands))}
	var shapes [][]int
	for i, x := range operands {
		p, err := parseOperand(name, i, x)
		if err != nil {
			return nil, err
		}
		c.operands[i] = p
		if p.t == nil {
			continue
		}
		if c.device != nil && c.device != p.t.node.Device {
			return nil, errorf(name, "operands are on %v and on %v; move one of them with To", c.device, p.t.node.Device)
		}
		c.device = p.t.node.Device
		shapes = append(shapes, p.t.layout.Shape)
	}
	if c.device == nil {
		c.device = DefaultDevice()
	}
	shape, err := broadcast.Shapes(shapes...)
	if err != nil {
		return nil, errorf(name, "%w", err)
	}
	c.shape = shape
	warn(asked, shapes, shape)
	return c, nil
}

// node types the call, converts the operands, and makes the node.
func (c *call) node() (*graph.Node, error) {
	compute, result, err := c.types()
	if err != nil {
		return nil, c.refusal(err)
	}
	if err := computes(c.name, c.device, c.wayOut(compute), compute, result); err != nil {
		return nil, err
	}
	if err := fits(result, c.shape); err != nil {
		return nil, errorf(c.name, "%w", err)
	}
	args := make([]graph.Arg, len(c.operands))
	for i, o := range c.operands {
		dt := compute
		if c.op.Rule == op.Select && i == 0 {
			dt = Bool
		}
		if args[i], err = c.arg(o, dt); err != nil {
			return nil, errorf(c.name, "%w", err)
		}
		if a := args[i].Node; a != nil && a != o.t.node {
			defer a.Release() // a conversion: the new node alone needs it
		}
	}
	make := graph.New
	if c.write {
		make = graph.NewWrite
	}
	n := make(c.device, result, c.shape, c.op, args...)
	runtime.KeepAlive(c) // the operands, until the new node needs their nodes
	return n, nil
}

// refusal is the error of a call whose types do not do.
func (c *call) refusal(err error) error {
	if e := (*op.TypeError)(nil); errors.As(err, &e) && e.Op == c.op.Name {
		return fmt.Errorf("tensor: %w", &op.TypeError{Op: c.name, Types: e.Types, Rule: e.Rule, Hint: e.Hint})
	}
	return errorf(c.name, "%w", err)
}

// wayOut says what to do where the device does not compute in a type.
func (c *call) wayOut(compute DType) string {
	typed := slices.ContainsFunc(c.operands, func(o operand) bool { return o.t != nil && o.t.node.Type == compute })
	if compute == Int64 && !typed {
		return "Go integers count as int64 where no operand has an integer dtype; pass one as tensor.Scalar[int32](…), or convert with AsType"
	}
	return "convert with AsType, or move the operands to another device with To"
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
	layout := o.t.layout
	if !slices.Equal(layout.Shape, c.shape) {
		var err error
		if layout, err = layout.To(c.shape); err != nil {
			return graph.Arg{}, err
		}
	}
	a := graph.Arg{Node: o.t.node, Layout: layout}
	if dt != o.t.node.Type {
		n := graph.New(c.device, dt, c.shape, op.Cast, a)
		a = graph.Arg{Node: n, Layout: broadcast.RowMajor(slices.Clone(c.shape)...)}
	}
	return a, nil
}
