package tensor

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Assign writes x, a tensor, number or bool, to t's elements, broadcast to its shape
// and converted to its type, as t[...] = x does in NumPy. An expression is computed
// straight into t's memory. Where x is a view of the same memory the result is as if
// it had been copied first.
func (t *Tensor) Assign(x any) error {
	const name = "assign"
	if err := t.writable(name); err != nil {
		return err
	}
	from, ok := x.(*Tensor)
	if !ok {
		o, err := parseOperand(name, 0, x)
		if err != nil {
			return err
		}
		return t.fill(name, o.weak)
	}
	if err := from.check(name); err != nil {
		return err
	}
	if from.node.Device != t.node.Device {
		return errorf(name, "the tensor is on %v, the value on %v; move it with To", t.node.Device, from.node.Device)
	}
	done, err := t.straight(from)
	if !done && err == nil {
		err = t.assign(name, from)
	}
	runtime.KeepAlive(from)
	return err
}

// assign is Assign of what is not of the type and shape of t, or cannot be computed into t.
func (t *Tensor) assign(name string, from *Tensor) error {
	var cast *op.Op
	if from.node.Type != t.node.Type {
		cast = op.Cast
	}
	a := graph.Arg{Node: from.node, Layout: from.layout}
	if !broadcast.SameShape(from.layout.Shape, t.layout.Shape) {
		layout, err := from.layout.To(t.layout.Shape)
		if err != nil {
			return errorf(name, "%w", err)
		}
		a.Layout = &layout
	}
	if t.clashes(a) {
		n := graph.New(t.node.Device, t.node.Type, t.rowMajor(), nil, a)
		defer n.Release()
		a = graph.Arg{Node: n, Layout: n.Layout}
	}
	return t.write(name, cast, a)
}

// straight is Assign of what waits, in the type and shape of t, and need only be computed
// into t.
func (t *Tensor) straight(x *Tensor) (done bool, err error) {
	if !x.whole() || x.node.Type != t.node.Type || !broadcast.SameShape(x.layout.Shape, t.layout.Shape) {
		return false, nil
	}
	if done, err = fuse.Straight(t.node, t.layout, x.node); err != nil {
		err = errorf("assign", "%w", err)
	}
	return done, err
}

// Fill writes v, a number or bool, to all of t's elements. A float is truncated for
// an integer tensor, as AsType does; an integer that does not fit is an error.
func (t *Tensor) Fill(v any) error {
	const name = "fill"
	if err := t.writable(name); err != nil {
		return err
	}
	w, ok := parseWeak(v)
	if !ok {
		return errorf(name, "the value is %s; it is a number or a bool (use Assign for a tensor)", describe(v))
	}
	return t.fill(name, w)
}

func (t *Tensor) fill(name string, w weak) error {
	s, err := w.scalar(t.node.Type)
	if err != nil {
		return errorf(name, "%w", err)
	}
	return t.write(name, nil, graph.Arg{Type: t.node.Type, Scalar: s})
}

// applyInPlace computes an operation whose first operand is t into t, which keeps its
// shape and type.
func applyInPlace(o *op.Op, t *Tensor, rest ...any) error {
	if t != nil && !t.readOnly && len(rest) < 3 {
		operands := [3]any{t}
		if done, err := updateUsual(o, operands[:1+copy(operands[1:], rest)]); done || err != nil {
			return inPlaceError(o, err)
		}
	}
	return applyInPlaceAny(o, t, slices.Clone(rest))
}

func inPlaceName(o *op.Op) string { return o.Name + " in place" }

func inPlaceError(o *op.Op, err error) error {
	if err == nil {
		return nil
	}
	return errorf(inPlaceName(o), "%w", err)
}

func applyInPlaceAny(o *op.Op, t *Tensor, rest []any) error {
	name := inPlaceName(o)
	if err := t.writable(name); err != nil {
		return err
	}
	c, err := parse(name, o, append([]any{t}, rest...))
	if err != nil {
		return err
	}
	if err := c.keeps(t.layout.Shape); err != nil {
		return errorf(name, "%w", err)
	}
	_, result, err := c.types()
	if err == nil && !op.FitsInPlace(result, t.node.Type) {
		err = &op.TypeError{Op: c.op.Name, Types: []DType{result, t.node.Type},
			Rule: fmt.Sprintf("result type %v can't be cast to the desired output type %v", result, t.node.Type),
			Hint: "convert the tensor with AsType, or do not work in place"}
	}
	if err != nil {
		return c.refusal(err)
	}
	c.into = t
	n, err := c.node()
	if err != nil {
		return err
	}
	if result != t.node.Type {
		cast := graph.NewWrite(n.Device, t.node.Type, n.Layout, op.Cast, graph.Arg{Node: n, Layout: n.Layout})
		n.Release()
		n = cast
	}
	return t.compute(name, n)
}

// keeps refuses a result that outgrows the tensor written to.
func (c *call) keeps(shape []int) error {
	if slices.Equal(c.shape, shape) {
		return nil
	}
	err := fmt.Errorf("output with shape %s doesn't match the broadcast shape %s", list(shape), list(c.shape))
	for _, o := range c.operands {
		if o.t == nil {
			continue
		}
		if _, why := o.t.layout.To(shape); why != nil {
			return fmt.Errorf("%w: %w", err, why)
		}
	}
	return err
}

// list prints a shape as PyTorch does.
func list(shape []int) string { return strings.ReplaceAll(fmt.Sprint(shape), " ", ", ") }

// writable refuses what in-place operations may not write to.
func (t *Tensor) writable(name string) error {
	if err := t.check(name); err != nil {
		return err
	}
	if t.readOnly {
		return errorf(name, "more than one element of the written-to tensor refers to a single memory location (shape %v, strides %v): it is read-only; Clone it first",
			t.layout.Shape, t.layout.Strides)
	}
	return nil
}

// clashes reports whether an operand of what is written to t's elements overlaps them
// without being just them. A copy of it waits to read t, and is so computed before.
func (t *Tensor) clashes(a graph.Arg) bool {
	return a.Node == t.node && a.Layout != t.layout && !a.Layout.Equal(*t.layout) && broadcast.Overlap(*a.Layout, *t.layout)
}

// write computes an instruction, or copy, into t's elements.
func (t *Tensor) write(name string, o *op.Op, a graph.Arg) error {
	defer runtime.KeepAlive(t)
	if done, err := fuse.Update(t.node, t.layout, o, []graph.Arg{a}); err != nil {
		return errorf(name, "%w", err)
	} else if done {
		return nil
	}
	return t.compute(name, graph.NewWrite(t.node.Device, t.node.Type, t.rowMajor(), o, a))
}

// compute computes a graph.NewWrite, which it takes over, into t's elements.
func (t *Tensor) compute(name string, n *graph.Node) error {
	defer n.Release()
	defer runtime.KeepAlive(t)
	if t.layout.Len() == 0 {
		return nil
	}
	if err := fuse.Into(t.node, t.layout, n); err != nil {
		return errorf(name, "%w", err)
	}
	return nil
}
