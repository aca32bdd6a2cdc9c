package tensor

import (
	"fmt"

	"github.com/wgtensor/wgtensor/broadcast"
	"github.com/wgtensor/wgtensor/device/op"
)

// ScatterMode says how [Tensor.ScatterReduce] combines the elements that come to one place.
type ScatterMode uint8

// The modes of [Tensor.ScatterReduce].
const (
	ScatterSum  ScatterMode = iota // the sum: of floats exact and rounded once, of integers it wraps, of bools or
	ScatterProd                    // the product, in row-major order; of bools and
	ScatterMean                    // the sum, divided by how many elements there are; of integers rounded down
	ScatterMax                     // the greatest, or NaN
	ScatterMin                     // the least, or NaN
)

var scatterNames = [...]string{"sum", "prod", "mean", "max", "min"}

// String returns "sum", "prod", "mean", "max" or "min".
func (m ScatterMode) String() string {
	if int(m) < len(scatterNames) {
		return scatterNames[m]
	}
	return fmt.Sprintf("ScatterMode(%d)", uint8(m))
}

// row returns the reduction of a mode for a dtype, and the element that changes no other.
func (m ScatterMode) row(dt DType) (row *op.Op, identity op.Scalar) {
	switch {
	case m == ScatterMax:
		_, identity = op.Max.Role.(*op.Group).Folds(dt)
		return op.Max, identity
	case m == ScatterMin:
		_, identity = op.Min.Role.(*op.Group).Folds(dt)
		return op.Min, identity
	case m == ScatterProd && dt == Bool:
		return op.AllOf, 1
	case m == ScatterProd:
		return op.Prod, dt.FromInt(1)
	case dt == Bool:
		return op.AnyOf, 0
	}
	return op.Sum, 0
}

// Scatter returns a copy of x with elements of src at indices along an axis, as PyTorch's scatter does:
// with axis 1, element [i j] of src goes to [i, indices[i, j]]. Where several elements come to one place,
// the last one in row-major order stays, on every device.
//
// x, indices and src have one rank, and x and src one dtype. The indices have any integer dtype;
// negative ones count from the end. Along no axis may there be more of them than src has, nor, off the
// axis, than x has. An index out of bounds is an error of the result and of what is computed from it.
// Then no element is written. [Tensor.SetAt] writes into x.
func (x *Tensor) Scatter(axis int, indices, src *Tensor) *Tensor {
	return x.scatter("scatter", axis, indices, src, nil)
}

// ScatterAdd is [Tensor.Scatter], but elements are added to those of x. A sum of floats is exact and
// rounded once, whatever the order. Integers wrap, and bools are combined by or.
func (x *Tensor) ScatterAdd(axis int, indices, src *Tensor) *Tensor {
	return x.scatter("scatter_add", axis, indices, src, ScatterSum.row)
}

// ScatterReduce is [Tensor.Scatter], but the elements that come to one place are combined. With
// includeSelf x's own element takes part. Without it, x's element stays only where no element comes.
func (x *Tensor) ScatterReduce(axis int, indices, src *Tensor, how ScatterMode, includeSelf bool) *Tensor {
	const name = "scatter_reduce"
	at, err := x.axis(name, axis)
	switch {
	case err != nil:
		return fail(err)
	case int(how) >= len(scatterNames):
		return failf(name, "%v is no mode; use ScatterSum, ScatterProd, ScatterMean, ScatterMax or ScatterMin", how)
	case how == ScatterMean && x.dtype == Bool:
		return failf(name, "a mean of bools; convert with AsType")
	case how != ScatterMean && includeSelf:
		return x.scatter(name, at, indices, src, how.row)
	}
	if err := indices.check(name + ": the index"); err != nil {
		return fail(err)
	}
	var s steps
	defer s.release()
	p, src, err := x.scatterPlaces(name, at, s.now(indices), src)
	if err != nil {
		return fail(err)
	}
	s.keep(src)
	wide := x.dtype
	if how == ScatterMean {
		wide = meanType(x.dtype)
	}
	row, identity := how.row(wide)
	base := s.keep(newFilled(name, x.device, wide, identity, x.layout.Shape))
	if includeSelf {
		base = s.keep(x.AsType(wide))
	}
	made := s.keep(base.put(name, p, src, putting{Combine: row}))
	if how != ScatterMean {
		none := s.keep(newFilled(name, x.device, Bool, 0, x.layout.Shape))
		one := s.keep(newFilled(name, x.device, Bool, 1, nil))
		return Where(s.keep(none.put(name, p, one, putting{})), made, x)
	}
	own := op.Scalar(0)
	if includeSelf {
		own = 1
	}
	count := s.keep(newFilled(name, x.device, Int64, own, x.layout.Shape))
	one := s.keep(newFilled(name, x.device, Int64, 1, nil))
	count = s.keep(count.put(name, p, one, putting{Combine: op.Sum}))
	mean := s.keep(made.meanOf(s.keep(count.Maximum(1)), &s)).AsType(x.dtype)
	if includeSelf {
		return mean
	}
	return Where(s.keep(count.Gt(0)), s.keep(mean), x)
}

// meanType is the dtype of the sums of a mean.
func meanType(dt DType) DType {
	if dt.IsFloat() {
		return accumulator(dt)
	}
	return op.Sum.Role.(*op.Group).Type(dt)
}

// meanOf divides sums by counts.
func (x *Tensor) meanOf(count *Tensor, s *steps) *Tensor {
	if count = s.keep(count.AsType(x.dtype)); x.dtype.IsFloat() {
		return x.Div(count)
	}
	return x.FloorDivide(count)
}

// IndexAdd returns a copy of x to which slices of src are added, as PyTorch's index_add does: with axis
// 0, src[k] is added to x[indices[k]]. The indices have one axis. src has x's shape, but as many slices
// along the axis as there are indices. Sums and errors are those of [Tensor.ScatterAdd].
func (x *Tensor) IndexAdd(axis int, indices, src *Tensor) *Tensor {
	row, _ := ScatterSum.row(x.DType())
	return x.putRows("index_add", axis, indices, src, putting{Combine: row})
}

// scatter checks the operands and stores src.
func (x *Tensor) scatter(name string, axis int, indices, src *Tensor, combine func(dt DType) (*op.Op, op.Scalar)) *Tensor {
	at, err := x.axis(name, axis)
	if err != nil {
		return fail(err)
	}
	p, src, err := x.scatterPlaces(name, at, indices, src)
	if err != nil {
		return fail(err)
	}
	defer src.Release()
	var how putting
	if combine != nil {
		how.Combine, _ = combine(x.dtype)
	}
	return x.put(name, p, src, how)
}

// scatterPlaces returns the places of indices along an axis, in a row-major tensor of x's shape, and the
// part of src that goes there.
func (x *Tensor) scatterPlaces(name string, at int, indices, src *Tensor) (p places, part *Tensor, err error) {
	if err := x.sameType(name, indices, src); err != nil {
		return p, nil, err
	}
	l := rowMajor(x.layout.Shape).Clone()
	index, from := indices.layout.Shape, src.layout.Clone()
	if len(index) != len(l.Shape) || len(from.Shape) != len(l.Shape) {
		return p, nil, errorf(name, "x, the index and src have %d, %d and %d axes (shapes %v, %v, %v); they have to have as many",
			len(l.Shape), len(index), len(from.Shape), l.Shape, index, from.Shape)
	}
	along := newAxis(&l, at)
	for k, n := range index {
		if n > from.Shape[k] || k != at && n > l.Shape[k] {
			return p, nil, errorf(name, "Expected index %s to be no larger than self %s apart from dimension %d and to be no larger than src %s",
				list(index), list(l.Shape), at, list(from.Shape))
		}
		l.Shape[k], from.Shape[k] = n, n
	}
	l.Strides[at] = 0
	part = src.view(name, func(broadcast.Layout) (broadcast.Layout, error) { return from, nil })
	return places{l, []indexedAxis{{axis: along, number: at, index: indices}}}, part, part.check(name)
}

// sameType refuses a src of another dtype than x's. It checks the operands.
func (x *Tensor) sameType(name string, indices, src *Tensor) error {
	if err := indices.check(name + ": the index"); err != nil {
		return err
	}
	if err := src.check(name + ": src"); err != nil {
		return err
	}
	if src.dtype != x.dtype {
		return errorf(name, "src is %v and the tensor %v; convert one with AsType", src.dtype, x.dtype)
	}
	return nil
}
