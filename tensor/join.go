package tensor

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
	"github.com/wgtensor/wgtensor/tensor/internal/graph"
)

// Concat returns the tensors one after the other along an axis, as NumPy's concatenate and PyTorch's
// cat do. Off the axis they have one shape. Their common dtype is [ResultType]'s. Each tensor's
// expression is computed straight into its part of the result.
func Concat(axis int, ts ...*Tensor) *Tensor {
	const name = "concat"
	if err := joinable(name, ts); err != nil {
		return fail(err)
	}
	if len(ts[0].layout.Shape) == 0 {
		return failf(name, "zero-dimensional arrays cannot be concatenated; use Stack")
	}
	at, err := ts[0].axis(name, axis)
	if err != nil {
		return fail(err)
	}
	shape := slices.Clone(ts[0].layout.Shape)
	shape[at] = 0
	for i, t := range ts {
		if err := sameOffAxis(t.layout.Shape, ts[0].layout.Shape, at); err != nil {
			return failf(name, "tensor %d: %w", i, err)
		}
		if shape[at] += t.layout.Shape[at]; shape[at] < 0 {
			return failf(name, "the sizes along axis %d are more than an int counts", at)
		}
	}
	from := 0
	return joinTensors(name, shape, ts, func(whole *broadcast.Layout, i int) *broadcast.Layout {
		n := ts[i].layout.Shape[at]
		from += n
		return along(whole, at, run{at: from - n, length: n})
	})
}

// Stack returns the tensors, which have one shape, one after the other along a new axis. Dtypes and
// cost are those of [Concat].
func Stack(axis int, ts ...*Tensor) *Tensor {
	const name = "stack"
	if err := joinable(name, ts); err != nil {
		return fail(err)
	}
	first := ts[0].layout
	for i, t := range ts {
		if !broadcast.SameShape(t.layout.Shape, first.Shape) {
			return failf(name, "all input arrays must have the same shape: tensor 0 has %v, tensor %d has %v", first.Shape, i, t.layout.Shape)
		}
	}
	single, err := broadcast.Layout{Shape: first.Shape, Strides: first.Strides}.Unsqueeze(axis)
	if err != nil {
		return failf(name, "%w", err)
	}
	at := axis
	if axis < 0 {
		at += len(single.Shape)
	}
	single.Shape[at] = len(ts)
	return joinTensors(name, single.Shape, ts, func(whole *broadcast.Layout, i int) *broadcast.Layout {
		return &broadcast.Layout{Shape: first.Shape, Offset: i * whole.Strides[at],
			Strides: slices.Concat(whole.Strides[:at], whole.Strides[at+1:])}
	})
}

// joinable refuses a list without tensors, and tensors that carry errors.
func joinable(name string, ts []*Tensor) error {
	if len(ts) == 0 {
		return errorf(name, "need at least one array to %s", name)
	}
	for i, t := range ts {
		if err := t.check(fmt.Sprintf("%s: tensor %d", name, i)); err != nil {
			return err
		}
	}
	return nil
}

// joinTensors returns whole tensors joined to a shape. The function says where the elements of tensor i
// lie in the result.
func joinTensors(name string, shape []int, ts []*Tensor, at func(whole *broadcast.Layout, i int) *broadcast.Layout) *Tensor {
	kinds := make([]kind, len(ts))
	for i, t := range ts {
		kinds[i] = withAxes | kind(t.dtype)
	}
	dt, err := promote(kinds)
	if err == nil {
		err = fits(dt, shape)
	}
	if err != nil {
		return failf(name, "%w", err)
	}
	whole, pieces := rowMajor(shape), make([]piece, len(ts))
	for i, t := range ts {
		pieces[i] = piece{of: t, from: t.layout, to: at(whole, i)}
	}
	return join(name, dt, whole, pieces)
}

// sameOffAxis returns an error, in NumPy's words, unless a shape is that of the first tensor off an axis.
func sameOffAxis(shape, first []int, axis int) error {
	if len(shape) != len(first) {
		return fmt.Errorf("all the input array dimensions must match: it has %d axes (shape %v), and the first tensor %d (shape %v)",
			len(shape), shape, len(first), first)
	}
	for k, n := range shape {
		if k != axis && n != first[k] {
			return fmt.Errorf("all the input array dimensions except for the concatenation axis must match exactly: along axis %d it has size %d (shape %v), and the first tensor %d (shape %v)",
				k, n, shape, first[k], first)
		}
	}
	return nil
}

// piece is what a part of a joined tensor is made of: elements of a tensor, or a number.
type piece struct {
	of     *Tensor // nil for a number
	number graph.Arg
	from   *broadcast.Layout // of the tensor's elements
	to     *broadcast.Layout // of the same shape: where they lie in the result
}

// join returns an expression of pieces, which together have each element of a layout once. One of them
// at least is of a tensor. Numbers have the result's dtype.
func join(name string, dt DType, whole *broadcast.Layout, pieces []piece) *Tensor {
	var operands []any
	for _, p := range pieces {
		if p.of != nil {
			operands = append(operands, p.of)
		}
	}
	d := operands[0].(*Tensor).standIn(operands...).device
	if err := computes(name, d, "convert the tensors with AsType first", dt); err != nil {
		return fail(err)
	}
	var parts []*graph.Version
	for i, p := range pieces {
		if p.of == nil && p.to.Len() == 0 { // a tensor without elements may have an index error
			continue
		}
		arg, cast := p.number, (*op.Op)(nil)
		if p.of != nil {
			t := p.of.standIn(operands...)
			if t.device != d {
				for _, made := range parts {
					made.Let()
				}
				return failf(name, "%s; move one of them with To", onDevices("tensor 0", d, fmt.Sprintf("tensor %d", i), t.device))
			}
			if t.dtype != dt {
				cast = op.Cast
			}
			arg = t.storage.Load().Read(p.from)
		}
		parts = append(parts, graph.NewPart(dt, p.to, cast, arg))
	}
	m := &made{}
	m.of.InitJoined(dt, whole, parts)
	m.layout, m.device, m.dtype = whole, d, dt
	m.storage.Store(&m.of)
	return m.Tensor.limitDepth()
}

// after returns a copy of x that has the errors of other tensors of its device, too. It reads no elements
// of these.
func (x *Tensor) after(name string, others ...*Tensor) *Tensor {
	for _, t := range append(others, x) {
		if t.err != nil {
			return fail(*t.err)
		}
	}
	whole, none := rowMajor(x.layout.Shape), rowMajor([]int{0})
	pieces := []piece{{of: x, from: x.layout, to: whole}}
	for _, t := range others {
		pieces = append(pieces, piece{of: t, from: none, to: none})
	}
	return join(name, x.dtype, whole, pieces)
}
