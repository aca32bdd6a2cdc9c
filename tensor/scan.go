package tensor

import "github.com/wgtensor/wgtensor/device/op"

// Cummax returns the greatest of the elements up to each along an axis, NaN from the first NaN on, and
// the index of the last of them.
func (x *Tensor) Cummax(axis int) (values, indices *Tensor) {
	return x.scan("cummax", op.Cummax, axis), x.scan("cummax", op.Argcummax, axis)
}

// Cummin returns the least of the elements up to each along an axis, NaN from the first NaN on, and
// the index of the last of them.
func (x *Tensor) Cummin(axis int) (values, indices *Tensor) {
	return x.scan("cummin", op.Cummin, axis), x.scan("cummin", op.Argcummin, axis)
}

// scan computes a row of prefixes along an axis.
func (x *Tensor) scan(name string, row *op.Op, axis int) *Tensor {
	o, err := x.Along(axis).begin(&reduction{name: name})
	if err != nil {
		return fail(err)
	}
	return groups(name, row, o.x, o.axes, rowMajor(o.x.layout.Shape), o.x.layout)
}

// Diff returns the n-th differences along an axis: each element less the one before it, n times over.
// Each time the axis has an element less. Integers wrap; of bools it is whether they differ.
func (x *Tensor) Diff(axis, n int) *Tensor {
	const name = "diff"
	at, err := x.axis(name, axis)
	switch {
	case err != nil:
		return fail(err)
	case n < 0:
		return failf(name, "order must be non-negative but got %d", n)
	}
	var s steps
	defer s.release()
	y := s.keep(x.again(name))
	for n = min(n, x.layout.Shape[at]); n > 0 && y.err == nil; n -= min(n, atOnce) {
		y = y.differences(&s, at, min(n, atOnce))
	}
	if y.err != nil {
		return fail(*y.err)
	}
	return y.again(name)
}

// atOnce is how many differences are one expression of the elements. It has a subtraction for each
// pair of them, and stores none on the way.
const atOnce = 4

// differences returns the n-th differences, which are among the steps.
func (x *Tensor) differences(s *steps, axis, n int) *Tensor {
	sub := op.Sub
	if x.dtype == Bool {
		sub = op.LogicalXor
	}
	all := make([]*Tensor, n+1)
	for i := range all {
		all[i] = s.keep(x.Slice(axis, i, x.layout.Shape[axis]-n+i, 1))
	}
	for ; n > 0; n-- {
		for i := range n {
			all[i] = s.keep(apply(sub, all[i+1], all[i]))
		}
	}
	return all[0]
}
