package tensor

import (
	"context"
	"sync/atomic"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/fuse"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// A call is usual if it is an expression of its operands as they are, without parameters:
// tensors of one device and type, and numbers that count as that type; a choice's condition
// is a bool. Then most
// of what a call looks at is known beforehand, and small tensors are worth the shortcut.
// What is not usual, mistakes among it, is left to call, whose rules these must not
// differ from.
type usual struct {
	first  *Tensor           // the one whose device and type the others have
	mixed  bool              // others have another shape
	layout *broadcast.Layout // of the result, if so
	result DType
	args   [3]graph.Operand
}

// parse reports whether the call is usual.
func (u *usual) parse(o *op.Op, operands []any) bool {
	if len(operands) != o.Arity || len(o.Params) > 0 || o.As != nil || o.Rule == op.Retype {
		return false
	}
	typed, numbers := 0, false
	if o.Rule == op.Select {
		typed = 1
	}
	for i := typed; i < len(operands); i++ {
		if t, ok := operands[i].(*Tensor); !ok {
			numbers = true
		} else if !u.tensor(i, t) {
			return false
		}
	}
	if u.first == nil || typed > 0 && !u.condition(operands[0]) {
		return false
	}
	dt := u.first.dtype
	compute, result, err := o.Types(dt)
	if err != nil || dt == Bool && o.Rule == op.SameNoBool {
		return false
	}
	for i := typed; numbers && i < len(operands); i++ {
		if _, ok := operands[i].(*Tensor); !ok && !u.number(i, o, compute, operands[i]) {
			return false
		}
	}
	u.result = result
	if u.mixed && !u.broadcast(u.args[:o.Arity]) {
		return false
	}
	return result == dt || u.first.device.Info().DTypes.Has(result) &&
		(result.Size() <= dt.Size() || fits(result, u.rowMajor().Shape) == nil)
}

// tensor takes one that is of the first's device and type.
func (u *usual) tensor(i int, t *Tensor) bool {
	if t.check("") != nil {
		return false
	}
	if u.first == nil {
		u.first = t
	}
	return t.dtype == u.first.dtype && u.take(i, t)
}

// take notes the operand, and whether it has the first one's shape.
func (u *usual) take(i int, t *Tensor) bool {
	u.args[i] = t.operand()
	u.mixed = u.mixed || t != u.first && !broadcast.SameShape(t.layout.Shape, u.first.layout.Shape)
	return t == u.first || t.device == u.first.device
}

// broadcast reads the operands over the result's shape: mostly that of one of them. Whoever
// wants to be warned of that is, by call.
func (u *usual) broadcast(args []graph.Operand) bool {
	if warningHook.Load() != nil {
		return false
	}
	if u.layout = lastSpreads.find(u.result, args); u.layout != nil {
		return true
	}
	s := &spread{dtype: u.result}
	for i := range args {
		if args[i].Storage != nil {
			s.from[i] = args[i].Layout
		}
	}
	if !u.over(args) {
		return false
	}
	for i := range args {
		if args[i].Storage != nil && args[i].Layout != s.from[i] {
			s.to[i] = args[i].Layout
		}
	}
	s.result = u.layout
	lastSpreads.note(s)
	return true
}

// over finds the result's shape, and reads the operands over it.
func (u *usual) over(args []graph.Operand) bool {
	u.layout = u.first.layout
	for i := range args {
		if a := &args[i]; a.Storage != nil && a.Layout != u.layout && covers(a.Layout.Shape, u.layout.Shape) {
			u.layout = a.Layout
		}
	}
	shape := u.layout.Shape
	whole, ok := over(args, shape)
	if !ok {
		var err error
		if shape, err = allShapes(args); err != nil || fits(u.result, shape) != nil {
			return false
		}
		if whole, ok = over(args, shape); !ok {
			return false
		}
	}
	if u.layout = whole; whole == nil {
		u.layout = rowMajor(shape)
	}
	return true
}

// covers reports whether a shape is the larger of two, if one is.
func covers(shape, other []int) bool {
	if len(shape) != len(other) {
		return len(shape) > len(other)
	}
	for axis, size := range shape {
		if size != other[axis] {
			return other[axis] == 1
		}
	}
	return false
}

// spread is how operands of some layouts are read over the shape that they broadcast to.
type spread struct {
	dtype    DType                // of the result
	from, to [3]*broadcast.Layout // to is nil of what is read as it is
	result   *broadcast.Layout
}

// spreads are the last ones: loops want the same ones again, and to make the layouts takes as long as a
// thousand additions.
type spreads struct {
	known [4]atomic.Pointer[spread]
	next  atomic.Uint32
}

var lastSpreads spreads

func (all *spreads) note(s *spread) { all.known[all.next.Add(1)%uint32(len(all.known))].Store(s) }

// find reads the operands as it was done before, and returns the result's layout; nil if it was not.
func (all *spreads) find(dt DType, args []graph.Operand) *broadcast.Layout {
	for i := range all.known {
		s := all.known[i].Load()
		if s == nil || s.dtype != dt || !s.spreads(args) {
			continue
		}
		for i := range args {
			if s.to[i] != nil {
				args[i].Layout = s.to[i]
			}
		}
		return s.result
	}
	return nil
}

// spreads reports whether the operands have these layouts.
func (s *spread) spreads(args []graph.Operand) bool {
	for i, from := range s.from {
		if i >= len(args) || args[i].Storage == nil {
			if from != nil {
				return false
			}
			continue
		}
		if l := args[i].Layout; from == nil || l != from && !l.Equal(*from) {
			return false
		}
	}
	return true
}

// over reads the operands over a shape. It returns the layout of one that has the shape, and
// is all of its storage.
func over(args []graph.Operand, shape []int) (whole *broadcast.Layout, ok bool) {
	for i := range args {
		a := &args[i]
		switch {
		case a.Storage == nil:
		case broadcast.SameShape(a.Layout.Shape, shape):
			if a.Layout == a.Storage.Layout {
				whole = a.Layout
			}
		default:
			layout, err := a.Layout.To(shape)
			if err != nil {
				return nil, false
			}
			a.Layout = &layout
		}
	}
	return whole, true
}

// allShapes is the shape that the operands broadcast to.
func allShapes(args []graph.Operand) ([]int, error) {
	var shapes [][]int
	for i := range args {
		if args[i].Storage != nil {
			shapes = append(shapes, args[i].Layout.Shape)
		}
	}
	return broadcast.Shapes(shapes...)
}

// rowMajor is the result's layout.
func (u *usual) rowMajor() *broadcast.Layout {
	if u.mixed {
		return u.layout
	}
	return u.first.rowMajor()
}

// condition takes that of a choice.
func (u *usual) condition(x any) bool {
	t, ok := x.(*Tensor)
	return ok && t.check("") == nil && t.dtype == Bool && u.take(0, t)
}

// number takes one that does not change the type that the operation computes in. A power of an
// integer has rules of its own.
func (u *usual) number(i int, o *op.Op, compute DType, x any) bool {
	w, ok := parseWeak(x)
	dt, number := u.first.dtype, operand{weak: w}
	if !ok || w.kind == op.Boolean || dt == Bool || w.kind == op.Floating && !dt.IsFloat() ||
		number.widens(o, i, compute) || o == op.Pow && !dt.IsFloat() {
		return false
	}
	s, err := number.element(o, i, dt)
	if compute != dt {
		s = op.Convert(s, dt, compute)
	}
	u.args[i] = graph.Operand{Type: compute, Scalar: s}
	return err == nil
}

// applyUsual is the operation's result, or nil if the call is not usual.
func applyUsual(o *op.Op, operands []any) *Tensor {
	var u usual
	if !u.parse(o, operands) {
		return nil
	}
	m := &made{}
	o, args := simpler(o, u.args[:o.Arity])
	depth, ok := m.of.Init(u.first.device, u.result, u.rowMajor(), o, args)
	if !ok {
		return nil // an operand is a constant
	}
	if depth%maxDepth == 0 {
		_ = fuse.Evaluate(context.Background(), &m.of) // see apply
	}
	return m.tensor(u.first.device, u.result)
}

// updateUsual computes the operation into its first operand, which may be written to. It
// is done if the call is usual.
func updateUsual(o *op.Op, operands []any) (done bool, err error) {
	var u usual
	if o.Rule == op.Select || !u.parse(o, operands) || u.result != u.first.dtype || u.args[0].Storage == nil {
		return false, nil
	}
	t := operands[0].(*Tensor)
	if u.mixed && !broadcast.SameShape(t.layout.Shape, u.layout.Shape) {
		return false, nil
	}
	s := t.storage.Load()
	s.Lock()
	defer s.Unlock()
	o, args := simpler(o, u.args[:o.Arity])
	return true, fuse.Update(s, t.layout, o, args)
}
