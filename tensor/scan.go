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
