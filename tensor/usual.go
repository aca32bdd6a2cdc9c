package tensor

import (
	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// A call is usual if an instruction without parameters takes its operands as they are:
// tensors of one device, type and shape, and numbers that count as that type; a choice's
// condition is a bool. Then most
// of what a call looks at is known beforehand, and small tensors are worth the shortcut.
// What is not usual, mistakes among it, is left to call, whose rules these must not
// differ from.
type usual struct {
	first  *Tensor // the one the others are like
	result DType
	args   [3]graph.Arg
}

// parse reports whether the call is usual.
func (u *usual) parse(o *op.Op, operands []any) bool {
	if len(operands) != o.Arity || len(o.Params) > 0 || o.As != nil || o.Rule == op.Retype {
		return false
	}
	typed := 0
	if o.Rule == op.Select {
		typed = 1
	}
	for i, x := range operands[typed:] {
		if t, ok := x.(*Tensor); ok && !u.tensor(typed+i, t) {
			return false
		}
	}
	if u.first == nil || typed > 0 && !u.condition(operands[0]) {
		return false
	}
	dt := u.first.node.Type
	compute, result, err := o.Types(dt)
	if err != nil || compute != dt || dt == Bool && o.Rule == op.SameNoBool {
		return false
	}
	for i, x := range operands[typed:] {
		if _, ok := x.(*Tensor); !ok && !u.number(typed+i, o, x) {
			return false
		}
	}
	u.result = result
	return result == dt || u.first.node.Device.Info().DTypes.Has(result) && result.Size() <= dt.Size()
}

// tensor takes one that is like the first.
func (u *usual) tensor(i int, t *Tensor) bool {
	if t == nil || t.node == nil || t.err != nil || t.released.Load() {
		return false
	}
	if u.first == nil {
		u.first = t
	}
	u.args[i] = graph.Arg{Node: t.node, Layout: t.layout}
	return t == u.first || t.node.Type == u.first.node.Type && u.fits(t)
}

// fits reports whether the tensor is of the first one's device and shape.
func (u *usual) fits(t *Tensor) bool {
	return t.node.Device == u.first.node.Device && broadcast.SameShape(t.layout.Shape, u.first.layout.Shape)
}

// condition takes that of a choice.
func (u *usual) condition(x any) bool {
	t, ok := x.(*Tensor)
	if !ok || t.check("") != nil || t.node.Type != Bool || !u.fits(t) {
		return false
	}
	u.args[0] = graph.Arg{Node: t.node, Layout: t.layout}
	return true
}

// number takes one that the type holds as others do. To a half it may not be rounded, and
// a power of an integer has rules of its own.
func (u *usual) number(i int, o *op.Op, x any) bool {
	w, ok := parseWeak(x)
	dt := u.first.node.Type
	if !ok || w.kind == op.Boolean || dt == Bool || w.kind == op.Floating && !dt.IsFloat() ||
		dt.IsFloat() && dt.Size() == 2 || o == op.Pow && !dt.IsFloat() {
		return false
	}
	s, err := w.scalar(dt)
	u.args[i] = graph.Arg{Type: dt, Scalar: s}
	return err == nil
}

// made is a tensor and its node in one piece of memory.
type made struct {
	Tensor
	node graph.Node
}

// applyUsual is the operation's result, or nil if the call is not usual.
func applyUsual(o *op.Op, operands []any) *Tensor {
	var u usual
	if !u.parse(o, operands) {
		return nil
	}
	m := &made{}
	depth, ok := m.node.Init(u.first.node.Device, u.result, u.first.rowMajor(), o, u.args[:o.Arity])
	if !ok {
		return nil // an operand is a constant
	}
	if depth%maxDepth == 0 {
		_ = fuse.Evaluate(&m.node) // see apply
	}
	return m.tensor()
}

func (m *made) tensor() *Tensor {
	m.Tensor.node, m.layout = &m.node, m.node.Layout
	return &m.Tensor
}

// updateUsual computes the operation into its first operand, which may be written to. It
// is done if the call is usual and nothing has to be computed before.
func updateUsual(o *op.Op, operands []any) (done bool, err error) {
	var u usual
	if o.Rule == op.Select || !u.parse(o, operands) || u.result != u.first.node.Type || u.args[0].Node == nil {
		return false, nil
	}
	t := operands[0].(*Tensor)
	args := u.args[:o.Arity]
	for i := range args {
		if args[i].Node != nil && t.clashes(args[i]) {
			return false, nil
		}
	}
	return fuse.Update(t.node, t.layout, o, args)
}
