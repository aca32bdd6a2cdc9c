package tensor

import (
	"slices"
)

// Swapaxes is [Tensor.Transpose].
func (t *Tensor) Swapaxes(axis0, axis1 int) *Tensor {
	return t.Transpose(axis0, axis1).named("swapaxes")
}

// Ravel returns the elements along one axis, row-major: a view if strides can express it, and
// otherwise a copy.
func (t *Tensor) Ravel() *Tensor { return t.Reshape(-1).named("ravel") }

// Flatten merges axes into one, as PyTorch's flatten does: all of them, or those from axes[0] on, or
// those from axes[0] to axes[1]. A 0-d tensor gets one axis. The result is a view if strides can
// express it, and otherwise a copy.
func (t *Tensor) Flatten(axes ...int) *Tensor {
	const name = "flatten"
	if err := t.check(name); err != nil {
		return fail(err)
	}
	if len(axes) > 2 {
		return failf(name, "%d axes; it takes the first and the last that are merged", len(axes))
	}
	shape := t.layout.Shape
	if len(shape) == 0 {
		return t.Reshape(1).named(name)
	}
	ends := [2]int{0, len(shape) - 1}
	for i, axis := range axes {
		at, err := t.axis(name, axis)
		if err != nil {
			return fail(err)
		}
		ends[i] = at
	}
	if ends[0] > ends[1] {
		return failf(name, "the first axis, %d, comes after the last, %d", ends[0], ends[1])
	}
	n := 1
	for _, size := range shape[ends[0] : ends[1]+1] {
		n *= size
	}
	return t.Reshape(slices.Concat(shape[:ends[0]], []int{n}, shape[ends[1]+1:])...).named(name)
}

// Hstack joins tensors along axis 1, and those of one axis along axis 0, as NumPy's hstack does. A 0-d
// tensor counts as one element. Dtypes and cost are those of [Concat].
func Hstack(ts ...*Tensor) *Tensor {
	return stacked("hstack", ts, 1, func(rank int) int { return min(rank-1, 1) })
}

// Vstack joins tensors along axis 0, as NumPy's vstack does. A tensor of one axis is a row. Dtypes and
// cost are those of [Concat].
func Vstack(ts ...*Tensor) *Tensor {
	return stacked("vstack", ts, 2, func(int) int { return 0 })
}

// stacked joins tensors that get so many axes at least, along an axis that the first one's rank says.
func stacked(name string, ts []*Tensor, rank int, axis func(rank int) int) *Tensor {
	if err := joinable(name, ts); err != nil {
		return fail(err)
	}
	var s steps
	defer s.release()
	parts := make([]*Tensor, len(ts))
	for i, t := range ts {
		parts[i] = s.keep(t.Reshape(append(slices.Repeat([]int{1}, max(0, rank-t.Rank())), t.layout.Shape...)...))
	}
	return Concat(axis(parts[0].Rank()), parts...).named(name)
}

// named returns t. If it carries an error of a call that another one is made of, the error gets the
// name of the other. The operands were checked before: an error is not theirs.
func (t *Tensor) named(name string) *Tensor {
	if t.err != nil {
		return fail(failure(name, *t.err))
	}
	return t
}
