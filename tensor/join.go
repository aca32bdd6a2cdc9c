package tensor

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device"
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
	shape, begins := slices.Clone(ts[0].layout.Shape), make([]int, len(ts))
	shape[at] = 0
	for i, t := range ts {
		if err := sameOffAxis(t.layout.Shape, ts[0].layout.Shape, at); err != nil {
			return failf(name, "tensor %d: %w", i, err)
		}
		begins[i] = shape[at]
		if shape[at] += t.layout.Shape[at]; shape[at] < 0 {
			return failf(name, "the sizes along axis %d are more than an int counts", at)
		}
	}
	return joinTensors(name, shape, ts, func(all []piece, whole *broadcast.Layout, dt DType, i int, t *Tensor) []piece {
		return t.addPieces(all, dt, whole, at, run{at: begins[i], step: 1, length: t.layout.Shape[at]}, false)
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
	return joinTensors(name, single.Shape, ts, func(all []piece, whole *broadcast.Layout, dt DType, i int, t *Tensor) []piece {
		return append(all, t.piece(dt, t.layout, &broadcast.Layout{Shape: first.Shape, Offset: i * whole.Strides[at],
			Strides: slices.Concat(whole.Strides[:at], whole.Strides[at+1:])}))
	})
}

// joinable refuses a list without tensors, and tensors that carry errors.
func joinable(name string, ts []*Tensor) error {
	if len(ts) == 0 {
		return errorf(name, "need at least one array to %s", name)
	}
	for i, t := range ts {
		if err := t.check(name); err != nil {
			return t.check(fmt.Sprintf("%s: tensor %d", name, i))
		}
	}
	return nil
}

// joinTensors returns whole tensors joined to a shape. The function adds the pieces of tensor i to others; t is
// the stand-in of ts[i].
func joinTensors(name string, shape []int, ts []*Tensor, add func(all []piece, whole *broadcast.Layout, dt DType, i int, t *Tensor) []piece) *Tensor {
	kinds, operands := make([]kind, len(ts)), make([]any, len(ts))
	for i, t := range ts {
		kinds[i], operands[i] = withAxes|kind(t.dtype), t
	}
	dt, err := promote(kinds)
	if err == nil {
		err = fits(dt, shape)
	}
	if err != nil {
		return failf(name, "%w", err)
	}
	d, whole, stands := ts[0].standIn(operands...).device, rowMajor(shape), make([]*Tensor, len(ts))
	for i, t := range ts {
		if stands[i] = t.standIn(operands...); stands[i].device != d {
			return failf(name, "%s; move one of them with To", onDevices("tensor 0", d, fmt.Sprintf("tensor %d", i), stands[i].device))
		}
	}
	var s steps
	defer s.release()
	s.unite(stands...)
	pieces := make([]piece, 0, len(ts))
	for i, t := range stands {
		pieces = add(pieces, whole, dt, i, t)
	}
	return join(name, d, dt, whole, pieces)
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

// join returns an expression of pieces, which together have each element of a layout once. It takes over
// the references of the pieces.
func join(name string, d device.Device, dt DType, whole *broadcast.Layout, pieces []piece) *Tensor {
	if err := computes(name, d, "convert the tensors with AsType first", dt); err != nil {
		letPieces(pieces)
		return fail(err)
	}
	var room [4]*graph.Version
	parts := room[:0]
	for _, p := range pieces {
		parts = append(parts, graph.NewPart(dt, p.to, p.op, p.arg))
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
	operands := []any{x}
	for _, t := range others {
		operands = append(operands, t)
	}
	for _, t := range operands {
		if t := t.(*Tensor); t.err != nil {
			return fail(*t.err)
		}
	}
	x = x.standIn(operands...)
	whole, none := rowMajor(x.layout.Shape), rowMajor([]int{0})
	pieces := []piece{x.piece(x.dtype, x.layout, whole)}
	for _, t := range others {
		pieces = append(pieces, t.standIn(operands...).piece(x.dtype, none, none))
	}
	return join(name, x.device, x.dtype, whole, pieces)
}
