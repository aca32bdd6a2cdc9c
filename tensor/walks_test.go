package tensor

import (
	"fmt"
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// Walks through package tensor for each form of program. They become operations, with names, rules
// and fusion, when devices have kernels for them.

// axesFor splits the axes of a tensor into those that are kept and those of the groups: the given
// ones, or all.
func axesFor(t *Tensor, axes []int) (kept, group []int, err error) {
	rank := t.Rank()
	if len(axes) == 0 {
		axes = count(0, rank)
	}
	for _, a := range axes {
		axis := a
		if a < 0 {
			axis += rank
		}
		switch {
		case rank == 0 && (a == 0 || a == -1): // PyTorch's rule for a tensor without axes
			continue
		case axis < 0 || axis >= rank:
			return nil, nil, &broadcast.AxisError{Axis: a, Rank: rank}
		case slices.Contains(group, axis):
			return nil, nil, &broadcast.AxisError{Axis: axis, Rank: rank, List: axes}
		}
		group = append(group, axis)
	}
	slices.Sort(group)
	for axis := range rank {
		if !slices.Contains(group, axis) {
			kept = append(kept, axis)
		}
	}
	return kept, group, nil
}

// count returns n consecutive numbers from start on.
func count(start, n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = start + i
	}
	return all
}

// randomBits are JAX's: an element is a function of the key and its number alone.
func randomBits(like *Tensor, key uint64, shape ...int) *Tensor {
	w := newWalk(like.device, shape, -1)
	counter := w.cast(op.Uint64, w.position(0, broadcast.RowMajor(shape...).Strides...))
	w.store(w.do(op.RandomBits, w.scalar(op.Uint64, op.Scalar(key)), counter), count(0, len(shape))...)
	return w.run()[0]
}

// roll moves elements along an axis; what leaves at one end comes in at the other.
func roll(t *Tensor, axis, by int) *Tensor {
	w, own, x := beginShift(t, axis, 0, 0)
	if w.err == nil {
		steps := make([]int, t.Rank())
		steps[own] = 1
		n := max(1, t.layout.Shape[own])
		at := w.do(op.Remainder, w.position(-by, steps...), w.scalar(op.Int64, op.Scalar(n)))
		w.store(w.do(op.LoadAt, x, at), count(0, t.Rank())...)
	}
	return w.run()[0]
}

// pad adds elements before and after those of an axis: a number, or by the mode.
func pad(t *Tensor, axis, before, after int, mode string, fill op.Scalar) *Tensor {
	w, own, x := beginShift(t, axis, before, after)
	if w.err != nil {
		return w.run()[0]
	}
	steps := make([]int, t.Rank())
	steps[own] = 1
	at, n := w.position(-before, steps...), t.layout.Shape[own]
	number := func(i int) value { return w.scalar(op.Int64, op.Scalar(uint64(int64(i)))) }
	load := func(at value) value { return w.do(op.LoadAt, x, at) }
	var v value
	switch mode {
	case "constant":
		v = w.do(op.LoadOr, x, at, w.scalar(t.dtype, fill))
	case "replicate":
		v = load(w.do(op.Clamp, at, number(0), number(n-1)))
	case "circular":
		v = load(w.do(op.Remainder, at, number(n)))
	case "reflect": // m - |m - |i||
		m := number(n - 1)
		v = load(w.do(op.Abs, w.do(op.Sub, m, w.do(op.Abs, w.do(op.Sub, m, w.do(op.Abs, at))))))
	default:
		w.fail(fmt.Errorf("pad: no mode %q", mode))
	}
	w.store(v, count(0, t.Rank())...)
	return w.run()[0]
}

// beginShift begins a launch over a tensor with a longer axis, along which it is read at places.
func beginShift(t *Tensor, axis, before, after int) (w *walk, own int, x value) {
	_, group, err := axesFor(t, []int{axis})
	if err != nil || t.Rank() == 0 {
		return &walk{err: errorf("shift", "no axis %d", axis)}, 0, value{}
	}
	own = group[0]
	shape := t.Shape()
	shape[own] += before + after
	if shape[own] < 0 {
		return &walk{err: errorf("pad", "shape %v", shape)}, 0, value{}
	}
	w = newWalk(t.device, shape, -1)
	axes := count(0, t.Rank())
	axes[own] = place
	return w, own, w.read(t, axes...)
}
