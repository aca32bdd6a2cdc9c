package tensor

import (
	"errors"
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// call is an operation whose operands were parsed and fit each other's shapes.
type call struct {
	name     string // for errors
	asked    *op.Op // what was called; op may stand for it with the operands given
	op       *op.Op
	operands []operand
	device   device.Device
	shape    []int
	rowMajor *broadcast.Layout // of shape
	steps    []*graph.Storage  // on the way to the result, which alone needs them
}

// parse checks all there is to check before types: PyTorch's order.
func parse(name string, o *op.Op, operands []any) (*call, error) {
	asked := o
	o, operands, err := resolve(name, o, operands)
	if err != nil {
		return nil, err
	}
	c := &call{name: name, asked: asked, op: o, operands: make([]operand, o.Arity)}
	var shapes [][]int
	for i := range c.operands {
		p, err := c.parse(i, operands)
		if err != nil {
			return nil, err
		}
		c.operands[i] = p
		if p.t == nil {
			continue
		}
		if c.device != nil && c.device != p.t.device {
			return nil, errorf(name, "operands are on %v and on %v; move one of them with To", c.device, p.t.device)
		}
		c.device = p.t.device
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
	for _, o := range c.operands {
		if o.t != nil && o.t.whole() && slices.Equal(o.t.layout.Shape, shape) {
			c.rowMajor = o.t.layout
		}
	}
	if c.rowMajor == nil {
		c.rowMajor = rowMajor(shape)
	}
	warn(asked.Name, shapes, shape)
	return c, nil
}

// parse reads the operand at i; one that is missing is a parameter.
func (c *call) parse(i int, operands []any) (operand, error) {
	var x any
	if i < len(operands) {
		x = operands[i]
	}
	if at := i - c.op.Needs(); at >= 0 {
		return parseParam(c.name, &c.op.Params[at], x)
	}
	return parseOperand(c.name, i, x)
}

// storage types the call, converts the operands, and makes the result, which waits.
func (c *call) storage() (s *graph.Storage, result DType, err error) {
	compute, result, err := c.types()
	if err != nil {
		return nil, 0, c.refusal(err)
	}
	if err := computes(c.name, c.device, c.wayOut(compute), compute, result); err != nil {
		return nil, 0, err
	}
	if err := fits(result, c.shape); err != nil {
		return nil, 0, errorf(c.name, "%w", err)
	}
	if answer, ok := c.foregone(compute); ok {
		return c.wait(Bool, nil, graph.Operand{Type: Bool, Scalar: answer}), Bool, nil
	}
	defer func() {
		for _, step := range c.steps {
			step.Release()
		}
	}()
	half := compute
	if c.widens(compute) {
		compute = Float32
	}
	args := make([]graph.Operand, len(c.operands))
	for i, o := range c.operands {
		common, dt := c.op.Operand(i, half), c.op.Operand(i, compute)
		if compute != half {
			common = c.op.Given(i, o.t == nil, half)
		}
		if c.op.Rule == op.Select && i == 0 {
			common, dt = Bool, Bool
		}
		if args[i], err = c.arg(i, common, dt); err != nil {
			return nil, 0, errorf(c.name, "%w", err)
		}
	}
	if compute == half || result == Bool {
		return c.result(compute, result, args), result, nil
	}
	return c.wait(result, op.Cast, c.step(c.result(compute, compute, args))), result, nil
}

// widens reports whether an operand makes the call compute in float32.
func (c *call) widens(compute DType) bool {
	for i, x := range c.operands {
		if x.widens(c.op, i, compute) {
			return true
		}
	}
	return false
}

// result makes the storage of a call whose operands have been converted.
func (c *call) result(compute, result DType, args []graph.Operand) *graph.Storage {
	if c.op.As == nil {
		o, args := simpler(c.op, args)
		return c.wait(result, o, args...)
	}
	a := op.Steps(composer{c}, c.op, compute, args)
	if a.Storage != nil && slices.Contains(c.steps, a.Storage) {
		a.Storage.Retain()
		return a.Storage
	}
	return c.wait(result, nil, a) // a copy is but another name for a value
}

// simpler is an operation on converted operands, or another that says the same in less time: a square is
// nearer to the power of the number 2 than a power has to be.
func simpler(o *op.Op, args []graph.Operand) (*op.Op, []graph.Operand) {
	if o == op.Pow && args[1].Storage == nil && args[1].Scalar == args[1].Type.FromInt(2) {
		return op.Square, args[:1]
	}
	return o, args
}

// wait makes an expression over the call's shape.
func (c *call) wait(dt DType, o *op.Op, args ...graph.Operand) *graph.Storage {
	return graph.New(c.device, dt, c.rowMajor, o, args...)
}

// step is the value of an expression on the way to the result.
func (c *call) step(s *graph.Storage) graph.Operand {
	if c.steps == nil {
		c.steps = make([]*graph.Storage, 0, 8)
	}
	c.steps = append(c.steps, s)
	return graph.Operand{Storage: s, Layout: s.Layout}
}

// refusal is the error of a call whose types do not do.
func (c *call) refusal(err error) error {
	if e := (*op.TypeError)(nil); errors.As(err, &e) && (e.Op == c.op.Name || e.Op == c.asked.Name) {
		return fmt.Errorf("tensor: %w", &op.TypeError{Op: c.name, Types: e.Types, Rule: e.Rule, Hint: e.Hint})
	}
	return errorf(c.name, "%w", err)
}

// wayOut says what to do where the device does not compute in a type.
func (c *call) wayOut(compute DType) string {
	if c.op.Rule == op.Double {
		return c.op.Hint + ", or move the operands to another device with To"
	}
	typed := slices.ContainsFunc(c.operands, func(o operand) bool { return o.t != nil && o.t.dtype == compute })
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
		if cond.t != nil && cond.t.dtype != Bool || cond.t == nil && cond.kind != op.Boolean {
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
	if _, _, err := c.asked.Types(common); err != nil { // clamp of bools with an open bound
		return err
	}
	for _, o := range c.operands {
		if c.op.Rule == op.SameNoBool && o.preset == nil && o.own() == Bool {
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
		return o.t.dtype
	}
	return o.dtype()
}

// arg reads the operand over the call's shape, converted to common and then to dt, unless the
// operation itself does that. One that is one value all over
// and not yet stored is that value.
func (c *call) arg(i int, common, dt DType) (graph.Operand, error) {
	o := c.operands[i]
	if o.t == nil {
		s, err := o.element(c.op, i, common)
		return graph.Operand{Type: dt, Scalar: op.Convert(s, common, dt)}, err
	}
	if s, ok := o.t.storage.Load().Constant(); ok {
		return graph.Operand{Type: dt, Scalar: op.Convert(op.Convert(s, o.t.dtype, common), common, dt)}, nil
	}
	a, own := o.t.operand(), o.t.dtype
	if !slices.Equal(a.Layout.Shape, c.shape) {
		to, err := a.Layout.To(c.shape)
		if err != nil {
			return graph.Operand{}, err
		}
		a.Layout = &to
	}
	for _, next := range [...]DType{common, dt} {
		if next != own && (c.op.As != nil || next != graph.Computes(c.op, own)) {
			a, own = c.step(c.wait(next, op.Cast, a)), next
		}
	}
	return a, nil
}
