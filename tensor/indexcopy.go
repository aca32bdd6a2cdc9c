package tensor

import (
	"slices"

	"github.com/wgtensor/wgtensor/broadcast"
)

// IndexCopy returns x with src written to the places of indices along an axis, as PyTorch's index_copy
// does: the last of equal places stays. The source has x's dtype and shape, but as many elements along the
// axis as there are indices. Errors are those of [Tensor.Take].
func (x *Tensor) IndexCopy(axis int, indices, src *Tensor) *Tensor {
	return x.putRows("index_copy", axis, indices, src, putting{})
}

// putRows stores src at places of an index along an axis.
func (x *Tensor) putRows(name string, axis int, indices, src *Tensor, how putting) *Tensor {
	at, err := x.indexed(name, axis, indices)
	if err == nil {
		err = x.sameType(name, indices, src)
	}
	if err != nil {
		return fail(err)
	}
	shape := slices.Clone(x.layout.Shape)
	shape[at] = indices.layout.Shape[0]
	if !broadcast.SameShape(shape, src.layout.Shape) {
		return failf(name, "src has shape %v; for %d indices along axis %d of %v it has to have %v", src.layout.Shape, shape[at], at, x.layout.Shape, shape)
	}
	return x.putAt(name, at, indices, src, how)
}

// IndexFill returns x with v, a number or a bool, at the places of indices along an axis, as PyTorch's
// index_fill does. v is converted as by [Tensor.Fill]. Errors are those of [Tensor.Take].
func (x *Tensor) IndexFill(axis int, indices *Tensor, v any) *Tensor {
	const name = "index_fill"
	at, err := x.indexed(name, axis, indices)
	if err != nil {
		return fail(err)
	}
	value := filledWith(name, x.standIn(indices).device, x.dtype, v, nil)
	defer value.Release()
	if value.err != nil {
		return value
	}
	return x.putAt(name, at, indices, value, putting{})
}

// indexed checks an index of one axis along an axis of x.
func (x *Tensor) indexed(name string, axis int, indices *Tensor) (at int, err error) {
	if at, err = x.axis(name, axis); err != nil {
		return 0, err
	}
	if err := indices.check(name + ": the index"); err != nil {
		return 0, err
	}
	if n := indices.Rank(); n != 1 {
		return 0, errorf(name, "the index has %d axes (shape %v); it has to have one", n, indices.layout.Shape)
	}
	return at, nil
}

// putAt stores a value at places of an index along an axis.
func (x *Tensor) putAt(name string, at int, indices, value *Tensor, how putting) *Tensor {
	return x.put(name, takePlaces(rowMajor(x.layout.Shape), at, indices), value, how)
}

// PutAlongAxis returns x with values written to the places of indices along an axis, as NumPy's
// put_along_axis does: values[i, j] to x[i, indices[i, j]] for axis 1, and the last of equal places stays.
// The indices have x's rank, and off the axis x's sizes or 1. The values are broadcast to the places, and
// converted to x's dtype. Errors are those of [Tensor.Take].
func (x *Tensor) PutAlongAxis(axis int, indices, values *Tensor) *Tensor {
	const name = "put_along_axis"
	at, err := x.alongAxis(name, axis, indices)
	if err != nil {
		return fail(err)
	}
	l := rowMajor(x.layout.Shape).Clone()
	along := newAxis(&l, at)
	l.Shape[at], l.Strides[at] = indices.layout.Shape[at], 0
	wide := indices.BroadcastTo(l.Shape...).named(name)
	defer wide.Release()
	if wide.err != nil {
		return wide
	}
	return x.put(name, places{l, []indexedAxis{{axis: along, number: at, index: wide}}}, values, putting{})
}

// Put returns x with values written to the places of indices in x.Reshape(-1), as NumPy's put does: the
// last of equal places stays. The values are broadcast to the shape of the indices, where NumPy repeats
// too few of them, and converted to x's dtype. Errors are those of [Tensor.Take].
func (x *Tensor) Put(indices, values *Tensor) *Tensor {
	const name = "put"
	if err := x.check(name); err != nil {
		return fail(err)
	}
	if err := indices.check(name + ": the index"); err != nil {
		return fail(err)
	}
	flat := x.Reshape(-1)
	defer flat.Release()
	put := flat.put(name, placesIn(flat.layout.Len(), indices.layout.Shape, indices), values, putting{})
	defer put.Release()
	if put.err != nil {
		return fail(*put.err)
	}
	return put.Reshape(x.layout.Shape...)
}
